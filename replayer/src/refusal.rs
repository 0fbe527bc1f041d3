//! What the supervisor does about a call that a filter stopped: refuse and record it, or let it go on after a look.

use crate::denial;
use crate::fault::Result;
use crate::message::Tier;
use crate::session::Session;
use crate::slot::Slot;
use crate::sys::{self, Notification};
use crate::walls::syscalls;
use crate::watching::Sight;

/// So many paths are remembered.
const KNOWN: usize = 4096;

impl Session {
    /// Answers one notification and records the denial with the case that it belongs to.
    ///
    /// A launcher reports a case when all its processes are dead, and only then starts the next. So what has been reported
    /// before a stopped thread is met is of earlier cases; and so is what can be read while the thread still waits.
    pub fn refuse(&mut self, index: usize) -> Result<()> {
        let launcher = self.slots[index].pid;
        while self.readable(index)? {
            self.take(index)?;
        }
        let slot = &self.slots[index];
        if slot.pid != launcher {
            return Ok(()); // it was gone: to wait for word from its successor's listener could take for ever
        }
        let Some(watch) = &slot.watch else { return Ok(()) };
        let Ok(stopped) = sys::receive(&watch.listener) else { return Ok(()) }; // killed meanwhile
        let plain = Slot::plain(&stopped);
        if plain.as_ref().is_some_and(|path| self.known.contains(path)) {
            sys::answer(&watch.listener, stopped.id, None);
            return Ok(());
        }
        let (goes_on, attempt) = if stopped.pid as i32 == launcher {
            (true, None) // the launcher's own, which is under its own filter
        } else if let Some(sight) = slot.looks_at(&self.open, &stopped) {
            let seen = |target| denial::Attempt { target, ..denial::attempt(&stopped) };
            (true, if let Sight::Outside(target) = sight { Some(seen(target)) } else { None })
        } else if slot.stays_inside(&self.open, &stopped) {
            (true, None)
        } else {
            (false, Some(denial::attempt(&stopped)))
        };
        while attempt.is_some() && self.readable(index)? && self.waits(index, &stopped) {
            self.take(index)?;
        }
        if self.slots[index].pid != launcher {
            return Ok(());
        }
        // What was read of a thread that is gone by now is worth nothing.
        let hearsay = goes_on && attempt.is_some() && !self.waits(index, &stopped);
        let quiet = self.unsaid(index, &stopped);
        let attempt = attempt.filter(|attempt| !hearsay && !quiet && !denial::expected(&self.open.probes, attempt));
        if let (true, None, false, Some(path)) = (goes_on, &attempt, hearsay, plain) {
            if self.known.len() < KNOWN && self.slots[index].settled(&self.open, &stopped, &path) {
                self.known.insert(path);
            }
        }
        let Some(watch) = &mut self.slots[index].watch else { return Ok(()) };
        let errno = if goes_on { None } else { Some(denial::refusal(&stopped)) };
        sys::answer(&watch.listener, stopped.id, errno);
        if let Some(attempt) = attempt {
            watch.denials.record(attempt.syscall, attempt.target, attempt.thread);
        }
        Ok(())
    }

    /// Whether this is told of watched cases only: what a tier with a view refuses without being asked.
    fn unsaid(&self, index: usize, stopped: &Notification) -> bool {
        let file = |call: &str| {
            syscalls::changes_metadata(call) || (call == "mmap" && !(self.open.native && denial::shares_code(stopped)))
        };
        self.open.tier == Tier::Landlock && !self.slots[index].watching && denial::call(stopped).is_some_and(file)
    }

    fn waits(&self, index: usize, stopped: &Notification) -> bool {
        self.slots[index].watch.as_ref().is_some_and(|watch| sys::waits(&watch.listener, stopped.id))
    }
}
