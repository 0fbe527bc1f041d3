//! A session: the slots of one sandbox, the cases that wait for one, and the outcomes that wait to be written.
//!
//! A launcher is given cases beyond the one it runs only when they are small and short, and no other slot stands idle for
//! it. Bytes of a large outcome are passed on as they come, so memory stays flat.

use std::collections::{HashSet, VecDeque};
use std::io::{Read, Write};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};

use crate::fault::{Fault, Raise, Result};
use crate::frame;
use crate::message::{Case, Open, Outcome, PROTOCOL, Reply, Report, Tier};
use crate::slot::{AHEAD, Job, Slot};
use crate::supervisor::{tell, tell_fault};
use crate::walls::loader::{self, Unseen};
use crate::walls::resident;

/// Cases this small together are sent ahead: they fit the socket's buffer.
const AHEAD_BYTES: usize = 32 << 10;
/// More cases are read from the client while fewer than this wait for each slot.
const QUEUE: usize = 2 * AHEAD;
/// Outcomes with fewer bytes are gathered into one frame; larger ones are passed on as they come.
const GATHERED: u64 = 256 << 10;
/// While there is work in the queue, so many outcomes a slot are gathered before the client is woken, for so long at most.
const GATHER_CASES: usize = 64;
const GATHER_TIME: Duration = Duration::from_millis(50);
/// A slot whose launcher dies so often in a row is given up.
const DEATHS: usize = 3;

pub struct Session {
    pub open: Open,
    pub slots: Vec<Slot>,
    /// Raised slots that wait to be exchanged for one of `slots`: the filter is a slot's, whether to watch is a case's.
    parked: Vec<Slot>,
    deaths: usize,
    queue: VecDeque<Job>,
    outcomes: Vec<Outcome>,
    bodies: Vec<u8>,
    /// What is opened at every start and needs no look.
    unseen: Unseen,
    /// Files that every case may open to read, by the paths by which they have been opened.
    pub known: HashSet<Vec<u8>>,
    /// When the first of the gathered outcomes came.
    gathering: Option<Instant>,
}

/// The slots of a session, and what need not be seen of their cases. Their walls go up at the same time, and while that is found.
fn raised(open: &Open) -> Result<(Vec<Slot>, Unseen)> {
    let mut slots = (0..open.slots).map(|index| Slot::start(open, index, false)).collect::<Result<Vec<_>>>()?;
    let unseen = loader::unseen(open);
    for slot in &mut slots {
        slot.await_walls(&unseen)?;
    }
    Ok((slots, unseen))
}

impl Session {
    /// Raises the walls of every slot, all at the same time, and tells the client.
    pub fn open(mut open: Open) -> Result<Session> {
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
        for mount in &mut open.mounts {
            mount.real = std::fs::canonicalize(&mount.source).ok();
        }
        let copying = resident::keep(&mut open);
        let (mut slots, mut unseen) = raised(&open)?;
        if copying.is_some_and(|copying| !copying.finish(&mut open)) {
            drop(slots);
            (slots, unseen) = raised(&open)?;
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
            unseen,
            known: HashSet::new(),
            gathering: None,
        })
    }

    /// Whether more cases should be read.
    pub fn hungry(&self) -> bool {
        self.queue.len() < QUEUE * self.slots.len()
    }

    /// Takes cases and their bytes.
    pub fn enqueue(&mut self, cases: Vec<Case>, mut body: &[u8]) -> Result<()> {
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

    /// Hands out cases. No slot is given one more ahead before all others have as many.
    pub fn dispatch(&mut self) -> Result<()> {
        for depth in 0..=AHEAD {
            for index in 0..self.slots.len() {
                if self.queue.is_empty() {
                    return Ok(());
                }
                let slot = &self.slots[index];
                if slot.given.len() != depth || depth > slot.ahead() {
                    continue;
                }
                let kind = slot.watching;
                let next = match self.queue.iter().position(|job| job.case.watch == kind) {
                    Some(next) => next,
                    None if depth > 0 => continue,
                    None => {
                        self.exchange(index)?;
                        0
                    }
                };
                let slot = &mut self.slots[index];
                let given: usize = slot.given.iter().map(|job| job.body.len()).sum();
                if depth > 0 && (self.queue[next].body.len() + given > AHEAD_BYTES) {
                    continue;
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
        slot.await_walls(&self.unseen)?;
        Ok(slot)
    }

    /// Takes what has come. `ready` has two flags for each slot: its socket, its listener.
    pub fn collect(&mut self, ready: &[bool]) -> Result<()> {
        for (index, pair) in ready.chunks(2).enumerate() {
            if pair[1] {
                self.refuse(index)?;
            }
            if pair[0] {
                while self.readable(index)? {
                    self.take(index)?;
                }
            }
        }
        let gathered = self.outcomes.len() >= GATHER_CASES * self.slots.len();
        let due = self.flush_in(Instant::now()).is_some_and(|rest| rest.is_zero());
        if self.queue.is_empty() || gathered || due { self.flush() } else { Ok(()) }
    }

    /// How long nothing needs to be done, unless something comes before. None: for ever.
    pub fn pause(&self, now: Instant) -> Option<Duration> {
        let looks = self.slots.iter().map(|slot| slot.look_in(now)).filter(|rest| !rest.is_zero());
        looks.chain(self.flush_in(now)).min()
    }

    /// In how long the gathered outcomes are to be written at the latest.
    fn flush_in(&self, now: Instant) -> Option<Duration> {
        self.gathering.map(|since| GATHER_TIME.saturating_sub(now.duration_since(since)))
    }

    /// Whether a report of the slot has come, or its end.
    pub fn readable(&self, index: usize) -> Result<bool> {
        let slot = &self.slots[index];
        if slot.holds_more() {
            return Ok(true);
        }
        let mut waited = [PollFd::new(&slot.socket, PollFlags::IN)];
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        Ok(rustix::event::poll(&mut waited, Some(&now)).doing("poll")? > 0)
    }

    /// Takes one report from a slot.
    pub fn take(&mut self, index: usize) -> Result<()> {
        let slot = &mut self.slots[index];
        let Some((report, body)) = slot.receive()? else { return self.replace(index, None) };
        match report {
            Report::Outcome(mut outcome) => {
                slot.done(Duration::from_micros(outcome.usage.wall_us));
                outcome.denials = slot.watch.as_mut().map(|watch| watch.denials.take()).unwrap_or_default();
                self.deaths = 0;
                if body > GATHERED {
                    self.flush()?;
                    return self.pass_on(index, *outcome, body);
                }
                let start = self.bodies.len();
                self.bodies.resize(start + body as usize, 0);
                self.slots[index].inbox.read_exact(&mut self.bodies[start..]).doing("reading from a launcher")?;
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
        let inbox = &mut self.slots[index].inbox;
        let mut piece = vec![0; GATHERED as usize];
        let mut left = body;
        while left > 0 {
            let length = left.min(piece.len() as u64) as usize;
            inbox.read_exact(&mut piece[..length]).doing("reading from a launcher")?;
            to.write_all(&piece[..length]).doing("writing to the client")?;
            left -= length as u64;
        }
        to.flush().doing("writing to the client")
    }
}
