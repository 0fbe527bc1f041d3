//! Every `unsafe` of the replayer is in this folder: system calls that no crate wraps safely. Above it, all is safe Rust.

mod descriptors;
mod launch;
mod notify;
mod process;
mod sandbox;

pub use descriptors::*;
pub use launch::*;
pub use notify::*;
pub use process::*;
pub use sandbox::*;

use std::io;

/// The result of a raw system call as an io::Result.
fn checked(result: libc::c_long) -> io::Result<libc::c_long> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}
