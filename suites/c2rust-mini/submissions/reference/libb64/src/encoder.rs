//! The encoder: each group of three bytes gives four characters; after 18 groups the line ends.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const GROUPS_PER_LINE: usize = 18;

fn character(value: u8) -> u8 {
    ALPHABET[usize::from(value & 63)]
}

/// Always ends with a line feed, so a full last line is followed by an empty one.
pub fn encode(data: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(data.len() / 3 * 4 + data.len() / 54 + 6);
    for (index, group) in data.chunks(3).enumerate() {
        let second = group.get(1).copied().unwrap_or(0);
        let third = group.get(2).copied().unwrap_or(0);
        out.push(character(group[0] >> 2));
        out.push(character(group[0] << 4 | second >> 4));
        out.push(if group.len() > 1 { character(second << 2 | third >> 6) } else { b'=' });
        out.push(if group.len() > 2 { character(third) } else { b'=' });
        if group.len() == 3 && index % GROUPS_PER_LINE == GROUPS_PER_LINE - 1 {
            out.push(b'\n');
        }
    }
    out.push(b'\n');
    out
}
