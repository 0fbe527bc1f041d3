//! Landlock: which files a case may touch, no TCP, no signal and no abstract socket beyond the case.
//!
//! The ruleset is made once per slot, each case restricts itself with it: so every case is a domain of its own, and the
//! launcher is in none. Behind namespaces it is the second wall; in tier `landlock` it is the first.

use std::os::fd::OwnedFd;

use rustix::fs::{CWD, FileType, Mode, OFlags};

use crate::fault::{Raise, Result};
use crate::message::{Execution, Open, Tier};
use crate::sys;

// include/uapi/linux/landlock.h
const EXECUTE: u64 = 1 << 0;
const WRITE_FILE: u64 = 1 << 1;
const READ_FILE: u64 = 1 << 2;
const READ_DIR: u64 = 1 << 3;
const MAKE_CHAR: u64 = 1 << 6;
const MAKE_SOCK: u64 = 1 << 9;
const MAKE_BLOCK: u64 = 1 << 11;
const TRUNCATE: u64 = 1 << 14;
const IOCTL_DEV: u64 = 1 << 15;
const OF_FILES: u64 = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV;
const BIND_AND_CONNECT_TCP: u64 = 0b11;
const ABSTRACT_SOCKETS_AND_SIGNALS: u64 = 0b11;

/// Files that every user may read and that a runtime takes for granted where they exist: forbidden, they end it at its
/// start (OpenSSL in Node); absent, as in a view, they do not.
const NOT_FORBIDDEN: [&str; 2] = ["/etc/ssl/openssl.cnf", "/usr/lib/ssl/openssl.cnf"];

/// The rights over files that a version of the interface knows.
fn known_rights(version: i64) -> u64 {
    match version {
        ..=1 => (1 << 13) - 1,
        2 => (1 << 14) - 1,
        3 | 4 => (1 << 15) - 1,
        _ => (1 << 16) - 1,
    }
}

/// The walls' names for a version: what of it stands.
pub fn names(version: i64) -> Vec<String> {
    let mut names = vec![format!("landlock:{version}")];
    if version >= 4 {
        names.push("landlock:tcp".to_string());
    }
    if version >= 6 {
        names.push("landlock:scope".to_string());
    }
    names
}

/// The ruleset of a sandbox, made in the launcher when the view stands. `scratch` is the scratch directory's path.
pub fn ruleset(open: &Open, scratch: &str, version: i64) -> Result<OwnedFd> {
    let known = known_rights(version);
    let attributes = sys::RulesetAttr {
        handled_access_fs: known,
        handled_access_net: if version >= 4 { BIND_AND_CONNECT_TCP } else { 0 },
        scoped: if version >= 6 { ABSTRACT_SOCKETS_AND_SIGNALS } else { 0 },
    };
    let ruleset = sys::landlock_ruleset(&attributes).wall("landlock", "landlock_create_ruleset")?;
    let allow = |path: &str, access: u64| {
        let beneath =
            rustix::fs::openat(CWD, path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty()).wall("landlock", path)?;
        let kind = rustix::fs::fstat(&beneath).wall("landlock", path)?.st_mode;
        let folder = FileType::from_raw_mode(kind) == FileType::Directory;
        let access = access & known & if folder { u64::MAX } else { OF_FILES };
        sys::landlock_allow(&ruleset, &beneath, access).wall("landlock", format!("landlock_add_rule for {path}"))
    };
    let view = open.execution == Execution::View;
    let everything = known & !(MAKE_CHAR | MAKE_BLOCK | IOCTL_DEV);
    let own = if view { everything } else { everything & !(EXECUTE | MAKE_SOCK) };
    for mount in &open.mounts {
        let path = if open.tier == Tier::Namespaces { &mount.target } else { &mount.source };
        let execute = if mount.noexec { 0 } else { EXECUTE };
        allow(path, if mount.writable { own } else { READ_FILE | READ_DIR | execute })?;
    }
    if open.tier == Tier::Namespaces {
        allow("/", READ_FILE | READ_DIR)?; // the view itself is minimal
    } else if open.proc {
        allow("/proc", READ_FILE | READ_DIR)?;
    }
    for device in ["/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"] {
        allow(device, READ_FILE | WRITE_FILE | TRUNCATE)?;
    }
    if open.tier == Tier::Landlock {
        for file in NOT_FORBIDDEN.into_iter().filter(|file| std::path::Path::new(file).exists()) {
            allow(file, READ_FILE)?;
        }
    }
    allow(scratch, own)?;
    Ok(ruleset)
}
