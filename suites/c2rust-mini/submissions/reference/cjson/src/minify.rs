//! Removing white space and comments, without parsing.

pub fn minify(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((byte, after)) = rest.split_first() {
        rest = match byte {
            b' ' | b'\t' | b'\r' | b'\n' => after,
            b'/' if after.starts_with(b"/") => past(&after[1..], b"\n"),
            b'/' if after.starts_with(b"*") => past(&after[1..], b"*/"),
            b'/' => after,
            b'"' => string(rest, &mut out),
            _ => {
                out.push(*byte);
                after
            }
        };
    }
    out
}

/// What follows the first `mark`; nothing when there is none.
fn past<'a>(text: &'a [u8], mark: &[u8]) -> &'a [u8] {
    let at = text.windows(mark.len()).position(|window| window == mark);
    at.map_or(&[], |at| &text[at + mark.len()..])
}

/// Copies a string literal; only a quote right after a backslash does not end it.
fn string<'a>(text: &'a [u8], out: &mut Vec<u8>) -> &'a [u8] {
    let mut at = 1;
    while at < text.len() {
        if text[at] == b'"' {
            at += 1;
            break;
        }
        at += if text[at..].starts_with(b"\\\"") { 2 } else { 1 };
    }
    out.extend_from_slice(&text[..at]);
    &text[at..]
}
