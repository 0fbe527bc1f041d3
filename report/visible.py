"""Bytes and foreign text made visible, and harmless: whatever a submission wrote comes out as printable characters.

A byte or character that cannot be seen is named in single angle quotation marks: ‹ESC›, ‹0xFF› for a byte that is not
UTF-8, ‹U+202E› for a character. The quotation mark itself is named too, so what is shown means one thing only. Nothing
here knows a terminal or HTML: it gives segments, and each form dresses them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

# The names of U+0000 to U+001F in ISO 6429.
CONTROLS = (
    *("NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "TAB", "LF", "VT", "FF", "CR", "SO", "SI", "DLE"),
    *("DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US"),
)
OPEN, CLOSE, SPACE, NEWLINE = "‹", "›", "·", "⏎"
HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"})
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f")  # letters and symbols that draw nothing
SIMPLE = re.compile(rb"[ -~]*[!-~]|")  # what is shown as it is: most output, and much faster so
MARKS = 2  # combining marks on one character that are shown as they are; more of them overprint the lines around


class Kind(StrEnum):
    """What a segment is: text as it was, a space made visible, or the name of something invisible."""

    TEXT = "text"
    SPACE = "space"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of characters of one kind; `changed` where the two sides of a comparison differ."""

    text: str
    kind: Kind = Kind.TEXT
    changed: bool = False


def characters(data: bytes) -> Iterator[tuple[str, int]]:
    """Each character of `data` with its length in bytes; a byte that is not UTF-8 is the surrogate U+DC00 + byte."""
    for char in data.decode("utf-8", "surrogateescape"):
        yield char, 1 if "\udc80" <= char <= "\udcff" else len(char.encode("utf-8"))


@lru_cache(maxsize=4096)
def name(char: str) -> str:
    """The visible name of one character, quotation marks included."""
    code = ord(char)
    if code < 0x20:
        return f"{OPEN}{CONTROLS[code]}{CLOSE}"
    if code == 0x7F:
        return f"{OPEN}DEL{CLOSE}"
    if 0xDC80 <= code <= 0xDCFF:
        return f"{OPEN}0x{code - 0xDC00:02X}{CLOSE}"
    return f"{OPEN}U+{code:04X}{CLOSE}"


@lru_cache(maxsize=16384)
def hidden(char: str) -> bool:
    """Whether a character is invisible, moves others, or looks like one of our own marks or like another spelling of
    itself (the Ångström sign, which normalises to a letter)."""
    if " " <= char <= "~":
        return False
    if char in BLANK or char in (OPEN, CLOSE, SPACE, NEWLINE) or unicodedata.category(char) in HIDDEN:
        return True
    return _variation_selector(char) or unicodedata.normalize("NFC", char) != char


def segments(data: bytes, *, spaces: bool = False, changed: bool = False) -> list[Segment]:
    """`data` as segments. Trailing spaces are always made visible, all of them with `spaces`. A line feed is named like
    any other control: cut into lines first."""
    if not spaces and SIMPLE.fullmatch(data):
        return [Segment(data.decode("ascii"), changed=changed)] if data else []
    runs: list[tuple[Kind, list[str]]] = []
    text = data.decode("utf-8", "surrogateescape")
    last = len(text.rstrip(" "))
    cluster = ""  # a character and the marks on it, as far as they are shown as they are
    for index, char in enumerate(text):
        cluster = cluster if _attached(char) else ""
        kind, shown = Kind.TEXT, char
        if char == " ":
            if spaces or index >= last:
                kind, shown = Kind.SPACE, SPACE
        elif hidden(char) or (_attached(char) and _odd(cluster, char)):
            kind, shown = Kind.NAME, name(char)
        else:
            cluster += char
        if not runs or runs[-1][0] is not kind:
            runs.append((kind, []))
        runs[-1][1].append(shown)
    return [Segment("".join(parts), kind, changed) for kind, parts in runs]


def visible(data: bytes | str, limit: int | None = None) -> str:
    """`data` on one line as plain text, safe to print; past `limit` characters it is cut, and says how long it is."""
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    text = "".join(segment.text for segment in segments(raw if limit is None else raw[: 4 * limit + 4]))
    if limit is None or (len(text) <= limit and len(raw) <= 4 * limit + 4):
        return text
    return f"{text[:limit]}… ({len(raw):,} bytes)"


def paragraph(data: bytes, lines: int, width: int = 200) -> list[str]:
    """The last `lines` lines of a foreign text (stderr, a build log), each made visible and cut to `width`."""
    first, *rest = data.rstrip(b"\n").rsplit(b"\n", lines)
    if len(rest) < lines:
        return [visible(line, width) for line in (first, *rest)]
    before = first.count(b"\n") + 1
    return [f"… ({before:,} line{'s' if before > 1 else ''} before)", *(visible(line, width) for line in rest)]


def described(data: bytes, offset: int) -> str:
    """The character of `data` at byte `offset` in words, for example `é U+00E9 LATIN SMALL LETTER E WITH ACUTE`."""
    if offset >= len(data):
        return "the end"
    start = offset
    while start > 0 and offset - start < 3 and data[start] & 0xC0 == 0x80:
        start -= 1
    char, size = next(characters(data[start : start + 4]))
    if start + size <= offset:  # the byte belongs to no character
        char = next(characters(data[offset : offset + 1]))[0]
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:
        return f"byte 0x{code - 0xDC00:02X}, not UTF-8"
    shown = name(char) if hidden(char) or char == " " or unicodedata.combining(char) else char
    return f"{shown} U+{code:04X} {unicodedata.name(char, '')}".rstrip()


def _variation_selector(char: str) -> bool:
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


@lru_cache(maxsize=16384)
def _attached(char: str) -> bool:
    """Whether a character joins the one before it: a combining mark, a vowel or final consonant of Hangul."""
    return char > "~" and (unicodedata.category(char)[0] == "M" or "\u1161" <= char <= "\u11ff")


def _odd(cluster: str, char: str) -> bool:
    """Whether an attached character has nothing to join, makes a text that looks like another spelling of it, or is one
    mark too many."""
    marks = sum(map(bool, map(unicodedata.combining, cluster)))
    if not cluster or (marks >= MARKS and unicodedata.combining(char)):
        return True
    return unicodedata.normalize("NFC", cluster + char) != cluster + char
