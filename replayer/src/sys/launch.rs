//! One case's process: clone with the launcher's memory (vfork), the last steps in the child, exec.
//!
//! The child shares the launcher's memory and descriptor table until it leaves the latter; the launcher is suspended
//! until the exec. So the child only makes system calls on what `Launch` prepared, and allocates nothing.

use std::ffi::{CString, c_char, c_int, c_void};
use std::io;
use std::os::fd::RawFd;
use std::ptr;

use super::checked;

const STACK: usize = 64 << 10;

/// What the child does between clone and exec.
pub struct Launch {
    pub argv: Vec<CString>,
    pub environment: Vec<CString>,
    /// (resource, soft, hard)
    pub rlimits: Vec<(u32, u64, u64)>,
    /// The door of a control group, to write "0" to.
    pub cgroup: Option<RawFd>,
    pub landlock: Option<RawFd>,
    /// Dies with the launcher: where no pid namespace sees to it.
    pub tied: bool,
    /// Put in the argument registers that execve and landlock_restrict_self do not use: the filter lets these through.
    pub cookie: [u64; 3],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum Step {
    Clone,
    Signals,
    Group,
    Cgroup,
    Rlimit,
    Tie,
    Landlock,
    Descriptors,
    Exec,
}

struct Shared {
    argv: *const *const c_char,
    environment: *const *const c_char,
    launch: *const Launch,
    failed: Option<(Step, i32)>,
}

/// What the child runs on between clone and exec; used again for each case.
pub struct Stack(Vec<u128>);

impl Default for Stack {
    fn default() -> Stack {
        Stack(vec![0; STACK / size_of::<u128>()])
    }
}

/// Starts a case's process and gives its pid. The error says which step failed.
pub fn launch(launch: &Launch, stack: &mut Stack) -> Result<i32, (Step, io::Error)> {
    let pointers = |strings: &[CString]| -> Vec<*const c_char> {
        strings.iter().map(|string| string.as_ptr()).chain([ptr::null()]).collect()
    };
    let (argv, environment) = (pointers(&launch.argv), pointers(&launch.environment));
    let mut shared = Shared { argv: argv.as_ptr(), environment: environment.as_ptr(), launch, failed: None };
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_FILES | libc::SIGCHLD;
    // SAFETY: the stack is 16-byte aligned, owned and outlives the child's use of it, since CLONE_VFORK suspends us until
    // the child has left this memory by exec or _exit; `shared` and what it points to likewise. All signals are blocked in
    // a launcher, so no handler runs on the small stack.
    let pid = unsafe {
        let top = stack.0.as_mut_ptr().add(stack.0.len()).cast::<c_void>();
        libc::clone(child, top, flags, (&raw mut shared).cast())
    };
    if pid < 0 {
        return Err((Step::Clone, io::Error::last_os_error()));
    }
    // SAFETY: `shared` is alive; the child wrote it, if at all, before we were resumed.
    match unsafe { ptr::read_volatile(&raw const shared.failed) } {
        None => Ok(pid),
        Some((step, errno)) => {
            let _ = super::wait(pid, true);
            Err((step, io::Error::from_raw_os_error(errno)))
        }
    }
}

extern "C" fn child(shared: *mut c_void) -> c_int {
    let shared = shared.cast::<Shared>();
    // SAFETY: the pointer is to the `Shared` on the suspended launcher's stack, and we are its only user for now.
    unsafe {
        let (step, errno) = last_steps(&*shared);
        (*shared).failed = Some((step, errno));
        libc::_exit(127)
    }
}

/// The walls that are a process's own, in the order that matters. Returns only if one of them fails.
///
/// # Safety
/// Runs in the vforked child only; `shared` points to live data.
unsafe fn last_steps(shared: &Shared) -> (Step, i32) {
    // SAFETY: system calls on numbers and on memory that the suspended launcher keeps alive; nothing allocates.
    unsafe {
        let launch = &*shared.launch;
        let [a, b, c] = launch.cookie;
        let failed = |step: Step| (step, *libc::__errno_location());
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut none);
        if libc::setpgid(0, 0) != 0 {
            return failed(Step::Group);
        }
        if let Some(fd) = &launch.cgroup {
            if libc::write(*fd, c"0".as_ptr().cast(), 1) != 1 {
                return failed(Step::Cgroup);
            }
        }
        for (resource, soft, hard) in &launch.rlimits {
            let limit = libc::rlimit { rlim_cur: *soft, rlim_max: *hard };
            if libc::syscall(libc::SYS_prlimit64, 0, *resource, &raw const limit, 0) != 0 {
                return failed(Step::Rlimit);
            }
        }
        if launch.tied && libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0) != 0 {
            return failed(Step::Tie);
        }
        if let Some(ruleset) = launch.landlock {
            if libc::syscall(libc::SYS_landlock_restrict_self, ruleset, 0, 0, a, b, c) != 0 {
                return failed(Step::Landlock);
            }
        }
        // From here on the descriptor table is our own, and holds 0, 1 and 2 only.
        if libc::syscall(libc::SYS_close_range, 3, u32::MAX, libc::CLOSE_RANGE_UNSHARE) != 0 {
            return failed(Step::Descriptors);
        }
        if libc::sigprocmask(libc::SIG_SETMASK, &none, ptr::null_mut()) != 0 {
            return failed(Step::Signals);
        }
        libc::syscall(libc::SYS_execve, *shared.argv, shared.argv, shared.environment, a, b, c);
        failed(Step::Exec)
    }
}

/// Makes this process's memory, and that of what it executes, never both writable and executable.
pub fn deny_writable_code() -> io::Result<()> {
    // SAFETY: numbers only.
    checked(unsafe { libc::prctl(libc::PR_SET_MDWE, libc::PR_MDWE_REFUSE_EXEC_GAIN, 0, 0, 0) }.into()).map(|_| ())
}
