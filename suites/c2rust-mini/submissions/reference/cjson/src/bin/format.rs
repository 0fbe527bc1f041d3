//! format [-c|-m] [-z] [--] [TEXT...]
#![forbid(unsafe_code)]

use cjson::console::{arguments, read_stdin, Console};
use cjson::minify::minify;
use cjson::parse::parse;
use cjson::print::print;
use cjson::until_nul;

#[derive(Default)]
struct Options {
    compact: bool,
    minify: bool,
    whole: bool,
}

fn format(console: &mut Console, text: &[u8], options: &Options) -> i32 {
    let printed = if options.minify {
        Ok(minify(until_nul(text)))
    } else {
        parse(text, options.whole).map(|parsed| print(&parsed.item, !options.compact).unwrap_or_default())
    };
    match printed {
        Ok(printed) => {
            console.out.extend_from_slice(&printed);
            console.out.push(b'\n');
            0
        }
        Err(position) => {
            console.complain(&format!("format: error at byte {position}"), b"");
            1
        }
    }
}

fn run(console: &mut Console) -> i32 {
    let arguments = arguments();
    let mut rest = arguments.iter();
    let mut options = Options::default();
    while let Some(option) = rest.as_slice().first().filter(|text| text.len() > 1 && text[0] == b'-') {
        rest.next();
        match option.as_slice() {
            b"--" => break,
            b"-c" => options.compact = true,
            b"-m" => options.minify = true,
            b"-z" => options.whole = true,
            _ => {
                console.complain("usage: format [-c|-m] [-z] [--] [TEXT...]", b"");
                return 2;
            }
        }
    }
    let mut status = 0;
    if rest.len() == 0 {
        status = format(console, &read_stdin(), &options);
    }
    for text in rest {
        status |= format(console, text, &options);
    }
    status
}

fn main() {
    let mut console = Console::default();
    let status = run(&mut console);
    console.finish(status)
}
