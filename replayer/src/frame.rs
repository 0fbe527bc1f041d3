//! The frames that carry every message: two lengths, a JSON header, a body of raw bytes.
//!
//! `frame := u32 LE header length | u64 LE body length | header | body`. The same form is spoken with the Python client
//! and between the supervisor and its launchers. Anything malformed is a fault; nothing is ever guessed.

use std::io::{self, Read, Write};

use serde::Serialize;

use crate::fault::{Fault, Raise, Result};

pub const HEADER_LIMIT: u64 = 64 << 20;
pub const BODY_LIMIT: u64 = 1 << 30;
pub const PREFIX: usize = 12;
/// A decoder's buffer is given back to the allocator when it has grown beyond this, so that memory stays flat.
const KEPT: usize = 1 << 20;

#[derive(Debug, PartialEq, Eq)]
pub struct Frame {
    pub header: Vec<u8>,
    pub body: Vec<u8>,
}

/// The two lengths of a frame, checked against the limits.
pub fn lengths(prefix: &[u8; PREFIX]) -> Result<(usize, usize)> {
    let header = u32::from_le_bytes(prefix[..4].try_into().expect("four bytes"));
    let body = u64::from_le_bytes(prefix[4..].try_into().expect("eight bytes"));
    if u64::from(header) > HEADER_LIMIT || body > BODY_LIMIT {
        return Err(Fault::plain(format!("a frame of {header} + {body} bytes is over the limit")));
    }
    Ok((header as usize, body as usize))
}

/// The prefix and header of a frame whose body of `body` bytes follows.
pub fn head(message: &impl Serialize, body: u64) -> Result<Vec<u8>> {
    let mut bytes = vec![0; PREFIX];
    serde_json::to_writer(&mut bytes, message).map_err(|error| Fault::plain(error.to_string()))?;
    let header = (bytes.len() - PREFIX) as u64;
    if header > HEADER_LIMIT || body > BODY_LIMIT {
        return Err(Fault::plain(format!("a frame of {header} + {body} bytes is over the limit")));
    }
    bytes[..4].copy_from_slice(&(header as u32).to_le_bytes());
    bytes[4..PREFIX].copy_from_slice(&body.to_le_bytes());
    Ok(bytes)
}

/// Writes one whole frame.
pub fn write(mut to: impl Write, message: &impl Serialize, body: &[u8]) -> Result<()> {
    let mut bytes = head(message, body.len() as u64)?;
    if body.len() <= KEPT {
        bytes.extend_from_slice(body);
        return to.write_all(&bytes).doing("writing a frame");
    }
    to.write_all(&bytes).and_then(|()| to.write_all(body)).doing("writing a frame")
}

/// Reads one whole frame from a blocking stream; None at a clean end.
pub fn read(mut from: impl Read) -> Result<Option<Frame>> {
    let mut prefix = [0; PREFIX];
    match from.read(&mut prefix[..1]) {
        Ok(0) => return Ok(None),
        Ok(_) => from.read_exact(&mut prefix[1..]).doing("reading a frame")?,
        Err(error) => return Err(error).doing("reading a frame"),
    }
    let (header, body) = lengths(&prefix)?;
    let mut frame = Frame { header: vec![0; header], body: vec![0; body] };
    from.read_exact(&mut frame.header).and_then(|()| from.read_exact(&mut frame.body)).doing("reading a frame")?;
    Ok(Some(frame))
}

/// Assembles frames from bytes as they arrive on a non-blocking stream.
#[derive(Default)]
pub struct Decoder {
    bytes: Vec<u8>,
    start: usize,
}

impl Decoder {
    /// Takes what is there to read, up to `chunk` bytes. Ok(0) is the end of the stream.
    pub fn fill(&mut self, mut from: impl Read, chunk: usize) -> io::Result<usize> {
        if self.start == self.bytes.len() {
            self.bytes.clear();
            self.start = 0;
            if self.bytes.capacity() > KEPT {
                self.bytes = Vec::new();
            }
        } else if self.start > KEPT {
            self.bytes.drain(..self.start);
            self.start = 0;
        }
        let before = self.bytes.len();
        self.bytes.resize(before + chunk, 0);
        let read = from.read(&mut self.bytes[before..]);
        self.bytes.truncate(before + read.as_ref().map_or(0, |count| *count));
        read
    }

    /// The next whole frame, or None until more bytes arrive.
    pub fn next(&mut self) -> Result<Option<Frame>> {
        let rest = &self.bytes[self.start..];
        let Some(prefix) = rest.first_chunk::<PREFIX>() else { return Ok(None) };
        let (header, body) = lengths(prefix)?;
        if rest.len() < PREFIX + header + body {
            return Ok(None);
        }
        let frame = Frame {
            header: rest[PREFIX..PREFIX + header].to_vec(),
            body: rest[PREFIX + header..PREFIX + header + body].to_vec(),
        };
        self.start += PREFIX + header + body;
        Ok(Some(frame))
    }

    /// Whether bytes of an unfinished frame are held.
    pub fn partial(&self) -> bool {
        self.start < self.bytes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small generator, so that every run tries the same: xorshift64.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 % bound
        }

        fn bytes(&mut self, bound: u64) -> Vec<u8> {
            (0..self.below(bound)).map(|_| self.below(256) as u8).collect()
        }
    }

    #[test]
    fn frames_come_out_as_they_went_in_however_the_stream_is_cut() {
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
        for _ in 0..500 {
            let frames: Vec<(String, Vec<u8>)> = (0..numbers.below(6))
                .map(|_| (String::from_utf8_lossy(&numbers.bytes(40)).into_owned(), numbers.bytes(300)))
                .collect();
            let mut stream = Vec::new();
            for (header, body) in &frames {
                write(&mut stream, header, body).unwrap();
            }
            let (mut decoder, mut rest, mut seen) = (Decoder::default(), &stream[..], Vec::new());
            while !rest.is_empty() {
                decoder.fill(&mut rest, 1 + numbers.below(60) as usize).unwrap();
                while let Some(frame) = decoder.next().unwrap() {
                    seen.push((serde_json::from_slice::<String>(&frame.header).unwrap(), frame.body));
                }
            }
            assert_eq!(seen, frames);
            assert!(!decoder.partial());
        }
    }

    #[test]
    fn any_bytes_give_frames_or_a_fault() {
        let mut numbers = Numbers(42);
        for _ in 0..5000 {
            let bytes = numbers.bytes(80);
            let (mut decoder, mut rest) = (Decoder::default(), &bytes[..]);
            while decoder.fill(&mut rest, 16).unwrap() > 0 {
                while let Ok(Some(_)) = decoder.next() {}
            }
        }
    }

    #[test]
    fn a_frame_over_the_limits_is_a_fault_before_it_is_read() {
        for (header, body) in [(HEADER_LIMIT as u32 + 1, 0), (0, BODY_LIMIT + 1), (u32::MAX, u64::MAX)] {
            let mut prefix = [0; PREFIX];
            prefix[..4].copy_from_slice(&header.to_le_bytes());
            prefix[4..].copy_from_slice(&body.to_le_bytes());
            assert!(lengths(&prefix).is_err());
            let mut decoder = Decoder::default();
            decoder.fill(&prefix[..], PREFIX).unwrap();
            assert!(decoder.next().is_err());
            assert!(read(&prefix[..]).is_err());
        }
    }

    #[test]
    fn a_stream_that_ends_inside_a_frame_is_a_fault_and_a_clean_end_is_none() {
        let mut stream = Vec::new();
        write(&mut stream, &"x", b"body").unwrap();
        assert!(read(&stream[..]).unwrap().is_some());
        assert!(read(&[][..]).unwrap().is_none());
        for end in 1..stream.len() {
            assert!(read(&stream[..end]).is_err());
        }
    }
}
