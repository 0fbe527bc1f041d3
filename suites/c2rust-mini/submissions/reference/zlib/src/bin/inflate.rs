//! inflate [-f zlib|gzip|auto|raw] [-d HEX] [-i N] [-o N] [-m] [-v]
#![forbid(unsafe_code)]

use zlib::console::{arguments, read_stdin, Console};
use zlib::inflate::Failure;
use zlib::wrapper::{member, Format};
use zlib::{hex_digit, parse_number};

struct Options {
    format: Format,
    dictionary: Option<Vec<u8>>,
    members: bool,
    verbose: bool,
}

fn parse_dictionary(text: &[u8]) -> Option<Vec<u8>> {
    if text.len() % 2 != 0 {
        return None;
    }
    text.chunks(2).map(|pair| Some(hex_digit(pair[0])? << 4 | hex_digit(pair[1])?)).collect()
}

fn parse(console: &mut Console) -> Option<Options> {
    let mut options = Options { format: Format::Zlib, dictionary: None, members: false, verbose: false };
    let arguments = arguments();
    let mut rest = arguments.iter();
    while let Some(option) = rest.next() {
        let value = rest.as_slice().first();
        match (option.as_slice(), value) {
            (b"-m", _) => options.members = true,
            (b"-v", _) => options.verbose = true,
            (b"-f" | b"-d" | b"-i" | b"-o", Some(text)) => {
                rest.next();
                parse_value(option[1], text, &mut options, console)?;
            }
            _ => {
                console.complain("usage: inflate [-f zlib|gzip|auto|raw] [-d HEX] [-i N] [-o N] [-m] [-v]", b"");
                return None;
            }
        }
    }
    Some(options)
}

fn parse_value(letter: u8, text: &[u8], options: &mut Options, console: &mut Console) -> Option<()> {
    let what = match letter {
        b'f' => {
            let known = match text {
                b"zlib" => Some(Format::Zlib),
                b"gzip" => Some(Format::Gzip),
                b"auto" => Some(Format::Auto),
                b"raw" => Some(Format::Raw),
                _ => None,
            };
            if let Some(format) = known {
                options.format = format;
                return Some(());
            }
            "format"
        }
        b'd' => {
            options.dictionary = parse_dictionary(text);
            if options.dictionary.is_some() {
                return Some(());
            }
            "dictionary"
        }
        _ => {
            if parse_number(text, 1_000_000).is_some_and(|chunk| chunk > 0) {
                return Some(());
            }
            "chunk size"
        }
    };
    console.complain(&format!("inflate: bad {what}: "), text);
    None
}

/// The bytes used, or None after a complaint.
fn one(console: &mut Console, data: &[u8], options: &Options) -> Option<usize> {
    let start = console.out.len();
    let result = member(data, options.format, options.dictionary.as_deref(), &mut console.out);
    let length = console.out.len() - start;
    let complaint = match result {
        Ok(member) => {
            if options.verbose {
                let check = member.check.map_or(String::new(), |check| format!(" check={check:08x}"));
                console.complain(&format!("in={} out={length}{check}", member.used), b"");
            }
            return Some(member.used);
        }
        Err(Failure::End) => format!("unexpected end of input after {length} bytes"),
        Err(Failure::Data(message)) => format!("{message} after {length} bytes"),
        Err(Failure::NeedDictionary(check)) => format!("need dictionary {check:08x}"),
        Err(Failure::WrongDictionary) => "wrong dictionary".to_string(),
    };
    console.complain(&format!("inflate: {complaint}"), b"");
    None
}

fn run(console: &mut Console) -> i32 {
    let Some(options) = parse(console) else {
        return 2;
    };
    let data = read_stdin();
    let mut used = 0;
    loop {
        match one(console, &data[used..], &options) {
            Some(more) => used += more,
            None => return 1,
        }
        if !options.members || used == data.len() {
            break;
        }
    }
    if used < data.len() {
        console.complain(&format!("inflate: {} bytes after the end", data.len() - used), b"");
        return 1;
    }
    0
}

fn main() {
    let mut console = Console::default();
    let status = run(&mut console);
    console.finish(status)
}
