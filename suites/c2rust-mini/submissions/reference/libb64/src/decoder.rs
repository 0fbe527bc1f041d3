//! The decoder: characters outside the alphabet, and `=`, are skipped wherever they stand.

/// 0 to 63 for the alphabet, -2 for `=`, -1 for any other byte.
pub fn value(byte: u8) -> i32 {
    match byte {
        b'A'..=b'Z' => i32::from(byte - b'A'),
        b'a'..=b'z' => i32::from(byte - b'a') + 26,
        b'0'..=b'9' => i32::from(byte - b'0') + 52,
        b'+' => 62,
        b'/' => 63,
        b'=' => -2,
        _ => -1,
    }
}

/// The decoded bytes, and how many characters of an unfinished group were read (0 to 3).
pub fn decode(text: &[u8]) -> (Vec<u8>, usize) {
    let mut out = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let (mut bits, mut step) = (0u32, 0);
    for value in text.iter().filter_map(|byte| u32::try_from(value(*byte)).ok()) {
        bits = bits << 6 | value;
        match step {
            1 => out.push((bits >> 4) as u8),
            2 => out.push((bits >> 2) as u8),
            3 => out.push(bits as u8),
            _ => {}
        }
        step = (step + 1) % 4;
    }
    (out, step)
}
