//! number [TEXT...]
#![forbid(unsafe_code)]

use cjson::console::{arguments, read_stdin, Console};
use cjson::item::{Item, Value};
use cjson::parse::parse;
use cjson::print::print;
use cjson::until_nul;

fn number(console: &mut Console, text: &[u8], list: &mut Vec<Item>) -> i32 {
    let text = until_nul(text);
    if let Ok(parsed) = parse(text, false) {
        if let Value::Number { int, .. } = parsed.item.value {
            console.out.extend_from_slice(format!("{int} ").as_bytes());
            console.out.extend(print(&parsed.item, false).unwrap_or_default());
            console.out.extend_from_slice(format!(" {}\n", parsed.end).as_bytes());
            list.push(parsed.item);
            return 0;
        }
    }
    console.complain("number: not a number: ", text);
    1
}

fn main() {
    let mut console = Console::default();
    let mut list = Vec::new();
    let mut status = 0;
    let arguments = arguments();
    for text in &arguments {
        status |= number(&mut console, text, &mut list);
    }
    if arguments.is_empty() {
        for line in read_stdin().split_inclusive(|byte| *byte == b'\n') {
            status |= number(&mut console, line.strip_suffix(b"\n").unwrap_or(line), &mut list);
        }
    }
    console.out.extend(print(&Value::Array(list).into(), false).unwrap_or_default());
    console.out.push(b'\n');
    console.finish(status)
}
