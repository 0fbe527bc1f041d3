//! The files that a case's stdin, stdout and stderr are. They are on a file system that is in no view.
//!
//! They are the launcher's descriptors 0, 1 and 2, so that the child finds them in place. Each case gets open files of its
//! own: these keep flags, locks and a position. To make new files as well would cost three times as much. So a file is
//! used again if all that could be left of a case is gone: what it holds, mode, times, attributes. Whatever else a file
//! keeps the filter lets no case set. One that is found changed in any other way is replaced.

use std::fs::File;
use std::os::fd::{IntoRawFd, OwnedFd};
use std::os::unix::fs::FileExt;

use rustix::fs::{AtFlags, Mode, OFlags, ResolveFlags};
use rustix::io::Errno;

use crate::fault::{Fault, Raise, Result};
use crate::sys;

const NAMES: [&str; 3] = ["stdin", "stdout", "stderr"];
const MODE: u32 = 0o600;

/// The three files of a slot.
pub struct Streams {
    folder: OwnedFd,
    files: [File; 3],
}

impl Streams {
    /// Makes the files in `folder`.
    pub fn make(folder: OwnedFd) -> Result<Streams> {
        let [a, b, c] = NAMES.map(|name| fresh(&folder, name).doing("a stream"));
        Ok(Streams { files: [a?, b?, c?], folder })
    }

    /// Puts them in place for a case. They are empty, but for stdin.
    pub fn place(&self, stdin: &[u8]) -> Result<()> {
        self.files[0].write_all_at(stdin, 0).doing("writing stdin")?;
        sys::close_standard_streams().doing("a stream")?;
        for (number, name) in NAMES.iter().enumerate() {
            let access = if number == 0 { OFlags::RDONLY } else { OFlags::WRONLY };
            // The lowest number that is free is the stream's own.
            let flags = access | OFlags::NOFOLLOW;
            let file = sys::open(&self.folder, *name, flags, Mode::empty(), ResolveFlags::empty());
            if file.doing("a stream")?.into_raw_fd() != number as i32 {
                return Err(Fault::plain("a stream has another number than its own"));
            }
        }
        Ok(())
    }

    /// What has been written to stdout and stderr, and how much; None where that is nothing.
    pub fn written(&self) -> Result<[Option<(&File, u64)>; 2]> {
        let [_, out, err] = &self.files;
        let written = |file| Ok(Some((file, rustix::fs::fstat(file).doing("a stream")?.st_size as u64)));
        let some = |written: Option<(_, u64)>| written.filter(|(_, length)| *length > 0);
        Ok([some(written(out)?), some(written(err)?)])
    }

    /// Makes the files ready for the next case, when nobody has them open but us.
    pub fn reset(&mut self, cookie: [u64; 3]) -> Result<()> {
        for (file, name) in self.files.iter_mut().zip(NAMES) {
            if !emptied(file, cookie).doing("a stream")? {
                rustix::fs::unlinkat(&self.folder, name, AtFlags::empty()).doing("a stream")?;
                *file = fresh(&self.folder, name).doing("a stream")?;
            }
        }
        Ok(())
    }
}

fn fresh(folder: &OwnedFd, name: &str) -> rustix::io::Result<File> {
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
    sys::open(folder, name, flags, Mode::from_raw_mode(MODE), ResolveFlags::empty()).map(File::from)
}

/// Empties a file and sets its times. False: more of it has been changed than that.
fn emptied(file: &File, cookie: [u64; 3]) -> std::io::Result<bool> {
    let stat = rustix::fs::fstat(file)?;
    let attributes = match rustix::fs::flistxattr(file, &mut [0u8; 0][..]) {
        Ok(length) => length > 0,
        Err(Errno::OPNOTSUPP) => false,
        Err(error) => return Err(error.into()),
    };
    if stat.st_mode & 0o7777 != MODE || stat.st_nlink != 1 || attributes {
        return Ok(false);
    }
    if stat.st_size > 0 || stat.st_blocks > 0 {
        file.set_len(0)?;
    }
    sys::touch_as_launcher(file, cookie)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt};

    #[test]
    fn a_file_is_used_again_only_if_nothing_of_a_case_is_left_in_it() {
        let path = std::env::temp_dir().join(format!("portproof-streams-{}", std::process::id()));
        std::fs::create_dir(&path).unwrap();
        let mut streams = Streams::make(File::open(&path).unwrap().into()).unwrap();
        let inode = |name: &str| std::fs::metadata(path.join(name)).unwrap().ino();
        let (out, err) = (inode("stdout"), inode("stderr"));
        std::fs::write(path.join("stdout"), "text").unwrap();
        let old = std::time::UNIX_EPOCH;
        streams.files[1].set_times(std::fs::FileTimes::new().set_modified(old).set_accessed(old)).unwrap();
        std::fs::set_permissions(path.join("stderr"), PermissionsExt::from_mode(0o640)).unwrap();
        let [written, nothing] = streams.written().unwrap();
        assert_eq!((written.unwrap().1, nothing.is_none()), (4, true));
        streams.reset([0; 3]).unwrap();
        let state = std::fs::metadata(path.join("stdout")).unwrap();
        assert_eq!((state.len(), state.ino()), (0, out));
        assert!(state.modified().unwrap() > old && state.accessed().unwrap() > old);
        let state = std::fs::metadata(path.join("stderr")).unwrap();
        assert!(state.ino() != err && state.mode() & 0o7777 == MODE);
        std::fs::remove_dir_all(path).unwrap();
    }
}
