//! What a watched case tries to reach outside its view, or to make code of that comes from a file that holds none.
//!
//! These calls are stopped only to be seen: every one of them goes on, and the kernel answers as it would unwatched. So a
//! program that changes the path or a link after the look can lose a report, and nothing else.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use crate::denial;
use crate::message::{Mount, Open, Tier};
use crate::slot::Slot;
use crate::sys::{self, Notification};
use crate::uses::{Use, uses};
use crate::walls::syscalls;

/// What C libraries add to every open, where it means nothing any more.
const LARGE_FILE: i32 = 0o100_000;
/// So much of a path is shown.
const SHOWN: usize = 1024;
/// As many links as the kernel follows, and so many names are looked at before the rest is taken as it is written.
const LINKS: usize = 40;
const LOOKS: usize = 256;
const DEVICES: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"];
/// What the loader, C libraries and OpenSSL look at on their own, beside the folders of libraries.
const TAKEN_FOR_GRANTED: [&str; 4] =
    ["/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/ssl/openssl.cnf", "/proc/self/exe"];

/// What a look at a stopped call showed.
pub enum Sight {
    /// Nothing that a wall refuses.
    Inside,
    /// This file, which a wall refuses.
    Outside(String),
}

impl Slot {
    /// What the stopped call names, if it was stopped only to be looked at. None: it has to be refused or allowed.
    pub fn looks_at(&self, open: &Open, stopped: &Notification) -> Option<Sight> {
        let name = denial::call(stopped)?;
        if !self.watching && !syscalls::opens(name) {
            return None;
        }
        let outside = match name {
            _ if open.tier == Tier::Landlock && syscalls::changes_metadata(name) => return None, // these are decided on
            _ if open.native && denial::shares_code(stopped) => return None,
            _ if syscalls::named(name) => uses(stopped).iter().find_map(|it| self.outside(open, stopped.pid, it)),
            "mmap" if open.tier == Tier::Namespaces => {
                denial::mapped(stopped).filter(|it| !runs(open, stopped.pid, it))
            }
            "mprotect" => made_code(stopped).filter(|it| !runs(open, stopped.pid, it)),
            _ => return None,
        };
        Some(outside.map_or(Sight::Inside, |path| Sight::Outside(shown(&path))))
    }

    /// What the stopped call opens, if that says all there is to know: a path from the root, only to read.
    pub fn plain(stopped: &Notification) -> Option<Vec<u8>> {
        const IDLE: i32 = libc::O_CLOEXEC | libc::O_NONBLOCK | libc::O_DIRECTORY | libc::O_NOCTTY | LARGE_FILE;
        let (path, flags) = match denial::call(stopped)? {
            "open" => (stopped.args[0], stopped.args[1]),
            "openat" => (stopped.args[1], stopped.args[2]),
            _ => return None,
        };
        if flags as i32 & !IDLE != 0 {
            return None;
        }
        let path = sys::read_string(stopped.pid, path, SHOWN);
        (path.first() == Some(&b'/') && path.len() < SHOWN).then_some(path)
    }

    /// Whether to open `path` is no denial to report, whatever a case does: it lies where no case can write, the way there too.
    pub fn settled(&self, open: &Open, stopped: &Notification, path: &[u8]) -> bool {
        let pid = stopped.pid;
        let path = Path::new(OsStr::from_bytes(path));
        let named = Use::of(path);
        if let Some(outside) = self.outside(open, pid, &named) {
            let attempt = denial::Attempt { target: shown(&outside), ..denial::attempt(stopped) };
            if !denial::expected(&open.probes, &attempt) {
                return false;
            }
        }
        let written = open.mounts.iter().filter(|mount| mount.writable).map(|mount| seen(open, mount));
        let free = written.chain([&*self.scratch]).any(|folder| path.starts_with(folder));
        let real = resolve(pid, path, true);
        let straight = real == *path && !path.components().any(|part| part == Component::ParentDir);
        !free && (straight || (granted(path) && granted(&real)))
    }

    /// The real path of what a call names, if that is refused or not there in the view.
    fn outside(&self, open: &Open, pid: u32, named: &Use) -> Option<PathBuf> {
        if named.bare && open.tier == Tier::Landlock {
            return None; // Landlock does not mind a descriptor that can neither read nor write
        }
        let start = if named.path.is_absolute() { PathBuf::from("/") } else { place(pid, named.folder)? };
        let path = resolve(pid, &start.join(&named.path), named.follow);
        (!self.shows(open, pid, &path, named)).then_some(path)
    }

    /// Whether the file at the real path `path` is in view, and may be used as it is.
    fn shows(&self, open: &Open, pid: u32, path: &Path, &Use { writes, looks, .. }: &Use) -> bool {
        let own = || within(pid, path, &self.scratch);
        let mounted =
            || open.mounts.iter().any(|mount| (mount.writable || !writes) && within(pid, path, seen(open, mount)));
        let device = || DEVICES.iter().any(|device| path == Path::new(device));
        let proc = || open.proc && path.strip_prefix("/proc").is_ok_and(|rest| self.shows_proc(rest, writes));
        // The view has the folders that lead to something in it. On the machine itself more is in them, for who opens them.
        let way = || {
            let mut ends =
                open.mounts.iter().map(|mount| seen(open, mount)).chain(DEVICES.map(Path::new)).chain([&*self.scratch]);
            (looks || open.tier == Tier::Namespaces) && ends.any(|end| end.starts_with(path))
        };
        own() || mounted() || device() || proc() || (!writes && (granted(path) || way()))
    }

    /// Whether the case may open this part of /proc: what is of its own processes, and of that only its descriptors to write.
    fn shows_proc(&self, rest: &Path, writes: bool) -> bool {
        let first = rest.components().next().and_then(|first| first.as_os_str().to_str());
        let stranger = first.and_then(|name| name.parse::<i32>().ok()).is_some_and(|pid| !self.runs(pid));
        !stranger && (!writes || rest.components().any(|part| part.as_os_str() == "fd"))
    }
}

/// Whether code may come from the file at the real path `path`.
fn runs(open: &Open, pid: u32, path: &Path) -> bool {
    let code = |mount: &Mount| !mount.writable && !mount.noexec;
    open.mounts.iter().any(|mount| code(mount) && within(pid, path, seen(open, mount)))
}

/// The file that the memory belongs to which would become code. None: no file.
fn made_code(stopped: &Notification) -> Option<PathBuf> {
    let maps = fs::read_to_string(format!("/proc/{}/maps", stopped.pid)).ok()?;
    maps.lines().find_map(|line| {
        let (from, rest) = line.split_once('-')?;
        let (to, _) = rest.split_once(' ')?;
        let [from, to] = [from, to].map(|word| u64::from_str_radix(word, 16).unwrap_or(0));
        (from..to).contains(&stopped.args[0]).then(|| line.find('/').map(|at| PathBuf::from(&line[at..])))?
    })
}

/// The folder that a relative path starts from. None where it has no path, or one too long to be told: then it is in scratch.
fn place(pid: u32, folder: i32) -> Option<PathBuf> {
    let name = if folder == libc::AT_FDCWD { "cwd".to_string() } else { format!("fd/{folder}") };
    fs::read_link(format!("/proc/{pid}/{name}")).ok().filter(|path| path.is_absolute())
}

/// How a mount is called in the view.
fn seen<'a>(open: &Open, mount: &'a Mount) -> &'a Path {
    Path::new(if open.tier == Tier::Landlock { &mount.source } else { &mount.target })
}

/// Whether the real path `path` is `folder` or below it, which may be named through links.
fn within(pid: u32, path: &Path, folder: &Path) -> bool {
    path.starts_with(folder) || path.starts_with(resolve(pid, folder, true))
}

fn granted(path: &Path) -> bool {
    let library = |name: &OsStr| ["lib", "lib32", "lib64", "libx32"].iter().any(|folder| name == *folder);
    let mut names = path.components().skip(1).map(|part| part.as_os_str());
    let first = names.next();
    first.is_some_and(library)
        || (first.is_some_and(|name| name == "usr") && names.next().is_some_and(library))
        || TAKEN_FOR_GRANTED.iter().any(|file| path == Path::new(file))
}

/// The path with its links followed as process `pid` would, as far as they exist. Below /proc nothing is followed but the
/// links to the root: the others are of whoever looks.
fn resolve(pid: u32, path: &Path, follow: bool) -> PathBuf {
    let root = format!("/proc/{pid}/root");
    let parts = |path: &Path| path.components().map(|part| part.as_os_str().to_owned()).collect::<Vec<_>>();
    let mut rest = VecDeque::from(parts(path));
    let mut at = PathBuf::from("/");
    let (mut links, mut looks) = (0, 0);
    while let Some(part) = rest.pop_front() {
        match Path::new(&part).components().next() {
            Some(Component::RootDir) => at = PathBuf::from("/"),
            Some(Component::ParentDir) => _ = at.pop(),
            Some(Component::Normal(name)) if at.starts_with("/proc") => {
                if name == "root" && at != Path::new("/proc") {
                    at = PathBuf::from("/")
                } else {
                    at.push(name)
                }
            }
            Some(Component::Normal(name)) => {
                at.push(name);
                looks += 1;
                if links >= LINKS || looks > LOOKS || (rest.is_empty() && !follow) {
                    continue;
                }
                let mut outside = OsString::from(&root);
                outside.push(&at);
                if let Ok(link) = fs::read_link(outside) {
                    links += 1;
                    at.pop();
                    for part in parts(&link).into_iter().rev() {
                        rest.push_front(part);
                    }
                }
            }
            _ => {}
        }
    }
    at
}

fn shown(path: &Path) -> String {
    let bytes = path.as_os_str().as_bytes();
    String::from_utf8_lossy(&bytes[..bytes.len().min(SHOWN)]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(path: &str, follow: bool) -> PathBuf {
        resolve(std::process::id(), Path::new(path), follow)
    }

    #[test]
    fn a_path_is_followed_through_links_and_made_plain() {
        let folder = std::env::temp_dir().join(format!("portproof-watching-{}", std::process::id()));
        fs::create_dir_all(folder.join("in")).unwrap();
        let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, folder.join(name)).unwrap();
        link("/nowhere/x", "out");
        link("../..", "in/up");
        link("round", "round");
        let real = fs::canonicalize(&folder).unwrap();
        let below = |name: &str| resolved(real.join(name).to_str().unwrap(), true);
        let found = [below("in/./x"), below("out/y"), below("in/up/z"), below("round"), below("in/../missing/..")];
        let itself = resolved(real.join("out").to_str().unwrap(), false);
        fs::remove_dir_all(&folder).unwrap();
        let parent = real.parent().unwrap();
        let expected = [real.join("in/x"), "/nowhere/x/y".into(), parent.join("z"), real.join("round"), real.clone()];
        assert_eq!(found, expected);
        assert_eq!(itself, real.join("out"));
        assert_eq!(resolved("/../../x/../y", true), Path::new("/y"));
    }

    #[test]
    fn links_of_proc_are_not_those_of_the_watcher() {
        assert_eq!(resolved("/proc/self/mem", true), Path::new("/proc/self/mem"));
        assert_eq!(resolved("/proc/self/root/nowhere/passwd", true), Path::new("/nowhere/passwd"));
    }

    #[test]
    fn what_the_loader_searches_is_granted() {
        for (path, expected) in [
            ("/lib/x86_64-linux-gnu/libm.so.6", true),
            ("/usr/lib64/libm.so.6", true),
            ("/etc/ld.so.cache", true),
            ("/library/x", false),
            ("/usr/share/lib", false),
            ("/etc/passwd", false),
            ("/", false),
        ] {
            assert_eq!(granted(Path::new(path)), expected, "{path}");
        }
    }
}
