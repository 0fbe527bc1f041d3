//! The proof that a case can bring no code: nothing that it can write can be executed or mapped executable.
//!
//! A case writes below its scratch directory, into the files of its streams, and into four devices that keep nothing:
//! Landlock lets it write nowhere else, and the filter gives it no memory that is a file. When the kernel says of the mounts
//! that hold both folders that they are `noexec`, every mapping of what was written fails there, and nobody has to look at
//! what is mapped. The kernel is asked, whatever the caller says; a folder that the launcher's side has just made has no other
//! mount below it.

use std::os::fd::OwnedFd;

use rustix::fs::StatVfsMountFlags;

use crate::message::{Execution, Open};

/// Whether nothing that a case of `open` can write, which is below `folders`, can become code. Only for targets that make
/// none at run time: others may make their own anyhow.
pub fn proved(open: &Open, folders: [&OwnedFd; 2]) -> bool {
    let from_mounts = open.mounts.iter().all(|mount| !mount.writable && !mount.noexec);
    let noexec = |folder: &OwnedFd| {
        rustix::fs::fstatvfs(folder).is_ok_and(|state| state.f_flag.contains(StatVfsMountFlags::NOEXEC))
    };
    open.native && open.execution == Execution::Target && from_mounts && folders.into_iter().all(noexec)
}
