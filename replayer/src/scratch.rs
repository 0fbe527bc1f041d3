//! The scratch directory of a case: filled before, read after, and emptied so that the next case finds nothing.
//!
//! Emptying needs no recursion: a folder inside a folder is first moved to the top, so a tree of any depth is removed with
//! two open descriptors. No path is ever followed through a symbolic link.

use std::ffi::CStr;
use std::fs::File;
use std::io::Write;
use std::os::fd::OwnedFd;

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, RenameFlags, ResolveFlags};
use rustix::io::Errno;

use crate::fault::{Fault, Raise, Result};
use crate::sys;

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

fn beneath(scratch: &OwnedFd, path: &str, flags: OFlags, mode: Mode) -> rustix::io::Result<OwnedFd> {
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    sys::open(scratch, path, flags | OFlags::CLOEXEC, mode, resolve)
}

fn folder_in(folder: &OwnedFd, name: &CStr) -> rustix::io::Result<OwnedFd> {
    sys::open(folder, name, FOLDER, Mode::empty(), ResolveFlags::empty())
}

/// Writes one file of a case, making the folders on its path.
pub fn write(scratch: &OwnedFd, path: &str, data: &[u8]) -> Result<()> {
    let failed = |what: &str| Fault::plain(format!("file {path:?} of the case: {what}"));
    if path.split('/').any(|name| name.is_empty() || name == "." || name == "..") || path.contains('\0') {
        return Err(failed("not a relative path"));
    }
    for (end, _) in path.match_indices('/') {
        match rustix::fs::mkdirat(scratch, &path[..end], Mode::from_raw_mode(0o755)) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(error) => return Err(error).doing(format!("file {path:?} of the case")),
        }
    }
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL;
    let file = beneath(scratch, path, flags, Mode::from_raw_mode(0o644)).doing(format!("file {path:?} of the case"))?;
    File::from(file).write_all(data).doing(format!("file {path:?} of the case (scratch too small?)"))
}

/// A declared output file, open for reading, and its length; None unless the program left a regular file there.
pub fn output(scratch: &OwnedFd, path: &str) -> Option<(File, u64)> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::NOCTTY;
    let open = || beneath(scratch, path, flags, Mode::empty());
    let file = match open() {
        Err(Errno::ACCESS) => {
            let place = beneath(scratch, path, OFlags::PATH | OFlags::NOFOLLOW, Mode::empty()).ok()?;
            (FileType::from_raw_mode(rustix::fs::fstat(&place).ok()?.st_mode) == FileType::RegularFile).then_some(())?;
            rustix::fs::chmodat(scratch, path, Mode::from_raw_mode(0o600), AtFlags::empty()).ok()?;
            open()
        }
        other => other,
    };
    let file = file.ok()?;
    let stat = rustix::fs::fstat(&file).ok()?;
    let regular = FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
    regular.then(|| (File::from(file), stat.st_size as u64))
}

/// What a file system that holds a slot's files and no others says of itself.
pub struct State {
    /// No block or no file can be added.
    pub full: bool,
    /// There is no more than when no case had run, attributes included: tmpfs counts both together.
    pub empty: bool,
}

/// Looks at a scratch directory on a tmpfs of its slot's own, which holds `files` files when no case has run.
pub fn state(scratch: &OwnedFd, files: u64) -> State {
    rustix::fs::fstatvfs(scratch).map_or(State { full: false, empty: false }, |state| State {
        full: state.f_bavail == 0 || state.f_favail == 0,
        empty: files > 0 && state.f_files.checked_sub(state.f_ffree) == Some(files),
    })
}

/// How many bytes of storage are in use, for file systems that have no size of their own: with a quarter of a page for each
/// file, which is what the limit of files in a tmpfs comes to. Each folder on the way down costs a descriptor: what is nested
/// deeper than any program needs counts as more than every limit, so that nothing can be hidden there.
pub fn used(scratch: &OwnedFd) -> u64 {
    const DEPTH: usize = 128;
    fn sum(folder: &OwnedFd, depth: usize) -> u64 {
        let mut total: u64 = 0;
        for (name, kind) in entries(folder).unwrap_or_default() {
            if let Ok(stat) = rustix::fs::statat(folder, name.as_c_str(), AtFlags::SYMLINK_NOFOLLOW) {
                total = total.saturating_add(stat.st_blocks as u64 * 512 + 1024);
            }
            if kind == FileType::Directory {
                if depth == DEPTH {
                    return u64::MAX;
                }
                let inner = folder_in(folder, &name);
                total = total.saturating_add(inner.map_or(0, |inner| sum(&inner, depth + 1)));
            }
        }
        total
    }
    sum(scratch, 0)
}

/// Removes everything and returns the size of the largest regular file that was there.
pub fn empty(scratch: &OwnedFd) -> Result<u64> {
    let mut largest = 0;
    let mut moved = 0u64;
    loop {
        let found = match entries(scratch) {
            Err(Errno::ACCESS) => {
                rustix::fs::fchmod(scratch, Mode::from_raw_mode(0o755)).doing("opening the scratch directory")?;
                entries(scratch)
            }
            other => other,
        }
        .doing("reading the scratch directory")?;
        if found.is_empty() {
            return Ok(largest);
        }
        for (name, kind) in found {
            if kind == FileType::Directory {
                hollow(scratch, &name, &mut largest, &mut moved).doing("emptying the scratch directory")?;
            } else {
                unlink(scratch, &name, kind, &mut largest).doing("emptying the scratch directory")?;
            }
        }
    }
}

/// Makes the folder itself as it was: mode, extended attributes, times.
pub fn reset(scratch: &OwnedFd, cookie: [u64; 3]) -> Result<()> {
    strip(scratch).doing("resetting the scratch directory")?;
    sys::set_mode_as_launcher(scratch, 0o755, cookie)
        .and_then(|()| sys::touch_as_launcher(scratch, cookie))
        .doing("resetting the scratch directory")
}

type Entry = (std::ffi::CString, FileType);

fn entries(folder: &OwnedFd) -> rustix::io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for entry in Dir::new(folder_in(folder, c".")?)? {
        let entry = entry?;
        let name = entry.file_name();
        if name == c"." || name == c".." {
            continue;
        }
        let kind = match entry.file_type() {
            FileType::Unknown => {
                FileType::from_raw_mode(rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?.st_mode)
            }
            kind => kind,
        };
        entries.push((name.to_owned(), kind));
    }
    Ok(entries)
}

fn unlink(folder: &OwnedFd, name: &CStr, kind: FileType, largest: &mut u64) -> rustix::io::Result<()> {
    if kind == FileType::RegularFile {
        *largest = (*largest).max(rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?.st_size as u64);
    }
    rustix::fs::unlinkat(folder, name, AtFlags::empty())
}

/// Removes the folder `name`; folders in it move to the top and are met there.
fn hollow(scratch: &OwnedFd, name: &CStr, largest: &mut u64, moved: &mut u64) -> rustix::io::Result<()> {
    rustix::fs::chmodat(scratch, name, Mode::from_raw_mode(0o700), AtFlags::empty())?;
    let folder = folder_in(scratch, name)?;
    for (inner, kind) in entries(&folder)? {
        if kind != FileType::Directory {
            unlink(&folder, &inner, kind, largest)?;
            continue;
        }
        rustix::fs::chmodat(&folder, &inner, Mode::from_raw_mode(0o700), AtFlags::empty())?;
        loop {
            *moved += 1;
            let top = format!(".leftover-{moved}");
            match rustix::fs::renameat_with(&folder, &inner, scratch, &top, RenameFlags::NOREPLACE) {
                Err(Errno::EXIST) => {}
                other => break other?,
            }
        }
    }
    rustix::fs::unlinkat(scratch, name, AtFlags::REMOVEDIR)
}

/// Removes the extended attributes.
fn strip(scratch: &OwnedFd) -> rustix::io::Result<()> {
    let mut names = [0u8; 4096];
    loop {
        let length = match rustix::fs::flistxattr(scratch, &mut names[..]) {
            Ok(0) | Err(Errno::OPNOTSUPP) => return Ok(()),
            Ok(length) => length,
            Err(error) => return Err(error),
        };
        let mut removed = false;
        for name in names[..length].split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
            removed |= rustix::fs::fremovexattr(scratch, name).is_ok();
        }
        if !removed {
            return Ok(()); // attributes of the file system's own, such as a security label
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn place(name: &str) -> (std::path::PathBuf, OwnedFd) {
        let path = std::env::temp_dir().join(format!("portproof-scratch-{name}-{}", std::process::id()));
        fs::create_dir(&path).unwrap();
        (path.clone(), fs::File::open(path).unwrap().into())
    }

    #[test]
    fn a_deep_and_hostile_tree_is_emptied() {
        let (path, scratch) = place("deep");
        let mut folder = rustix::fs::openat(&scratch, c".", FOLDER, Mode::empty()).unwrap();
        for depth in 0..3000 {
            let mode = Mode::from_raw_mode(0o700);
            rustix::fs::mkdirat(&folder, c"d", mode).unwrap();
            if depth % 100 == 0 {
                rustix::fs::symlinkat("/", &folder, c"link").unwrap();
                rustix::fs::mkdirat(&folder, c".leftover-1", mode).unwrap();
                write(&folder, "file", b"x").unwrap();
            }
            folder = rustix::fs::openat(&folder, c"d", FOLDER, Mode::empty()).unwrap();
        }
        write(&scratch, "large", &[0; 5000]).unwrap();
        fs::set_permissions(path.join("d"), std::os::unix::fs::PermissionsExt::from_mode(0o000)).unwrap();
        assert_eq!(empty(&scratch).unwrap(), 5000);
        assert_eq!(fs::read_dir(&path).unwrap().count(), 0);
        fs::remove_dir(path).unwrap();
    }

    #[test]
    fn an_output_is_a_regular_file_that_no_link_leads_to() {
        let (path, scratch) = place("output");
        write(&scratch, "in/file", b"data").unwrap();
        std::os::unix::fs::symlink("in/file", path.join("link")).unwrap();
        std::os::unix::fs::symlink("in", path.join("folder")).unwrap();
        assert!(output(&scratch, "in/file").is_some());
        for name in ["link", "folder/file", "in", "missing", "../in/file", "/etc/passwd"] {
            assert!(output(&scratch, name).is_none(), "{name}");
        }
        empty(&scratch).unwrap();
        fs::remove_dir(path).unwrap();
    }

    #[test]
    fn a_case_cannot_name_a_file_outside() {
        let (path, scratch) = place("names");
        for name in ["../x", "/x", "a/../../x", "", "a//b", "./a", "a\0b"] {
            assert!(write(&scratch, name, b"").is_err(), "{name:?}");
        }
        empty(&scratch).unwrap();
        fs::remove_dir(path).unwrap();
    }
}
