//! Processes: forking with namespaces, killing, reaping, their use of the machine.

use std::io;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use super::checked;

/// Forks, with `flags` (CLONE_NEW…) for the child. Returns the child's pid to the parent, 0 to the child.
/// The caller has one thread only, so the child may go on as ordinary Rust.
pub fn fork(flags: libc::c_int) -> io::Result<i32> {
    let flags = libc::c_long::from(flags | libc::SIGCHLD);
    // SAFETY: without CLONE_VM and with a null stack this is fork; the process is single-threaded, so no lock is held.
    checked(unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) }).map(|pid| pid as i32)
}

/// Moves this process, which has one thread only, into new namespaces.
pub fn unshare(flags: libc::c_int) -> io::Result<()> {
    // SAFETY: numbers only; no other thread shares what is unshared.
    checked(unsafe { libc::unshare(flags) }.into()).map(|_| ())
}

/// Gives every signal that the client ignores (`nohup` ignores SIGHUP) its default action again: what is ignored stays so
/// over exec, and a case must not notice how portproof was started. SIGPIPE is left as it is until the case starts.
pub fn stop_ignoring_signals() {
    for signal in (1..=libc::SIGRTMAX()).filter(|signal| *signal != libc::SIGPIPE) {
        // SAFETY: sigaction is plain data for which zeroes are valid; a signal that cannot be asked about is left alone.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            let asked = libc::sigaction(signal, std::ptr::null(), &mut action);
            if asked == 0 && action.sa_sigaction == libc::SIG_IGN {
                libc::signal(signal, libc::SIG_DFL);
            }
        }
    }
}

/// How a child ended, and what it and the descendants it waited for used.
pub struct Ended {
    pub pid: i32,
    pub status: i32,
    pub peak_kib: u64,
    pub cpu: Duration,
}

/// What there was to wait for.
pub enum Waited {
    Ended(Ended),
    /// Children are there, but none has ended.
    NotYet,
    Nobody,
}

/// Waits for `pid`, blocking or not. None: there is no such child, or it has not ended and `block` is false.
pub fn wait(pid: i32, block: bool) -> io::Result<Option<Ended>> {
    Ok(if let Waited::Ended(ended) = wait_for(pid, block)? { Some(ended) } else { None })
}

/// Waits for `pid` (-1: any child), blocking or not.
pub fn wait_for(pid: i32, block: bool) -> io::Result<Waited> {
    let options = libc::__WALL | if block { 0 } else { libc::WNOHANG };
    loop {
        let mut status = 0;
        // SAFETY: rusage is plain data for which zeroes are valid; both pointers are to live locals.
        let (result, usage) = unsafe {
            let mut usage: libc::rusage = std::mem::zeroed();
            (libc::wait4(pid, &mut status, options, &mut usage), usage)
        };
        match result {
            0 => return Ok(Waited::NotYet),
            -1 => match io::Error::last_os_error() {
                error if error.raw_os_error() == Some(libc::EINTR) => {}
                error if error.raw_os_error() == Some(libc::ECHILD) => return Ok(Waited::Nobody),
                error => return Err(error),
            },
            pid => {
                let cpu = span(usage.ru_utime) + span(usage.ru_stime);
                return Ok(Waited::Ended(Ended { pid, status, peak_kib: usage.ru_maxrss as u64, cpu }));
            }
        }
    }
}

fn span(time: libc::timeval) -> Duration {
    Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000)
}

/// The CPU time that the live process `pid` has used, all threads; None when there is no such process.
pub fn live_cpu(pid: i32) -> Option<Duration> {
    let clock = (!pid << 3) | 2; // how the kernel names a process's CPU clock: include/linux/posix-timers.h
    // SAFETY: timespec is plain data; the pointer is to a live local.
    unsafe {
        let mut time: libc::timespec = std::mem::zeroed();
        (libc::clock_gettime(clock, &mut time) == 0).then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
    }
}

/// The CPU time that this process, which has one thread only, has used.
pub fn own_cpu() -> Duration {
    live_cpu(0).unwrap_or_default()
}

/// Sends `signal` to `pid`; -1 is everything that the caller may signal, but itself and pid 1. False: there is none.
pub fn kill(pid: i32, signal: i32) -> bool {
    kill_as_launcher(pid, signal, [0; 3])
}

/// The same under the filter. `cookie` is in argument registers that kill does not use, and lets it through.
pub fn kill_as_launcher(pid: i32, signal: i32, [a, b, c]: [u64; 3]) -> bool {
    // SAFETY: numbers only.
    unsafe { libc::syscall(libc::SYS_kill, pid, signal, 0, a, b, c) == 0 }
}

/// Ends this process at once, running nothing.
pub fn leave(code: i32) -> ! {
    // SAFETY: _exit does not return and touches no memory.
    unsafe { libc::_exit(code) }
}

/// Asks for SIGKILL when the process that forked us ends.
pub fn die_with_parent() -> io::Result<()> {
    // SAFETY: numbers only.
    checked(unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0) }.into()).map(|_| ())
}

/// The hard limit of a resource, beyond which an unprivileged process cannot go.
pub fn hard_limit(resource: u32) -> u64 {
    // SAFETY: rlimit is plain data; the pointer is to a live local.
    unsafe {
        let mut limit: libc::rlimit = std::mem::zeroed();
        if libc::getrlimit(resource, &mut limit) == 0 { limit.rlim_max } else { u64::MAX }
    }
}

/// Sets a resource limit of this process, soft and hard.
pub fn set_limit(resource: u32, value: u64) -> io::Result<()> {
    let limit = libc::rlimit { rlim_cur: value, rlim_max: value };
    // SAFETY: the pointer is to a live local.
    checked(unsafe { libc::setrlimit(resource, &raw const limit) }.into()).map(|_| ())
}

/// Does `act` in a child process and gives its error, if any.
pub fn in_child(act: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    let pid = fork(0)?;
    if pid == 0 {
        leave(act().map_or_else(|error| error.raw_os_error().unwrap_or(libc::EIO), |()| 0));
    }
    match wait(pid, true)? {
        Some(ended) if libc::WIFEXITED(ended.status) => match libc::WEXITSTATUS(ended.status) {
            0 => Ok(()),
            errno => Err(io::Error::from_raw_os_error(errno)),
        },
        _ => Err(io::Error::from_raw_os_error(libc::ECHILD)),
    }
}

/// Writes "0" to a descriptor: into a control group's door, this is how a process enters.
pub fn write_zero(fd: i32) -> io::Result<()> {
    // SAFETY: a static string of one byte.
    checked(unsafe { libc::write(fd, c"0".as_ptr().cast(), 1) } as libc::c_long).map(|_| ())
}

/// A number, 0 at first, that this process shares with all that it forks from now on, until they execute something else.
pub fn shared_number() -> io::Result<&'static AtomicU64> {
    let (access, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_ANONYMOUS);
    // SAFETY: a new mapping at a place that the kernel chooses: aligned, zeroed, and never unmapped.
    unsafe {
        let place = libc::mmap(std::ptr::null_mut(), size_of::<AtomicU64>(), access, flags, -1, 0);
        if place == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        Ok(&*place.cast::<AtomicU64>())
    }
}
