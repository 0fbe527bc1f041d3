//! What the filter stopped, put into words: the system call, the path or address or flags, the thread's name.
//!
//! The supervisor does this, from outside: it reads the stopped thread's memory, records, and refuses. It lets a call go on
//! only where a signal turns out to stay inside the case. A path is read for the report alone and never decides anything,
//! since another thread could change it after the reading.

use std::collections::BTreeMap;
use std::fs;
use std::os::fd::OwnedFd;
use std::path::PathBuf;

use crate::message::{Denial, Probe};
use crate::sys::{self, Notification};
use crate::walls::{seccomp, syscalls};

/// So many different denials are told apart for one case; what comes after is counted together.
const DISTINCT: usize = 64;
const PATH_LIMIT: usize = 1024;
const THE_REST: &str = "…";

/// The denials of one case.
#[derive(Default)]
pub struct Denials {
    counts: BTreeMap<(String, String, String), u64>,
}

impl Denials {
    pub fn record(&mut self, syscall: String, target: String, thread: String) {
        let mut key = (syscall, target, thread);
        // Each system call is named at least once.
        let named = || self.counts.keys().any(|(other, ..)| *other == key.0);
        if self.counts.len() >= DISTINCT && !self.counts.contains_key(&key) && named() {
            key = (THE_REST.to_string(), THE_REST.to_string(), String::new());
        }
        *self.counts.entry(key).or_default() += 1;
    }

    /// Takes them, sorted.
    pub fn take(&mut self) -> Vec<Denial> {
        std::mem::take(&mut self.counts)
            .into_iter()
            .map(|((syscall, target, thread), count)| Denial { syscall, target, thread, count })
            .collect()
    }
}

/// A stopped call in words.
pub struct Attempt {
    pub syscall: String,
    pub target: String,
    pub thread: String,
}

/// The errno with which a stopped call is refused.
pub fn refusal(stopped: &Notification) -> i32 {
    syscalls::refusal(stopped.number.into())
}

/// Reads what a stopped thread tried. All of it is hearsay if the thread has been killed by the end: see `sys::waits`.
pub fn attempt(stopped: &Notification) -> Attempt {
    let thread = fs::read_to_string(format!("/proc/{}/comm", stopped.pid)).unwrap_or_default();
    let number = i64::from(stopped.number);
    let (syscall, target) = if stopped.arch == seccomp::ARCH {
        let name = syscalls::name(number).map_or_else(|| number.to_string(), str::to_string);
        let target = target(stopped, &name);
        (name, target)
    } else {
        ("another_architecture".to_string(), number.to_string())
    };
    Attempt { syscall, target, thread: thread.trim_end().to_string() }
}

/// Whether the runtime is known to try this.
pub fn expected(probes: &[Probe], attempt: &Attempt) -> bool {
    probes.iter().any(|probe| probe.syscall == attempt.syscall && glob(&probe.target, &attempt.target))
}

/// `*` stands for any text, `?` for one byte.
fn glob(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut p, mut t, mut star) = (0, 0, None);
    while t < text.len() {
        if p < pattern.len() && pattern[p] == b'*' {
            star = Some((p, t));
            p += 1;
        } else if p < pattern.len() && (pattern[p] == b'?' || pattern[p] == text[t]) {
            (p, t) = (p + 1, t + 1);
        } else if let Some((at, from)) = star {
            star = Some((at, from + 1));
            (p, t) = (at + 1, from + 1);
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|byte| *byte == b'*')
}

/// The name of a stopped call; None where it is of another architecture, whose numbers mean something else.
pub fn call(stopped: &Notification) -> Option<&'static str> {
    if stopped.arch == seccomp::ARCH { syscalls::name(stopped.number.into()) } else { None }
}

/// If the call sends a signal to a process or changes its settings: which process. None where that cannot be told.
pub fn receiver(stopped: &Notification) -> Option<i32> {
    let first = stopped.args[0] as i32;
    match call(stopped)? {
        "kill" | "tkill" | "tgkill" | "rt_sigqueueinfo" | "rt_tgsigqueueinfo" | "prlimit64" | "sched_setaffinity"
        | "sched_setattr" | "sched_setparam" | "sched_setscheduler" => Some(first),
        "pidfd_send_signal" => {
            let info = fs::read_to_string(format!("/proc/{}/fdinfo/{first}", stopped.pid)).ok()?;
            info.lines().find_map(|line| line.strip_prefix("Pid:")?.trim().parse().ok())
        }
        _ => None,
    }
}

/// Whether the call is for code that another mapping could change.
pub fn shares_code(stopped: &Notification) -> bool {
    call(stopped) == Some("mmap") && stopped.args[3] as i32 & libc::MAP_SHARED != 0
}

/// If the call maps a file executable: which file.
pub fn mapped(stopped: &Notification) -> Option<PathBuf> {
    let maps = call(stopped)? == "mmap";
    maps.then(|| fs::read_link(format!("/proc/{}/fd/{}", stopped.pid, stopped.args[4] as i32)).ok())?
}

/// If the call changes a file's metadata: which file, by its real path. None where that cannot be told.
pub fn touched(stopped: &Notification) -> Option<PathBuf> {
    let [a, b, ..] = stopped.args;
    let (folder, path) = match call(stopped)? {
        "fchmod" | "fchown" | "fsetxattr" | "fremovexattr" => (a as i32, 0),
        "fchmodat" | "fchmodat2" | "fchownat" | "futimesat" | "utimensat" => (a as i32, b),
        "chmod" | "chown" | "lchown" | "utime" | "utimes" | "setxattr" | "lsetxattr" | "removexattr"
        | "lremovexattr" => (libc::AT_FDCWD, a),
        _ => return None,
    };
    let at = if folder == libc::AT_FDCWD { "cwd".to_string() } else { format!("fd/{folder}") };
    let path = if path == 0 { String::new() } else { string(stopped.pid, path) };
    let at = match fs::read_link(format!("/proc/{}/{at}", stopped.pid)) {
        // Only in the scratch directory can a folder be so deep.
        Err(error) if error.raw_os_error() == Some(libc::ENAMETOOLONG) && (path.is_empty() || path == ".") => {
            return Some(PathBuf::new());
        }
        other => other.ok()?,
    };
    if path == "." {
        return Some(at);
    }
    if path.is_empty() { Some(at) } else { fs::canonicalize(at.join(path)).ok() }
}

fn target(stopped: &Notification, name: &str) -> String {
    let [a, b, c, ..] = stopped.args;
    let text = |address: u64| string(stopped.pid, address);
    match name {
        "execve" | "chroot" | "umount2" | "swapon" | "swapoff" | "acct" | "uselib" | "memfd_create" | "mq_open"
        | "mq_unlink" | "fsopen" => text(a),
        "pivot_root" | "init_module" | "finit_module" => text(b),
        "open_tree" | "fspick" | "mount_setattr" | "name_to_handle_at" => text(b),
        "mount" => format!("{} on {}", text(a), text(b)),
        "execveat" => match text(b) {
            path if path.is_empty() => link(stopped.pid, &format!("fd/{}", a as i32)),
            path if path.starts_with('/') || a as i32 == libc::AT_FDCWD => path,
            path => format!("{}/{path}", link(stopped.pid, &format!("fd/{}", a as i32))),
        },
        "socket" | "socketpair" => format!("{} {}", family(a as i32), kind(b as i32)),
        "connect" | "bind" => address(&sys::read_memory(stopped.pid, b, (c as usize).min(128))),
        "kill" | "tkill" | "rt_sigqueueinfo" => format!("pid {} signal {}", a as i32, b as i32),
        "tgkill" | "rt_tgsigqueueinfo" => format!("pid {} signal {}", a as i32, c as i32),
        "pidfd_send_signal" => format!("signal {}", b as i32),
        "mmap" if stopped.args[3] as i32 & libc::MAP_ANONYMOUS != 0 => "shared memory".to_string(),
        "mmap" => link(stopped.pid, &format!("fd/{}", stopped.args[4] as i32)),
        "prlimit64" => format!("pid {} resource {}", a as i32, b as i32),
        "sched_setaffinity" | "sched_setattr" | "sched_setparam" | "sched_setscheduler" => format!("pid {}", a as i32),
        "setpriority" | "ioprio_set" => format!("kind {} of {}", a as i32, b as i32),
        "ptrace" => format!("request {a} pid {}", b as i32),
        "process_vm_readv" | "process_vm_writev" => format!("pid {}", a as i32),
        "clone" | "unshare" => namespaces(a),
        "setns" => namespaces(b),
        "fchmod" | "fchown" | "fsetxattr" | "fremovexattr" => link(stopped.pid, &format!("fd/{}", a as i32)),
        "fchmodat" | "fchmodat2" | "fchownat" | "futimesat" | "utimensat" => text(b),
        "chmod" | "chown" | "lchown" | "utime" | "utimes" | "setxattr" | "lsetxattr" | "removexattr"
        | "lremovexattr" => text(a),
        "prctl" => format!("option {a}"),
        "ioctl" => format!("request {b:#x}"),
        "personality" => format!("{a:#x}"),
        "shmget" | "semget" | "msgget" => format!("key {}", a as i32),
        "keyctl" => format!("operation {}", a as i32),
        "bpf" => format!("command {}", a as i32),
        _ => String::new(),
    }
}

/// A C string of the stopped process, cut at a limit, as text that can be shown.
fn string(pid: u32, address: u64) -> String {
    String::from_utf8_lossy(&sys::read_string(pid, address, PATH_LIMIT)).into_owned()
}

fn link(pid: u32, name: &str) -> String {
    fs::read_link(format!("/proc/{pid}/{name}")).map(|path| path.display().to_string()).unwrap_or_default()
}

fn family(number: i32) -> String {
    match number {
        libc::AF_UNIX => "AF_UNIX".to_string(),
        libc::AF_INET => "AF_INET".to_string(),
        libc::AF_INET6 => "AF_INET6".to_string(),
        libc::AF_NETLINK => "AF_NETLINK".to_string(),
        libc::AF_PACKET => "AF_PACKET".to_string(),
        libc::AF_VSOCK => "AF_VSOCK".to_string(),
        libc::AF_ALG => "AF_ALG".to_string(),
        other => format!("family {other}"),
    }
}

fn kind(number: i32) -> &'static str {
    match number & 0xf {
        libc::SOCK_STREAM => "stream",
        libc::SOCK_DGRAM => "datagram",
        libc::SOCK_RAW => "raw",
        libc::SOCK_SEQPACKET => "seqpacket",
        _ => "of another type",
    }
}

/// A socket address in words: `127.0.0.1:80`, `[::1]:80`, `unix:/path`, `unix:@abstract`.
fn address(bytes: &[u8]) -> String {
    let Some(number) = bytes.first_chunk::<2>().map(|pair| i32::from(u16::from_ne_bytes(*pair))) else {
        return String::new();
    };
    let port = bytes.get(2..4).map_or(0, |pair| u16::from_be_bytes([pair[0], pair[1]]));
    match number {
        libc::AF_INET if bytes.len() >= 8 => {
            format!("{}:{port}", std::net::Ipv4Addr::new(bytes[4], bytes[5], bytes[6], bytes[7]))
        }
        libc::AF_INET6 if bytes.len() >= 24 => {
            let address: [u8; 16] = bytes[8..24].try_into().expect("sixteen bytes");
            format!("[{}]:{port}", std::net::Ipv6Addr::from(address))
        }
        libc::AF_UNIX => match &bytes[2..] {
            [0, name @ ..] => format!("unix:@{}", String::from_utf8_lossy(name)),
            path => {
                let end = path.iter().position(|byte| *byte == 0).unwrap_or(path.len());
                format!("unix:{}", String::from_utf8_lossy(&path[..end]))
            }
        },
        other => family(other),
    }
}

fn namespaces(flags: u64) -> String {
    let names = [
        (libc::CLONE_NEWUSER, "user"),
        (libc::CLONE_NEWNS, "mount"),
        (libc::CLONE_NEWPID, "pid"),
        (libc::CLONE_NEWNET, "net"),
        (libc::CLONE_NEWIPC, "ipc"),
        (libc::CLONE_NEWUTS, "uts"),
        (libc::CLONE_NEWCGROUP, "cgroup"),
    ];
    let named: Vec<&str> =
        names.into_iter().filter(|(flag, _)| flags as i32 & flag != 0).map(|(_, name)| name).collect();
    if named.is_empty() { "namespaces".to_string() } else { format!("new {} namespace", named.join(", ")) }
}

/// The listener of a slot, with the denials of the case that it runs.
pub struct Watch {
    pub listener: OwnedFd,
    pub denials: Denials,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glob_matches_as_a_shell_would() {
        for (pattern, text, matches) in [
            ("*", "", true),
            ("", "", true),
            ("", "x", false),
            ("/sys/*/memory*", "/sys/fs/cgroup/memory.max", true),
            ("a?c", "abc", true),
            ("a?c", "ac", false),
            ("*a*b", "xxaxxbxxb", true),
            ("*a*b", "xxaxxbxx", false),
        ] {
            assert_eq!(glob(pattern, text), matches, "{pattern} {text}");
        }
    }

    #[test]
    fn an_address_is_spelt_as_people_write_it() {
        let mut inet = vec![2, 0, 0, 80, 127, 0, 0, 1];
        inet.resize(16, 0);
        assert_eq!(address(&inet), "127.0.0.1:80");
        assert_eq!(address(b"\x01\x00/run/x\0\0"), "unix:/run/x");
        assert_eq!(address(b"\x01\x00\0name"), "unix:@name");
        assert_eq!(address(b"\x01"), "");
    }

    #[test]
    fn denials_beyond_the_limit_are_counted_together() {
        let mut denials = Denials::default();
        for number in 0..200 {
            denials.record("execve".to_string(), format!("/{number}"), "x".to_string());
        }
        let taken = denials.take();
        assert_eq!(taken.len(), DISTINCT + 1);
        assert_eq!(taken.iter().map(|denial| denial.count).sum::<u64>(), 200);
        assert!(denials.take().is_empty());
    }

    #[test]
    fn no_number_of_attempts_hides_another_call() {
        let mut denials = Denials::default();
        for number in 0..200 {
            denials.record("open".to_string(), format!("/{number}"), "x".to_string());
        }
        denials.record("execve".to_string(), "/usr/bin/python3".to_string(), "x".to_string());
        denials.record("execve".to_string(), "/usr/bin/perl".to_string(), "x".to_string());
        let taken = denials.take();
        assert_eq!(taken.len(), DISTINCT + 2);
        assert!(taken.iter().any(|denial| denial.target == "/usr/bin/python3"));
    }
}
