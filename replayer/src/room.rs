//! Whether there is room for what programs write. Where a file system is full, what a program writes is cut, and that would
//! look like the program's own doing: a case that may have met it is our fault, and has no outcome.

use std::io;
use std::os::fd::AsFd;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::message::Limits;
use crate::sys;

/// With less than this free a file system is full: some keep a little back.
const LEAST: u64 = 64 << 10;

/// How often a launcher of this session found the file system full that its slot shares with others.
static MET: OnceLock<&AtomicU64> = OnceLock::new();

/// Makes what the launchers tell each other by. Called before the first is forked.
pub fn share() -> io::Result<()> {
    if MET.get().is_none() {
        let _ = MET.set(sys::shared_number()?);
    }
    Ok(())
}

/// Tells the other slots that a program of theirs may have met a full file system too.
pub fn tell() {
    if let Some(met) = MET.get() {
        met.fetch_add(1, Ordering::Relaxed);
    }
}

/// How often that was told so far.
pub fn told() -> u64 {
    MET.get().map_or(0, |met| met.load(Ordering::Relaxed))
}

/// How many bytes a case may write where its scratch directory and its streams are.
pub fn needed(limits: &Limits) -> u64 {
    [limits.stdout_bytes, limits.stderr_bytes].into_iter().fold(limits.scratch_bytes, u64::saturating_add)
}

/// How many bytes can still be written in `place`.
pub fn free(place: &Path) -> u64 {
    rustix::fs::statvfs(place).map_or(0, |state| state.f_bavail.saturating_mul(state.f_frsize))
}

/// Whether nothing can be added to the file system on which `file` is.
pub fn is_full(file: impl AsFd) -> bool {
    rustix::fs::fstatvfs(file).is_ok_and(|state| {
        state.f_bavail.saturating_mul(state.f_frsize) < LEAST || (state.f_files > 0 && state.f_favail == 0)
    })
}
