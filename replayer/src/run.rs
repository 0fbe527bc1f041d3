//! One case from its files on disk to its outcome: prepare, start, watch, kill, reap, read, empty.

use std::ffi::CString;
use std::fs::File;
use std::os::fd::AsRawFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};

use crate::digest;
use crate::fault::{Fault, Raise, Result};
use crate::frame::BODY_LIMIT;
use crate::launcher::Launcher;
use crate::message::{Case, Limit, Limits, Outcome, Tier, Usage};
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
struct End {
    status: i32,
    stopped_for: Option<Limit>,
    wall: Duration,
    seen: Seen,
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
    /// Runs one case. A fault means that it could not be run: it says nothing about the program.
    pub fn run(&mut self, case: &Case, body: &[u8]) -> Result<Finished> {
        let limits = case.limits.unwrap_or(self.open.limits);
        self.resize(limits.scratch_bytes)?;
        let launch = match self.prepare(case, body, &limits) {
            Ok(launch) => launch,
            Err(fault) => {
                self.tidy()?;
                return Err(fault);
            }
        };
        let stdin = stdin(case, body);
        self.streams.place(stdin)?;
        if let Some(groups) = &mut self.groups {
            groups.begin(&limits)?;
        }
        let started = Instant::now();
        let main = match self.start(&launch) {
            Ok(main) => main,
            Err((step, error)) => {
                self.groups.as_mut().map_or(Ok(()), Groups::note)?;
                self.tidy()?;
                return Err(unstarted(case, &launch, step, error));
            }
        };
        let watched = self.watch(main, &limits, started)?;
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
        let finished = self.finish(case, &limits, End { status, stopped_for, wall, seen })?;
        Ok(finished)
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

    /// Empties the scratch directory and resets it. Returns the size of the largest file that was there.
    fn tidy(&self) -> Result<u64> {
        let largest = scratch::empty(&self.scratch)?;
        scratch::reset(&self.scratch, self.cookie)?;
        Ok(largest)
    }

    fn finish(&mut self, case: &Case, limits: &Limits, end: End) -> Result<Finished> {
        let [out, err] = self.streams.written()?;
        let buffer = &mut self.buffer;
        let mut room = BODY_LIMIT;
        let mut sends = Vec::new();
        let mut describe = |file: Option<(&File, u64)>, expected: Option<(u64, &str)>| {
            let capture = digest::capture(file, expected, case.keep.min(room), buffer)?;
            if let (Some(length @ 1..), Some((file, _))) = (capture.sent, file) {
                room -= length;
                sends.push((file.try_clone().doing("a file to send")?, length));
            }
            Ok(capture)
        };
        let expected = case.expected.as_ref();
        let stdout = describe(out, expected.and_then(|all| known(&all.stdout)))?;
        let stderr = describe(err, expected.and_then(|all| known(&all.stderr)))?;
        let mut files = Vec::new();
        for path in &case.outputs {
            if let Some((file, length)) = scratch::output(&self.scratch, path) {
                let known = expected.and_then(|all| all.files.iter().find(|(name, ..)| name == path));
                let known = known.map(|(_, length, digest)| (*length, digest.as_str()));
                files.push((path.clone(), describe(Some((&file, length)), known)?));
            }
        }
        let scratch::State { full, empty } = scratch::state(&self.scratch, self.files);
        let full = match self.open.tier {
            Tier::Namespaces => full,
            Tier::Landlock => !empty && scratch::used(&self.scratch) > limits.scratch_bytes,
        };
        let clean = if empty { scratch::reset(&self.scratch, self.cookie).map(|()| 0) } else { self.tidy() };
        let (largest, clean) = match clean {
            Ok(largest) => (largest, Ok(())),
            Err(fault) => (0, Err(fault)),
        };
        let seen = &end.seen;
        let cpu = seen.cpu.unwrap_or_default();
        let killed_by = libc::WIFSIGNALED(end.status).then(|| libc::WTERMSIG(end.status));
        let streams_over = stdout.length > limits.stdout_bytes || stderr.length > limits.stderr_bytes;
        let hits = [
            (Limit::Memory, seen.out_of_memory || end.stopped_for == Some(Limit::Memory)),
            (Limit::Processes, seen.out_of_processes || end.stopped_for == Some(Limit::Processes)),
            (Limit::Cpu, cpu > Duration::from_millis(limits.cpu_ms) || end.stopped_for == Some(Limit::Cpu)),
            (Limit::Wall, end.stopped_for == Some(Limit::Wall)),
            (Limit::Stdout, stdout.length > limits.stdout_bytes),
            (Limit::Stderr, stderr.length > limits.stderr_bytes),
            (Limit::File, largest > limits.file_bytes || (killed_by == Some(libc::SIGXFSZ) && !streams_over)),
            (Limit::Scratch, full || end.stopped_for == Some(Limit::Scratch)),
        ];
        let limit = hits.into_iter().find_map(|(limit, hit)| hit.then_some(limit));
        let exited = libc::WIFEXITED(end.status).then(|| libc::WEXITSTATUS(end.status));
        let outcome = Outcome {
            id: case.id,
            exit: exited.filter(|_| limit.is_none()),
            signal: killed_by.filter(|_| limit.is_none()),
            limit,
            stdout,
            stderr,
            files,
            usage: Usage {
                cpu_us: cpu.as_micros() as u64,
                wall_us: end.wall.as_micros() as u64,
                peak_kib: seen.peak_kib.unwrap_or_default(),
            },
            denials: Vec::new(),
        };
        Ok(Finished { outcome, sends, clean })
    }
}

fn known(stream: &Option<(u64, String)>) -> Option<(u64, &str)> {
    stream.as_ref().map(|(length, digest)| (*length, digest.as_str()))
}

fn stdin<'a>(case: &Case, body: &'a [u8]) -> &'a [u8] {
    let start: u64 = case.args.iter().sum();
    &body[start as usize..(start + case.stdin) as usize]
}

fn unstarted(case: &Case, launch: &Launch, step: Step, error: std::io::Error) -> Fault {
    let what = match step {
        Step::Exec => format!("executing {}", launch.argv[0].to_string_lossy()),
        other => format!("{other:?} before the exec"),
    };
    let wall = match step {
        Step::Cgroup => Some("cgroup-v1:memory"),
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
