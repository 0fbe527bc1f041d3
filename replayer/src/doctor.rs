//! Which walls this machine has: each is tried, none is looked up in a table of kernel versions.

use serde::Serialize;

use crate::fault::{Fault, Raise, Result};
use crate::sys;
use crate::walls::{cgroup, namespaces};

#[derive(Serialize)]
pub struct Status {
    name: &'static str,
    available: bool,
    errno: Option<i32>,
    reason: Option<String>,
}

#[derive(Serialize)]
pub struct Diagnosis {
    version: &'static str,
    walls: Vec<Status>,
}

/// Tries every wall.
pub fn diagnose() -> Diagnosis {
    let mut walls = vec![status("user", namespace(0))];
    let flags = [
        ("mount", libc::CLONE_NEWNS),
        ("pid", libc::CLONE_NEWPID),
        ("net", libc::CLONE_NEWNET),
        ("ipc", libc::CLONE_NEWIPC),
        ("uts", libc::CLONE_NEWUTS),
        ("cgroup", libc::CLONE_NEWCGROUP),
    ];
    walls.extend(flags.map(|(name, flag)| status(name, namespace(flag))));
    walls.push(status("landlock", sys::landlock_version().wall("landlock", "landlock_create_ruleset").map(|_| ())));
    walls.push(status("cgroup-v1:memory", cgroup::available("memory")));
    walls.push(status("cgroup-v1:pids", cgroup::available("pids")));
    Diagnosis { version: env!("CARGO_PKG_VERSION"), walls }
}

fn status(name: &'static str, result: Result<()>) -> Status {
    match result {
        Ok(()) => Status { name, available: true, errno: None, reason: None },
        Err(Fault { errno, message, .. }) => Status { name, available: false, errno, reason: Some(message) },
    }
}

/// Makes a user namespace and one more, and maps an id in it.
fn namespace(flag: i32) -> Result<()> {
    let pid = sys::fork(libc::CLONE_NEWUSER | flag).wall("user", "clone with new namespaces")?;
    if pid == 0 {
        loop {
            let _ = rustix::thread::nanosleep(&rustix::thread::Timespec { tv_sec: 3600, tv_nsec: 0 });
        }
    }
    let inner = (namespaces::INNER_ID, namespaces::INNER_ID);
    let outer = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    let mapped = namespaces::map_ids(pid, inner, outer);
    sys::kill(pid, libc::SIGKILL);
    let _ = sys::wait(pid, true);
    mapped
}
