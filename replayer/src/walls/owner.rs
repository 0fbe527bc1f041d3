//! Whose things are: the ids that root gives to its programs, and the folders (scratch directories, control groups) that a
//! replayer makes in places where others make theirs.
//!
//! Nothing is believed of a folder because of its name, which anybody can choose. It is ours if its owner is, and no link leads
//! to it. It has been left behind if it can be locked: its maker holds a lock on it, and the kernel takes that away when the
//! maker is gone, in whatever container or pid namespace it was.

use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{CWD, FileType, FlockOperation, Mode, OFlags, RawMode, Stat};
use rustix::io::Errno;
use rustix::process::{getegid, geteuid};

const PREFIX: &str = "portproof-";
/// The ids that root gives to its slots: no account has one of them.
const SLOTS: std::ops::Range<u32> = 1 << 30..1 << 31;
/// How often a folder is tried to be made that somebody else takes for abandoned before it is locked.
const TRIES: u32 = 50;
const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// The user and group that programs in slot `index` are, where root runs us: no other slot has them, nor another replayer's.
/// None where they are our own: we are no root, or root of a user namespace that has no such ids to give.
pub fn of_programs(index: usize) -> Option<(u32, u32)> {
    let id = SLOTS.start + (std::process::id() << 8) % SLOTS.start + (index as u32 & 0xff);
    let given = geteuid().is_root() && is_mapped(id, "uid") && is_mapped(id, "gid");
    given.then_some((id, id))
}

/// Our own user and group.
pub fn own() -> (u32, u32) {
    (geteuid().as_raw(), getegid().as_raw())
}

/// Whether our user namespace has the id `id`; `kind` is "uid" or "gid".
fn is_mapped(id: u32, kind: &str) -> bool {
    fs::read_to_string(format!("/proc/self/{kind}_map")).is_ok_and(|map| holds(&map, id))
}

/// Whether a map, as /proc shows it, has the id: lines of first id inside, first id outside, how many.
fn holds(map: &str, id: u32) -> bool {
    map.lines().any(|line| {
        let mut numbers = line.split_ascii_whitespace().filter_map(|number| number.parse::<u64>().ok());
        let (first, count) = (numbers.next(), numbers.nth(1));
        first.zip(count).is_some_and(|(first, count)| (first..first + count).contains(&id.into()))
    })
}

fn is_ours(user: u32) -> bool {
    user == own().0 || (geteuid().is_root() && SLOTS.contains(&user))
}

/// Whether nobody but us and the system can rename or remove what we make in `place`.
pub fn is_safe(place: &Path) -> bool {
    const STICKY: RawMode = 0o1000;
    const OTHERS: RawMode = 0o022;
    rustix::fs::stat(place).is_ok_and(|state| {
        // What belongs to the system shows as nobody's in a user namespace.
        let owner = state.st_uid == 0 || state.st_uid == own().0 || !is_mapped(state.st_uid, "uid");
        owner && (state.st_mode & STICKY != 0 || state.st_mode & OTHERS == 0)
    })
}

/// A name for what is made for slot `slot`, that nobody can have foreseen.
pub fn name(slot: usize) -> io::Result<String> {
    let mut chance = [0; 4];
    rustix::rand::getrandom(&mut chance, rustix::rand::GetRandomFlags::empty())?;
    Ok(format!("{PREFIX}{}-{slot}-{:08x}", std::process::id(), u32::from_ne_bytes(chance)))
}

/// Whether `name` could be one that `name` gave to some replayer.
fn is_name(name: &str) -> bool {
    let parts: Vec<&str> = name.strip_prefix(PREFIX).unwrap_or("").split('-').collect();
    let [pid, slot, chance] = parts[..] else { return false };
    let number = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    number(pid) && number(slot) && chance.len() == 8 && chance.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// A folder that is ours alone while this is held; it stays when this is dropped.
pub struct Claim {
    path: PathBuf,
    folder: OwnedFd,
}

impl Claim {
    /// Makes the folder: what has that name already is left alone, and is an error.
    pub fn make(path: PathBuf) -> io::Result<Claim> {
        for tried in 0..TRIES {
            match fs::DirBuilder::new().mode(0o700).create(&path) {
                Err(error) if tried == 0 || error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
                Err(_) => {}
                Ok(()) => {
                    if let Some(claim) = Claim::lock(&path)? {
                        return Ok(claim);
                    }
                }
            }
            // Somebody who removes what is abandoned took it before it was locked, and is about to remove it.
            std::thread::sleep(Duration::from_millis(1));
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// What replayers that are gone have left in `place`.
    pub fn abandoned(place: &Path) -> impl Iterator<Item = Claim> {
        let entries = fs::read_dir(place).ok().filter(|_| is_safe(place)).into_iter().flatten().flatten();
        let named = entries.filter(|entry| entry.file_name().to_str().is_some_and(is_name));
        named.filter_map(|entry| Claim::lock(&entry.path()).ok().flatten())
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn folder(&self) -> &OwnedFd {
        &self.folder
    }

    /// Locks a folder of ours. None: it is somebody else's, a live one's, or there no more.
    fn lock(path: &Path) -> io::Result<Option<Claim>> {
        let folder = match rustix::fs::openat(CWD, path, FOLDER, Mode::empty()) {
            Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP | Errno::ACCESS) => return Ok(None),
            other => other?,
        };
        let state = rustix::fs::fstat(&folder)?;
        if !is_ours(state.st_uid) || FileType::from_raw_mode(state.st_mode) != FileType::Directory {
            return Ok(None);
        }
        match rustix::fs::flock(&folder, FlockOperation::NonBlockingLockExclusive) {
            Err(Errno::WOULDBLOCK) => return Ok(None),
            other => other?,
        }
        // Who had the lock before may have removed the folder, and another may have been made in its place.
        let same = |other: Stat| (other.st_dev, other.st_ino) == (state.st_dev, state.st_ino);
        let there = rustix::fs::lstat(path).is_ok_and(same);
        Ok(there.then(|| Claim { path: path.to_path_buf(), folder }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{MetadataExt, symlink};

    /// A place of a test's own.
    fn place(test: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("portproof-owner-{test}-{}", std::process::id()));
        fs::create_dir(&path).unwrap();
        path
    }

    fn abandoned(place: &Path) -> Vec<PathBuf> {
        Claim::abandoned(place).map(|claim| claim.path).collect()
    }

    #[test]
    fn what_is_claimed_is_abandoned_only_when_its_maker_is_gone() {
        let place = place("lock");
        let path = place.join(name(0).unwrap());
        let claim = Claim::make(path.clone()).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, 0o700);
        assert!(abandoned(&place).is_empty());
        drop(claim);
        assert_eq!(abandoned(&place), [path]);
        fs::remove_dir_all(place).unwrap();
    }

    #[test]
    fn what_only_has_the_name_is_left_alone() {
        let place = place("names");
        fs::create_dir(place.join("elsewhere")).unwrap();
        symlink("elsewhere", place.join("portproof-4190007-0-00000000")).unwrap();
        fs::write(place.join("portproof-4190007-1-00000000"), "").unwrap();
        for name in ["portproof-1-0", "portproof-1-0-0000000", "portproof-tests-0-00000000", "portproof-1-0-00000000-1"]
        {
            fs::create_dir(place.join(name)).unwrap();
        }
        if geteuid().is_root() {
            let others = place.join("portproof-4190007-2-00000000");
            fs::create_dir(&others).unwrap();
            std::os::unix::fs::chown(others, Some(61234), Some(61234)).unwrap();
            let slots = place.join("portproof-4190007-3-00000000");
            fs::create_dir(&slots).unwrap();
            std::os::unix::fs::chown(&slots, Some(SLOTS.start), Some(SLOTS.start)).unwrap();
            assert_eq!(abandoned(&place), [slots]);
        } else {
            assert!(abandoned(&place).is_empty());
        }
        fs::remove_dir_all(place).unwrap();
    }

    #[test]
    fn nothing_is_taken_from_a_place_where_others_could_put_it() {
        let place = place("unsafe");
        drop(Claim::make(place.join(name(0).unwrap())).unwrap());
        for (mode, found) in [(0o777, 0), (0o1777, 1), (0o770, 0), (0o755, 1)] {
            fs::set_permissions(&place, std::os::unix::fs::PermissionsExt::from_mode(mode)).unwrap();
            assert_eq!(abandoned(&place).len(), found, "{mode:o}");
        }
        fs::remove_dir_all(place).unwrap();
    }

    #[test]
    fn what_is_there_already_is_not_taken() {
        let place = place("taken");
        fs::create_dir(place.join("folder")).unwrap();
        symlink("folder", place.join("link")).unwrap();
        symlink("nothing", place.join("loose")).unwrap();
        for name in ["folder", "link", "loose"] {
            let refused = Claim::make(place.join(name)).map(|claim| claim.path);
            assert_eq!(refused.unwrap_err().kind(), io::ErrorKind::AlreadyExists, "{name}");
        }
        assert!(!place.join("nothing").exists());
        fs::remove_dir_all(place).unwrap();
    }

    #[test]
    fn an_id_is_given_only_where_the_user_namespace_has_it() {
        let whole = "         0          0 4294967295\n";
        let podman = "         0       1000          1\n         1     100000      65536\n";
        assert!(holds(whole, SLOTS.start) && holds(whole, 0) && holds(podman, 0) && holds(podman, 65536));
        assert!(!holds(podman, SLOTS.start) && !holds(podman, 65537) && !holds("", 0));
    }
}
