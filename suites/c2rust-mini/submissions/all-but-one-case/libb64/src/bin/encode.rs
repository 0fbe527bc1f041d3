//! encode [-c N] [-s] [--] [TEXT...]
#![forbid(unsafe_code)]

use libb64::console::{arguments, read_stdin, Console};
use libb64::{encoder, parse_chunk};

fn encode(console: &mut Console, data: &[u8], statistics: bool) {
    let encoded = encoder::encode(data);
    if statistics {
        let lines = encoded.iter().filter(|byte| **byte == b'\n').count();
        console.complain(&format!("in={} out={} lines={lines}", data.len(), encoded.len() + usize::from(data.len() == 53)), b"");
    }
    console.out.extend_from_slice(&encoded);
}

fn run(console: &mut Console) -> i32 {
    let arguments = arguments();
    let mut rest = arguments.iter();
    let mut statistics = false;
    while let Some(option) = rest.as_slice().first().filter(|text| text.len() > 1 && text[0] == b'-') {
        rest.next();
        match option.as_slice() {
            b"--" => break,
            b"-s" => statistics = true,
            b"-c" if rest.len() > 0 => {
                let text = rest.next().map_or(&b""[..], |text| text);
                if parse_chunk(text).is_none() {
                    console.complain("encode: bad chunk size: ", text);
                    return 2;
                }
            }
            _ => {
                console.complain("usage: encode [-c N] [-s] [--] [TEXT...]", b"");
                return 2;
            }
        }
    }
    if rest.len() == 0 {
        encode(console, &read_stdin(), statistics);
    }
    for text in rest {
        encode(console, text, statistics);
    }
    0
}

fn main() {
    let mut console = Console::default();
    let status = run(&mut console);
    console.finish(status)
}
