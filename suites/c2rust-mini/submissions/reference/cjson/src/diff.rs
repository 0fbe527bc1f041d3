//! Generating patches: what turns one document into another.

use std::cmp::Ordering;

use crate::compare::{equal_sorting, order, sort_object};
use crate::item::{Item, Value};
use crate::number::same;
use crate::pointer::encode;

/// A JSON Patch. Sorts the objects of both documents.
pub fn patches(from: &mut Item, to: &mut Item, exact: bool) -> Item {
    let mut out = Vec::new();
    differences(&mut out, b"", from, to, exact);
    Value::Array(out).into()
}

fn operation(name: &[u8], path: &[u8], value: Option<&Item>) -> Item {
    let mut item = Item::from(Value::Object(Vec::new()));
    item.add(b"op", Item::text(name));
    item.add(b"path", Item::text(path));
    if let Some(value) = value {
        item.add(b"value", value.clone());
    }
    item
}

fn child_path(path: &[u8], name: &[u8]) -> Vec<u8> {
    [path, b"/", &encode(name)].concat()
}

fn differences(out: &mut Vec<Item>, path: &[u8], from: &mut Item, to: &mut Item, exact: bool) {
    let equal = match (&from.value, &to.value) {
        (Value::Array(_), Value::Array(_)) => return arrays(out, path, from, to, exact),
        (Value::Object(_), Value::Object(_)) => return objects(out, path, from, to, exact),
        (Value::Number { double: a, int: i }, Value::Number { double: b, int: j }) => i == j && same(*a, *b),
        (Value::Text(a), Value::Text(b)) => a == b,
        (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
    };
    if !equal {
        out.push(operation(b"replace", path, Some(to)));
    }
}

fn arrays(out: &mut Vec<Item>, path: &[u8], from: &mut Item, to: &mut Item, exact: bool) {
    let (Some(from), Some(to)) = (from.children_mut(), to.children_mut()) else {
        return;
    };
    for (index, (a, b)) in from.iter_mut().zip(to.iter_mut()).enumerate() {
        differences(out, &child_path(path, index.to_string().as_bytes()), a, b, exact);
    }
    for _ in to.len()..from.len() {
        out.push(operation(b"remove", &child_path(path, to.len().to_string().as_bytes()), None));
    }
    for value in to.iter().skip(from.len()) {
        out.push(operation(b"add", &child_path(path, b"-"), Some(value)));
    }
}

fn objects(out: &mut Vec<Item>, path: &[u8], from: &mut Item, to: &mut Item, exact: bool) {
    sort_object(from, exact);
    sort_object(to, exact);
    let (Some(from), Some(to)) = (from.children_mut(), to.children_mut()) else {
        return;
    };
    let (mut a, mut b) = (from.iter_mut().peekable(), to.iter_mut().peekable());
    loop {
        let which = match (a.peek(), b.peek()) {
            (None, None) => return,
            (None, _) => Ordering::Greater,
            (_, None) => Ordering::Less,
            (Some(a), Some(b)) => order(a, b, exact),
        };
        let old = if which == Ordering::Greater { None } else { a.next() };
        let new = if which == Ordering::Less { None } else { b.next() };
        let name = old.as_ref().or(new.as_ref()).and_then(|item| item.name.clone()).unwrap_or_default();
        let path = child_path(path, &name);
        match (old, new) {
            (Some(old), Some(new)) => differences(out, &path, old, new, exact),
            (Some(_), None) => out.push(operation(b"remove", &path, None)),
            (None, Some(new)) => out.push(operation(b"add", &path, Some(new))),
            (None, None) => {}
        }
    }
}

/// A JSON Merge Patch; None when there is nothing to change in an object.
pub fn merge_patch(from: &mut Item, to: &mut Item, exact: bool) -> Option<Item> {
    if !from.is_object() || !to.is_object() {
        return Some(to.clone());
    }
    sort_object(from, exact);
    sort_object(to, exact);
    let mut patch = Item::from(Value::Object(Vec::new()));
    let (mut a, mut b) = (from.children_mut()?.iter_mut().peekable(), to.children_mut()?.iter_mut().peekable());
    loop {
        let which = match (a.peek(), b.peek()) {
            (None, None) => break,
            (None, _) => Ordering::Greater,
            (_, None) => Ordering::Less,
            (Some(a), Some(b)) => order(a, b, true),
        };
        let old = if which == Ordering::Greater { None } else { a.next() };
        let new = if which == Ordering::Less { None } else { b.next() };
        let name = old.as_ref().or(new.as_ref()).and_then(|item| item.name.clone()).unwrap_or_default();
        match (old, new) {
            (Some(old), Some(new)) => {
                if !equal_sorting(old, new, exact) {
                    // Inner objects are compared without regard to case, whatever was asked for.
                    if let Some(inner) = merge_patch(old, new, false) {
                        patch.add(&name, inner);
                    }
                }
            }
            (Some(_), None) => patch.add(&name, Value::Null.into()),
            (None, Some(new)) => patch.add(&name, new.clone()),
            (None, None) => {}
        }
    }
    (!patch.children().is_empty()).then_some(patch)
}
