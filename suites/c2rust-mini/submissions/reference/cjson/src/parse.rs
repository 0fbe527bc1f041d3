//! The parser. It works on the text and one NUL byte after it, and never moves past that byte.

use crate::item::{Item, Value};
use crate::number::to_int;
use crate::until_nul;

const NESTING_LIMIT: usize = 1000;
const NUMBER_LIMIT: usize = 63;

/// What was parsed and where it ended.
pub struct Parsed {
    pub item: Item,
    pub end: usize,
}

/// Parses the value at the start of `text`. With `whole`, nothing but white space may follow it.
/// The error is the position at which the parser gave up.
pub fn parse(text: &[u8], whole: bool) -> Result<Parsed, usize> {
    let mut content = text.to_vec();
    content.push(0);
    let mut parser = Parser { content, offset: 0, depth: 0 };
    parser.document(whole).ok_or(parser.offset.min(text.len()))
}

struct Parser {
    content: Vec<u8>,
    offset: usize,
    depth: usize,
}

impl Parser {
    fn document(&mut self, whole: bool) -> Option<Parsed> {
        if self.content.len() > 4 && self.content.starts_with(b"\xef\xbb\xbf") {
            self.offset = 3;
        }
        self.skip_white_space();
        let item = Item::from(self.value()?);
        if whole {
            self.skip_white_space();
            if self.peek() != Some(0) {
                return None;
            }
        }
        Some(Parsed { item, end: self.offset })
    }

    fn peek(&self) -> Option<u8> {
        self.content.get(self.offset).copied()
    }

    /// Skips bytes up to 32; the last byte is never skipped.
    fn skip_white_space(&mut self) {
        if self.offset >= self.content.len() {
            return;
        }
        let rest = &self.content[self.offset..];
        self.offset += rest.iter().position(|byte| *byte > 32).unwrap_or(rest.len() - 1);
    }

    fn value(&mut self) -> Option<Value> {
        for (word, value) in [(&b"null"[..], Value::Null), (b"false", Value::False), (b"true", Value::True)] {
            if self.content[self.offset..].starts_with(word) {
                self.offset += word.len();
                return Some(value);
            }
        }
        match self.peek()? {
            b'"' => self.string().map(Value::Text),
            b'-' | b'0'..=b'9' => self.number(),
            b'[' => self.nested(b']', Self::element).map(Value::Array),
            b'{' => self.nested(b'}', Self::member).map(Value::Object),
            _ => None,
        }
    }

    fn number(&mut self) -> Option<Value> {
        let rest = &self.content[self.offset..];
        let rest = &rest[..rest.len().min(NUMBER_LIMIT)];
        let length = number_length(rest);
        let double: f64 = std::str::from_utf8(&rest[..length]).ok()?.parse().ok()?;
        self.offset += length;
        Some(Value::Number { double, int: to_int(double) })
    }

    /// The elements up to `close`; the opening byte is at the offset.
    fn nested(&mut self, close: u8, element: fn(&mut Self) -> Option<Item>) -> Option<Vec<Item>> {
        if self.depth >= NESTING_LIMIT {
            return None;
        }
        self.depth += 1;
        self.offset += 1;
        self.skip_white_space();
        let mut items = Vec::new();
        if self.peek() != Some(close) {
            self.offset -= 1;
            loop {
                self.offset += 1;
                self.skip_white_space();
                items.push(element(self)?);
                self.skip_white_space();
                if self.peek() != Some(b',') {
                    break;
                }
            }
            if self.peek() != Some(close) {
                return None;
            }
        }
        self.depth -= 1;
        self.offset += 1;
        Some(items)
    }

    fn element(&mut self) -> Option<Item> {
        self.value().map(Item::from)
    }

    fn member(&mut self) -> Option<Item> {
        let name = self.string()?;
        self.skip_white_space();
        if self.peek() != Some(b':') {
            return None;
        }
        self.offset += 1;
        self.skip_white_space();
        Some(Item { name: Some(name), value: self.value()? })
    }

    /// A failure leaves the offset at the byte or escape that is wrong, or after the opening quote.
    fn string(&mut self) -> Option<Vec<u8>> {
        let opening = self.peek();
        self.offset += 1;
        if opening != Some(b'"') {
            return None;
        }
        let end = self.string_end()?;
        let mut out = Vec::with_capacity(end - self.offset);
        while self.offset < end {
            let byte = self.content[self.offset];
            if byte != b'\\' {
                out.push(byte);
                self.offset += 1;
                continue;
            }
            let letter = self.content[self.offset + 1];
            self.offset += if letter == b'u' {
                unicode_escape(&self.content[self.offset..end], &mut out)?
            } else {
                out.push(simple_escape(letter)?);
                2
            };
        }
        self.offset = end + 1;
        Some(until_nul(&out).to_vec())
    }

    /// The position of the closing quote.
    fn string_end(&self) -> Option<usize> {
        let mut at = self.offset;
        while *self.content.get(at)? != b'"' {
            at += if self.content[at] == b'\\' { 2 } else { 1 };
        }
        Some(at)
    }
}

fn simple_escape(letter: u8) -> Option<u8> {
    Some(match letter {
        b'b' => 8,
        b'f' => 12,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'"' | b'\\' | b'/' => letter,
        _ => return None,
    })
}

/// Four hexadecimal digits, or 0 when one of them is none.
fn hex4(digits: &[u8]) -> u32 {
    let value = |byte: &u8| char::from(*byte).to_digit(16);
    digits[..4].iter().try_fold(0, |sum, byte| Some(sum << 4 | value(byte)?)).unwrap_or(0)
}

/// Adds the character of the escape at the start of `text` as UTF-8; gives the escape's length.
fn unicode_escape(text: &[u8], out: &mut Vec<u8>) -> Option<usize> {
    if text.len() < 6 {
        return None;
    }
    let first = hex4(&text[2..]);
    let (point, length) = match first {
        0xdc00..=0xdfff => return None,
        0xd800..=0xdbff => {
            if text.len() < 12 || &text[6..8] != b"\\u" {
                return None;
            }
            let second = hex4(&text[8..]);
            if !(0xdc00..=0xdfff).contains(&second) {
                return None;
            }
            (0x10000 + ((first & 0x3ff) << 10 | second & 0x3ff), 12)
        }
        _ => (first, 6),
    };
    out.extend_from_slice(char::from_u32(point)?.encode_utf8(&mut [0; 4]).as_bytes());
    Some(length)
}

/// How many bytes C's strtod takes of a text of digits, signs, points and exponents.
fn number_length(text: &[u8]) -> usize {
    let digits = |from: usize| text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut at = usize::from(text.first() == Some(&b'-'));
    let whole = digits(at);
    at += whole;
    let mut fraction = 0;
    if text.get(at) == Some(&b'.') {
        fraction = digits(at + 1);
        if whole + fraction > 0 {
            at += 1 + fraction;
        }
    }
    if whole + fraction == 0 {
        return 0;
    }
    if matches!(text.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        if at + 1 + sign < text.len() && digits(at + 1 + sign) > 0 {
            at += 1 + sign + digits(at + 1 + sign);
        }
    }
    at
}
