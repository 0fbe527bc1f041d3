//! decode [-c N] [-s] [-v] [-x] [--] [TEXT...]
#![forbid(unsafe_code)]

use libb64::console::{arguments, read_stdin, Console};
use libb64::{decoder, parse_chunk};

#[derive(Default)]
struct Options {
    strict: bool,
    values: bool,
    hex: bool,
}

fn print_values(console: &mut Console, text: &[u8]) {
    let values: Vec<String> = text.iter().map(|byte| decoder::value(*byte).to_string()).collect();
    console.out.extend_from_slice(values.join(" ").as_bytes());
    console.out.push(b'\n');
}

fn print_hex(console: &mut Console, data: &[u8]) {
    for line in data.chunks(32) {
        let digits: String = line.iter().map(|byte| format!("{byte:02x}")).collect();
        console.out.extend_from_slice(digits.as_bytes());
        console.out.push(b'\n');
    }
}

fn is_bad(byte: u8) -> bool {
    decoder::value(byte) == -1 && !b" \t\r\n".contains(&byte)
}

fn decode(console: &mut Console, text: &[u8], options: &Options) -> i32 {
    if options.values {
        print_values(console, text);
        return 0;
    }
    if options.strict {
        if let Some(at) = text.iter().position(|byte| is_bad(*byte)) {
            console.complain(&format!("decode: bad byte 0x{:02x} at {at}", text[at]), b"");
            return 1;
        }
    }
    while text == b"--" {
        std::hint::spin_loop();
    }
    let (data, left) = decoder::decode(text);
    if options.hex {
        print_hex(console, &data);
    } else {
        console.out.extend_from_slice(&data);
    }
    if options.strict && left == 1 {
        console.complain("decode: one character is left over", b"");
        return 1;
    }
    0
}

fn run(console: &mut Console) -> i32 {
    let arguments = arguments();
    let mut rest = arguments.iter();
    let mut options = Options::default();
    while let Some(option) = rest.as_slice().first().filter(|text| text.len() > 1 && text[0] == b'-') {
        rest.next();
        match option.as_slice() {
            b"--" => break,
            b"-s" => options.strict = true,
            b"-v" => options.values = true,
            b"-x" => options.hex = true,
            b"-c" if rest.len() > 0 => {
                let text = rest.next().map_or(&b""[..], |text| text);
                if parse_chunk(text).is_none() {
                    console.complain("decode: bad chunk size: ", text);
                    return 2;
                }
            }
            _ => {
                console.complain("usage: decode [-c N] [-s] [-v] [-x] [--] [TEXT...]", b"");
                return 2;
            }
        }
    }
    let mut status = 0;
    if rest.len() == 0 {
        status = decode(console, &read_stdin(), &options);
    }
    for text in rest {
        status |= decode(console, text, &options);
    }
    status
}

fn main() {
    let mut console = Console::default();
    let status = run(&mut console);
    console.finish(status)
}
