//! A slot as the supervisor sees it: one launcher, the cases it has been given, and what has to be removed after it.

use std::collections::VecDeque;
use std::fs;
use std::io::{BufReader, Read};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::thread::{CapabilitySet, CapabilitySets};

use crate::denial::{self, Denials, Watch};
use crate::fault::{Fault, Raise, Result};
use crate::frame;
use crate::message::{Case, Open, Report, Tier};
use crate::room;
use crate::sys;
use crate::walls::cgroup::{Folders, Groups};
use crate::walls::home::Home;
use crate::walls::loader::Unseen;
use crate::walls::{namespaces, owner};

/// How long a launcher without a pid namespace may take to kill what runs.
const PATIENCE_MS: u32 = 5000;

/// So many cases are sent to a launcher beside the one that it runs, at the most.
pub const AHEAD: usize = 8;
/// Together they are to take no longer than this.
const AHEAD_TIME: Duration = Duration::from_millis(6);
/// A slot with enough to do is not looked at for so long.
const LOOK: Duration = Duration::from_millis(4);

/// A case and its bytes.
pub struct Job {
    pub case: Case,
    pub body: Vec<u8>,
}

/// What a launcher is born with.
pub struct Site {
    pub socket: UnixStream,
    /// One byte arrives here when the id maps are written; later a line that says what is unseen.
    pub go: OwnedFd,
    pub place: Place,
    pub groups: Option<Groups>,
    /// Whether the filter reports what cases open.
    pub watching: bool,
    /// Root's slots: the ids to take, since there is no user namespace. None: the user's own.
    pub become_ids: Option<(u32, u32)>,
}

/// Where the program will be.
pub enum Place {
    /// In a view of its own; `trees` are the mounts where they had to be prepared outside.
    View { trees: Option<Vec<OwnedFd>> },
    /// On this machine's file system.
    Here { scratch: PathBuf, streams: PathBuf, files: u64 },
}

pub struct Slot {
    pub socket: UnixStream,
    /// The launcher waits for what is written here before it begins, and once more before its last wall.
    start: OwnedFd,
    /// What comes from the socket, once the walls stand.
    pub inbox: BufReader<UnixStream>,
    /// In the order in which they were sent.
    pub given: VecDeque<Job>,
    /// How long its cases take, rather too much.
    pace: Duration,
    next_look: Instant,
    pub walls: Vec<String>,
    pub watch: Option<Watch>,
    pub pid: i32,
    /// Which of the replayer's slots it is.
    pub index: usize,
    /// Whether its cases are watched: only such cases are given to it.
    pub watching: bool,
    /// The scratch directory as its cases call it.
    pub scratch: PathBuf,
    tier: Tier,
    /// Removed with the slot, as is its home.
    _folders: Option<Folders>,
    home: Option<Home>,
}

impl Slot {
    /// Forks the launcher of slot `index`, which raises its walls on its own, but for the last; `await_walls` tells it what that
    /// one needs, and waits.
    pub fn start(open: &Open, index: usize, watching: bool) -> Result<Slot> {
        let given = owner::of_programs(index);
        let mut walls = Vec::new();
        let mut outer = owner::own();
        let mut home = None;
        let place = match open.tier {
            Tier::Namespaces => {
                walls.extend(namespaces::NAMES.map(str::to_string));
                let trees = given.and_then(|ids| namespaces::owned_trees(open, ids).ok());
                if trees.is_some() {
                    walls.push("idmap".to_string());
                }
                // Without id-mapped mounts a writable mount can only be written to by its owner.
                let writes = open.mounts.iter().any(|mount| mount.writable);
                if trees.is_some() || !writes {
                    outer = given.unwrap_or(outer);
                }
                Place::View { trees }
            }
            Tier::Landlock => {
                room::share().doing("memory that slots share")?;
                let home = home.insert(Home::make(open, index, given.unwrap_or(outer))?);
                Place::Here { scratch: home.scratch(), streams: home.streams(), files: home.files() }
            }
        };
        let (groups, folders) = match Groups::make(index) {
            Ok((groups, folders)) => {
                walls.extend(groups.names().map(str::to_string));
                (Some(groups), Some(folders))
            }
            Err(_) => {
                walls.extend(["polled:memory", "polled:processes"].map(str::to_string));
                (None, None)
            }
        };
        let (socket, theirs) = UnixStream::pair().doing("socketpair")?;
        let (go, start) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC).doing("pipe")?;
        let flags = if open.tier == Tier::Namespaces { namespaces::FLAGS } else { 0 };
        let pid = sys::fork(flags).wall("user", "clone with new namespaces")?;
        if pid == 0 {
            drop(start);
            let become_ids = given.filter(|_| open.tier == Tier::Landlock);
            if open.tier == Tier::Landlock && become_ids.is_none() {
                give_up_rights(); // root of a user namespace has them, and its programs are root there too
            }
            crate::launcher::main(open, Site { socket: theirs, go, place, groups, watching, become_ids });
        }
        drop(theirs);
        let (given, tier) = (VecDeque::new(), open.tier);
        let scratch = home.as_ref().map_or_else(|| PathBuf::from(&open.scratch), Home::scratch);
        let inbox = BufReader::new(socket.try_clone().doing("a slot's socket")?);
        let slot = Slot {
            socket,
            start,
            inbox,
            given,
            pace: Duration::from_millis(100), // nothing is known yet
            next_look: Instant::now(),
            walls,
            watch: None,
            pid,
            index,
            watching,
            scratch,
            tier,
            _folders: folders,
            home,
        };
        if tier == Tier::Namespaces {
            namespaces::map_ids(pid, (namespaces::INNER_ID, namespaces::INNER_ID), outer)?;
        }
        rustix::io::write(&slot.start, b"!").doing("starting a launcher")?;
        Ok(slot)
    }

    /// Waits until the walls stand, and takes the listener of the filter.
    pub fn await_walls(&mut self, unseen: &Unseen) -> Result<()> {
        let mut told = serde_json::to_vec(unseen).map_err(|error| Fault::plain(format!("what is unseen: {error}")))?;
        told.push(b'\n');
        rustix::io::write(&self.start, &told).doing("telling a launcher what is unseen")?;
        // Read without a buffer: a descriptor comes right behind the report.
        let Some(frame) = frame::read(&self.socket).unwrap_or(None) else {
            return Err(Fault::plain("a launcher ended while raising its walls"));
        };
        match report(&frame.header)? {
            Report::Up { walls } => {
                self.walls.extend(walls);
                let listener = sys::receive_descriptor(&self.socket).wall("seccomp-notify", "taking the listener")?;
                sys::answer_nearby(&listener);
                self.watch = Some(Watch { listener, denials: Denials::default() });
                Ok(())
            }
            Report::Fault { fault, .. } => Err(fault),
            Report::Outcome(_) => Err(Fault::plain("a launcher reported a case before its walls")),
        }
    }

    /// How many cases it may have beside the one that it runs: the shorter they are the more.
    pub fn ahead(&self) -> usize {
        let fit = AHEAD_TIME.as_nanos() / self.pace.as_nanos().max(1);
        usize::try_from(fit).unwrap_or(AHEAD).clamp(1, AHEAD)
    }

    /// Takes the first case off the list; it took `wall`. One that was slow is remembered for a while.
    pub fn done(&mut self, wall: Duration) {
        self.given.pop_front();
        self.pace = wall.max((3 * self.pace + wall) / 4);
        self.plan();
    }

    /// In how long the slot is to be looked at; zero: now, and as soon as it says something.
    pub fn look_in(&self, now: Instant) -> Duration {
        self.next_look.saturating_duration_since(now)
    }

    /// With two cases or fewer left it must be given more as soon as it can take it.
    fn plan(&mut self) {
        let spare = u32::try_from(self.given.len().saturating_sub(2)).unwrap_or(0);
        self.next_look = Instant::now() + (self.pace * spare).min(LOOK);
    }

    /// Whether some of what the launcher sent has been read from the socket but not taken.
    pub fn holds_more(&self) -> bool {
        !self.inbox.buffer().is_empty()
    }

    /// Whether a stopped call turns out to reach nothing beyond the case.
    pub fn stays_inside(&self, open: &Open, stopped: &sys::Notification) -> bool {
        if open.native && denial::shares_code(stopped) {
            return false;
        }
        denial::mapped(stopped).is_some_and(|path| open.may_run(&path))
            || denial::receiver(stopped).is_some_and(|pid| self.runs(pid))
            || denial::touched(stopped).is_some_and(|path| self.may_change(open, &path))
    }

    /// Whether `pid`, as the case calls it, is a task of the case: a descendant of the launcher.
    pub fn runs(&self, pid: i32) -> bool {
        let mut next = vec![self.pid];
        while let Some(parent) = next.pop() {
            for task in fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten().flatten() {
                let read = |name: &str| fs::read_to_string(task.path().join(name)).unwrap_or_default();
                let inner = || {
                    read("status").lines().find_map(|line| {
                        line.strip_prefix("NSpid:")?.split_ascii_whitespace().next_back()?.parse::<i32>().ok()
                    })
                };
                if parent != self.pid && inner() == Some(pid) {
                    return true;
                }
                next.extend(read("children").split_ascii_whitespace().filter_map(|pid| pid.parse::<i32>().ok()));
            }
        }
        pid == 0
    }

    /// Whether a program may change the metadata of the file at `path`: what is its own to write, or no file with a path.
    fn may_change(&self, open: &Open, path: &Path) -> bool {
        let own = self.home.as_ref().is_some_and(|home| path.starts_with(home.folder()));
        let written = open.mounts.iter().any(|mount| mount.writable && mount.holds(path));
        own || written || !path.is_absolute()
    }

    /// Sends a case to the launcher.
    pub fn give(&mut self, job: Job) -> Result<()> {
        let sent = frame::write(&self.socket, &job.case, &job.body);
        self.given.push_back(job);
        self.plan();
        sent
    }

    /// The next report, and how many bytes of body follow it in the inbox. None: the launcher is gone.
    pub fn receive(&mut self) -> Result<Option<(Report, u64)>> {
        let mut prefix = [0; frame::PREFIX];
        if self.inbox.read_exact(&mut prefix).is_err() {
            return Ok(None);
        }
        let (header, body) = frame::lengths(&prefix)?;
        let mut text = vec![0; header];
        if self.inbox.read_exact(&mut text).is_err() {
            return Ok(None);
        }
        Ok(Some((report(&text)?, body as u64)))
    }
}

/// Gives up every capability: what is executed has none either, since no-new-privs will be set.
fn give_up_rights() {
    let none = CapabilitySet::empty();
    let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
    if rustix::thread::set_capabilities(None, sets).is_err() {
        sys::leave(1); // its supervisor sees its end
    }
}

fn report(text: &[u8]) -> Result<Report> {
    serde_json::from_slice(text).map_err(|error| Fault::plain(format!("a launcher's report: {error}")))
}

impl Drop for Slot {
    /// Ends the launcher, and with it everything that it started, so that what was made for it can be removed.
    fn drop(&mut self) {
        let _ = self.socket.shutdown(std::net::Shutdown::Both);
        drop(self.watch.take()); // who waits for an answer is let go, with an error
        if self.tier == Tier::Landlock {
            // It kills the case's processes itself when its socket ends; what it should leave behind becomes our child.
            for _ in 0..PATIENCE_MS {
                if sys::wait(self.pid, false).is_ok_and(|ended| ended.is_some()) {
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        sys::kill(self.pid, libc::SIGKILL);
        let _ = sys::wait(self.pid, true);
    }
}
