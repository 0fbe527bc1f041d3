//! A launcher: the process that raises the walls of one slot, once, and then starts one case after the other behind them.
//!
//! It is pid 1 of its own pid namespace. It reads cases from its socket and writes one report for each. Descriptors 0, 1
//! and 2 are never its own: they are the streams of the case to come, so that the child needs no other descriptor.
//! When its supervisor is gone (its socket ends) it kills what runs and leaves.

use std::fs::File;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;

use rustix::fs::{CWD, Mode, OFlags};
use serde::Serialize;

use crate::fault::{Fault, Raise, Result};
use crate::frame;
use crate::message::{Case, Open, Outcome, Report};
use crate::run::Finished;
use crate::slot::Site;
use crate::sys;
use crate::walls::cgroup::Groups;
use crate::walls::namespaces;

/// Everything that running a case needs.
pub struct Launcher<'a> {
    pub open: &'a Open,
    pub socket: UnixStream,
    /// The scratch directory, open for reading.
    pub scratch: OwnedFd,
    /// A folder out of view for the streams' files.
    pub streams: OwnedFd,
    pub proc: Option<OwnedFd>,
    pub null: OwnedFd,
    pub groups: Option<Groups>,
}

/// The life of a launcher, from fork to exit. Never returns to the supervisor's code.
pub fn main(open: &Open, site: Site) -> ! {
    let socket = site.socket.try_clone();
    let result = raise(open, site).and_then(|mut launcher| launcher.serve());
    if let (Err(fault), Ok(socket)) = (result, socket) {
        let _ = frame::write(&socket, &Report::Fault { id: None, fault }, &[]);
    }
    sys::leave(1)
}

fn raise(open: &Open, site: Site) -> Result<Launcher<'_>> {
    sys::block_all_signals().doing("blocking signals")?;
    let null = rustix::fs::open("/dev/null", OFlags::RDWR | OFlags::CLOEXEC, Mode::empty()).doing("/dev/null")?;
    for stream in 0..3 {
        sys::place(&null, stream).doing("clearing standard streams")?;
    }
    let mut keep = vec![site.socket.as_raw_fd(), site.go.as_raw_fd(), null.as_raw_fd()];
    keep.extend(site.trees.iter().flatten().map(AsRawFd::as_raw_fd));
    keep.extend(site.groups.iter().flat_map(Groups::descriptors));
    sys::close_others(&keep).doing("closing descriptors")?;
    // The supervisor writes the id maps of our user namespace, then one byte.
    if rustix::io::read(&site.go, &mut [0u8; 1]).doing("waiting for the supervisor")? == 0 {
        sys::leave(0);
    }
    drop(site.go);
    let view = {
        become_inner()?;
        namespaces::raise(open, site.trees)?
    };
    rustix::thread::set_no_new_privs(true).wall("no-new-privs", "prctl")?;
    rustix::process::umask(Mode::from_raw_mode(0o022));
    if open.native {
        sys::deny_writable_code().wall("mdwe", "prctl(PR_SET_MDWE)")?;
    }
    rustix::process::chdir(&open.scratch).wall("mount", "entering the scratch directory")?;
    drop(view.scratch);
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let scratch = rustix::fs::openat(CWD, ".", flags, Mode::empty()).wall("mount", "opening the scratch directory")?;
    Ok(Launcher {
        open,
        socket: site.socket,
        scratch,
        streams: view.streams,
        proc: view.proc,
        null,
        groups: site.groups,
    })
}

/// Takes the inner ids, all three of each, and dies with the supervisor from then on.
fn become_inner() -> Result<()> {
    let (uid, gid) = (
        rustix::fs::Uid::from_raw(namespaces::INNER_ID),
        rustix::fs::Gid::from_raw(namespaces::INNER_ID),
    );
    // Refused where the user may not set groups at all: then setgroups was denied for the whole namespace.
    let _ = rustix::thread::set_thread_groups(&[]);
    rustix::thread::set_keep_capabilities(true).wall("user", "keeping capabilities")?;
    rustix::thread::set_thread_res_gid(gid, gid, gid).wall("user", "setresgid")?;
    rustix::thread::set_thread_res_uid(uid, uid, uid).wall("user", "setresuid")?;
    rustix::thread::set_keep_capabilities(false).wall("user", "keeping capabilities")?;
    sys::die_with_parent().wall("user", "prctl(PR_SET_PDEATHSIG)")?;
    rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable)
        .wall("user", "prctl(PR_SET_DUMPABLE)")
}

impl Launcher<'_> {
    fn serve(&mut self) -> Result<()> {
        let walls = Vec::new();
        frame::write(&self.socket, &Report::Up { walls }, &[])?;
        while let Some(frame) = frame::read(&self.socket)? {
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
