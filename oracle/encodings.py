"""Whether two outputs hold the same text in another encoding, normal form or escape, or with characters replaced."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

FORMS: tuple[Literal["NFC", "NFD", "NFKC", "NFKD"], ...] = ("NFC", "NFD", "NFKC", "NFKD")
CODECS = ("latin-1", "cp1252", "utf-16-le", "utf-16-be", "utf-16")
BOM = "\ufeff"
REPLACED = "[?\ufffd]+"
# What a port tends to lose: all but ASCII, all but Latin-1, all beyond the Basic Multilingual Plane.
LOST = ("[?\x80-\U0010ffff]+", "[?\u0100-\U0010ffff]+", "[?\ufffd\U00010000-\U0010ffff]+")
MARKS = re.compile("m{31}")  # sorting marks is quadratic; Unicode's Stream-Safe Text Format (UAX 15) allows 30 in a row
ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")


def explains(expected: bytes, actual: bytes) -> bool:
    """Whether another encoding, normal form, escape or replacement turns `expected` into `actual`."""
    if expected.isascii() and actual.isascii() and b"\\u" not in expected + actual:
        return False
    if expected.decode("latin-1").encode("utf-8") == actual:
        return True
    if _decoded(expected, "replace") == _decoded(actual, "replace"):
        return True
    try:
        text = expected.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return _encoded_otherwise(text, actual) or _same_characters(text, _decoded(actual, "surrogatepass"))


def _decoded(data: bytes, errors: str) -> str | None:
    try:
        return data.decode("utf-8", errors)
    except UnicodeDecodeError:
        return None


def _encoded_otherwise(text: str, actual: bytes) -> bool:
    """Another codec, or UTF-8 that was taken for another codec and encoded again."""
    for codec in CODECS:
        if text.encode(codec, "replace") == actual:
            return True
    for codec in ("latin-1", "cp1252"):
        if text.encode("utf-8").decode(codec, "replace").encode("utf-8") == actual:
            return True
    return False


def _same_characters(text: str, other: str | None) -> bool:
    """Normal forms, byte order marks, surrogates in UTF-8 (CESU-8), `\\u` escapes, replacement characters."""
    if other is None:
        return False
    if _same_normal_form(text, other):
        return True
    if text.replace(BOM, "") == other.replace(BOM, "") or _joined(text) == _joined(other):
        return True
    if _joined(_unescaped(text)) == _joined(_unescaped(other)):
        return True
    replaced = re.sub(REPLACED, "?", other)
    return any(re.sub(lost, "?", text) == replaced for lost in LOST)


def _same_normal_form(text: str, other: str) -> bool:
    if MARKS.search(_marked(text)) or MARKS.search(_marked(other)):
        return False
    return any(unicodedata.normalize(form, text) == unicodedata.normalize(form, other) for form in FORMS)


def _marked(text: str) -> str:
    """One character for each of the text: `m` for a combining mark."""
    return "".join("m" if unicodedata.combining(character) else "." for character in text)


def _unescaped(text: str) -> str:
    return ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)


def _joined(text: str) -> str:
    """Pairs of surrogates as the characters that they stand for."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
