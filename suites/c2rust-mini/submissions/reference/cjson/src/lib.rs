//! JSON as cJSON reads, prints, compares and patches it. Strings end at their first NUL byte.
#![forbid(unsafe_code)]

pub mod compare;
pub mod console;
pub mod diff;
pub mod item;
pub mod minify;
pub mod number;
pub mod parse;
pub mod patch;
pub mod pointer;
pub mod print;

/// `text` up to its first NUL byte.
pub fn until_nul(text: &[u8]) -> &[u8] {
    text.split(|byte| *byte == 0).next().unwrap_or(text)
}
