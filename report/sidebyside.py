"""Two byte strings laid side by side, line against line, around their first difference. Long outputs and long lines are
cut, and say so; what was cut is never compared again, so a hostile output costs no more than an honest one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from ..oracle.difference import common
from .visible import NEWLINE, Kind, Segment, segments

BEFORE = 3  # equal lines shown above the first difference
LOOKED_AT = 60  # lines of each side from there on that are aligned; difflib's time grows with their product
CLIP = 240  # bytes of a line shown around its first difference


@dataclass(frozen=True, slots=True)
class Line:
    """One line of one side, numbered from 1."""

    number: int
    segments: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of each side; None where the other side has a line too many."""

    expected: Line | None
    actual: Line | None
    same: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """`rows` around the first difference; how many equal lines come before, and how many lines of each side after."""

    rows: tuple[Row, ...]
    before: int
    expected_after: int
    actual_after: int


def compare(expected: bytes, actual: bytes, limit: int = 16) -> Comparison:
    """At most `limit` rows around the first difference of two byte strings."""
    start = _line_start(expected, actual)
    before = expected.count(b"\n", 0, start)
    head = _lines_before(expected, start)
    left, left_more = _lines(expected, start)
    right, right_more = _lines(actual, start)
    rows = [_same(before - len(head) + i + 1, before - len(head) + i + 1, line) for i, line in enumerate(head)]
    for i, j in _pairs(left, right):
        if len(rows) == limit:
            break
        rows.append(_row(left, right, i, j, before))
    shown_left = sum(row.expected is not None for row in rows) - len(head)
    shown_right = sum(row.actual is not None for row in rows) - len(head)
    return Comparison(
        tuple(rows), before - len(head), len(left) - shown_left + left_more, len(right) - shown_right + right_more
    )


def first_difference(expected: bytes, actual: bytes) -> int | None:
    """Where two byte strings first differ, at latest where the shorter one ends; None where they are equal."""
    offset = common(expected, actual)
    return None if offset == len(expected) == len(actual) else offset


def position(data: bytes, offset: int) -> tuple[int, int]:
    """Line and column of a byte offset, both from 1, the column in bytes."""
    return data.count(b"\n", 0, offset) + 1, offset - (data.rfind(b"\n", 0, offset) + 1) + 1


def _line_start(expected: bytes, actual: bytes) -> int:
    offset = first_difference(expected, actual)
    if offset is None:
        return len(expected)
    return expected.rfind(b"\n", 0, offset) + 1


def _lines_before(data: bytes, start: int) -> list[bytes]:
    cut = start
    for _ in range(BEFORE):
        cut = data.rfind(b"\n", 0, max(cut - 1, 0)) + 1
    return _split(data[cut:start])


def _split(data: bytes) -> list[bytes]:
    """Lines with their line feeds; bytes.splitlines would also cut at a carriage return."""
    parts = data.split(b"\n")
    return [line + b"\n" for line in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _lines(data: bytes, start: int) -> tuple[list[bytes], int]:
    """The lines from `start` that are looked at, and how many more there are."""
    end = start
    for _ in range(LOOKED_AT):
        found = data.find(b"\n", end)
        if found < 0:
            return _split(data[start:]), 0
        end = found + 1
    rest = len(data) - end
    return _split(data[start:end]), data.count(b"\n", end) + (1 if rest and not data.endswith(b"\n") else 0)


def _pairs(left: Sequence[bytes], right: Sequence[bytes]) -> list[tuple[int | None, int | None]]:
    """Line indices side by side: equal lines together, replaced ones paired in order, the rest alone."""
    pairs: list[tuple[int | None, int | None]] = []
    for _, i1, i2, j1, j2 in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        for step in range(max(i2 - i1, j2 - j1)):
            i, j = i1 + step, j1 + step
            pairs.append((i if i < i2 else None, j if j < j2 else None))
    return pairs


def _same(number_left: int, number_right: int, line: bytes) -> Row:
    shown = _shown(line, None)
    return Row(Line(number_left, shown), Line(number_right, shown), True)


def _row(left: Sequence[bytes], right: Sequence[bytes], i: int | None, j: int | None, before: int) -> Row:
    one = left[i] if i is not None else None
    other = right[j] if j is not None else None
    if one is not None and one == other and i is not None and j is not None:
        return _same(before + i + 1, before + j + 1, one)
    prefix, suffix = _common(one, other)
    expected = Line(before + i + 1, _shown(one, (prefix, suffix))) if one is not None and i is not None else None
    actual = Line(before + j + 1, _shown(other, (prefix, suffix))) if other is not None and j is not None else None
    return Row(expected, actual, False)


def _common(one: bytes | None, other: bytes | None) -> tuple[int, int]:
    """How many bytes two lines share at their head and, beyond it, at their tail, at character boundaries."""
    if one is None or other is None:
        return 0, 0
    prefix = first_difference(one, other)
    prefix = len(one) if prefix is None else boundary(one, other, prefix)
    room = min(len(one), len(other)) - prefix
    suffix = first_difference(one[::-1][:room], other[::-1][:room])
    suffix = room if suffix is None else suffix
    while suffix and _continues(one, len(one) - suffix):
        suffix -= 1
    return prefix, suffix


def boundary(one: bytes, other: bytes, offset: int) -> int:
    """`offset`, moved back to where a UTF-8 character starts in both."""
    while offset and (_continues(one, offset) or _continues(other, offset)):
        offset -= 1
    return offset


def _continues(data: bytes, offset: int) -> bool:
    return offset < len(data) and data[offset] & 0xC0 == 0x80


def _shown(line: bytes, shared: tuple[int, int] | None) -> tuple[Segment, ...]:
    """A line's segments, cut to CLIP bytes. `shared` is how many bytes at its head and tail equal the other side's;
    what lies between is marked as changed. None where the lines are the same."""
    ended = line.endswith(b"\n")
    body = line[:-1] if ended else line
    first, last = (len(line), len(line)) if shared is None else (shared[0], len(line) - shared[1])
    low = max(0, first - CLIP // 3) if shared is not None and first > CLIP // 2 else 0
    low = boundary(body, body, low)
    high = boundary(body, body, min(len(body), low + CLIP))
    first, middle = min(max(first, low), high), min(max(last, low), high)
    found: list[Segment] = []
    if low:
        found.append(Segment(f"‹{low:,} bytes›", Kind.NAME))
    found += segments(body[low:first], spaces=shared is not None)
    found += segments(body[first:middle], spaces=True, changed=True)
    found += segments(body[middle:high], spaces=shared is not None)
    if high < len(body):
        found.append(Segment(f"‹{len(body) - high:,} bytes›", Kind.NAME))
    if ended:
        found.append(Segment(NEWLINE, Kind.SPACE, shared is not None and shared[0] <= len(body) < last))
    return tuple(found)
