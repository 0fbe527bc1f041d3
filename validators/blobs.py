"""Flags what a reviewer should look at in a text: minified code, opaque literals, marks that turn text around."""

from __future__ import annotations

import math
import re
import string
from collections import Counter

from .files import File
from .findings import Findings
from .policy import Policy
from .source import Source

_BIDI_TEXT = re.compile("[\u202a-\u202e\u2066-\u2069]")
PIECE = 48  # characters in a row that no name and hardly a number has
OPAQUE = frozenset(string.ascii_letters + string.digits + "+/=_-")
_APART = bytes(code if chr(code) in OPAQUE else ord(" ") for code in range(256))  # a space for all other bytes
_MARKED = bytes(ord("1") if chr(code) in OPAQUE else ord(" ") for code in range(256))
# What makes lines long honestly. A number is tried from its start only: a long one took the square of its length.
_TABLES = re.compile(rb"\"[^\"\n]*\"|'[^'\n]*'|(?<![0-9a-fA-FxX])[0-9a-fA-FxX]++,")
HIGH_HEX = 3.9  # bits a character of hexadecimal digits: 4 for compressed data, less for tables with a pattern
HIGH_ENTROPY = 5.2  # bits a character: base64 of compressed data has 5.9, hexadecimal 4, English 4.1, source 4.8


def inspect(file: File, source: bool, policy: Policy, findings: Findings) -> None:
    """Reports what stands out in a readable file; `source` says whether it is code of the target language."""
    text = Source(file.path, file.data)
    if source:
        _bidi(text, findings)
        _bundle(text, policy, findings)
    least = policy.limits.blob_bytes
    if len(file.data) < least or b"1" * PIECE not in file.data.translate(_MARKED):  # the quick answer for most files
        return
    apart = b" %b " % file.data.translate(_APART)
    pieces = [piece for piece in apart.split() if len(piece) >= PIECE]
    for piece in pieces:
        if len(piece) >= least and entropy(piece) >= HIGH_ENTROPY:
            message = f"{len(piece):,} opaque characters in a row"
            findings.at("data-blob", text, apart.index(b" %b " % piece), message)
            return
    pieces = [piece for piece in pieces if b"_" not in piece and b"-" not in piece]
    whole = b"".join(pieces)
    dense = HIGH_ENTROPY if re.search(rb"[^0-9a-fA-F]", whole) else HIGH_HEX
    if len(whole) >= least and entropy(whole) >= dense:  # a table in many short lines
        message = f"{len(whole):,} opaque characters in {len(pieces):,} pieces"
        findings.at("data-blob", text, apart.index(b" %b " % pieces[0]), message)


def entropy(data: bytes) -> float:
    """Shannon entropy in bits a byte, 0 for nothing."""
    total = len(data)
    return -sum(n / total * math.log2(n / total) for n in Counter(data).values()) if total else 0.0


def _bidi(text: Source, findings: Findings) -> None:
    if text.data.isascii():
        return
    match = _BIDI_TEXT.search(text.data.decode("utf-8"))
    if match:
        offset = len(text.data.decode("utf-8")[: match.start()].encode())
        findings.at("file-bidi", text, offset, f"direction mark U+{ord(match.group()):04X}")


def _bundle(text: Source, policy: Policy, findings: Findings) -> None:
    size = len(text.data)
    if size < 20_000 or size <= (text.data.count(b"\n") + 1) * policy.limits.bundle_line:
        return
    code = _TABLES.sub(b"", text.data)
    lines = code.count(b"\n") + 1
    if len(code) > 10_000 and len(code) / lines > policy.limits.bundle_line:
        findings.add("file-bundle", text.path, f"{size:,} bytes in {lines:,} lines: minified or generated", 1, 1)
