//! The wrappers around DEFLATE: zlib, gzip, either of the two, or none.

use crate::bits::Bits;
use crate::checksum::{adler32, crc32};
use crate::inflate::{inflate, Failure};

#[derive(Clone, Copy, PartialEq)]
pub enum Format {
    Zlib,
    Gzip,
    Auto,
    Raw,
}

/// A stream that was read to its end.
pub struct Member {
    pub used: usize,
    /// None for a raw stream.
    pub check: Option<u32>,
}

/// Appends the contents to `out`, also when the stream fails later.
pub fn member(data: &[u8], format: Format, dictionary: Option<&[u8]>, out: &mut Vec<u8>) -> Result<Member, Failure> {
    let mut bits = Bits::new(data);
    if format == Format::Raw {
        body(&mut bits, dictionary.unwrap_or(b""), out)?;
        return Ok(Member { used: bits.used(), check: None });
    }
    let first = bits.take(16)?;
    let check = if first == 0x8b1f && format != Format::Zlib {
        gzip(&mut bits, data, out)?
    } else {
        zlib(&mut bits, first, format, dictionary, out)?
    };
    Ok(Member { used: bits.used(), check: Some(check) })
}

/// Inflates after `dictionary`; gives what was appended.
fn body<'a>(bits: &mut Bits, dictionary: &[u8], out: &'a mut Vec<u8>) -> Result<&'a [u8], Failure> {
    let start = out.len();
    let mut window = dictionary.to_vec();
    let result = inflate(bits, &mut window);
    out.extend_from_slice(&window[dictionary.len()..]);
    result.map(|()| &out[start..])
}

fn zlib(
    bits: &mut Bits,
    first: u32,
    format: Format,
    dictionary: Option<&[u8]>,
    out: &mut Vec<u8>,
) -> Result<u32, Failure> {
    let (method, flags) = (first & 0xff, first >> 8);
    if format == Format::Gzip || (method << 8 | flags) % 31 != 0 {
        return Err(Failure::Data("incorrect header check"));
    }
    if method & 15 != 8 {
        return Err(Failure::Data("unknown compression method"));
    }
    if method >> 4 > 7 {
        return Err(Failure::Data("invalid window size"));
    }
    let mut known: &[u8] = b"";
    if flags & 0x20 != 0 {
        let wanted = bits.take(32)?.swap_bytes();
        known = dictionary.ok_or(Failure::NeedDictionary(wanted))?;
        if adler32(1, known) != wanted {
            return Err(Failure::WrongDictionary);
        }
    }
    let check = adler32(1, body(bits, known, out)?);
    if bits.take(32)?.swap_bytes() != check {
        return Err(Failure::Data("incorrect data check"));
    }
    Ok(check)
}

fn gzip(bits: &mut Bits, data: &[u8], out: &mut Vec<u8>) -> Result<u32, Failure> {
    let flags = bits.take(16)?;
    if flags & 0xff != 8 {
        return Err(Failure::Data("unknown compression method"));
    }
    let flags = flags >> 8;
    if flags & 0xe0 != 0 {
        return Err(Failure::Data("unknown header flags set"));
    }
    bits.take(32)?; // time
    bits.take(16)?; // extra flags, operating system
    if flags & 4 != 0 {
        for _ in 0..bits.take(16)? {
            bits.take(8)?;
        }
    }
    for text in [8, 16] {
        if flags & text != 0 {
            while bits.take(8)? != 0 {}
        }
    }
    if flags & 2 != 0 {
        let check = crc32(0, &data[..bits.used()]) & 0xffff;
        if bits.take(16)? != check {
            return Err(Failure::Data("header crc mismatch"));
        }
    }
    let contents = body(bits, b"", out)?;
    let (check, length) = (crc32(0, contents), contents.len() as u32);
    if bits.take(32)? != check {
        return Err(Failure::Data("incorrect data check"));
    }
    if bits.take(32)? != length {
        return Err(Failure::Data("incorrect length check"));
    }
    Ok(check)
}
