//! DEFLATE: stored, fixed and dynamic blocks.

use crate::bits::Bits;
use crate::huffman::Code;

/// Why a stream could not be read to its end.
#[derive(Debug)]
pub enum Failure {
    /// The input ended too early.
    End,
    /// The data is wrong, in the words of the original.
    Data(&'static str),
    /// A dictionary with this Adler-32 is needed and none was given.
    NeedDictionary(u32),
    /// The dictionary is not the one that is needed.
    WrongDictionary,
}

const LENGTH_BASE: [u16; 29] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const DISTANCE_BASE: [u16; 30] = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577,
];
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

fn length_bits(symbol: usize) -> u32 {
    if symbol < 8 || symbol == 28 { 0 } else { symbol as u32 / 4 - 1 }
}

fn distance_bits(symbol: usize) -> u32 {
    (symbol as u32 / 2).saturating_sub(1)
}

fn invalid<T>(message: &'static str) -> Result<T, Failure> {
    Err(Failure::Data(message))
}

/// Appends the blocks to `out`, whose present end is a dictionary for them.
pub fn inflate(bits: &mut Bits, out: &mut Vec<u8>) -> Result<(), Failure> {
    loop {
        let last = bits.take(1)? == 1;
        match bits.take(2)? {
            0 => stored(bits, out)?,
            1 => {
                let (literals, distances) = fixed_codes()?;
                compressed(bits, out, &literals, &distances)?;
            }
            2 => {
                let (literals, distances) = dynamic_codes(bits)?;
                compressed(bits, out, &literals, &distances)?;
            }
            _ => return invalid("invalid block type"),
        }
        if last {
            bits.align();
            return Ok(());
        }
    }
}

fn stored(bits: &mut Bits, out: &mut Vec<u8>) -> Result<(), Failure> {
    bits.align();
    let lengths = bits.take(32)?;
    if lengths & 0xffff != !lengths >> 16 {
        return invalid("invalid stored block lengths");
    }
    for _ in 0..lengths & 0xffff {
        out.push(bits.take(8)? as u8);
    }
    Ok(())
}

fn code(lengths: &[u8], lenient: bool, message: &'static str) -> Result<Code, Failure> {
    Code::new(lengths, lenient).ok_or(Failure::Data(message))
}

fn fixed_codes() -> Result<(Code, Code), Failure> {
    let lengths: Vec<u8> = (0..288)
        .map(|symbol| match symbol {
            0..=143 => 8,
            144..=255 => 9,
            256..=279 => 7,
            _ => 8,
        })
        .collect();
    Ok((code(&lengths, true, "")?, code(&[5; 32], true, "")?))
}

fn dynamic_codes(bits: &mut Bits) -> Result<(Code, Code), Failure> {
    let counts = bits.take(14)? as usize;
    let literal_count = (counts & 31) + 257;
    let distance_count = (counts >> 5 & 31) + 1;
    if literal_count > 286 || distance_count > 30 {
        return invalid("too many length or distance symbols");
    }
    let mut lengths = [0u8; 19];
    for place in &ORDER[..(counts >> 10) + 4] {
        lengths[*place] = bits.take(3)? as u8;
    }
    let lengths_code = code(&lengths, false, "invalid code lengths set")?;
    let lengths = read_lengths(bits, &lengths_code, literal_count + distance_count)?;
    if lengths[256] == 0 {
        return invalid("invalid code -- missing end-of-block");
    }
    let (literals, distances) = lengths.split_at(literal_count);
    Ok((code(literals, true, "invalid literal/lengths set")?, code(distances, true, "invalid distances set")?))
}

fn read_lengths(bits: &mut Bits, lengths_code: &Code, count: usize) -> Result<Vec<u8>, Failure> {
    let mut lengths: Vec<u8> = Vec::with_capacity(count);
    while lengths.len() < count {
        // A set without any code reads one bit for each length, and the length is 0.
        let symbol = lengths_code.read(bits)?.unwrap_or(0);
        let (value, repeat) = match symbol {
            0..=15 => (symbol as u8, 1),
            16 => match lengths.last().copied() {
                Some(previous) => (previous, 3 + bits.take(2)?),
                None => {
                    bits.take(2)?;
                    return invalid("invalid bit length repeat");
                }
            },
            17 => (0, 3 + bits.take(3)?),
            _ => (0, 11 + bits.take(7)?),
        };
        if lengths.len() + repeat as usize > count {
            return invalid("invalid bit length repeat");
        }
        lengths.extend((0..repeat).map(|_| value));
    }
    Ok(lengths)
}

fn compressed(bits: &mut Bits, out: &mut Vec<u8>, literals: &Code, distances: &Code) -> Result<(), Failure> {
    loop {
        let symbol = match literals.read(bits)? {
            None => return invalid("invalid literal/length code"),
            Some(literal @ 0..=255) => {
                out.push(literal as u8);
                continue;
            }
            Some(256) => return Ok(()),
            Some(symbol) => usize::from(symbol) - 257,
        };
        if symbol >= LENGTH_BASE.len() {
            return invalid("invalid literal/length code");
        }
        let length = usize::from(LENGTH_BASE[symbol]) + bits.take(length_bits(symbol))? as usize;
        let symbol = match distances.read(bits)? {
            Some(symbol) if usize::from(symbol) < DISTANCE_BASE.len() => usize::from(symbol),
            _ => return invalid("invalid distance code"),
        };
        let distance = usize::from(DISTANCE_BASE[symbol]) + bits.take(distance_bits(symbol))? as usize;
        if distance > out.len() {
            return invalid("invalid distance too far back");
        }
        for _ in 0..length {
            out.push(out[out.len() - distance]);
        }
    }
}
