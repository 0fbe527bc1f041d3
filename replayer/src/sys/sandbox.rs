//! The walls' own system calls: mount attributes and Landlock.

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

use super::checked;

pub const ATTR_RDONLY: u64 = 0x1;
pub const ATTR_NOSUID: u64 = 0x2;
pub const ATTR_NODEV: u64 = 0x4;
pub const ATTR_NOEXEC: u64 = 0x8;
const ATTR_IDMAP: u64 = 0x0010_0000;

/// include/uapi/linux/mount.h: struct mount_attr
#[repr(C)]
struct MountAttr {
    set: u64,
    clear: u64,
    propagation: u64,
    userns: u64,
}

/// Sets attributes of the mount at `fd`, and of all below it when `recursive`; with `owners` it becomes id-mapped.
pub fn set_mount(fd: &impl AsRawFd, set: u64, recursive: bool, owners: Option<&OwnedFd>) -> io::Result<()> {
    let idmap = if owners.is_some() { ATTR_IDMAP } else { 0 };
    let userns = owners.map_or(0, |fd| fd.as_raw_fd() as u64);
    let attr = MountAttr { set: set | idmap, clear: 0, propagation: 0, userns };
    let flags = libc::AT_EMPTY_PATH | if recursive { libc::AT_RECURSIVE } else { 0 };
    // SAFETY: the path is a static C string, the struct is live and its size is passed.
    checked(unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            fd.as_raw_fd(),
            c"".as_ptr(),
            flags,
            &raw const attr,
            size_of::<MountAttr>(),
        )
    })
    .map(|_| ())
}

/// include/uapi/linux/landlock.h: struct landlock_ruleset_attr
#[repr(C)]
pub struct RulesetAttr {
    pub handled_access_fs: u64,
    pub handled_access_net: u64,
    pub scoped: u64,
}

#[repr(C, packed)]
struct PathBeneath {
    allowed_access: u64,
    parent_fd: RawFd,
}

/// The version of Landlock's interface that this kernel has.
pub fn landlock_version() -> io::Result<i64> {
    const VERSION: libc::c_ulong = 1;
    // SAFETY: a null attribute with size 0 is how the version is asked for.
    checked(unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, 0, 0, VERSION) })
}

/// An empty ruleset.
pub fn landlock_ruleset(attr: &RulesetAttr) -> io::Result<OwnedFd> {
    // SAFETY: the struct is live and its size is passed; the kernel checks unknown trailing fields for zero.
    let fd = checked(unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::from_ref(attr), size_of::<RulesetAttr>(), 0)
    })?;
    // SAFETY: a fresh descriptor that nobody else owns.
    Ok(unsafe { OwnedFd::from_raw_fd(fd as RawFd) })
}

/// Allows `access` on the file or below the folder that `beneath` is open on.
pub fn landlock_allow(ruleset: &OwnedFd, beneath: &OwnedFd, access: u64) -> io::Result<()> {
    const PATH_BENEATH: libc::c_int = 1;
    let rule = PathBeneath { allowed_access: access, parent_fd: beneath.as_raw_fd() };
    // SAFETY: the struct is live and has the layout that this rule type asks for.
    checked(unsafe {
        libc::syscall(libc::SYS_landlock_add_rule, ruleset.as_raw_fd(), PATH_BENEATH, &raw const rule, 0)
    })
    .map(|_| ())
}
