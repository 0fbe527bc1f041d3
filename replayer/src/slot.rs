//! A slot as the supervisor sees it: one launcher, the cases it has been given, and what has to be removed after it.

use std::collections::VecDeque;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;

use crate::fault::{Fault, Raise, Result};
use crate::frame;
use crate::message::{Case, Open, Report};
use crate::sys;
use crate::walls::cgroup::{self, Groups};
use crate::walls::namespaces;

/// A case and its bytes.
pub struct Job {
    pub case: Case,
    pub body: Vec<u8>,
}

/// What a launcher is born with.
pub struct Site {
    pub socket: UnixStream,
    /// One byte arrives here when the id maps are written.
    pub go: OwnedFd,
    pub trees: Option<Vec<OwnedFd>>,
    pub groups: Option<Groups>,
}

pub struct Slot {
    pub index: usize,
    pub socket: UnixStream,
    /// In the order in which they were sent.
    pub given: VecDeque<Job>,
    pub walls: Vec<String>,
    pid: i32,
    groups: Option<Groups>,
}

impl Slot {
    /// Forks the launcher of slot `index`, which raises its walls on its own; `await_walls` waits for it.
    pub fn start(open: &Open, index: usize) -> Result<Slot> {
        let root = rustix::process::geteuid().is_root();
        let (user, group) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
        let mut walls: Vec<String> = namespaces::NAMES.map(str::to_string).to_vec();
        let mut outer = (user, group);
        let mut trees = None;
        if root {
            let own = namespaces::FIRST_OUTER_ID + index as u32;
            match namespaces::owned_trees(open, (own, own)) {
                Ok(owned) => {
                    trees = Some(owned);
                    walls.push("idmap".to_string());
                    outer = (own, own);
                }
                // Without id-mapped mounts a writable mount can only be written to by its owner.
                Err(_) if open.mounts.iter().any(|mount| mount.writable) => {}
                Err(_) => outer = (own, own),
            }
        }
        let groups = match cgroup::available("memory").and_then(|()| cgroup::available("pids")) {
            Ok(()) => {
                walls.extend(Groups::NAMES.map(str::to_string));
                Some(Groups::make(index)?)
            }
            Err(_) => {
                walls.push("rlimit:memory".to_string());
                None
            }
        };
        let (socket, theirs) = UnixStream::pair().doing("socketpair")?;
        let (go, start) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC).doing("pipe")?;
        let pid = sys::fork(namespaces::FLAGS).wall("user", "clone with new namespaces")?;
        if pid == 0 {
            drop(start);
            crate::launcher::main(open, Site { socket: theirs, go, trees, groups });
        }
        drop(theirs);
        let slot = Slot { index, socket, given: VecDeque::new(), walls, pid, groups };
        namespaces::map_ids(pid, (namespaces::INNER_ID, namespaces::INNER_ID), outer)?;
        rustix::io::write(&start, b"!").doing("starting a launcher")?;
        Ok(slot)
    }

    /// Waits until the walls stand.
    pub fn await_walls(&mut self) -> Result<()> {
        match self.receive()? {
            Some((Report::Up { walls }, _)) => {
                self.walls.extend(walls);
                Ok(())
            }
            Some((Report::Fault { fault, .. }, _)) => Err(fault),
            Some((Report::Outcome(_), _)) => Err(Fault::plain("a launcher reported a case before its walls")),
            None => Err(Fault::plain("a launcher ended while raising its walls")),
        }
    }

    /// Sends a case to the launcher.
    pub fn give(&mut self, job: Job) -> Result<()> {
        let sent = frame::write(&self.socket, &job.case, &job.body);
        self.given.push_back(job);
        sent
    }

    /// The next report, and how many bytes of body follow it on the socket. None: the launcher is gone.
    pub fn receive(&mut self) -> Result<Option<(Report, u64)>> {
        use std::io::Read;
        let mut prefix = [0; frame::PREFIX];
        let mut socket = &self.socket;
        if socket.read_exact(&mut prefix).is_err() {
            return Ok(None);
        }
        let (header, body) = frame::lengths(&prefix)?;
        let mut text = vec![0; header];
        if socket.read_exact(&mut text).is_err() {
            return Ok(None);
        }
        let report = serde_json::from_slice(&text).map_err(|error| Fault::plain(format!("a launcher's report: {error}")))?;
        Ok(Some((report, body as u64)))
    }
}

impl Drop for Slot {
    /// Ends the launcher, and with it everything in its pid namespace; removes its groups.
    fn drop(&mut self) {
        let _ = self.socket.shutdown(std::net::Shutdown::Both);
        sys::kill(self.pid, libc::SIGKILL);
        let _ = sys::wait(self.pid, true);
        if let Some(groups) = &self.groups {
            groups.remove();
        }
    }
}

impl AsRawFd for Slot {
    fn as_raw_fd(&self) -> i32 {
        self.socket.as_raw_fd()
    }
}
