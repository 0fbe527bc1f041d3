//! Descriptors: closing what must not be inherited, signals as a descriptor.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags,
};

use super::checked;

/// Closes every descriptor from 3 up that is not in `keep`. Only for a freshly forked process that goes its own way:
/// the owners of the closed descriptors are never used or dropped there.
pub fn close_others(keep: &[RawFd]) -> io::Result<()> {
    let mut keep: Vec<u32> = keep.iter().map(|fd| *fd as u32).filter(|fd| *fd > 2).collect();
    keep.sort_unstable();
    let mut first = 3u32;
    for fd in keep.into_iter().chain([u32::MAX]) {
        if fd > first {
            // SAFETY: close_range takes numbers only; that the descriptors' owners are gone is the caller's promise above.
            checked(unsafe { libc::syscall(libc::SYS_close_range, first, fd - 1, 0) })?;
        }
        first = fd.saturating_add(1);
    }
    Ok(())
}

/// The bytes of a file, not copied: they are the file's own for as long as this lives.
pub struct Bytes {
    start: *const u8,
    length: usize,
}

impl Bytes {
    /// Those of a regular file that nobody cuts short meanwhile. An error of EISDIR, or the like, for anything else.
    pub fn of(file: &File) -> io::Result<Bytes> {
        let state = file.metadata()?;
        if !state.is_file() {
            return Err(io::Error::from_raw_os_error(libc::EISDIR));
        }
        let length = usize::try_from(state.len()).map_err(io::Error::other)?;
        if length == 0 {
            return Ok(Bytes { start: std::ptr::dangling(), length });
        }
        let (read, private, fd) = (libc::PROT_READ, libc::MAP_PRIVATE, file.as_raw_fd());
        // SAFETY: a new mapping, placed where nothing is.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), length, read, private, fd, 0) };
        if start == libc::MAP_FAILED {
            Err(io::Error::last_os_error())
        } else {
            Ok(Bytes { start: start.cast(), length })
        }
    }
}

impl std::ops::Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        // SAFETY: a mapping of that length, readable until it is dropped; that the file is not cut short is the caller's promise.
        unsafe { std::slice::from_raw_parts(self.start, self.length) }
    }
}

impl Drop for Bytes {
    fn drop(&mut self) {
        if self.length > 0 {
            // SAFETY: the mapping that `of` made; nobody borrows it any more.
            unsafe { libc::munmap(self.start.cast_mut().cast(), self.length) };
        }
    }
}

/// Blocks `signals` and returns a descriptor from which they can be read.
pub fn signals_as_descriptor(signals: &[i32]) -> io::Result<OwnedFd> {
    // SAFETY: the set is initialised by sigemptyset before use; all pointers are to live locals.
    unsafe {
        let mut set = std::mem::zeroed();
        libc::sigemptyset(&mut set);
        for signal in signals {
            libc::sigaddset(&mut set, *signal);
        }
        checked(libc::sigprocmask(libc::SIG_BLOCK, &set, std::ptr::null_mut()).into())?;
        let fd = checked(libc::signalfd(-1, &set, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK).into())?;
        Ok(OwnedFd::from_raw_fd(fd as RawFd))
    }
}

/// Takes one signal from such a descriptor, if there is one.
pub fn take_signal(signals: &OwnedFd) -> io::Result<()> {
    let mut taken = [0u8; size_of::<libc::signalfd_siginfo>()];
    match rustix::io::read(signals, &mut taken) {
        Ok(_) | Err(rustix::io::Errno::AGAIN) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Blocks every signal that can be blocked: a launcher is ended by SIGKILL or by its socket, by nothing else. Rust ignores
/// SIGPIPE, and an ignored signal would stay so in the programs: it has its default action again, and is blocked like the rest.
pub fn block_all_signals() -> io::Result<()> {
    // SAFETY: as above; the default action needs no handler.
    unsafe {
        let mut set = std::mem::zeroed();
        libc::sigfillset(&mut set);
        checked(libc::sigprocmask(libc::SIG_BLOCK, &set, std::ptr::null_mut()).into())?;
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
    }
    Ok(())
}

/// Closes 0, 1 and 2, which no OwnedFd of a launcher ever is.
pub fn close_standard_streams() -> io::Result<()> {
    // SAFETY: numbers only; see above.
    checked(unsafe { libc::syscall(libc::SYS_close_range, 0, 2, 0) }).map(|_| ())
}

/// The terminal's line discipline and all the rest stay away: duplicates `fd` onto the number `onto` (0, 1 or 2),
/// without close-on-exec.
pub fn place(fd: &impl AsRawFd, onto: RawFd) -> io::Result<()> {
    // SAFETY: numbers only. 0, 1 and 2 are never owned by an OwnedFd in this program.
    checked(unsafe { libc::dup2(fd.as_raw_fd(), onto) }.into()).map(|_| ())
}

/// Sets the mode of what `file` is open on. `cookie` is in an argument register that the call does not use: a filter that stops
/// changes of metadata lets this one through.
pub fn set_mode_as_launcher(file: &impl AsRawFd, mode: u32, cookie: [u64; 3]) -> io::Result<()> {
    // SAFETY: numbers only.
    checked(unsafe { libc::syscall(libc::SYS_fchmod, file.as_raw_fd(), mode, 0, 0, 0, cookie[0]) }).map(|_| ())
}

/// Sets the times of what `file` is open on to the present, with the cookie likewise.
pub fn touch_as_launcher(file: &impl AsRawFd, cookie: [u64; 3]) -> io::Result<()> {
    let none = std::ptr::null::<libc::c_char>();
    // SAFETY: null pointers: without a path the file itself is meant, without times the present.
    checked(unsafe { libc::syscall(libc::SYS_utimensat, file.as_raw_fd(), none, none, 0, 0, cookie[0]) }).map(|_| ())
}

/// Sends a descriptor over a socket, with one byte.
pub fn send_descriptor(socket: &UnixStream, fd: &OwnedFd) -> io::Result<()> {
    let mut space = [std::mem::MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    let fds = [fd.as_fd()];
    control.push(SendAncillaryMessage::ScmRights(&fds));
    rustix::net::sendmsg(socket, &[io::IoSlice::new(b"!")], &mut control, SendFlags::empty())?;
    Ok(())
}

/// Receives what `send_descriptor` sent.
pub fn receive_descriptor(socket: &UnixStream) -> io::Result<OwnedFd> {
    let mut space = [std::mem::MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0];
    let mut into = [io::IoSliceMut::new(&mut byte)];
    rustix::net::recvmsg(socket, &mut into, &mut control, RecvFlags::CMSG_CLOEXEC)?;
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmRights(mut fds) = message {
            if let Some(fd) = fds.next() {
                return Ok(fd);
            }
        }
    }
    Err(io::Error::other("no descriptor came"))
}
