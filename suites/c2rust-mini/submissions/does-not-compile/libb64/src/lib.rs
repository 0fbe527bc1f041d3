//! Base64 as libb64 does it: lines of 72 characters, and a decoder that skips what it does not know.
#![forbid(unsafe_code)]

pub mod console;
pub mod decoder;
pub mod encoder;

/// A chunk size from 1 to 1000000, written in at most seven digits.
pub fn parse_chunk(text: &[u8]) -> Option<usize> {
    if text.len() > 7 || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = digits_of(text).iter().fold(0, |value, digit| value * 10 + usize::from(digit - b'0'));
    (1..=1_000_000).contains(&value).then_some(value)
}
