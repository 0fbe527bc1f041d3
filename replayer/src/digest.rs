//! Length and SHA-256 of a captured file, read in pieces, so that memory stays flat whatever a program writes.

use std::fmt::Write;
use std::fs::File;
use std::os::unix::fs::FileExt;

use sha2::{Digest, Sha256};

use crate::fault::{Raise, Result};
use crate::message::Capture;

const PIECE: usize = 256 << 10;
const OF_NOTHING: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// Describes what `file` holds. `expected`: its length and digest where known; `keep`: at most so many bytes are sent.
pub fn capture(file: &File, expected: Option<(u64, &str)>, keep: u64, buffer: &mut Vec<u8>) -> Result<Capture> {
    let (length, sha256) = digest(file, buffer)?;
    let same = expected.is_some_and(|(expected, digest)| expected == length && digest == sha256);
    Ok(Capture { length, sha256, sent: (!same).then(|| length.min(keep)) })
}

fn digest(file: &File, buffer: &mut Vec<u8>) -> Result<(u64, String)> {
    let mut hash = None;
    let mut length = 0;
    buffer.resize(PIECE, 0);
    loop {
        let read = file.read_at(buffer, length).doing("reading what the program wrote")?;
        if read == 0 {
            break;
        }
        hash.get_or_insert_with(Sha256::new).update(&buffer[..read]);
        length += read as u64;
    }
    let hex = match hash {
        None => OF_NOTHING.to_string(),
        Some(hash) => hash.finalize().iter().fold(String::with_capacity(64), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        }),
    };
    Ok((length, hex))
}
