//! What the live processes of a case use, read from a /proc that the case cannot see.

use std::os::fd::OwnedFd;
use std::time::Duration;

use rustix::fs::{Dir, Mode, OFlags};

use crate::launcher::Launcher;
use crate::sys;

impl Launcher<'_> {
    /// The CPU time of all live processes of the case; of the main process alone where there is no /proc to list them.
    pub fn tree_cpu(&self, main: i32) -> Duration {
        self.tree(main).into_iter().filter_map(sys::live_cpu).sum()
    }

    /// The anonymous and shared memory of all live processes of the case, in bytes.
    pub fn tree_memory(&self, main: i32) -> u64 {
        let Some(proc) = &self.proc else { return 0 };
        self.tree(main).into_iter().filter_map(|pid| anonymous(proc, pid)).sum()
    }

    fn tree(&self, main: i32) -> Vec<i32> {
        let Some(proc) = &self.proc else { return vec![main] };
        let Ok(entries) = Dir::read_from(proc) else { return vec![main] };
        let pid = |name: &std::ffi::CStr| name.to_str().ok()?.parse::<i32>().ok();
        entries.flatten().filter_map(|entry| pid(entry.file_name())).filter(|pid| *pid != 1).collect()
    }
}

/// Resident pages that no file backs: statm's second field less its third, which also counts shared memory.
fn anonymous(proc: &OwnedFd, pid: i32) -> Option<u64> {
    let path = format!("{pid}/statm");
    let file = rustix::fs::openat(proc, path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).ok()?;
    let mut buffer = [0; 128];
    let length = rustix::io::read(&file, &mut buffer).ok()?;
    let text = std::str::from_utf8(&buffer[..length]).ok()?;
    let mut fields = text.split(' ').skip(1).map(|field| field.parse::<u64>().unwrap_or(0));
    let (resident, shared) = (fields.next()?, fields.next()?);
    Some(resident.saturating_sub(shared) * rustix::param::page_size() as u64)
}
