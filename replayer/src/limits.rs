//! What the child is limited by before it runs: resource limits, and the size of its scratch directory.

use std::ffi::CString;

use crate::fault::{Raise, Result};
use crate::launcher::Launcher;
use crate::message::{Execution, Limits, Tier};
use crate::sys;
use crate::walls::namespaces::scratch_options;

/// Those that the launcher shares with its cases, which inherit them.
const SHARED: [(u32, u64); 3] =
    [(libc::RLIMIT_CORE, 0), (libc::RLIMIT_STACK, 8 << 20), (libc::RLIMIT_MEMLOCK, 64 << 10)];
const OWN: [u32; 5] =
    [libc::RLIMIT_CPU, libc::RLIMIT_FSIZE, libc::RLIMIT_NOFILE, libc::RLIMIT_NPROC, libc::RLIMIT_DATA];

/// Sets the limits that are every case's, and gives the hard limits of the others, which never change.
pub fn share() -> Result<[(u32, u64); 5]> {
    for (resource, value) in SHARED {
        sys::set_limit(resource, value.min(sys::hard_limit(resource))).wall("rlimits", "setrlimit")?;
    }
    Ok(OWN.map(|resource| (resource, sys::hard_limit(resource))))
}

impl Launcher<'_> {
    /// The resource limits of a case's process that differ from case to case, or are not the launcher's too: (resource, soft, hard).
    pub fn rlimits(&self, limits: &Limits) -> Vec<(u32, u64, u64)> {
        let cpu = limits.cpu_ms.div_ceil(1000) + 1;
        // One byte more than any limit, so that a length beyond a limit proves that it was passed.
        let file = limits.stdout_bytes.max(limits.stderr_bytes).max(limits.file_bytes).saturating_add(1);
        let processes = limits.processes + self.uncounted();
        let mut wanted = vec![
            (libc::RLIMIT_CPU, cpu),
            (libc::RLIMIT_FSIZE, file),
            (libc::RLIMIT_NOFILE, limits.open_files),
            (libc::RLIMIT_NPROC, processes),
        ];
        if self.groups.is_none() {
            // Where the tree's memory is looked at, this is only for what comes between two looks.
            let factor = if self.proc.is_some() { 4 } else { 1 };
            wanted.push((libc::RLIMIT_DATA, limits.memory_bytes.saturating_mul(factor)));
        }
        wanted
            .into_iter()
            .map(|(resource, value)| {
                let hardest = self.hard_limits.iter().find(|(other, _)| *other == resource);
                let value = hardest.map_or(value, |(_, hardest)| value.min(*hardest));
                (resource, value, value)
            })
            .collect()
    }

    /// By how much RLIMIT_NPROC is above the limit of processes. Where something else counts them exactly it is the second
    /// line only; where there is no user namespace it counts all processes of the user.
    fn uncounted(&self) -> u64 {
        const ROOM: u64 = 64;
        match (&self.groups, self.open.tier) {
            (Some(_), _) => ROOM,
            (None, Tier::Namespaces) => 2, // the launcher, and one too many, which tells that the limit was passed
            (None, Tier::Landlock) => self.others + 4 * ROOM,
        }
    }

    /// Gives the scratch directory the size that a case asks for.
    pub fn resize(&mut self, bytes: u64) -> Result<()> {
        if self.open.tier == Tier::Namespaces && bytes != self.scratch_bytes {
            let noexec = if self.open.execution == Execution::Target { libc::MS_NOEXEC } else { 0 };
            let [size, inodes, _] = scratch_options(bytes);
            let options = CString::new(format!("{}={},{}={}", size.0, size.1, inodes.0, inodes.1)).expect("no NUL");
            sys::remount_here(&options, libc::MS_NOSUID | libc::MS_NODEV | noexec, self.cookie[0])
                .wall("scratch", "resizing the scratch directory")?;
            self.scratch_bytes = bytes;
        }
        Ok(())
    }
}
