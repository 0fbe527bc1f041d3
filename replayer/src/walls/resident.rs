//! Mounts kept in memory, in large pages: a program starts faster from there, its libraries too. One copy serves all slots.
//!
//! This is no wall: where it cannot be had, the mount is what it would be otherwise. Only the supervisor sees the copy, in a
//! mount namespace of its own, and (an ordinary user) in a user namespace of its own that changes nothing else for it.

use std::fs::{self, File, FileTimes, OpenOptions};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::CWD;
use rustix::mount::{MountPropagationFlags, MoveMountFlags};

use crate::message::{Mount, Open, Tier};
use crate::sys;
use crate::walls::namespaces;

/// Folders that every machine has: the copies are mounted over one that nothing comes from.
const PLACES: [&str; 4] = ["/mnt", "/media", "/srv", "/opt"];
const ROOM: u64 = 8 << 20;

/// Copies that are being made by a process of its own, while the walls go up.
pub struct Copying {
    pid: i32,
    /// The sources as they were.
    before: Vec<String>,
}

impl Copying {
    /// Waits for the copies. False: they could not be made, and the mounts are again what they would be otherwise.
    pub fn finish(self, open: &mut Open) -> bool {
        let ended = sys::wait(self.pid, true);
        let made = matches!(ended, Ok(Some(ended)) if ended.status == 0);
        if !made {
            open.take(&self.before);
        }
        made
    }
}

/// Moves the sources of the mounts that ask for it into memory, if that can be done. None: nothing is to be waited for.
pub fn keep(open: &mut Open) -> Option<Copying> {
    if open.tier != Tier::Namespaces || !open.mounts.iter().any(|mount| mount.resident) {
        return None;
    }
    let sources = places(open).ok()?;
    let before: Vec<String> = open.mounts.iter().map(|mount| mount.source.clone()).collect();
    let pid = sys::fork(0).ok()?;
    if pid == 0 {
        let mut pairs = before.iter().zip(&sources).filter(|(from, to)| from != to);
        let copied = pairs.try_for_each(|(from, to)| copy(Path::new(from), Path::new(to)));
        sys::leave(i32::from(copied.is_err()));
    }
    open.take(&sources);
    Some(Copying { pid, before })
}

/// Makes an empty file for each copy, and gives for each mount the source that it has from now on.
fn places(open: &Open) -> io::Result<Vec<String>> {
    let comes_from = |mount: &Mount, place: &Path| {
        Path::new(&mount.source).starts_with(place) || mount.real.as_ref().is_some_and(|real| real.starts_with(place))
    };
    let place = PLACES
        .iter()
        .map(Path::new)
        .find(|place| place.is_dir() && !open.mounts.iter().any(|mount| comes_from(mount, place)));
    let place = place.ok_or(io::ErrorKind::NotFound)?;
    let wanted = || open.mounts.iter().filter(|mount| mount.resident);
    let bytes = wanted().map(|mount| Ok(fs::metadata(&mount.source)?.len())).sum::<io::Result<u64>>()?;
    if !rustix::process::geteuid().is_root() {
        // Tried in a child first: a user namespace that turned out to be of no use could not be left again.
        sys::in_child(|| huge_pages(bytes).map(|_| ()))?;
    }
    let tmpfs = huge_pages(bytes)?;
    rustix::mount::move_mount(&tmpfs, "", CWD, place, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)?;
    let source = |(index, mount): (usize, &Mount)| {
        if !mount.resident {
            return Ok(mount.source.clone());
        }
        let path = place.join(index.to_string());
        OpenOptions::new().write(true).create_new(true).mode(0o700).open(&path)?;
        Ok(path.to_string_lossy().into_owned())
    };
    open.mounts.iter().enumerate().map(source).collect()
}

/// A file system for so many bytes, in a mount namespace from which nothing reaches the machine.
fn huge_pages(bytes: u64) -> io::Result<OwnedFd> {
    let (user, group) = (rustix::process::geteuid(), rustix::process::getegid());
    if !user.is_root() {
        let own = (user.as_raw(), group.as_raw());
        sys::unshare(libc::CLONE_NEWUSER)?;
        namespaces::map_ids(std::process::id() as i32, own, own).map_err(|fault| io::Error::other(fault.message))?;
    }
    sys::unshare(libc::CLONE_NEWNS)?;
    rustix::mount::mount_change("/", MountPropagationFlags::REC | MountPropagationFlags::PRIVATE)?;
    let size = (bytes + ROOM).to_string();
    let options = [("huge", "within_size"), ("size", size.as_str()), ("mode", "0755")];
    Ok(namespaces::file_system("tmpfs", &options, namespaces::EXECUTABLE)?)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut source = File::open(from)?;
    let state = source.metadata()?;
    let mut copy = OpenOptions::new().write(true).open(to)?;
    copy.set_len(state.len())?; // pages are as large as the size that is known allows
    io::copy(&mut source, &mut copy)?;
    copy.set_times(FileTimes::new().set_modified(state.modified()?).set_accessed(state.accessed()?))?;
    copy.set_permissions(state.permissions())
}
