"""Where two outputs part: the first differing byte with its surroundings.

It never judges a difference (that is `oracle.diagnosis`) and is linear in the shorter output."""

from __future__ import annotations

from ..core.run import Difference

CONTEXT = 120  # bytes shown before and after the difference: about two lines of a terminal
CHUNK = 1 << 16  # compared at a time: slices of bytes compare at the speed of memcmp


def common(expected: bytes, actual: bytes) -> int:
    """How many bytes at the start of both are equal."""
    shorter = min(len(expected), len(actual))
    start = 0
    while start < shorter and expected[start : start + CHUNK] == actual[start : start + CHUNK]:
        start = min(start + CHUNK, shorter)
    low, high = start, min(start + CHUNK, shorter)  # equal up to low; the difference, if any, is before high
    while low < high:
        middle = (low + high + 1) // 2
        if expected[low:middle] == actual[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def first(stream: str, expected: bytes, actual: bytes) -> Difference | None:
    """The first difference of two byte strings, None where they are equal. One that ends early differs at its end."""
    offset = common(expected, actual)
    if offset == len(expected) == len(actual):
        return None
    line_start = expected.rfind(b"\n", 0, offset) + 1
    window = slice(max(line_start, offset - CONTEXT), offset + CONTEXT)
    return Difference(
        stream=stream,
        offset=offset,
        line=expected.count(b"\n", 0, offset) + 1,
        column=offset - line_start + 1,
        expected=expected[window],
        actual=actual[window],
    )


def position(difference: Difference) -> int:
    """At which byte of both windows the difference is."""
    return min(difference.column - 1, CONTEXT)
