//! Canonical Huffman codes of at most 15 bits.

use crate::bits::Bits;
use crate::inflate::Failure;

pub struct Code {
    /// How many codes have each length.
    counts: [u16; 16],
    /// Symbols in the order of their codes.
    symbols: Vec<u16>,
}

impl Code {
    /// None when the lengths are over-subscribed, or incomplete. A single code of one bit is accepted
    /// when `lenient`, and so is a set without any code, which has no valid code then.
    pub fn new(lengths: &[u8], lenient: bool) -> Option<Code> {
        let mut counts = [0u16; 16];
        for length in lengths {
            counts[usize::from(*length)] += 1;
        }
        counts[0] = 0;
        let mut symbols = Vec::with_capacity(lengths.len());
        for wanted in 1..=15 {
            symbols.extend((0..lengths.len()).filter(|at| lengths[*at] == wanted).map(|at| at as u16));
        }
        let mut left = 1i32;
        for count in &counts[1..] {
            left = (left << 1) - i32::from(*count);
            if left < 0 {
                return None;
            }
        }
        let longest = (1..16).rev().find(|at| counts[*at] > 0).unwrap_or(0);
        let accepted = left == 0 || longest == 0 || (lenient && longest == 1);
        accepted.then_some(Code { counts, symbols })
    }

    /// The next symbol; Ok(None) for bits that are no code.
    pub fn read(&self, bits: &mut Bits) -> Result<Option<u16>, Failure> {
        let longest = (1..16).rev().find(|at| self.counts[*at] > 0).unwrap_or(1);
        let (mut code, mut first, mut index) = (0i32, 0i32, 0i32);
        for length in 1..=longest {
            code |= bits.take(1)? as i32;
            let count = i32::from(self.counts[length]);
            if code - first < count {
                return Ok(Some(self.symbols[(index + code - first) as usize]));
            }
            index += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        Ok(None)
    }
}
