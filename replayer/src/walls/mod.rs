//! The walls, one file each. A wall that cannot be raised is a fault that names it; none is skipped in silence.

pub mod cgroup;
mod elf;
pub mod home;
pub mod landlock;
pub mod loader;
pub mod namespaces;
pub mod owner;
pub mod resident;
pub mod sealed;
pub mod seccomp;
pub mod syscalls;
