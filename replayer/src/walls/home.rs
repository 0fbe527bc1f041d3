//! Tier `landlock` cannot mount: a slot's scratch directory and its streams' files are in a folder of this machine.

use std::fs;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Gid, Mode, OFlags, Uid};

use crate::fault::{Fault, Raise, Result};
use crate::message::Open;
use crate::room;
use crate::scratch;
use crate::sys;
use crate::walls::owner::{self, Claim};

/// A slot's folder, with `scratch` and `streams` in it. Dropping it removes it.
pub struct Home {
    claim: Claim,
    /// Whether it is alone on its file system.
    alone: bool,
}

/// What is on the file system of a home that is alone there: its root, the folder and the two in it, the streams' files.
const FILES: u64 = 7;
const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

impl Home {
    /// Makes the folder, owned by `owner`: in memory, unless there is too little room for what the programs may write.
    pub fn make(open: &Open, slot: usize, owner: (u32, u32)) -> Result<Home> {
        // Whoever made the container gave each slot a file system of its own, below this path.
        if let Some(slots) = std::env::var_os("PORTPROOF_SLOTS") {
            let root = Path::new(&slots).join(slot.to_string());
            let mut home = Home::at(&root, slot, owner)?;
            home.alone = is_mount(&root) && fs::read_dir(&root).is_ok_and(|entries| entries.count() == 1);
            return Ok(home);
        }
        let variable = std::env::var_os("TMPDIR").map(PathBuf::from).filter(|path| path.is_absolute());
        let places = [PathBuf::from("/dev/shm")].into_iter().chain(variable).chain([PathBuf::from("/tmp")]);
        let places: Vec<PathBuf> = places.filter(|place| owner::is_safe(place)).collect();
        for place in &places {
            Claim::abandoned(place).for_each(|claim| discard(&claim));
        }
        // Where no place has room for what all slots may write at the same time, one slot must fit at least.
        let needed = room::needed(&open.limits);
        let mut failure = Fault::of_wall("scratch", wanting(&places, needed));
        for bytes in [needed.saturating_mul(open.slots as u64), needed] {
            for place in places.iter().filter(|place| room::free(place) >= bytes) {
                match Home::at(place, slot, owner) {
                    Ok(home) => return Ok(home),
                    Err(fault) => failure = fault,
                }
            }
        }
        Err(failure)
    }

    fn at(place: &Path, slot: usize, (user, group): (u32, u32)) -> Result<Home> {
        let name = owner::name(slot).wall("scratch", "getrandom")?;
        let claim = Claim::make(place.join(name)).wall("scratch", place.display())?;
        let home = Home { claim, alone: false };
        let folder = home.claim.folder();
        let own = |folder: &OwnedFd, mode: u32| {
            rustix::fs::fchown(folder, Some(Uid::from_raw(user)), Some(Gid::from_raw(group)))?;
            rustix::fs::fchmod(folder, Mode::from_raw_mode(mode))
        };
        let inner = |name: &str, mode: u32| {
            rustix::fs::mkdirat(folder, name, Mode::from_raw_mode(0o700))?;
            own(&rustix::fs::openat(folder, name, FOLDER, Mode::empty())?, mode)
        };
        inner("scratch", 0o755)
            .and_then(|()| inner("streams", 0o700))
            .and_then(|()| own(folder, 0o700))
            .wall("scratch", home.folder().display())?;
        Ok(home)
    }

    pub fn folder(&self) -> &Path {
        self.claim.path()
    }

    pub fn scratch(&self) -> PathBuf {
        self.folder().join("scratch")
    }

    pub fn streams(&self) -> PathBuf {
        self.folder().join("streams")
    }

    /// How many files its file system holds when no case has run; 0 where others use it too.
    pub fn files(&self) -> u64 {
        if self.alone { FILES } else { 0 }
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        discard(&self.claim);
    }
}

/// Why no home can be made, and what to do about it.
fn wanting(places: &[PathBuf], needed: u64) -> String {
    let mib = |bytes: u64| bytes.div_ceil(1 << 20);
    let found = places.iter().map(|place| format!("{} has {} MiB free", place.display(), room::free(place) >> 20));
    format!(
        "a case may write {} MiB (stdout, stderr and scratch), and no place has that: {}. Make room, set TMPDIR to a folder \
         with more (yours, or with the sticky bit), start the container with a larger --shm-size, or ask for lower limits",
        mib(needed),
        found.collect::<Vec<_>>().join(", ")
    )
}

/// Whether a file system is mounted at `folder`.
fn is_mount(folder: &Path) -> bool {
    let device = |path: &Path| fs::metadata(path).map(|state| state.dev()).ok();
    device(folder).is_some() && device(folder) != folder.parent().and_then(device)
}

/// Removes a home with all that is in it. Its programs owned that: so root empties it with no more rights than they had, and
/// nothing that one of them could still do there makes root touch what they could not.
fn discard(claim: &Claim) {
    let emptied = || scratch::empty(claim.folder()).map(|_| ()).map_err(|fault| std::io::Error::other(fault.message));
    let _ = match rustix::fs::fstat(claim.folder()) {
        Ok(state) if state.st_uid != owner::own().0 => sys::in_child(|| {
            rustix::thread::set_thread_groups(&[])?;
            let (user, group) = (Uid::from_raw(state.st_uid), Gid::from_raw(state.st_gid));
            rustix::thread::set_thread_res_gid(group, group, group)?;
            rustix::thread::set_thread_res_uid(user, user, user)?;
            emptied()
        }),
        _ => emptied(),
    };
    let _ = fs::remove_dir(claim.path());
}
