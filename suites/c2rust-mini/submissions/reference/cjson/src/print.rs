//! The printer: compact, or with tabs in objects and ", " between the elements of arrays.

use crate::item::{Item, Value};
use crate::number;

/// None for an invalid item, which has no text.
pub fn print(item: &Item, pretty: bool) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    value(item, pretty, 0, &mut out).then_some(out)
}

fn value(item: &Item, pretty: bool, depth: usize, out: &mut Vec<u8>) -> bool {
    match &item.value {
        Value::Invalid => return false,
        Value::Null => out.extend_from_slice(b"null"),
        Value::False => out.extend_from_slice(b"false"),
        Value::True => out.extend_from_slice(b"true"),
        Value::Number { double, .. } => out.extend_from_slice(number::print(*double).as_bytes()),
        Value::Text(text) => string(text, out),
        Value::Array(items) => return array(items, pretty, depth + 1, out),
        Value::Object(items) => return object(items, pretty, depth + 1, out),
    }
    true
}

fn array(items: &[Item], pretty: bool, depth: usize, out: &mut Vec<u8>) -> bool {
    out.push(b'[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.extend_from_slice(if pretty { b", " } else { b"," });
        }
        if !value(item, pretty, depth, out) {
            return false;
        }
    }
    out.push(b']');
    true
}

fn object(items: &[Item], pretty: bool, depth: usize, out: &mut Vec<u8>) -> bool {
    let tabs = |count: usize| std::iter::repeat(b'\t').take(if pretty { count } else { 0 });
    out.extend_from_slice(if pretty { b"{\n" } else { b"{" });
    for (index, item) in items.iter().enumerate() {
        out.extend(tabs(depth));
        string(item.name.as_deref().unwrap_or(b""), out);
        out.extend_from_slice(if pretty { b":\t" } else { b":" });
        if !value(item, pretty, depth, out) {
            return false;
        }
        if index + 1 < items.len() {
            out.push(b',');
        }
        if pretty {
            out.push(b'\n');
        }
    }
    out.extend(tabs(depth - 1));
    out.push(b'}');
    true
}

fn string(text: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    for byte in text {
        let letter = match byte {
            b'"' | b'\\' => *byte,
            8 => b'b',
            12 => b'f',
            b'\n' => b'n',
            b'\r' => b'r',
            b'\t' => b't',
            0..=31 => {
                out.extend_from_slice(format!("\\u{byte:04x}").as_bytes());
                continue;
            }
            _ => {
                out.push(*byte);
                continue;
            }
        };
        out.extend_from_slice(&[b'\\', letter]);
    }
    out.push(b'"');
}
