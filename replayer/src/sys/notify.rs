//! Seccomp: raising the filter, and the notifications of what it stopped.

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::sync::OnceLock;

use rustix::fs::{Mode, OFlags, ResolveFlags};
use rustix::io::Errno;

use super::checked;

/// One BPF instruction: code, jump if true, jump if false, operand.
pub type Instruction = (u16, u8, u8, u32);

const SET_MODE_FILTER: libc::c_uint = 1;
const NEW_LISTENER: libc::c_ulong = 1 << 3;
const WAIT_KILLABLE: libc::c_ulong = 1 << 5;
const RECEIVE: libc::c_ulong = 0xc050_2100; // SECCOMP_IOCTL_NOTIF_RECV
const SEND: libc::c_ulong = 0xc018_2101; // SECCOMP_IOCTL_NOTIF_SEND
const ID_VALID: libc::c_ulong = 0x4008_2102; // SECCOMP_IOCTL_NOTIF_ID_VALID
const SET_FLAGS: libc::c_ulong = 0x4008_2104; // SECCOMP_IOCTL_NOTIF_SET_FLAGS
const SYNC_WAKE_UP: libc::c_ulong = 1;
const CONTINUE: u32 = 1;

/// Raises the filter in this thread and what it starts from now on. The descriptor gives the notifications.
pub fn raise_filter(program: &[Instruction]) -> io::Result<OwnedFd> {
    let mut code: Vec<libc::sock_filter> =
        program.iter().map(|(code, jt, jf, k)| libc::sock_filter { code: *code, jt: *jt, jf: *jf, k: *k }).collect();
    let length = u16::try_from(code.len()).map_err(|_| io::Error::from_raw_os_error(libc::E2BIG))?;
    let program = libc::sock_fprog { len: length, filter: code.as_mut_ptr() };
    let raise = |flags: libc::c_ulong| {
        // SAFETY: the program and its instructions are live; the kernel verifies and copies them.
        checked(unsafe { libc::syscall(libc::SYS_seccomp, SET_MODE_FILTER, flags, &raw const program) })
    };
    let fd = match raise(NEW_LISTENER | WAIT_KILLABLE) {
        Err(error) if error.raw_os_error() == Some(libc::EINVAL) => raise(NEW_LISTENER)?, // before Linux 5.19
        other => other?,
    };
    // SAFETY: a fresh descriptor that nobody else owns.
    Ok(unsafe { OwnedFd::from_raw_fd(fd as RawFd) })
}

/// Tells the kernel that whoever is stopped and who answers never run at the same time: the one is woken where the other was.
/// Kernels before Linux 6.6 do not know this, and answer more slowly.
pub fn answer_nearby(listener: &OwnedFd) {
    // SAFETY: numbers only.
    unsafe { libc::ioctl(listener.as_raw_fd(), SET_FLAGS, SYNC_WAKE_UP) };
}

/// include/uapi/linux/seccomp.h: struct seccomp_notif with struct seccomp_data inside
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Notification {
    pub id: u64,
    pub pid: u32,
    flags: u32,
    pub number: i32,
    pub arch: u32,
    pointer: u64,
    pub args: [u64; 6],
}

#[repr(C)]
struct Response {
    id: u64,
    value: i64,
    error: i32,
    flags: u32,
}

/// The next notification; an error of ENOENT when its process has been killed meanwhile.
pub fn receive(listener: &OwnedFd) -> io::Result<Notification> {
    let mut notification = Notification::default();
    // SAFETY: the struct has the size that the request's number encodes (80 bytes) and is zeroed, as the kernel demands.
    checked(unsafe { libc::ioctl(listener.as_raw_fd(), RECEIVE, &raw mut notification) }.into())?;
    Ok(notification)
}

/// Whether the process of a notification still waits for its answer.
pub fn waits(listener: &OwnedFd, id: u64) -> bool {
    // SAFETY: the pointer is to a live local of the size that the request's number encodes.
    unsafe { libc::ioctl(listener.as_raw_fd(), ID_VALID, &raw const id) == 0 }
}

/// Answers with `errno`, or lets the call go on when None.
pub fn answer(listener: &OwnedFd, id: u64, errno: Option<i32>) {
    let response = match errno {
        Some(errno) => Response { id, value: 0, error: -errno, flags: 0 },
        None => Response { id, value: 0, error: 0, flags: CONTINUE },
    };
    // SAFETY: the struct has the size that the request's number encodes (24 bytes). That the process was killed is no error.
    unsafe { libc::ioctl(listener.as_raw_fd(), SEND, &raw const response) };
}

/// Reads up to `length` bytes of a stopped process's memory; fewer where its memory ends.
pub fn read_memory(pid: u32, address: u64, length: usize) -> Vec<u8> {
    let mut bytes = vec![0u8; length];
    let mut done = 0;
    // Page by page: a string may end right before memory that cannot be read.
    while done < length {
        let at = address + done as u64;
        let piece = (4096 - (at % 4096) as usize).min(length - done);
        let local = libc::iovec { iov_base: bytes[done..].as_mut_ptr().cast(), iov_len: piece };
        let remote = libc::iovec { iov_base: at as *mut libc::c_void, iov_len: piece };
        // SAFETY: the local buffer has `piece` bytes left; the remote address is checked by the kernel.
        let read = unsafe { libc::process_vm_readv(pid as i32, &raw const local, 1, &raw const remote, 1, 0) };
        let read = match usize::try_from(read) {
            Ok(read) => read,
            // Docker's own filter refuses the call where it allows the file.
            Err(_) => read_through_proc(pid, at, &mut bytes[done..done + piece]),
        };
        if read == 0 {
            break;
        }
        done += read;
    }
    bytes.truncate(done);
    bytes
}

/// Reads a C string of a stopped process, without its end; the first `limit` bytes of a longer one.
pub fn read_string(pid: u32, address: u64, limit: usize) -> Vec<u8> {
    // Mostly it ends before its page does.
    let first = (4096 - (address % 4096) as usize).min(limit);
    let mut bytes = read_memory(pid, address, first);
    if bytes.len() == first && !bytes.contains(&0) {
        bytes.extend(read_memory(pid, address.wrapping_add(first as u64), limit - first));
    }
    bytes.truncate(bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len()));
    bytes
}

fn read_through_proc(pid: u32, address: u64, into: &mut [u8]) -> usize {
    use std::os::unix::fs::FileExt;
    let memory = std::fs::File::open(format!("/proc/{pid}/mem"));
    memory.and_then(|memory| memory.read_at(into, address)).unwrap_or(0)
}

/// Remounts the scratch tmpfs at "." with another size. `cookie` is in the argument register that mount does not use: the
/// filter lets this one through.
pub fn remount_here(options: &std::ffi::CStr, flags: libc::c_ulong, cookie: u64) -> io::Result<()> {
    let null = std::ptr::null::<libc::c_char>();
    let flags = flags | libc::MS_REMOUNT;
    // SAFETY: live C strings; null where the kernel ignores the argument.
    checked(unsafe { libc::syscall(libc::SYS_mount, null, c".".as_ptr(), null, flags, options.as_ptr(), cookie) })
        .map(|_| ())
}

/// What a launcher puts into an argument register that the calls below do not use.
static COOKIE: OnceLock<u64> = OnceLock::new();

/// Says, once, how this process's opening of files is told from that of its cases.
pub fn open_with(cookie: [u64; 3]) {
    let _ = COOKIE.set(cookie[0]);
}

/// include/uapi/linux/openat2.h
#[repr(C)]
struct OpenHow {
    flags: u64,
    mode: u64,
    resolve: u64,
}

/// Opens `path` from `folder` as openat2 does. The filter, which stops what cases open, lets this one through, also when nobody
/// is there to answer.
pub fn open(
    folder: &impl AsRawFd,
    path: impl rustix::path::Arg,
    flags: OFlags,
    mode: Mode,
    resolve: ResolveFlags,
) -> rustix::io::Result<OwnedFd> {
    let how = OpenHow { flags: flags.bits().into(), mode: mode.bits().into(), resolve: resolve.bits() };
    let (folder, size, cookie) = (folder.as_raw_fd(), size_of::<OpenHow>(), COOKIE.get().copied().unwrap_or(0));
    path.into_with_c_str(|path| {
        // SAFETY: a live C string and a live struct of the size that is passed; the other arguments are numbers.
        let fd = unsafe { libc::syscall(libc::SYS_openat2, folder, path.as_ptr(), &raw const how, size, 0, cookie) };
        if fd < 0 {
            return Err(Errno::from_io_error(&io::Error::last_os_error()).unwrap_or(Errno::IO));
        }
        // SAFETY: a fresh descriptor that nobody else owns.
        Ok(unsafe { OwnedFd::from_raw_fd(fd as RawFd) })
    })
}
