//! The messages inside the frames: what the client asks, what it is answered, what a launcher is told.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::fault::{Fault, Result};

pub const PROTOCOL: u32 = 1;

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Request {
    Open(Box<Open>),
    Cases { cases: Vec<Case> },
    Close {},
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    Namespaces,
    Landlock,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Execution {
    /// Only the target may be executed, once.
    Target,
    /// Anything in the view may be executed: builds.
    View,
}

/// The description of a sandbox: what is in view, what may run, within which limits.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    pub protocol: u32,
    pub tier: Tier,
    pub slots: usize,
    pub mounts: Vec<Mount>,
    pub targets: BTreeMap<String, Vec<String>>,
    pub environment: BTreeMap<String, String>,
    pub limits: Limits,
    pub execution: Execution,
    pub probes: Vec<Probe>,
    pub hostname: String,
    pub scratch: String,
    pub proc: bool,
    pub native: bool,
}

impl Open {
    /// Takes what the mounts are mounted from.
    pub fn take(&mut self, sources: &[String]) {
        for (mount, source) in self.mounts.iter_mut().zip(sources) {
            mount.source.clone_from(source);
        }
    }

    /// Whether code may come from the file at the real path `path`: from a mount, unless it is writable or holds scripts only.
    pub fn may_run(&self, path: &Path) -> bool {
        self.mounts.iter().any(|mount| !mount.writable && !mount.noexec && mount.holds(path))
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mount {
    pub source: String,
    pub target: String,
    pub writable: bool,
    /// Nothing on it may be executed or mapped executable.
    #[serde(default)]
    pub noexec: bool,
    /// A large file that is executed often: worth a copy in memory.
    #[serde(default)]
    pub resident: bool,
    /// The real path of the source, once a session has been opened.
    #[serde(skip)]
    pub real: Option<PathBuf>,
}

impl Mount {
    /// Whether the file at the real path `path` is the source or below it.
    pub fn holds(&self, path: &Path) -> bool {
        self.real.as_ref().is_some_and(|source| path.starts_with(source))
    }
}

/// A denial that the runtime is known to provoke at start-up: refused all the same, not reported.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Probe {
    pub syscall: String,
    pub target: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    pub cpu_ms: u64,
    pub wall_ms: u64,
    pub memory_bytes: u64,
    pub stdout_bytes: u64,
    pub stderr_bytes: u64,
    pub file_bytes: u64,
    pub scratch_bytes: u64,
    pub processes: u64,
    pub open_files: u64,
}

/// One case. Its byte strings are in the frame's body, in the order args, stdin, files, env.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    pub id: u64,
    pub target: String,
    pub args: Vec<u64>,
    pub stdin: u64,
    pub files: Vec<(String, u64)>,
    pub env: Vec<(String, u64)>,
    pub outputs: Vec<String>,
    pub expected: Option<Expected>,
    pub limits: Option<Limits>,
    pub keep: u64,
    /// Whether also other uses of a path outside the view than opening it are reported; costs an answer of the supervisor each.
    #[serde(default)]
    pub watch: bool,
}

impl Case {
    /// How many bytes of the body belong to this case.
    pub fn body(&self) -> Result<usize> {
        let named = self.files.iter().chain(&self.env).map(|(_, length)| length);
        self.args
            .iter()
            .chain([&self.stdin])
            .chain(named)
            .try_fold(0u64, |sum, length| sum.checked_add(*length))
            .and_then(|sum| usize::try_from(sum).ok())
            .ok_or_else(|| Fault::plain(format!("case {}: lengths overflow", self.id)))
    }
}

/// Length and SHA-256 of what is expected; bytes come back only where they differ.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    pub stdout: Option<(u64, String)>,
    pub stderr: Option<(u64, String)>,
    pub files: Vec<(String, u64, String)>,
}

/// Which limit ended a case; the order is the precedence when several were hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    Memory,
    Processes,
    Cpu,
    Wall,
    Stdout,
    Stderr,
    File,
    Scratch,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Capture {
    pub length: u64,
    pub sha256: String,
    /// How many bytes follow in the body; None when equal to what was expected, and so not sent.
    pub sent: Option<u64>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Usage {
    pub cpu_us: u64,
    pub wall_us: u64,
    pub peak_kib: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Denial {
    pub syscall: String,
    pub target: String,
    pub thread: String,
    pub count: u64,
}

/// What one case gave back. Exactly one of `exit`, `signal` and `limit` says how it ended.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Outcome {
    pub id: u64,
    pub exit: Option<i32>,
    pub signal: Option<i32>,
    pub limit: Option<Limit>,
    pub stdout: Capture,
    pub stderr: Capture,
    pub files: Vec<(String, Capture)>,
    pub usage: Usage,
    pub denials: Vec<Denial>,
}

/// What a launcher tells its supervisor.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Report {
    Up { walls: Vec<String> },
    Outcome(Box<Outcome>),
    Fault { id: Option<u64>, fault: Fault },
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Reply<'a> {
    Ready { walls: &'a [String], version: &'a str },
    Outcomes { outcomes: &'a [Outcome] },
    Fault { id: Option<u64>, wall: Option<&'a str>, errno: Option<i32>, message: &'a str },
    Closed {},
}
