//! Reading bits, lowest first.

use crate::inflate::Failure;

pub struct Bits<'a> {
    data: &'a [u8],
    position: usize,
    hold: u64,
    count: u32,
}

impl<'a> Bits<'a> {
    pub fn new(data: &'a [u8]) -> Self {
        Bits { data, position: 0, hold: 0, count: 0 }
    }

    /// Up to 32 bits.
    pub fn take(&mut self, count: u32) -> Result<u32, Failure> {
        while self.count < count {
            let byte = self.data.get(self.position).ok_or(Failure::End)?;
            self.hold |= u64::from(*byte) << self.count;
            self.position += 1;
            self.count += 8;
        }
        let value = (self.hold & ((1 << count) - 1)) as u32;
        self.hold >>= count;
        self.count -= count;
        Ok(value)
    }

    /// Drops the rest of a byte that was read in part.
    pub fn align(&mut self) {
        let rest = self.count % 8;
        self.hold >>= rest;
        self.count -= rest;
    }

    /// How many bytes were read, one read in part included.
    pub fn used(&self) -> usize {
        self.position - (self.count / 8) as usize
    }
}
