"""Characters and numbers on which programs are known to part: what generated text is made of. Fixed lists, so that the
same seed gives the same text whatever Unicode version runs."""

from __future__ import annotations

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "0123456789"
MARKS = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
ASCII = LETTERS + DIGITS + MARKS
CONTROLS = "\t\n\r\x0b\x0c\x1b\x7f"
# two bytes of UTF-8, three, four; case that changes length; composed, combining, right to left, joiners, line and
# paragraph separators, non-breaking and ideographic spaces, byte order mark, digits that are not 0–9, the last one
FOREIGN = (
    "éßÄøñıſ ½αΩжЯא١२中文日本한글ﬁ①٣𝟘😀🏳𠮷"
    "e\u0301a\u0308\u200d\u200c\u200e\u2028\u2029\u00a0\u3000\u00ad\ufeff\uffff\U0010ffff\u0085\u1e9e"
)
TEXT = ASCII + CONTROLS + FOREIGN
POOLS = {"ascii": ASCII, "letters": LETTERS, "digits": DIGITS, "text": TEXT, "foreign": FOREIGN}

# around the widths of machine integers and of a double's mantissa
INTEGERS = tuple(
    sorted(
        {0, 1, -1, 2, 9, 10, 99, 100, 255, 1000, 65535, 10**9, 10**18, 10**20, -(10**20)}
        | {
            sign * (1 << bits) + step
            for bits in (7, 8, 15, 16, 31, 32, 53, 63, 64)
            for sign in (1, -1)
            for step in (-1, 0, 1)
        }
    )
)  # fmt: skip
FLOATS = (
    "0.0", "-0.0", "1.0", "-1.5", "0.1", "0.30000000000000004", "1e-05", "-6.1e-05", "1e16", "1e21", "1e22", "1e23",
    "123456789.123456789", "5e-324", "2.2250738585072014e-308", "1.7976931348623157e+308", "1e400",
    "9007199254740993.0", "inf", "-inf", "nan", "1_000.5", "1e5", ".5", "5.", "0x1p3",
)  # fmt: skip
# what generators of numbers in words and bytes overwrite with
BYTES = (
    b"\x00",
    b"\x01",
    b"\x7f",
    b"\x80",
    b"\xff",
    b"\n",
    b"\r\n",
    b" ",
    b"\xc3\xa9",
    b"\xf0\x9f\x98\x80",
    b"\xed\xa0\x80",
)
