"""Flags what a reviewer should look at in a text: minified code, opaque literals, marks that turn text around."""

from __future__ import annotations

import math
import re
from collections import Counter

from .files import File
from .findings import Findings
from .policy import Policy
from .source import Source

_BIDI_TEXT = re.compile("[\u202a-\u202e\u2066-\u2069]")
LONG = 1024  # characters in a row
_OPAQUE = re.compile(rb"[A-Za-z0-9+/=_-]{%d,}" % LONG)
_PIECE = re.compile(rb"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/=]{48,}(?![A-Za-z0-9+/=_-])")
HIGH_HEX = 3.9  # bits a character of hexadecimal digits: 4 for compressed data, less for tables with a pattern
HIGH_ENTROPY = 5.2  # bits a character: base64 of compressed data has 5.9, hexadecimal 4, English 4.1, source 4.8


def inspect(file: File, source: bool, policy: Policy, findings: Findings) -> None:
    """Reports what stands out in a readable file; `source` says whether it is code of the target language."""
    text = Source(file.path, file.data)
    if source:
        _bidi(text, findings)
        _bundle(text, policy, findings)
    long = any(len(line) >= LONG for line in file.data.split(b"\n"))
    for match in _OPAQUE.finditer(file.data) if long else ():
        if len(match.group()) >= policy.limits.blob_bytes and entropy(match.group()) >= HIGH_ENTROPY:
            findings.at("data-blob", text, match.start(), f"{len(match.group()):,} opaque characters in a row")
            return
    _pieces(text, policy, findings)


def _pieces(text: Source, policy: Policy, findings: Findings) -> None:
    """An opaque table in many short lines."""
    if len(text.data) < policy.limits.blob_bytes:
        return
    pieces = list(_PIECE.finditer(text.data))
    whole = b"".join(piece.group() for piece in pieces)
    dense = HIGH_ENTROPY if re.search(rb"[^0-9a-fA-F]", whole) else HIGH_HEX
    if len(whole) >= policy.limits.blob_bytes and entropy(whole) >= dense:
        message = f"{len(whole):,} opaque characters in {len(pieces):,} pieces"
        findings.at("data-blob", text, pieces[0].start(), message)


def entropy(data: bytes) -> float:
    """Shannon entropy in bits a byte, 0 for nothing."""
    total = len(data)
    return -sum(n / total * math.log2(n / total) for n in Counter(data).values()) if total else 0.0


def _bidi(text: Source, findings: Findings) -> None:
    if b"\xe2\x80" not in text.data and b"\xe2\x81" not in text.data:
        return
    match = _BIDI_TEXT.search(text.data.decode("utf-8"))
    if match:
        offset = len(text.data.decode("utf-8")[: match.start()].encode())
        findings.at("file-bidi", text, offset, f"direction mark U+{ord(match.group()):04X}")


def _bundle(text: Source, policy: Policy, findings: Findings) -> None:
    size = len(text.data)
    if size < 20_000 or size <= (text.data.count(b"\n") + 1) * policy.limits.bundle_line:
        return
    code = re.sub(
        rb"\"[^\"\n]*\"|'[^'\n]*'|[0-9a-fA-FxX]+,", b"", text.data
    )  # tables of literals make long lines honestly
    lines = code.count(b"\n") + 1
    if len(code) > 10_000 and len(code) / lines > policy.limits.bundle_line:
        findings.add("file-bundle", text.path, f"{size:,} bytes in {lines:,} lines: minified or generated", 1, 1)
