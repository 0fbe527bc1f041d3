//! The supervisor: one thread, one loop. It reads frames from the client, hands cases to slots, and writes what they report.
//!
//! It never waits for one thing alone: a launcher is sent a case beyond the one it runs only when that cannot block
//! (it is small) and there is enough work that no other slot will stand idle. Bytes of a large outcome are passed on as they
//! come, so memory stays flat.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};

use crate::denial;
use crate::fault::{Fault, Raise, Result};
use crate::frame::{self, Decoder, Frame};
use crate::message::{Open, Outcome, PROTOCOL, Reply, Report, Request, Tier};
use crate::slot::{Job, Slot};
use crate::sys;
use crate::watching::Sight;

/// A case this small is sent ahead: it fits the socket's buffer beside the one before it.
const AHEAD: usize = 32 << 10;
/// Outcomes with fewer bytes are gathered into one frame; larger ones are passed on as they come.
const GATHERED: u64 = 256 << 10;
const CHUNK: usize = 64 << 10;
/// While there is work in the queue, so many outcomes a slot are gathered before the client is woken, for so long at most.
const GATHER_CASES: usize = 4;
const GATHER_TIME: Duration = Duration::from_millis(4);
/// A slot whose launcher dies so often in a row is given up.
const DEATHS: usize = 3;

struct Session {
    open: Open,
    slots: Vec<Slot>,
    /// Raised slots that wait to be exchanged for one of `slots`: the filter is a slot's, whether to watch is a case's.
    parked: Vec<Slot>,
    deaths: usize,
    queue: VecDeque<Job>,
    outcomes: Vec<Outcome>,
    bodies: Vec<u8>,
    /// When the first of the gathered outcomes came.
    gathering: Option<Instant>,
}

/// Serves one client until it closes, goes, or makes a mistake. A fault has been told to it when this returns.
pub fn serve() -> Result<()> {
    let result = talk();
    if let Err(fault) = &result {
        let _ = tell_fault(None, fault);
    }
    result
}

fn talk() -> Result<()> {
    sys::stop_ignoring_signals();
    let signals = sys::signals_as_descriptor(&[libc::SIGTERM, libc::SIGINT, libc::SIGHUP]).doing("signalfd")?;
    // SIGPIPE is ignored by Rust's runtime: a client that is gone shows as an error of the write.
    // The main process of a container has no parent that it could see: there the end of the input is the only sign.
    let parent = rustix::process::getppid().unwrap_or_else(rustix::process::getpid);
    let parent =
        rustix::process::pidfd_open(parent, rustix::process::PidfdFlags::empty()).doing("watching the client")?;
    let input = std::io::stdin().as_fd().try_clone_to_owned().doing("stdin")?;
    let mut decoder = Decoder::default();
    let mut session: Option<Session> = None;
    loop {
        while let Some(frame) = next(&mut decoder, session.as_ref())? {
            match request(&frame)? {
                Request::Open(open) if session.is_none() => session = Some(Session::open(*open)?),
                Request::Open(_) => return Err(Fault::plain("a session is open already")),
                Request::Cases { cases } => {
                    let session = session.as_mut().ok_or_else(|| Fault::plain("cases before a session was opened"))?;
                    session.enqueue(cases, &frame.body)?;
                }
                Request::Close {} => {
                    drop(session);
                    return tell(&Reply::Closed {}, &[]);
                }
            }
        }
        if let Some(session) = &mut session {
            session.dispatch()?;
        }
        let hungry = session.as_ref().is_none_or(Session::hungry);
        let mut waited: Vec<PollFd> = vec![
            PollFd::new(&signals, PollFlags::IN),
            PollFd::new(&parent, PollFlags::IN),
            PollFd::new(&input, if hungry { PollFlags::IN } else { PollFlags::empty() }),
        ];
        for slot in session.iter().flat_map(|session| &session.slots) {
            waited.push(PollFd::new(&slot.socket, PollFlags::IN));
            // Every slot has raised its walls, so it has a listener.
            waited.extend(slot.watch.iter().map(|watch| PollFd::new(&watch.listener, PollFlags::IN)));
        }
        let pause = session.as_ref().and_then(Session::flush_in);
        let pause = pause.map(|rest| Timespec { tv_sec: 0, tv_nsec: rest.subsec_nanos().into() });
        match rustix::event::poll(&mut waited, pause.as_ref()) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error).doing("poll"),
        }
        let ready: Vec<bool> = waited.iter().map(|fd| !fd.revents().is_empty()).collect();
        if ready[0] || ready[1] {
            return Ok(()); // Dropping the session kills everything.
        }
        if let Some(session) = &mut session {
            session.collect(&ready[3..])?;
        }
        if ready[2] && receive(&mut decoder, &input)? == 0 {
            if decoder.partial() {
                return Err(Fault::plain("the input ended inside a frame"));
            }
            drop(session);
            return tell(&Reply::Closed {}, &[]);
        }
    }
}

/// The next frame, unless there is enough to do already.
fn next(decoder: &mut Decoder, session: Option<&Session>) -> Result<Option<Frame>> {
    if session.is_some_and(|session| !session.hungry()) { Ok(None) } else { decoder.next() }
}

fn receive(decoder: &mut Decoder, input: &OwnedFd) -> Result<usize> {
    struct Input<'a>(&'a OwnedFd);
    impl Read for Input<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            Ok(rustix::io::read(self.0, buffer)?)
        }
    }
    decoder.fill(Input(input), CHUNK).doing("reading the client's frames")
}

fn request(frame: &Frame) -> Result<Request> {
    serde_json::from_slice(&frame.header).map_err(|error| Fault::plain(format!("a frame that cannot be read: {error}")))
}

fn tell(reply: &Reply, body: &[u8]) -> Result<()> {
    frame::write(std::io::stdout().lock(), reply, body)?;
    std::io::stdout().flush().doing("writing to the client")
}

fn tell_fault(id: Option<u64>, fault: &Fault) -> Result<()> {
    let Fault { wall, errno, message } = fault;
    tell(&Reply::Fault { id, wall: wall.as_deref(), errno: *errno, message }, &[])
}

impl Session {
    fn open(open: Open) -> Result<Session> {
        if open.protocol != PROTOCOL {
            return Err(Fault::plain(format!("protocol {} is not spoken here, but {PROTOCOL}", open.protocol)));
        }
        if open.slots == 0 || open.slots > 1024 {
            return Err(Fault::plain(format!("{} slots", open.slots)));
        }
        if open.tier == Tier::Landlock {
            // What a dying launcher leaves behind comes to us.
            rustix::process::set_child_subreaper(Some(rustix::process::getpid())).wall("subreaper", "prctl")?;
        }
        let mut slots = (0..open.slots).map(|index| Slot::start(&open, index, false)).collect::<Result<Vec<_>>>()?;
        for slot in &mut slots {
            slot.await_walls()?;
        }
        tell(&Reply::Ready { walls: &slots[0].walls, version: env!("CARGO_PKG_VERSION") }, &[])?;
        Ok(Session {
            open,
            slots,
            parked: Vec::new(),
            deaths: 0,
            queue: VecDeque::new(),
            outcomes: Vec::new(),
            bodies: Vec::new(),
            gathering: None,
        })
    }

    /// Whether more cases should be read.
    fn hungry(&self) -> bool {
        self.queue.len() < 4 * self.slots.len()
    }

    fn enqueue(&mut self, cases: Vec<crate::message::Case>, mut body: &[u8]) -> Result<()> {
        for case in cases {
            let length = case.body()?;
            let Some((own, rest)) = body.split_at_checked(length) else {
                return Err(Fault::plain(format!("case {}: the body is shorter than its lengths", case.id)));
            };
            self.queue.push_back(Job { case, body: own.to_vec() });
            body = rest;
        }
        if body.is_empty() { Ok(()) } else { Err(Fault::plain("the body is longer than the cases' lengths")) }
    }

    fn dispatch(&mut self) -> Result<()> {
        for depth in 0..2 {
            for index in 0..self.slots.len() {
                if self.queue.is_empty() || self.slots[index].given.len() != depth {
                    continue;
                }
                let kind = self.slots[index].watching;
                let next = match self.queue.iter().position(|job| job.case.watch == kind) {
                    Some(next) => next,
                    None if depth > 0 => continue,
                    None => {
                        self.exchange(index)?;
                        0
                    }
                };
                let slot = &mut self.slots[index];
                let running = slot.given.front().map_or(0, |job| job.body.len());
                if depth > 0 && (self.queue[next].body.len() + running > AHEAD) {
                    return Ok(());
                }
                // A launcher that is gone is met when its socket is read.
                let _ = slot.give(self.queue.remove(next).expect("a case was there"));
            }
        }
        Ok(())
    }

    /// Puts a slot of the other kind in the place of an idle one. It is raised the first time.
    fn exchange(&mut self, index: usize) -> Result<()> {
        let wanted = !self.slots[index].watching;
        let other = match self.parked.iter().position(|slot| slot.watching == wanted) {
            Some(at) => self.parked.swap_remove(at),
            None => self.raise(self.slots.len() + self.parked.len(), wanted)?,
        };
        let idle = std::mem::replace(&mut self.slots[index], other);
        self.parked.push(idle);
        Ok(())
    }

    fn raise(&self, number: usize, watching: bool) -> Result<Slot> {
        let mut slot = Slot::start(&self.open, number, watching)?;
        slot.await_walls()?;
        Ok(slot)
    }

    /// `ready` has two flags for each slot: its socket, its listener.
    fn collect(&mut self, ready: &[bool]) -> Result<()> {
        for (index, pair) in ready.chunks(2).enumerate() {
            if pair[1] {
                self.refuse(index)?;
            }
            if self.readable(index)? {
                self.take(index)?;
            }
        }
        let gathered = self.outcomes.len() >= GATHER_CASES * self.slots.len();
        let due = self.flush_in().is_some_and(|rest| rest.is_zero());
        if self.queue.is_empty() || gathered || due { self.flush() } else { Ok(()) }
    }

    /// In how long the gathered outcomes are to be written at the latest.
    fn flush_in(&self) -> Option<Duration> {
        self.gathering.map(|since| GATHER_TIME.saturating_sub(since.elapsed()))
    }

    fn readable(&self, index: usize) -> Result<bool> {
        let mut waited = [PollFd::new(&self.slots[index].socket, PollFlags::IN)];
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        Ok(rustix::event::poll(&mut waited, Some(&now)).doing("poll")? > 0)
    }

    /// Answers one notification and records the denial with the case that it belongs to.
    ///
    /// A launcher reports a case when all its processes are dead, and only then starts the next. So if a report is there
    /// to be read while the stopped thread still waits, the thread belongs to the next case: the report is taken first.
    fn refuse(&mut self, index: usize) -> Result<()> {
        let Some(watch) = &self.slots[index].watch else { return Ok(()) };
        let Ok(stopped) = sys::receive(&watch.listener) else { return Ok(()) }; // killed meanwhile
        if stopped.pid as i32 == self.slots[index].pid {
            sys::answer(&watch.listener, stopped.id, None); // the launcher's own, which is under its own filter
            return Ok(());
        }
        if let Some(sight) = self.slots[index].looks_at(&self.open, &stopped) {
            return self.look(index, &stopped, sight);
        }
        let attempt = denial::attempt(&stopped);
        let inside = denial::binds_netlink(&attempt)
            || denial::receiver(&stopped).is_some_and(|pid| self.slots[index].runs(pid))
            || denial::mapped(&stopped).is_some_and(|path| self.open.may_run(&path))
            || denial::touched(&stopped).is_some_and(|path| self.slots[index].may_change(&self.open, &path));
        let reported = self.readable(index)?;
        let waits = self.slots[index].watch.as_ref().is_some_and(|watch| sys::waits(&watch.listener, stopped.id));
        if reported && waits {
            self.take(index)?;
        }
        let known = denial::expected(&self.open.probes, &attempt);
        let Some(watch) = &mut self.slots[index].watch else { return Ok(()) };
        sys::answer(&watch.listener, stopped.id, if inside { None } else { Some(attempt.errno) });
        if !inside && !known {
            watch.denials.record(attempt.syscall, attempt.target, attempt.thread);
        }
        Ok(())
    }

    /// Lets a call go on that was only to be seen: the kernel refuses what it would refuse unwatched.
    fn look(&mut self, index: usize, stopped: &sys::Notification, sight: Sight) -> Result<()> {
        let attempt = match sight {
            Sight::Inside => None,
            Sight::Outside(target) => Some(denial::Attempt { target, ..denial::attempt(stopped) }),
        };
        let reported = attempt.is_some() && self.readable(index)?;
        let waits = self.slots[index].watch.as_ref().is_some_and(|watch| sys::waits(&watch.listener, stopped.id));
        if reported && waits {
            self.take(index)?;
        }
        let Some(watch) = &mut self.slots[index].watch else { return Ok(()) };
        if let Some(attempt) = attempt.filter(|attempt| waits && !denial::expected(&self.open.probes, attempt)) {
            watch.denials.record(attempt.syscall, attempt.target, attempt.thread);
        }
        sys::answer(&watch.listener, stopped.id, None);
        Ok(())
    }

    /// Takes one report from a slot.
    fn take(&mut self, index: usize) -> Result<()> {
        let slot = &mut self.slots[index];
        let Some((report, body)) = slot.receive()? else { return self.replace(index, None) };
        match report {
            Report::Outcome(mut outcome) => {
                slot.given.pop_front();
                outcome.denials = slot.watch.as_mut().map(|watch| watch.denials.take()).unwrap_or_default();
                self.deaths = 0;
                if body > GATHERED {
                    self.flush()?;
                    return self.pass_on(index, *outcome, body);
                }
                let start = self.bodies.len();
                self.bodies.resize(start + body as usize, 0);
                (&self.slots[index].socket).read_exact(&mut self.bodies[start..]).doing("reading from a launcher")?;
                self.outcomes.push(*outcome);
                self.gathering.get_or_insert_with(Instant::now);
                Ok(())
            }
            Report::Fault { id: Some(id), fault } => {
                slot.given.pop_front();
                slot.watch.as_mut().map(|watch| watch.denials.take());
                self.flush()?;
                tell_fault(Some(id), &fault)
            }
            Report::Fault { id: None, fault } => self.replace(index, Some(fault)),
            Report::Up { .. } => Err(Fault::plain("a launcher raised its walls twice")),
        }
    }

    /// Replaces a slot whose launcher is gone: the case it ran is our fault, the one sent ahead is sent again.
    fn replace(&mut self, index: usize, fault: Option<Fault>) -> Result<()> {
        self.flush()?;
        self.deaths += 1;
        let fault = fault.unwrap_or_else(|| Fault::plain("the case's launcher died"));
        if self.deaths > DEATHS {
            return Err(fault);
        }
        let given = std::mem::take(&mut self.slots[index].given);
        for (position, job) in given.into_iter().enumerate().rev() {
            if position == 0 {
                tell_fault(Some(job.case.id), &fault)?;
            } else {
                self.queue.push_front(job);
            }
        }
        let old = self.slots.remove(index);
        let (number, watching) = (old.index, old.watching);
        drop(old);
        let slot = self.raise(number, watching)?;
        self.slots.insert(index, slot);
        Ok(())
    }

    /// Writes the gathered outcomes as one frame.
    fn flush(&mut self) -> Result<()> {
        if self.outcomes.is_empty() {
            return Ok(());
        }
        tell(&Reply::Outcomes { outcomes: &self.outcomes }, &self.bodies)?;
        self.outcomes.clear();
        self.gathering = None;
        self.bodies.clear();
        self.bodies.shrink_to(1 << 20);
        Ok(())
    }

    /// Passes a large outcome on, piece by piece.
    fn pass_on(&mut self, index: usize, outcome: Outcome, body: u64) -> Result<()> {
        let mut to = std::io::stdout().lock();
        let head = frame::head(&Reply::Outcomes { outcomes: &[outcome] }, body)?;
        to.write_all(&head).doing("writing to the client")?;
        let mut socket = &self.slots[index].socket;
        let mut piece = vec![0; GATHERED as usize];
        let mut left = body;
        while left > 0 {
            let length = left.min(piece.len() as u64) as usize;
            socket.read_exact(&mut piece[..length]).doing("reading from a launcher")?;
            to.write_all(&piece[..length]).doing("writing to the client")?;
            left -= length as u64;
        }
        to.flush().doing("writing to the client")
    }
}
