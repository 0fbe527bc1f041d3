//! Tier `landlock` cannot mount: a slot's scratch directory and its streams' files are in a folder of this machine.

use std::fs;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::fault::{Fault, Raise, Result};
use crate::scratch;
use crate::walls::owner;

/// A slot's folder, with `scratch` and `streams` in it. Dropping it removes it.
pub struct Home {
    folder: PathBuf,
    /// Whether it is alone on its file system.
    alone: bool,
}

/// What is on the file system of a home that is alone there: its root, the folder and the two in it, the streams' files.
const FILES: u64 = 7;

impl Home {
    /// Makes the folder, in memory where possible, owned by `owner`.
    pub fn make(slot: usize, owner: (u32, u32)) -> Result<Home> {
        let name = owner::name(slot);
        // Whoever made the container gave each slot a file system of its own, below this path.
        if let Some(slots) = std::env::var_os("PORTPROOF_SLOTS") {
            let root = Path::new(&slots).join(slot.to_string());
            let mut home = Home::at(root.join(name), owner)?;
            home.alone = is_mount(&root) && fs::read_dir(&root).is_ok_and(|entries| entries.count() == 1);
            return Ok(home);
        }
        let variable = std::env::var_os("TMPDIR").map(PathBuf::from).filter(|path| path.is_absolute());
        let places = [PathBuf::from("/dev/shm")].into_iter().chain(variable).chain([PathBuf::from("/tmp")]);
        let mut failure = Fault::of_wall("scratch", "no place for a scratch directory");
        for place in places {
            sweep(&place);
            match Home::at(place.join(&name), owner) {
                Ok(home) => return Ok(home),
                Err(fault) => failure = fault,
            }
        }
        Err(failure)
    }

    fn at(folder: PathBuf, (user, group): (u32, u32)) -> Result<Home> {
        let remains = fs::symlink_metadata(&folder).is_ok();
        if remains {
            remove(&folder);
        }
        let private = |path: &Path, mode: u32| {
            fs::DirBuilder::new().mode(0o700).create(path).wall("scratch", path.display())?;
            std::os::unix::fs::chown(path, Some(user), Some(group)).wall("scratch", path.display())?;
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).wall("scratch", path.display())
        };
        private(&folder, 0o700)?;
        let home = Home { folder, alone: false };
        private(&home.folder.join("scratch"), 0o755)?;
        private(&home.folder.join("streams"), 0o700)?;
        Ok(home)
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn scratch(&self) -> PathBuf {
        self.folder.join("scratch")
    }

    pub fn streams(&self) -> PathBuf {
        self.folder.join("streams")
    }

    /// How many files its file system holds when no case has run; 0 where others use it too.
    pub fn files(&self) -> u64 {
        if self.alone { FILES } else { 0 }
    }

    pub fn remove(&self) {
        remove(&self.folder);
    }
}

/// Whether a file system is mounted at `folder`.
fn is_mount(folder: &Path) -> bool {
    let device = |path: &Path| fs::metadata(path).map(|state| state.dev()).ok();
    device(folder).is_some() && device(folder) != folder.parent().and_then(device)
}

fn remove(folder: &Path) {
    for inner in ["scratch", "streams"] {
        if let Ok(open) = fs::File::open(folder.join(inner)) {
            let _ = scratch::empty(&open.into());
        }
    }
    let _ = fs::remove_dir_all(folder);
}

/// Removes folders of replayers that were killed before they could.
fn sweep(place: &Path) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(owner::is_gone) {
            remove(&entry.path());
        }
    }
}
