//! One case from its files on disk to its end: prepare, start, watch, kill, reap. What it gave back is read in `outcome`.

use std::ffi::CString;
use std::fs::File;
use std::os::fd::AsRawFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};

use crate::fault::{Fault, Raise, Result};
use crate::frame;
use crate::launcher::Launcher;
use crate::message::{Case, Limit, Limits, Outcome, Report, Tier};
use crate::room;
use crate::scratch;
use crate::sys::{self, Ended, Launch, Step, Waited};
use crate::walls::cgroup::{Groups, Seen};

/// How often a tree is looked at whose memory no control group watches.
const MEMORY_TICK: Duration = Duration::from_millis(10);
/// How often scratch is looked at that has no size of its own, where what it holds counts as memory in a control group.
const SCRATCH_TICK: Duration = Duration::from_millis(50);
/// CPU time is looked at again when the rest of the allowance could be used up, but not more often than this.
const CPU_TICK: Duration = Duration::from_millis(5);

const LOOK_AGAIN: Duration = Duration::from_micros(200);

/// A case that has ended.
pub struct Finished {
    pub outcome: Outcome,
    /// What to send of which file, in the order of the body.
    pub sends: Vec<(File, u64)>,
    /// An error means that the slot cannot prove it is clean, and is destroyed.
    pub clean: Result<()>,
}

/// How the main process ended, what had to be done about it, and what the case used.
pub struct End {
    pub status: i32,
    pub stopped_for: Option<Limit>,
    pub wall: Duration,
    pub seen: Seen,
}

/// Why a case is not waited for any longer.
enum Watched {
    Ended(Ended),
    Stopped(Limit),
}

/// What was learnt by waiting for a case's processes.
struct Reaped {
    status: i32,
    peak_kib: u64,
    cpu: Duration,
}

impl Launcher<'_> {
    /// Runs one case. A fault means that it could not be run: it says nothing about the program. Where the fault may be met by
    /// every case to come, or something of this one may be left, the launcher ends, and the slot is raised anew.
    pub fn run(&mut self, case: &Case, body: &[u8]) -> Result<Finished> {
        let limits = case.limits.unwrap_or(self.open.limits);
        self.resize(limits.scratch_bytes)?;
        let told = room::told();
        let placed = self.prepare(case, body, &limits).and_then(|launch| {
            self.streams.place(stdin(case, body))?;
            let full = self.shares_room() && room::is_full(&self.scratch);
            if full { Err(self.starved(case)) } else { Ok(launch) }
        });
        let launch = match placed {
            Ok(launch) => launch,
            Err(fault) => {
                self.tidy().unwrap_or_else(|fault| self.give_up(fault));
                return Err(fault);
            }
        };
        let begun = self.groups.as_mut().map_or(Ok(()), |groups| groups.begin(&limits));
        begun.unwrap_or_else(|fault| self.give_up(fault));
        let started = Instant::now();
        let main = match self.start(&launch) {
            Ok(main) => main,
            Err((step, error)) => {
                let fault = self.unstarted(case, &launch, step, error);
                let noted = self.groups.as_mut().map_or(Ok(()), Groups::note);
                if matches!(step, Step::Cgroup) || noted.and_then(|()| self.tidy()).is_err() {
                    self.give_up(fault);
                }
                return Err(fault);
            }
        };
        let end = self.end(main, &limits, started).unwrap_or_else(|fault| {
            let _ = self.reap(main, None);
            self.give_up(fault)
        });
        let (finished, starved) = self.finish(case, &limits, end, told).unwrap_or_else(|fault| self.give_up(fault));
        if starved {
            finished.clean.unwrap_or_else(|fault| self.give_up(fault));
            return Err(self.starved(case));
        }
        Ok(finished)
    }

    /// Ends the launcher for a reason.
    fn give_up(&self, fault: Fault) -> ! {
        let _ = frame::write(&self.socket, &Report::Fault { id: None, fault }, &[]);
        sys::leave(1)
    }

    /// Waits for the case's end, kills what is left of it and says what it used.
    fn end(&mut self, main: i32, limits: &Limits, started: Instant) -> Result<End> {
        let watched = self.watch(main, limits, started)?;
        let wall = started.elapsed();
        let (stopped_for, ended) = match watched {
            Watched::Ended(ended) => (None, Some(ended)),
            Watched::Stopped(limit) => (Some(limit), None),
        };
        let Reaped { status, peak_kib, cpu } = self.reap(main, ended)?;
        let mut seen = match &mut self.groups {
            Some(groups) => groups.end()?,
            None => Seen { cpu: None, peak_kib: None, out_of_memory: false, out_of_processes: false },
        };
        // A program that ignores SIGCHLD hides its children's CPU time from us, but not from a control group.
        seen.cpu = Some(seen.cpu.unwrap_or_default().max(cpu));
        seen.peak_kib = seen.peak_kib.or(Some(peak_kib));
        Ok(End { status, stopped_for, wall, seen })
    }

    /// Starts the process. Where slots share a user id, a fork bomb in one is felt in the others until it is killed.
    fn start(&mut self, launch: &Launch) -> std::result::Result<i32, (Step, std::io::Error)> {
        let patience = Instant::now() + Duration::from_secs(30);
        loop {
            match sys::launch(launch, &mut self.stack) {
                Err((Step::Clone, error))
                    if error.raw_os_error() == Some(libc::EAGAIN) && Instant::now() < patience =>
                {
                    std::thread::sleep(MEMORY_TICK);
                }
                other => return other,
            }
        }
    }

    /// Writes the case's files and spells out what the child will do.
    fn prepare(&self, case: &Case, body: &[u8], limits: &Limits) -> Result<Launch> {
        let mut rest = body;
        let mut take = |length: u64| {
            let (taken, left) = rest.split_at(length as usize);
            rest = left;
            taken
        };
        let unable = |what: String| Fault::plain(format!("case {}: {what}", case.id));
        let target = self.open.targets.get(&case.target).filter(|argv| !argv.is_empty());
        let target = target.ok_or_else(|| unable(format!("no target {:?}", case.target)))?;
        let string = |bytes: Vec<u8>, what: &str| {
            CString::new(bytes).map_err(|_| unable(format!("a NUL byte in {what}: no process can be given that")))
        };
        let mut argv = Vec::with_capacity(target.len() + case.args.len());
        for arg in target {
            argv.push(string(arg.clone().into_bytes(), "the target")?);
        }
        for length in &case.args {
            argv.push(string(take(*length).to_vec(), "an argument")?);
        }
        take(case.stdin);
        for (path, length) in &case.files {
            scratch::write(&self.scratch, path, take(*length))?;
        }
        let added: Vec<(&str, &[u8])> = case.env.iter().map(|(name, length)| (name.as_str(), take(*length))).collect();
        let scratch = self.scratch_path.as_str();
        let fixed = self.open.environment.iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
        let fixed = fixed.chain([("HOME", scratch.as_bytes()), ("TMPDIR", scratch.as_bytes())]);
        let environment = fixed
            .filter(|(name, _)| added.iter().all(|(other, _)| name != other))
            .chain(added.iter().copied())
            .map(|(name, value)| string([name.as_bytes(), b"=", value].concat(), "the environment"))
            .collect::<Result<_>>()?;
        Ok(Launch {
            argv,
            environment,
            rlimits: self.rlimits(limits),
            cgroup: self.groups.as_ref().map(Groups::door),
            landlock: Some(self.ruleset.as_raw_fd()),
            tied: self.open.tier == Tier::Landlock,
            cookie: self.cookie,
        })
    }

    /// Waits until the main process has ended or must be ended. Leaves for good when the supervisor is gone.
    fn watch(&self, main: i32, limits: &Limits, started: Instant) -> Result<Watched> {
        let wall = Duration::from_millis(limits.wall_ms);
        let cpu = Duration::from_millis(limits.cpu_ms);
        let mut next_cpu = cpu / self.cores;
        let tick = if self.groups.is_none() { MEMORY_TICK } else { SCRATCH_TICK };
        let mut next_look = tick;
        loop {
            let elapsed = started.elapsed();
            if elapsed >= wall {
                return Ok(Watched::Stopped(Limit::Wall));
            }
            if elapsed >= next_cpu {
                let counted = self.groups.as_ref().and_then(Groups::cpu);
                let used = counted.unwrap_or_else(|| self.tree_cpu(main));
                if used > cpu {
                    return Ok(Watched::Stopped(Limit::Cpu));
                }
                next_cpu = elapsed + ((cpu - used) / self.cores).max(CPU_TICK);
            }
            let mut pause = (wall - elapsed).min(next_cpu.saturating_sub(elapsed).max(Duration::from_millis(1)));
            if self.groups.is_none() || self.open.tier == Tier::Landlock {
                if elapsed >= next_look {
                    if let Some(limit) = self.look(main, limits) {
                        return Ok(Watched::Stopped(limit));
                    }
                    // Looking takes a tenth of the time at the most.
                    next_look = started.elapsed() + tick.max(9 * (started.elapsed() - elapsed));
                }
                pause = pause.min(next_look.saturating_sub(elapsed).max(Duration::from_millis(1)));
            }
            let timeout = Timespec { tv_sec: pause.as_secs() as i64, tv_nsec: pause.subsec_nanos().into() };
            let mut waited = [PollFd::new(&self.deaths, PollFlags::IN), PollFd::new(&self.socket, PollFlags::RDHUP)];
            match rustix::event::poll(&mut waited, Some(&timeout)) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error).doing("waiting for the case"),
            }
            if !waited[1].revents().is_empty() {
                self.reap(main, None)?;
                sys::leave(0);
            }
            if !waited[0].revents().is_empty() {
                // It tells of any child, and once of many. A signal that was left by the last case costs one more look.
                sys::take_signal(&self.deaths).doing("waiting for the case")?;
                if let Some(ended) = sys::wait(main, false).doing("waiting for the case")? {
                    return Ok(Watched::Ended(ended));
                }
            }
        }
    }

    /// What no control group watches.
    fn look(&self, main: i32, limits: &Limits) -> Option<Limit> {
        if self.shares_room() && room::is_full(&self.scratch) {
            room::tell();
        }
        if self.groups.is_none() && self.tree_memory(main) > limits.memory_bytes {
            return Some(Limit::Memory);
        }
        if self.groups.is_none() && self.tree_tasks(main) > limits.processes {
            return Some(Limit::Processes);
        }
        // What is in scratch counts as memory of the group: while that is little there is no need to look.
        let little = || self.groups.as_ref().and_then(Groups::peak).is_some_and(|peak| peak <= limits.scratch_bytes);
        let used = || scratch::used(&self.scratch).saturating_add(self.tree_nameless(main));
        let full = self.open.tier == Tier::Landlock && !little() && used() > limits.scratch_bytes;
        full.then_some(Limit::Scratch)
    }

    /// Kills all that is left of the case and waits until nothing is.
    fn reap(&self, main: i32, ended: Option<Ended>) -> Result<Reaped> {
        let mut status = ended.as_ref().map(|ended| ended.status);
        let (mut peak_kib, mut cpu) = ended.map_or((0, Duration::ZERO), |ended| (ended.peak_kib, ended.cpu));
        let alone = self.open.tier == Tier::Namespaces;
        let mut block = false;
        loop {
            match sys::wait_for(-1, block).doing("reaping")? {
                Waited::Ended(ended) => {
                    if ended.pid == main {
                        status = Some(ended.status);
                    }
                    peak_kib = ended.peak_kib.max(peak_kib);
                    cpu += ended.cpu;
                }
                Waited::Nobody => break,
                Waited::NotYet => {
                    self.kill_tree(main);
                    // Without a pid namespace a process could have been forked unseen: look again, do not wait.
                    block = alone;
                    if !alone {
                        std::thread::sleep(LOOK_AGAIN);
                    }
                }
            }
        }
        let status = status.ok_or_else(|| Fault::plain("the case's process was reaped by somebody else"))?;
        Ok(Reaped { status, peak_kib, cpu })
    }

    fn unstarted(&self, case: &Case, launch: &Launch, step: Step, error: std::io::Error) -> Fault {
        let what = match step {
            Step::Exec => format!("executing {}", launch.argv[0].to_string_lossy()),
            other => format!("{other:?} before the exec"),
        };
        let wall = match step {
            Step::Cgroup => self.groups.as_ref().map(|groups| groups.names()[0]),
            Step::Rlimit => Some("rlimits"),
            Step::Landlock => Some("landlock"),
            _ => None,
        };
        Fault {
            wall: wall.map(str::to_string),
            errno: error.raw_os_error(),
            message: format!("case {}: {what}: {error}", case.id),
        }
    }
}

fn stdin<'a>(case: &Case, body: &'a [u8]) -> &'a [u8] {
    let start: u64 = case.args.iter().sum();
    &body[start as usize..(start + case.stdin) as usize]
}
