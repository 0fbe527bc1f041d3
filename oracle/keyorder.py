"""Whether two texts hold the same keys and values in another order: JSON first, then any `key: value` line."""

from __future__ import annotations

import json
import re
from collections import Counter

WORD = re.compile(rb"[^\s,;&{}()\[\]<>]+")
KEYED = re.compile(rb"[:=]")


def same_values(expected: bytes, actual: bytes) -> bool:
    """Whether both are JSON (as a whole, or line by line) of equal value, keys in another order. Numbers are compared
    as they are written."""
    whole, other = _json(expected), _json(actual)
    if whole is not None and other is not None:
        return _reordered(whole, other)
    lines, others = expected.splitlines(), actual.splitlines()
    if len(lines) != len(others):
        return False
    return all(a == b or _reordered(_json(a), _json(b)) for a, b in zip(lines, others, strict=True))


def same_words(expected: bytes, actual: bytes) -> bool:
    """Whether each pair of lines has the same words in another order, in lines that have a `:` or `=`."""
    lines, others = expected.splitlines(), actual.splitlines()
    if len(lines) != len(others):
        return False
    return all(
        a == b or (KEYED.search(a) is not None and Counter(WORD.findall(a)) == Counter(WORD.findall(b)))
        for a, b in zip(lines, others, strict=True)
    )


def _reordered(value: object, other: object) -> bool:
    try:
        return value is not None and value == other and json.dumps(value) != json.dumps(other)
    except RecursionError:
        return False


def _json(text: bytes) -> object:
    """The value with every number as its spelling, so that 1 and 1.0 differ; None where it is not JSON (or null)."""
    try:
        return json.loads(
            text.decode("utf-8"),
            parse_int=lambda digits: ("number", digits),
            parse_float=lambda digits: ("number", digits),
            parse_constant=lambda name: ("number", name),
        )
    except (ValueError, RecursionError):
        return None
