//! What a case gave back, once nothing of it runs any more: its streams and files, the limit that it hit. Then its places are
//! emptied.

use std::fs::File;
use std::time::Duration;

use crate::digest;
use crate::fault::{Fault, Raise, Result};
use crate::frame::BODY_LIMIT;
use crate::launcher::Launcher;
use crate::message::{Case, Limit, Limits, Outcome, Tier, Usage};
use crate::room;
use crate::run::{End, Finished};
use crate::scratch;

/// Limits that a case has passed whether there was room for what it wrote or not.
const PASSED: [Limit; 5] = [Limit::Memory, Limit::Stdout, Limit::Stderr, Limit::File, Limit::Scratch];

impl Launcher<'_> {
    /// Whether others write on the file system that scratch and streams are on.
    pub fn shares_room(&self) -> bool {
        self.open.tier == Tier::Landlock && self.files == 0
    }

    /// Reads what the case left and empties its places. `told` is how often a full file system had been told of before it
    /// started. True: it may have met one, and its outcome is worth nothing.
    pub fn finish(&mut self, case: &Case, limits: &Limits, end: End, told: u64) -> Result<(Finished, bool)> {
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
        let mut starved = room::is_full(std::io::stdout());
        if self.shares_room() {
            if starved {
                room::tell(); // before it is emptied: a case that starts after that finds room, or finds none
            }
            starved |= room::told() != told;
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
        let starved = starved && !limit.is_some_and(|limit| PASSED.contains(&limit));
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
        Ok((Finished { outcome, sends, clean }, starved))
    }

    /// The fault of a case that may have met a full file system.
    pub fn starved(&self, case: &Case) -> Fault {
        let place = match self.open.tier {
            Tier::Namespaces => "in memory",
            Tier::Landlock => self.scratch_path.as_str(),
        };
        let what = "was full while the case ran, and may have cut it: make room, or ask for lower limits";
        Fault {
            wall: Some("scratch".to_string()),
            errno: Some(libc::ENOSPC),
            message: format!("case {}: the place for what it writes ({place}) {what}", case.id),
        }
    }

    /// Empties the scratch directory and resets it. Returns the size of the largest file that was there.
    pub fn tidy(&self) -> Result<u64> {
        let largest = scratch::empty(&self.scratch)?;
        scratch::reset(&self.scratch, self.cookie)?;
        Ok(largest)
    }
}

fn known(stream: &Option<(u64, String)>) -> Option<(u64, &str)> {
    stream.as_ref().map(|(length, digest)| (*length, digest.as_str()))
}
