//! Which files a stopped call names, and what it would do with them: read from the registers and the memory of its thread.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use crate::denial;
use crate::sys::{self, Notification};

const PATH_MAX: usize = 4096;
const RESOLVE_IN_ROOT: u64 = 0x10;
const HERE: i32 = libc::AT_FDCWD;

/// A file that a call names.
pub struct Use {
    /// Where a relative path starts: a descriptor, or the working directory.
    pub folder: i32,
    pub path: PathBuf,
    /// Whether a link at the end of the path is followed.
    pub follow: bool,
    /// Whether the file, or its entry in a folder, would be made, changed or removed.
    pub writes: bool,
    /// Only a descriptor is asked for, by which nothing can be read or written.
    pub bare: bool,
    /// Only what is told of the file is asked for: that it is there, its size, its times.
    pub looks: bool,
}

impl Use {
    /// A file that is opened to be read, by a path from the root.
    pub fn of(path: &Path) -> Use {
        Use { folder: HERE, path: path.to_owned(), follow: true, writes: false, bare: false, looks: false }
    }
}

/// The files that a stopped call names; none where it names no path, or one that cannot lead outside.
pub fn uses(stopped: &Notification) -> Vec<Use> {
    let [a, b, c, d, ..] = stopped.args;
    let Some(name) = denial::call(stopped) else { return Vec::new() };
    let text = |address| PathBuf::from(OsString::from_vec(sys::read_string(stopped.pid, address, PATH_MAX)));
    let one = |folder: u64, path: u64, follow: bool, writes: bool| {
        let path = if path == 0 { PathBuf::new() } else { text(path) };
        vec![Use { folder: folder as i32, path, follow, writes, bare: false, looks: !writes }]
    };
    let look =
        |folder: u64, path: u64, flags: u64| one(folder, path, flags as i32 & libc::AT_SYMLINK_NOFOLLOW == 0, false);
    let change = |folder: u64, path: u64| one(folder, path, false, true);
    let here = HERE as u64;
    let mut uses = match name {
        "open" => opening(HERE, text(a), b as i32),
        "openat" => opening(a as i32, text(b), c as i32),
        "creat" => opening(HERE, text(a), libc::O_CREAT | libc::O_WRONLY | libc::O_TRUNC),
        "openat2" => {
            let how = sys::read_memory(stopped.pid, c, 24); // struct open_how: flags, mode, resolve
            let word = |at: usize| how.get(at..at + 8)?.try_into().ok().map(u64::from_ne_bytes);
            match (word(0), word(16)) {
                (Some(flags), Some(resolve)) if resolve & RESOLVE_IN_ROOT == 0 => {
                    opening(a as i32, text(b), flags as i32)
                }
                _ => Vec::new(), // the folder stands for the root, or the kernel will refuse it
            }
        }
        "stat" | "access" | "chdir" | "statfs" | "getxattr" | "listxattr" => look(here, a, 0),
        "lstat" | "readlink" | "lgetxattr" | "llistxattr" => one(here, a, false, false),
        "inotify_add_watch" => look(here, b, 0),
        "faccessat" => look(a, b, 0),
        "newfstatat" | "faccessat2" => look(a, b, d),
        "statx" => look(a, b, c),
        "readlinkat" => one(a, b, false, false),
        "truncate" | "chmod" | "chown" | "utime" | "utimes" | "setxattr" | "removexattr" => one(here, a, true, true),
        "unlink" | "rmdir" | "mkdir" | "mknod" | "lchown" | "lsetxattr" | "lremovexattr" => change(here, a),
        "unlinkat" | "mkdirat" | "mknodat" => change(a, b),
        "fchmodat" | "fchmodat2" | "fchownat" | "futimesat" | "utimensat" => one(a, b, true, true),
        "symlink" => change(here, b),
        "symlinkat" => change(b, c),
        "rename" | "link" => [change(here, a), change(here, b)].into_iter().flatten().collect(),
        "renameat" | "renameat2" | "linkat" => [change(a, b), change(c, d)].into_iter().flatten().collect(),
        _ => Vec::new(),
    };
    uses.retain(|it| !it.path.as_os_str().is_empty());
    uses
}

fn opening(folder: i32, path: PathBuf, flags: i32) -> Vec<Use> {
    let bare = flags & libc::O_PATH != 0;
    let creates = libc::O_CREAT | libc::O_EXCL;
    let follow = flags & libc::O_NOFOLLOW == 0 && flags & creates != creates;
    let writes = !bare && flags & (libc::O_ACCMODE | libc::O_TRUNC) != 0;
    vec![Use { folder, path, follow, writes, bare, looks: false }]
}
