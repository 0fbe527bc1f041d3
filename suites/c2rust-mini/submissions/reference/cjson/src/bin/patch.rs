//! patch [-i] get|apply|merge|diff|mergediff|compare DOCUMENT SECOND
#![forbid(unsafe_code)]

use cjson::compare::equal;
use cjson::console::{arguments, read_stdin, Console};
use cjson::item::Item;
use cjson::parse::parse;
use cjson::pointer::{at, describe, locate};
use cjson::print::print;
use cjson::{diff, patch, until_nul};

const USAGE: &str = "usage: patch [-i] get DOCUMENT POINTER
       patch [-i] apply|merge|diff|mergediff|compare DOCUMENT DOCUMENT";

fn show(console: &mut Console, item: &Item) -> i32 {
    match print(item, false) {
        Some(printed) => {
            console.out.extend_from_slice(&printed);
            console.out.push(b'\n');
            0
        }
        None => {
            console.complain("patch: no document", b"");
            1
        }
    }
}

/// The argument "-" stands for stdin.
fn load(console: &mut Console, text: &[u8], name: &str) -> Option<Item> {
    let text = if text == b"-" { read_stdin() } else { text.to_vec() };
    match parse(until_nul(&text), true) {
        Ok(parsed) => Some(parsed.item),
        Err(position) => {
            console.complain(&format!("patch: {name} document: error at byte {position}"), b"");
            None
        }
    }
}

fn get(console: &mut Console, document: &Item, pointer: &[u8], exact: bool) -> i32 {
    let Some(place) = locate(document, pointer, exact) else {
        console.complain("patch: nothing at ", pointer);
        return 1;
    };
    console.out.extend(describe(document, &place));
    console.out.push(b'\t');
    show(console, at(document, &place))
}

fn apply(console: &mut Console, document: &mut Item, patches: &Item, exact: bool) -> i32 {
    let result = patch::apply(document, patches, exact);
    if let Err(code) = result {
        console.complain(&format!("patch: apply failed with code {code}"), b"");
    }
    show(console, document) | i32::from(result.is_err())
}

fn run(console: &mut Console) -> i32 {
    let arguments = arguments();
    let exact = arguments.first().map(Vec::as_slice) != Some(b"-i");
    let [command, first, second] = &arguments[usize::from(!exact)..] else {
        console.complain(USAGE, b"");
        return 2;
    };
    let known: [&[u8]; 6] = [b"get", b"apply", b"merge", b"diff", b"mergediff", b"compare"];
    if !known.contains(&command.as_slice()) {
        console.complain(USAGE, b"");
        return 2;
    }
    let Some(mut document) = load(console, first, "first") else {
        return 1;
    };
    if command == b"get" {
        return get(console, &document, second, exact);
    }
    let Some(mut other) = load(console, second, "second") else {
        return 1;
    };
    match command.as_slice() {
        b"apply" => apply(console, &mut document, &other, exact),
        b"merge" => show(console, &patch::merge(Some(document), &other, exact)),
        b"diff" => show(console, &diff::patches(&mut document, &mut other, exact)),
        b"mergediff" => match diff::merge_patch(&mut document, &mut other, exact) {
            Some(patch) => show(console, &patch),
            None => {
                console.out.extend_from_slice(b"same\n");
                0
            }
        },
        _ => {
            let same = equal(&document, &other, exact);
            console.out.extend_from_slice(if same { b"equal\n" } else { b"different\n" });
            i32::from(!same)
        }
    }
}

fn main() {
    let mut console = Console::default();
    let status = run(&mut console);
    console.finish(status)
}
