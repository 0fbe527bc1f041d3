//! Checksums and decompression as zlib does them.
#![forbid(unsafe_code)]

pub mod bits;
pub mod checksum;
pub mod console;
pub mod huffman;
pub mod inflate;
pub mod wrapper;

/// A decimal number of at most twelve digits that is not above `limit`.
pub fn parse_number(text: &[u8], limit: u64) -> Option<u64> {
    if text.is_empty() || text.len() > 12 || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = text.iter().fold(0, |value, digit| value * 10 + u64::from(digit - b'0'));
    (value <= limit).then_some(value)
}

pub fn hex_digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}
