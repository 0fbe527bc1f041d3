//! JSON Pointer, with the original's liberties.

use crate::item::{Item, Value};

/// A place in a document: the index of a child on each level.
pub type Place = Vec<usize>;

pub fn locate(root: &Item, pointer: &[u8], exact: bool) -> Option<Place> {
    let mut place = Place::new();
    let (mut current, mut rest) = (root, pointer);
    while let Some((b'/', token)) = rest.split_first() {
        let at = match &current.value {
            Value::Array(items) => array_index(token).filter(|at| *at < items.len())?,
            Value::Object(items) => {
                items.iter().position(|item| matches(item.name.as_deref().unwrap_or(b""), token, exact))?
            }
            _ => return None,
        };
        place.push(at);
        current = &current.children()[at];
        rest = &token[token.iter().position(|byte| *byte == b'/').unwrap_or(token.len())..];
    }
    Some(place)
}

pub fn at<'a>(root: &'a Item, place: &[usize]) -> &'a Item {
    place.iter().fold(root, |item, at| &item.children()[*at])
}

pub fn at_mut<'a>(root: &'a mut Item, place: &[usize]) -> Option<&'a mut Item> {
    place.iter().try_fold(root, |item, at| item.children_mut()?.get_mut(*at))
}

/// The pointer of a place.
pub fn describe(root: &Item, place: &[usize]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut current = root;
    for at in place {
        let child = &current.children()[*at];
        out.push(b'/');
        match &child.name {
            Some(name) if current.is_object() => out.extend(encode(name)),
            _ => out.extend_from_slice(at.to_string().as_bytes()),
        }
        current = child;
    }
    out
}

/// With `~0` for `~` and `~1` for `/`.
pub fn encode(name: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(name.len());
    for byte in name {
        match byte {
            b'~' => out.extend_from_slice(b"~0"),
            b'/' => out.extend_from_slice(b"~1"),
            _ => out.push(*byte),
        }
    }
    out
}

/// The index at the start of `token`. After a first byte that is at most `9`, every byte from `0` on counts as
/// a digit, and nothing at all is 0.
pub fn array_index(token: &[u8]) -> Option<usize> {
    let ends = |at: usize| matches!(token.get(at), None | Some(b'/'));
    if token.first() == Some(&b'0') && !ends(1) {
        return None;
    }
    let mut index = 0usize;
    let mut at = 0;
    while token.first().is_some_and(|first| *first <= b'9') && token.get(at).is_some_and(|byte| *byte >= b'0') {
        index = index.wrapping_mul(10).wrapping_add(usize::from(token[at] - b'0'));
        at += 1;
    }
    ends(at).then_some(index)
}

/// Whether `name` is what the token at the start of `pointer` means.
fn matches(name: &[u8], pointer: &[u8], exact: bool) -> bool {
    let mut rest = pointer;
    for byte in name {
        let expected = match rest {
            [] | [b'/', ..] => return false,
            [b'~', b'0', ..] => b'~',
            [b'~', b'1', ..] => b'/',
            [b'~', ..] => return false,
            [other, ..] => *other,
        };
        let escaped = rest[0] == b'~';
        let same = if exact || escaped { *byte == expected } else { byte.eq_ignore_ascii_case(&expected) };
        if !same {
            return false;
        }
        rest = &rest[if escaped { 2 } else { 1 }..];
    }
    matches!(rest, [] | [b'/', ..])
}
