//! A launcher: the process that raises the walls of one slot, once, and then starts one case after the other behind them.
//!
//! It is pid 1 of its own pid namespace. It reads cases from its socket and writes one report for each. Descriptors 0, 1
//! and 2 are never its own: they are the streams of the case to come, so that the child needs no other descriptor.
//! When its supervisor is gone (its socket ends) it kills what runs and leaves.

use std::fs::File;
use std::io::BufReader;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;

use rustix::fs::{CWD, Mode, OFlags};
use serde::Serialize;

use crate::fault::{Fault, Raise, Result};
use crate::frame;
use crate::limits;
use crate::message::{Case, Open, Outcome, Report, Tier};
use crate::run::Finished;
use crate::slot::{Place, Site};
use crate::streams::Streams;
use crate::sys;
use crate::walls::cgroup::Groups;
use crate::walls::loader::Unseen;
use crate::walls::syscalls::{self, Code};
use crate::walls::{landlock, namespaces, sealed, seccomp};

/// Everything that running a case needs.
pub struct Launcher<'a> {
    pub open: &'a Open,
    pub socket: UnixStream,
    /// SIGCHLD is read from it.
    pub deaths: OwnedFd,
    /// The scratch directory, open for reading, and what the program calls it.
    pub scratch: OwnedFd,
    pub scratch_path: String,
    pub scratch_bytes: u64,
    /// How many files the file system of scratch holds when no case has run; 0 where others use it too.
    pub files: u64,
    pub streams: Streams,
    pub proc: Option<OwnedFd>,
    pub groups: Option<Groups>,
    /// The hard limits beyond which no case can be given more.
    pub hard_limits: [(u32, u64); 5],
    pub ruleset: OwnedFd,
    pub cookie: [u64; 3],
    pub stack: sys::Stack,
    /// For reading what programs wrote.
    pub buffer: Vec<u8>,
    pub cores: u32,
    /// How many tasks of others the limit of processes has to leave room for.
    pub others: u64,
}

/// The life of a launcher, from fork to exit. Never returns to the supervisor's code.
pub fn main(open: &Open, site: Site) -> ! {
    let Ok(socket) = site.socket.try_clone() else { sys::leave(1) };
    let result = raise(open, site, &socket).and_then(|(mut launcher, walls, listener)| launcher.serve(walls, listener));
    if let Err(fault) = result {
        let _ = frame::write(&socket, &Report::Fault { id: None, fault }, &[]);
    }
    sys::leave(1)
}

/// The walls of a slot, in the order that matters.
fn raise<'a>(open: &'a Open, site: Site, faults: &UnixStream) -> Result<(Launcher<'a>, Vec<String>, OwnedFd)> {
    sys::block_all_signals().doing("blocking signals")?;
    let null = rustix::fs::open("/dev/null", OFlags::RDWR | OFlags::CLOEXEC, Mode::empty()).doing("/dev/null")?;
    for stream in 0..3 {
        sys::place(&null, stream).doing("clearing standard streams")?;
    }
    let mut keep = vec![site.socket.as_raw_fd(), faults.as_raw_fd(), site.go.as_raw_fd(), null.as_raw_fd()];
    if let Place::View { trees: Some(trees) } = &site.place {
        keep.extend(trees.iter().map(AsRawFd::as_raw_fd));
    }
    keep.extend(site.groups.iter().flat_map(Groups::descriptors));
    sys::close_others(&keep).doing("closing descriptors")?;
    // The supervisor writes the id maps of our user namespace, then one byte.
    if rustix::io::read(&site.go, &mut [0u8; 1]).doing("waiting for the supervisor")? == 0 {
        sys::leave(0);
    }
    let (streams, proc, scratch_path, files) = match site.place {
        Place::View { trees } => {
            become_ids((namespaces::INNER_ID, namespaces::INNER_ID), true)?;
            sys::die_with_parent().wall("pid", "prctl(PR_SET_PDEATHSIG)")?;
            let view = namespaces::raise(open, trees)?;
            (view.streams, view.proc, open.scratch.clone(), 1)
        }
        Place::Here { scratch, streams, files } => {
            rustix::process::set_child_subreaper(Some(rustix::process::getpid())).wall("subreaper", "prctl")?;
            if let Some(ids) = site.become_ids {
                become_ids(ids, false)?;
            }
            let proc = folder("/proc")?;
            (folder(&streams.to_string_lossy())?, Some(proc), scratch.to_string_lossy().into_owned(), files)
        }
    };
    rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable)
        .wall("user", "prctl(PR_SET_DUMPABLE)")?;
    rustix::thread::set_no_new_privs(true).wall("no-new-privs", "prctl")?;
    rustix::process::umask(Mode::from_raw_mode(0o022));
    let mut walls = vec!["no-new-privs".to_string(), "rlimits".to_string()];
    if open.native {
        match sys::deny_writable_code() {
            // Before Linux 6.3. The second wall against code that a program makes itself: it is not in the list then.
            Err(error) if error.raw_os_error() == Some(libc::EINVAL) => {}
            other => {
                other.wall("mdwe", "prctl(PR_SET_MDWE)")?;
                walls.push("mdwe".to_string());
            }
        }
    }
    rustix::process::chdir(&scratch_path).wall("scratch", "entering the scratch directory")?;
    let scratch = folder(".")?;
    let version = sys::landlock_version().wall("landlock", "landlock_create_ruleset")?;
    let ruleset = landlock::ruleset(open, &scratch_path, version)?;
    walls.extend(landlock::names(version));
    let mut cookie = [0u8; 24];
    rustix::rand::getrandom(&mut cookie, rustix::rand::GetRandomFlags::empty()).wall("seccomp", "getrandom")?;
    let cookie =
        std::array::from_fn(|part| u64::from_ne_bytes(cookie[8 * part..8 * part + 8].try_into().expect("eight bytes")));
    let others = std::fs::read_to_string("/proc/loadavg").ok();
    let others = others.and_then(|text| text.split(['/', ' ']).nth(4)?.parse().ok()).unwrap_or(0);
    // Landlock does not keep a user from changing the owner, mode or times of what is the user's own, nor anybody from
    // setting the times of a file that all may write to.
    let guarded = open.tier == Tier::Landlock;
    let code =
        Code { native: open.native, sealed: open.tier == Tier::Landlock && sealed::proved(open, [&scratch, &streams]) };
    if code.sealed {
        walls.push("noexec".to_string());
    }
    // From here on files are opened that must not be watched before somebody does.
    let streams = Streams::make(streams)?;
    let deaths = sys::signals_as_descriptor(&[libc::SIGCHLD]).doing("signalfd")?;
    let cores = std::thread::available_parallelism().map_or(1, |count| count.get() as u32);
    let mut rules = syscalls::knowing(syscalls::rules(open.tier, open.execution, cookie, guarded, code), &open.probes);
    let unseen = unseen(&site.go)?;
    if open.tier == Tier::Landlock && version < 3 {
        rules = syscalls::before_truncation(rules);
    }
    if site.watching {
        rules = syscalls::watching(rules, open.execution, cookie, code);
    } else {
        rules = syscalls::loading(rules, &unseen);
    }
    sys::open_with(cookie);
    let program = seccomp::program(&rules);
    let listener = sys::raise_filter(&program).wall("seccomp-notify", "seccomp")?;
    walls.extend(["seccomp".to_string(), "seccomp-notify".to_string()]);
    let hard_limits = limits::share()?;
    let mut groups = site.groups;
    if let Some(groups) = &mut groups {
        groups.settle().wall("cgroup", "entering the launcher's groups")?;
        groups.note()?;
    }
    let launcher = Launcher {
        open,
        socket: site.socket,
        deaths,
        scratch,
        scratch_path,
        scratch_bytes: open.limits.scratch_bytes,
        files,
        streams,
        proc,
        groups,
        hard_limits,
        ruleset,
        cookie,
        stack: sys::Stack::default(),
        buffer: Vec::new(),
        cores,
        others,
    };
    Ok((launcher, walls, listener))
}

/// What the supervisor found meanwhile: a line of JSON.
fn unseen(from: &OwnedFd) -> Result<Unseen> {
    let mut told = Vec::new();
    while told.last() != Some(&b'\n') {
        let mut piece = [0; 1024];
        let length = rustix::io::read(from, &mut piece).doing("waiting for the supervisor")?;
        if length == 0 {
            sys::leave(0);
        }
        told.extend(&piece[..length]);
    }
    serde_json::from_slice(&told).map_err(|error| Fault::plain(format!("what is unseen: {error}")))
}

fn folder(path: &str) -> Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    rustix::fs::openat(CWD, path, flags, Mode::empty()).wall("scratch", path)
}

/// Takes the ids, all three of each, and no other group. `keep`: the capabilities of the own user namespace stay.
fn become_ids((uid, gid): (u32, u32), keep: bool) -> Result<()> {
    let (uid, gid) = (rustix::fs::Uid::from_raw(uid), rustix::fs::Gid::from_raw(gid));
    let groups = rustix::thread::set_thread_groups(&[]);
    if !keep {
        groups.wall("user", "setgroups")?; // in a user's own namespace it is denied, to everybody and for good
    }
    rustix::thread::set_keep_capabilities(keep).wall("user", "keeping capabilities")?;
    rustix::thread::set_thread_res_gid(gid, gid, gid).wall("user", "setresgid")?;
    rustix::thread::set_thread_res_uid(uid, uid, uid).wall("user", "setresuid")?;
    rustix::thread::set_keep_capabilities(false).wall("user", "keeping capabilities")
}

impl Launcher<'_> {
    fn serve(&mut self, walls: Vec<String>, listener: OwnedFd) -> Result<()> {
        frame::write(&self.socket, &Report::Up { walls }, &[])?;
        sys::send_descriptor(&self.socket, &listener).wall("seccomp-notify", "sending the listener")?;
        drop(listener);
        let mut cases = BufReader::new(self.socket.try_clone().doing("the socket")?);
        while let Some(frame) = frame::read(&mut cases)? {
            let case: Case = serde_json::from_slice(&frame.header)
                .map_err(|error| Fault::plain(format!("a case that cannot be read: {error}")))?;
            let id = case.id;
            match self.run(&case, &frame.body) {
                Ok(finished) => {
                    self.report(&finished)?;
                    finished.clean?;
                }
                Err(fault) => frame::write(&self.socket, &Report::Fault { id: Some(id), fault }, &[])?,
            }
            self.streams.reset(self.cookie)?;
        }
        Ok(())
    }

    /// Writes the outcome, its bytes straight from the files.
    fn report(&self, finished: &Finished) -> Result<()> {
        let total = finished.sends.iter().map(|(_, length)| length).sum();
        let head = frame::head(&OutcomeReport { outcome: &finished.outcome }, total)?;
        std::io::Write::write_all(&mut &self.socket, &head).doing("reporting")?;
        for (file, length) in &finished.sends {
            send(&self.socket, file, *length)?;
        }
        Ok(())
    }
}

/// `Report::Outcome` as it is written, without moving the outcome.
#[derive(Serialize)]
struct OutcomeReport<'a> {
    outcome: &'a Outcome,
}

fn send(socket: &UnixStream, file: &File, length: u64) -> Result<()> {
    let mut offset = 0;
    while offset < length {
        let piece = usize::try_from(length - offset).unwrap_or(usize::MAX).min(1 << 30);
        if rustix::fs::sendfile(socket, file, Some(&mut offset), piece).doing("sending what the program wrote")? == 0 {
            return Err(Fault::plain("a captured file shrank while it was sent"));
        }
    }
    Ok(())
}
