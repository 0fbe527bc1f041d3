//! JSON Patch and JSON Merge Patch, with the original's error codes.

use crate::compare::equal_sorting;
use crate::item::{Item, Value};
use crate::pointer::{array_index, at, at_mut, locate};
use crate::until_nul;

/// Applies the operations until one fails; the error is its code.
pub fn apply(document: &mut Item, patches: &Item, exact: bool) -> Result<(), i32> {
    let Value::Array(patches) = &patches.value else {
        return Err(1);
    };
    patches.iter().try_for_each(|patch| apply_one(document, patch, exact))
}

fn text<'a>(item: Option<&'a Item>) -> Option<&'a [u8]> {
    match item.map(|item| &item.value) {
        Some(Value::Text(text)) => Some(text),
        _ => None,
    }
}

fn apply_one(document: &mut Item, patch: &Item, exact: bool) -> Result<(), i32> {
    let path = text(patch.get(b"path", exact)).ok_or(2)?;
    let operation = text(patch.get(b"op", exact)).ok_or(3)?;
    let value = patch.get(b"value", exact);
    match operation {
        b"test" => return test(document, path, value, exact),
        b"remove" if path.is_empty() => {
            *document = Value::Invalid.into();
            return Ok(());
        }
        b"add" | b"replace" if path.is_empty() => {
            *document = value.ok_or(7)?.value.clone().into();
            return Ok(());
        }
        b"add" => {}
        b"remove" | b"replace" => {
            detach(document, path, exact).ok_or(13)?;
            if operation == b"remove" {
                return Ok(());
            }
        }
        b"move" | b"copy" => {
            let from = text(Some(patch.get(b"from", exact).ok_or(4)?)).ok_or(5)?;
            let item = if operation == b"move" {
                detach(document, from, exact)
            } else {
                locate(document, from, exact).map(|place| at(document, &place).clone())
            };
            return insert(document, path, item.ok_or(5)?, exact);
        }
        _ => return Err(3),
    }
    insert(document, path, value.ok_or(7)?.clone(), exact)
}

fn test(document: &mut Item, path: &[u8], value: Option<&Item>, exact: bool) -> Result<(), i32> {
    let place = locate(document, path, exact).ok_or(1)?;
    let mut value = value.ok_or(1)?.clone();
    let item = at_mut(document, &place).ok_or(1)?;
    equal_sorting(item, &mut value, exact).then_some(()).ok_or(1)
}

/// The pointer of the parent, and the last token.
fn split(path: &[u8]) -> Option<(&[u8], Vec<u8>)> {
    let slash = path.iter().rposition(|byte| *byte == b'/')?;
    Some((&path[..slash], decode(&path[slash + 1..])))
}

/// The original's decoding in place: bytes are not moved, and `~1` puts a slash one byte too far.
fn decode(token: &[u8]) -> Vec<u8> {
    let mut text = token.to_vec();
    text.push(0);
    let (mut from, mut to) = (0, 0);
    while text[from] != 0 {
        if text[from] == b'~' {
            match text[from + 1] {
                b'0' => text[to] = b'~',
                b'1' => text[to + 1] = b'/',
                _ => return until_nul(&text).to_vec(),
            }
            from += 1;
        }
        from += 1;
        to += 1;
    }
    text[to] = 0;
    until_nul(&text).to_vec()
}

/// Takes out what `path` points at. The name is matched without regard to case, even when `exact`.
fn detach(document: &mut Item, path: &[u8], exact: bool) -> Option<Item> {
    let (parent, token) = split(path)?;
    let place = locate(document, parent, exact)?;
    let parent = at_mut(document, &place)?;
    match &mut parent.value {
        Value::Array(items) => array_index(&token).filter(|at| *at < items.len()).map(|at| items.remove(at)),
        Value::Object(_) => parent.detach(&token, false),
        _ => None,
    }
}

fn insert(document: &mut Item, path: &[u8], item: Item, exact: bool) -> Result<(), i32> {
    let (parent, token) = split(path).ok_or(9)?;
    let place = locate(document, parent, exact).ok_or(9)?;
    let parent = at_mut(document, &place).ok_or(9)?;
    match &mut parent.value {
        Value::Array(items) => {
            let index = if token == b"-" { items.len() } else { array_index(&token).ok_or(11)? };
            if index > items.len() {
                return Err(10);
            }
            items.insert(index, item);
        }
        Value::Object(_) => {
            parent.detach(&token, exact);
            parent.add(&token, item);
        }
        _ => return Err(9),
    }
    Ok(())
}

/// The document after a merge patch.
pub fn merge(target: Option<Item>, patch: &Item, exact: bool) -> Item {
    if !patch.is_object() {
        return patch.clone();
    }
    let mut target = target.filter(Item::is_object).unwrap_or_else(|| Value::Object(Vec::new()).into());
    for member in patch.children() {
        let name = member.name.as_deref().unwrap_or(b"");
        let old = target.detach(name, exact);
        if !matches!(member.value, Value::Null) {
            target.add(name, merge(old, member, exact));
        }
    }
    target
}
