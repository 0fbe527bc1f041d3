//! The two comparisons of documents, and the order of an object's members.

use std::cmp::Ordering;

use crate::item::{Item, Value};
use crate::number::same;

/// By bytes; without regard to the case of ASCII letters unless `exact`.
pub fn order(a: &Item, b: &Item, exact: bool) -> Ordering {
    let (a, b) = (a.name.as_deref().unwrap_or(b""), b.name.as_deref().unwrap_or(b""));
    if exact {
        a.cmp(b)
    } else {
        a.to_ascii_lowercase().cmp(&b.to_ascii_lowercase())
    }
}

/// Sorts members by name. Members of one name may change places, as the original's merge sort makes them.
pub fn sort(mut items: Vec<Item>, exact: bool) -> Vec<Item> {
    if items.windows(2).all(|pair| order(&pair[0], &pair[1], exact) == Ordering::Less) {
        return items;
    }
    let second = items.split_off(items.len().div_ceil(2));
    let mut first = sort(items, exact).into_iter().peekable();
    let mut second = sort(second, exact).into_iter().peekable();
    let mut merged = Vec::new();
    while let (Some(a), Some(b)) = (first.peek(), second.peek()) {
        let smaller = if order(a, b, exact) == Ordering::Less { first.next() } else { second.next() };
        merged.extend(smaller);
    }
    merged.extend(first);
    merged.extend(second);
    merged
}

pub fn sort_object(item: &mut Item, exact: bool) {
    if let Value::Object(children) = &mut item.value {
        *children = sort(std::mem::take(children), exact);
    }
}

/// Equality for patches. Objects that are compared are sorted on the way.
pub fn equal_sorting(a: &mut Item, b: &mut Item, exact: bool) -> bool {
    let objects = a.is_object() && b.is_object();
    if objects {
        sort_object(a, exact);
        sort_object(b, exact);
    }
    match (&mut a.value, &mut b.value) {
        (Value::Array(a), Value::Array(b)) | (Value::Object(a), Value::Object(b)) => {
            let pairs = a.iter_mut().zip(b.iter_mut());
            for (a, b) in pairs {
                if objects && order(a, b, exact) != Ordering::Equal || !equal_sorting(a, b, exact) {
                    return false;
                }
            }
            a.len() == b.len()
        }
        (a, b) => scalars_equal(a, b),
    }
}

/// Equality whatever the order of members.
pub fn equal(a: &Item, b: &Item, exact: bool) -> bool {
    match (&a.value, &b.value) {
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b, exact))
        }
        (Value::Object(_), Value::Object(_)) => covers(a, b, exact) && covers(b, a, exact),
        (a, b) => scalars_equal(a, b),
    }
}

/// Whether each member of `a` has an equal in `b`.
fn covers(a: &Item, b: &Item, exact: bool) -> bool {
    a.children().iter().all(|member| {
        let name = member.name.as_deref().unwrap_or(b"");
        b.get(name, exact).is_some_and(|other| equal(member, other, exact))
    })
}

fn scalars_equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number { double: a, .. }, Value::Number { double: b, .. }) => same(*a, *b),
        (Value::Text(a), Value::Text(b)) => a == b,
        _ => std::mem::discriminant(a) == std::mem::discriminant(b),
    }
}
