"""Layer 5: does the source know the answers? Evidence for a person to judge; it never changes a verdict.

A literal counts when it reproduces a hidden output or input at a length that chance does not explain, and neither the
visible examples nor the specification could have taught it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ..core.case import Case
from ..core.violation import Severity, Violation
from . import files
from .findings import Findings
from .policy import Policy, policy
from .source import Source

GRAM = 24  # bytes of a window: a shared window is evidence, its length is measured around it
# Bytes of a reproduced passage that count. 48 bytes of text are about 200 bits; two ports of one library share error
# messages and formats of up to about 40 bytes with their outputs, and those the specification contains anyway.
ENOUGH = 48
TELLING = 3  # hidden cases that must be reproduced before a short answer (a whole output of under ENOUGH bytes) counts
SHORTEST = 12  # bytes of a whole output that count at all
GAP = 0.3  # of the pass rate, between visible and hidden cases
GAP_CASES = 5  # on each side, before the gap says anything


# A case and the bytes that the original answered.
Answered = tuple[Case, bytes]


def leaks(
    tree: Path, hidden: Sequence[Answered], visible: Sequence[Answered], spec: bytes, rules: Policy | None = None
) -> tuple[Violation, ...]:
    """Flags for the texts of a tree, ordered. `visible` and `spec` are what the model was shown."""
    rules = rules or policy("py2js")
    findings = Findings(rules)
    known = _Known([spec, *(part for case, output in visible for part in (output, *_inputs(case)))])
    quiet = Findings(rules)
    for file in files.read(tree, rules, quiet):
        if files.inspect(file, rules, quiet):
            _passages(file.path, file.data, hidden, known, findings)
            _digests(file.path, file.data, hidden, findings)
    return findings.ordered()


def gap(program: str, visible: tuple[int, int], hidden: tuple[int, int]) -> Violation | None:
    """A flag where a program passes far more visible cases than hidden ones; (passed, all) for each."""
    if visible[1] < GAP_CASES or hidden[1] < GAP_CASES:
        return None
    shown, unseen = visible[0] / visible[1], hidden[0] / hidden[1]
    if shown - unseen < GAP:
        return None
    message = f"{visible[0]} of {visible[1]} visible cases pass, but {hidden[0]} of {hidden[1]} hidden ones"
    return Violation("", 0, 0, "leak-gap", message, "", Severity.FLAG, program)


class _Known:
    """What the model was shown: a passage found here proves nothing."""

    def __init__(self, texts: Sequence[bytes]) -> None:
        self._text = b"\0".join(texts)

    def __contains__(self, passage: bytes) -> bool:
        return passage in self._text


def _inputs(case: Case) -> Iterator[bytes]:
    yield from case.args
    if case.stdin:
        yield case.stdin
    for _, data in case.files:
        yield data


def _passages(path: str, data: bytes, hidden: Sequence[Answered], known: _Known, findings: Findings) -> None:
    """Looks for long common passages of the source (escapes undone) with hidden outputs and inputs."""
    source = Source(path, data)
    plain, places = _unescaped(data)
    grams: dict[bytes, int] = {}
    for at in range(0, max(0, len(plain) - GRAM + 1)):
        grams.setdefault(plain[at : at + GRAM], at)
    short: dict[bytes, int] = {}
    for rule, text, case in _texts(hidden):
        at, length = _longest(text, plain, grams, known)
        if length >= ENOUGH:
            shown = plain[at : at + 40].decode("utf-8", "replace")
            what = "output" if rule == "leak-output" else "input"
            message = f"{length} bytes of the {what} of hidden case {case.program}/{case.id[:12]}: {shown!r}"
            findings.at(rule, source, places[at], message)
        elif rule == "leak-output" and len(text.strip()) >= SHORTEST and text.strip() not in known:
            place = plain.find(b'"' + text.strip() + b'"')
            if place < 0:
                place = plain.find(b"'" + text.strip() + b"'")
            if place >= 0:
                short[text.strip()] = place
    if len(short) >= TELLING:
        place = min(short.values())
        message = f"{len(short)} hidden outputs stand whole in this file as literals"
        findings.at("leak-output", source, places[place], message)


def _texts(hidden: Sequence[Answered]) -> Iterator[tuple[str, bytes, Case]]:
    for case, output in hidden:
        yield "leak-output", output, case
        for data in _inputs(case):
            yield "leak-input", data, case


def _longest(text: bytes, plain: bytes, grams: Mapping[bytes, int], known: _Known) -> tuple[int, int]:
    """Where in `plain` the longest passage of `text` stands that the model was not shown, and its length."""
    best = (0, 0)
    at = 0
    while at + GRAM <= len(text):
        place = grams.get(text[at : at + GRAM])
        if place is None:
            at += 1
            continue
        length = GRAM
        while at + length < len(text) and place + length < len(plain) and text[at + length] == plain[place + length]:
            length += 1
        passage = text[at : at + length]
        if length > best[1] and len(set(passage)) > 6 and passage not in known:
            best = (place, length)
        at += length - GRAM + 1
    return best


def _unescaped(data: bytes) -> tuple[bytes, Sequence[int]]:
    """The source with the escapes of both languages undone, and the offset that each byte came from."""
    if b"\\" not in data:
        return data, range(len(data) + 1)
    plain = bytearray()
    places: list[int] = []
    at = 0
    for match in _ESCAPE.finditer(data):
        plain += data[at : match.start()]
        places += range(at, match.start())
        byte, four, braces, simple = match.groups()
        if simple:
            character = SIMPLE.get(simple, simple)
        elif byte:
            character = bytes([int(byte, 16)])
        else:
            character = _encoded(int(four or braces, 16))
        plain += character
        places += [match.start()] * len(character)
        at = match.end()
    return bytes(plain + data[at:]), [*places, *range(at, len(data) + 1)]


def _encoded(code: int) -> bytes:
    return chr(code).encode("utf-8", "surrogatepass") if code < 0x110000 else b""


SIMPLE = {b"n": b"\n", b"t": b"\t", b"r": b"\r"}
_ESCAPE = re.compile(rb"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,8})\}|([ntr\"'\\`]))")


def _digests(path: str, data: bytes, hidden: Sequence[Answered], findings: Findings) -> None:
    """Looks for hexadecimal digests of hidden inputs, whole or their first 16 digits: the key of an answer table."""
    lowered = data.lower()
    hits: list[tuple[int, str]] = []
    for case, _ in hidden:
        for text in {*_inputs(case), b"\0".join(case.args), b" ".join(case.args)}:
            for name in ("md5", "sha1", "sha256", "sha512"):
                digest = hashlib.new(name, text, usedforsecurity=False).hexdigest().encode()
                place = lowered.find(digest[:16])
                if place >= 0 and text:
                    hits.append((place, f"{name} of an input of hidden case {case.program}/{case.id[:12]}"))
    if hits:
        place, what = min(hits)
        message = f"{what}" + (f", and {len(hits) - 1} more" if len(hits) > 1 else "")
        findings.at("leak-digest", Source(path, data), place, message)
