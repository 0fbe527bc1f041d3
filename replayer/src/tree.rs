//! What the live processes of a case use, read from a /proc that the case cannot see.

use std::collections::HashSet;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::time::Duration;

use rustix::fs::{AtFlags, Dir, Mode, OFlags, ResolveFlags};

use crate::launcher::Launcher;
use crate::message::Tier;
use crate::sys;

const READ: OFlags = OFlags::RDONLY.union(OFlags::CLOEXEC);

impl Launcher<'_> {
    /// The CPU time of all live processes of the case; of the main process alone where there is no /proc to list them.
    pub fn tree_cpu(&self, main: i32) -> Duration {
        self.tree(main).into_iter().filter_map(sys::live_cpu).sum()
    }

    /// The memory that no file backs of all live processes of the case, in bytes.
    pub fn tree_memory(&self, main: i32) -> u64 {
        let Some(proc) = &self.proc else { return 0 };
        self.tree(main).into_iter().filter_map(|pid| anonymous(proc, pid)).sum()
    }

    /// How many tasks (processes and threads) the case has.
    pub fn tree_tasks(&self, main: i32) -> u64 {
        let Some(proc) = &self.proc else { return 0 };
        let tasks = |pid| rustix::fs::statat(proc, format!("{pid}/task"), AtFlags::empty()).ok();
        self.tree(main).into_iter().filter_map(tasks).map(|stat| stat.st_nlink.saturating_sub(2)).sum()
    }

    /// What is stored, in bytes, in scratch files that have no name any more but are open in a process of the case.
    pub fn tree_nameless(&self, main: i32) -> u64 {
        let Some(proc) = &self.proc else { return 0 };
        let mut seen = HashSet::new();
        let mut total = 0;
        for pid in self.tree(main) {
            for number in numbers(proc, &format!("{pid}/fd")) {
                let path = format!("{pid}/fd/{number}");
                let Ok(name) = rustix::fs::readlinkat(proc, path.as_str(), Vec::new()) else { continue };
                let name = name.to_string_lossy();
                // The streams' files have no name either; their lengths have limits of their own.
                if !name.ends_with(" (deleted)") || !name.contains("/scratch/") {
                    continue;
                }
                if let Ok(stat) = rustix::fs::statat(proc, path.as_str(), AtFlags::empty()) {
                    if seen.insert((stat.st_dev, stat.st_ino)) {
                        total += stat.st_blocks as u64 * 512;
                    }
                }
            }
        }
        total
    }

    /// Kills every process of the case that can be found. Behind a pid namespace one call reaches all, even while they
    /// fork. Elsewhere all are stopped first, so that none can fork while the rest are looked for.
    pub fn kill_tree(&self, main: i32) {
        if self.open.tier == Tier::Namespaces {
            sys::kill_as_launcher(-1, libc::SIGKILL, self.cookie);
            return;
        }
        // The case's own group first: the kernel reaches all of it at once. What has left it is looked for.
        sys::kill_as_launcher(-main, libc::SIGKILL, self.cookie);
        let mut stopped = HashSet::new();
        loop {
            let before = stopped.len();
            for pid in self.tree(main) {
                if stopped.insert(pid) {
                    sys::kill_as_launcher(pid, libc::SIGSTOP, self.cookie);
                }
            }
            if stopped.len() == before {
                break;
            }
        }
        for pid in stopped {
            sys::kill_as_launcher(pid, libc::SIGKILL, self.cookie);
        }
    }

    /// The pids of the case. Its processes are all descendants of the launcher, whatever they do.
    fn tree(&self, main: i32) -> Vec<i32> {
        let Some(proc) = &self.proc else { return vec![main] };
        if self.open.tier == Tier::Namespaces {
            return numbers(proc, ".").into_iter().filter(|pid| *pid != 1).collect();
        }
        let mut found = Vec::new();
        let mut next = vec![std::process::id() as i32];
        while let Some(parent) = next.pop() {
            for thread in numbers(proc, &format!("{parent}/task")) {
                let children = text(proc, &format!("{parent}/task/{thread}/children")).unwrap_or_default();
                let children = children.split_ascii_whitespace().filter_map(|pid| pid.parse::<i32>().ok());
                next.extend(children.clone());
                found.extend(children);
            }
        }
        found
    }
}

fn numbers(proc: &OwnedFd, path: &str) -> Vec<i32> {
    let Ok(folder) = sys::open(proc, path, READ | OFlags::DIRECTORY, Mode::empty(), ResolveFlags::empty()) else {
        return Vec::new();
    };
    let Ok(entries) = Dir::new(folder) else { return Vec::new() };
    entries.flatten().filter_map(|entry| entry.file_name().to_str().ok()?.parse().ok()).collect()
}

fn text(proc: &OwnedFd, path: &str) -> Option<String> {
    let file = sys::open(proc, path, READ, Mode::empty(), ResolveFlags::empty()).ok()?;
    let mut text = String::new();
    std::fs::File::from(file).read_to_string(&mut text).ok()?;
    Some(text)
}

/// Resident memory that no file backs: anonymous, and shared between processes.
fn anonymous(proc: &OwnedFd, pid: i32) -> Option<u64> {
    let text = text(proc, &format!("{pid}/status"))?;
    let kib = |line: &str| line.split_ascii_whitespace().nth(1)?.parse::<u64>().ok();
    let lines = text.lines().filter(|line| line.starts_with("RssAnon:") || line.starts_with("RssShmem:"));
    Some(lines.filter_map(kib).sum::<u64>() * 1024)
}
