//! checksum adler|crc [-s HEX] [-k N] [--] [TEXT...] | combine adler|crc HEX HEX LEN | table
#![forbid(unsafe_code)]

use zlib::checksum::{adler32, adler32_combine, crc32, crc32_combine, crc_table};
use zlib::console::{arguments, read_stdin, Console};
use zlib::{hex_digit, parse_number};

const USAGE: &str = "usage: checksum adler|crc [-s HEX] [-k N] [--] [TEXT...]
       checksum combine adler|crc HEX HEX LEN
       checksum table";

type Checksum = fn(u32, &[u8]) -> u32;

fn usage(console: &mut Console) -> i32 {
    console.complain(USAGE, b"");
    2
}

fn bad(console: &mut Console, what: &str, text: &[u8]) -> i32 {
    console.complain(&format!("checksum: bad {what}: "), text);
    2
}

fn parse_hex(text: &[u8]) -> Option<u32> {
    if text.is_empty() || text.len() > 8 {
        return None;
    }
    text.iter().try_fold(0, |value, byte| Some(value << 4 | u32::from(hex_digit(*byte)?)))
}

fn algorithm(name: &[u8]) -> Option<(Checksum, u32)> {
    match name {
        b"adler" => Some((adler32, 1)),
        b"crc" => Some((crc32, 0)),
        _ => None,
    }
}

fn combine(console: &mut Console, arguments: &[Vec<u8>]) -> i32 {
    let [name, first_text, second_text, length_text] = arguments else {
        return usage(console);
    };
    if algorithm(name).is_none() {
        return usage(console);
    }
    let Some(first) = parse_hex(first_text) else {
        return bad(console, "checksum", first_text);
    };
    let Some(second) = parse_hex(second_text) else {
        return bad(console, "checksum", second_text);
    };
    let adler = name == b"adler";
    let value = match parse_number(length_text, u64::MAX) {
        Some(length) if adler => adler32_combine(first, second, length as i64),
        Some(length) => crc32_combine(first, second, length),
        None if adler && length_text == b"-1" => adler32_combine(first, second, -1),
        None => return bad(console, "length", length_text),
    };
    console.out.extend_from_slice(format!("{value:08x}\n").as_bytes());
    0
}

fn table(console: &mut Console) -> i32 {
    for line in crc_table().chunks(8) {
        let entries: Vec<String> = line.iter().map(|entry| format!("{entry:08x}")).collect();
        console.out.extend_from_slice(entries.join(" ").as_bytes());
        console.out.push(b'\n');
    }
    0
}

fn sum(console: &mut Console, checksum: Checksum, start: u32, chunk: usize, data: &[u8]) {
    let value = data.chunks(chunk).fold(start, checksum);
    console.out.extend_from_slice(format!("{value:08x} {}\n", data.len()).as_bytes());
}

fn run(console: &mut Console) -> i32 {
    let arguments = arguments();
    let (command, rest) = match arguments.split_first() {
        Some((command, rest)) => (command.as_slice(), rest),
        None => return usage(console),
    };
    if command == b"combine" {
        return combine(console, rest);
    }
    if command == b"table" && rest.is_empty() {
        return table(console);
    }
    let Some((checksum, mut start)) = algorithm(command) else {
        return usage(console);
    };
    let mut chunk = 65536;
    let mut rest = rest.iter();
    while let Some(option) = rest.as_slice().first().filter(|text| text.len() > 1 && text[0] == b'-') {
        rest.next();
        let value = rest.as_slice().first();
        match (option.as_slice(), value) {
            (b"--", _) => break,
            (b"-s", Some(text)) => match parse_hex(text) {
                Some(value) => start = value,
                None => return bad(console, "checksum", text),
            },
            (b"-k", Some(text)) => match parse_number(text, 1_000_000) {
                Some(value) if value > 0 => chunk = value as usize,
                _ => return bad(console, "chunk size", text),
            },
            _ => return usage(console),
        }
        rest.next();
    }
    if rest.len() == 0 {
        sum(console, checksum, start, chunk, &read_stdin());
    }
    for text in rest {
        sum(console, checksum, start, chunk, text);
    }
    0
}

fn main() {
    let mut console = Console::default();
    let status = run(&mut console);
    console.finish(status)
}
