//! Which walls this machine has: each is tried, none is looked up in a table of kernel versions.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::fault::{Fault, Raise, Result};
use crate::message::{Execution, Limits, Open, PROTOCOL, Tier};
use crate::slot::Slot;
use crate::sys;
use crate::walls::loader::Unseen;
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

/// Tries every wall alone, and at last each tier as a whole.
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
    let landlock = sys::landlock_version();
    let since = |version: i64, what: &str| match &landlock {
        Ok(found) if *found < version => {
            Err(Fault::plain(format!("this kernel's Landlock is version {found}: {what}")))
        }
        Ok(_) => Ok(()),
        Err(error) => Err(std::io::Error::from_raw_os_error(error.raw_os_error().unwrap_or(0))).doing("Landlock"),
    };
    walls.push(status("landlock", since(1, "")));
    walls.push(status("landlock:tcp", since(4, "TCP is left to the other walls")));
    walls.push(status("landlock:scope", since(6, "signals and abstract sockets are left to the other walls")));
    let filter = sys::in_child(|| {
        rustix::thread::set_no_new_privs(true)?;
        sys::raise_filter(&[(0x06, 0, 0, 0x7fff_0000)]).map(|_| ()) // BPF_RET | BPF_K, SECCOMP_RET_ALLOW
    });
    walls.push(status("seccomp-notify", filter.doing("seccomp with a listener")));
    walls.push(status("mdwe", sys::in_child(sys::deny_writable_code).doing("prctl(PR_SET_MDWE)")));
    walls.push(status(
        "cgroup-v1",
        cgroup::home("memory").and_then(|memory| writable(&memory).and_then(|()| writable(&cgroup::home("pids")?))),
    ));
    walls.push(status("cgroup-v2", cgroup::home_v2().map(|_| ())));
    walls.push(status("tier:namespaces", whole(Tier::Namespaces)));
    walls.push(status("tier:landlock", whole(Tier::Landlock)));
    Diagnosis { version: env!("CARGO_PKG_VERSION"), walls }
}

fn writable(folder: &std::path::Path) -> Result<()> {
    rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).doing(format!("{} is not writable", folder.display()))
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

/// A sandbox with nothing in it.
pub fn nothing(tier: Tier) -> Open {
    Open {
        protocol: PROTOCOL,
        tier,
        slots: 1,
        mounts: Vec::new(),
        targets: BTreeMap::new(),
        environment: BTreeMap::new(),
        limits: Limits {
            cpu_ms: 1000,
            wall_ms: 1000,
            memory_bytes: 1 << 26,
            stdout_bytes: 1 << 20,
            stderr_bytes: 1 << 20,
            file_bytes: 1 << 20,
            scratch_bytes: 1 << 20,
            processes: 8,
            open_files: 64,
        },
        execution: Execution::Target,
        probes: Vec::new(),
        hostname: "portproof".to_string(),
        scratch: "/scratch".to_string(),
        proc: false,
        native: false,
    }
}

/// Raises all walls of a tier around nothing.
fn whole(tier: Tier) -> Result<()> {
    Slot::start(&nothing(tier), 0, false)?.await_walls(&Unseen::default())
}
