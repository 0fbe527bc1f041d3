//! Length and SHA-256 of a captured file, read in pieces, so that memory stays flat whatever a program writes.

use std::fmt::Write;
use std::fs::File;
use std::os::unix::fs::FileExt;

use sha2::{Digest, Sha256};

use crate::fault::{Fault, Raise, Result};
use crate::message::Capture;

const PIECE: usize = 256 << 10;
const OF_NOTHING: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// Describes what a file holds that is so long (None: nothing). `expected`: its length and digest where known; `keep`: at most
/// so many bytes are sent.
pub fn capture(
    file: Option<(&File, u64)>,
    expected: Option<(u64, &str)>,
    keep: u64,
    buffer: &mut Vec<u8>,
) -> Result<Capture> {
    let (length, sha256) = match file {
        None => (0, OF_NOTHING.to_string()),
        Some((file, length)) => (length, digest(file, length, buffer)?),
    };
    let same = expected.is_some_and(|(expected, digest)| expected == length && digest == sha256);
    Ok(Capture { length, sha256, sent: (!same).then(|| length.min(keep)) })
}

fn digest(file: &File, length: u64, buffer: &mut Vec<u8>) -> Result<String> {
    let mut hash = Sha256::new();
    buffer.resize(PIECE, 0);
    let mut done = 0;
    while done < length {
        let piece = usize::try_from(length - done).unwrap_or(PIECE).min(PIECE);
        let read = file.read_at(&mut buffer[..piece], done).doing("reading what the program wrote")?;
        if read == 0 {
            return Err(Fault::plain("a captured file shrank while it was read"));
        }
        hash.update(&buffer[..read]);
        done += read as u64;
    }
    Ok(hash.finalize().iter().fold(String::with_capacity(64), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    }))
}
