//! The supervisor: one thread, one loop. It reads frames from the client and lets the session do what there is to do.
//!
//! It never waits for one thing alone. A slot that has been given enough work is not looked at for a while: that spares both
//! sides being woken for each case.

use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};

use crate::fault::{Fault, Raise, Result};
use crate::frame::{self, Decoder, Frame};
use crate::message::{Reply, Request};
use crate::session::Session;
use crate::sys;

const CHUNK: usize = 64 << 10;

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
        let now = Instant::now();
        for slot in session.iter().flat_map(|session| &session.slots) {
            waited.push(PollFd::new(
                &slot.socket,
                if slot.look_in(now).is_zero() { PollFlags::IN } else { PollFlags::empty() },
            ));
            // Every slot has raised its walls, so it has a listener.
            waited.extend(slot.watch.iter().map(|watch| PollFd::new(&watch.listener, PollFlags::IN)));
        }
        let pause = session.as_ref().and_then(|session| session.pause(now)).map(timespec);
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

fn timespec(time: Duration) -> Timespec {
    Timespec { tv_sec: time.as_secs() as i64, tv_nsec: time.subsec_nanos().into() }
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

pub fn tell(reply: &Reply, body: &[u8]) -> Result<()> {
    frame::write(std::io::stdout().lock(), reply, body)?;
    std::io::stdout().flush().doing("writing to the client")
}

pub fn tell_fault(id: Option<u64>, fault: &Fault) -> Result<()> {
    let Fault { wall, errno, message } = fault;
    tell(&Reply::Fault { id, wall: wall.as_deref(), errno: *errno, message }, &[])
}
