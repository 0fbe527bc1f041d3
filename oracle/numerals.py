"""Whether two texts differ only in how their floating-point numbers are written."""

from __future__ import annotations

import math
import re

NUMBER = re.compile(rb"[-+]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|\b(?:[iI]nf(?:inity)?|[nN]a[nN])\b)")
LONGEST = 400  # digits; the longest exact decimal of a double that anybody prints on purpose; longer ones must be equal
CLOSE = 1e-12  # relative: about 4,000 units in the last place, what printing 12 digits or more leaves
DIGITS = 6  # printf's and iostream's default: the fewest significant digits for which rounding counts as formatting


def same_numbers(expected: bytes, actual: bytes) -> bool:
    """Whether the text between the numbers is equal, the numbers are equal as doubles or up to rounding of what is
    printed, and at least one of those that differ is written as a float."""
    if NUMBER.sub(b"\0", expected) != NUMBER.sub(b"\0", actual):
        return False
    pairs = [(a, b) for a, b in zip(NUMBER.findall(expected), NUMBER.findall(actual), strict=True) if a != b]
    return any(_is_float(a) or _is_float(b) for a, b in pairs) and all(_same(a, b) for a, b in pairs)


def _is_float(number: bytes) -> bool:
    return any(sign in number for sign in b".eEnN")


def _same(first: bytes, second: bytes) -> bool:
    if max(len(first), len(second)) > LONGEST:
        return False
    a, b = float(first), float(second)
    if not (math.isfinite(a) and math.isfinite(b)):  # 1e999 is infinite as a double, yet not 2e999
        return _is_word(first) and _is_word(second) and (a == b or (math.isnan(a) and math.isnan(b)))
    if math.isclose(a, b, rel_tol=CLOSE):  # equal ones are
        return True
    digits = min(_significant(first), _significant(second))
    return digits >= DIGITS and f"{a:.{digits - 1}e}" == f"{b:.{digits - 1}e}"


def _is_word(number: bytes) -> bool:
    """Whether it is spelled as infinity or not-a-number."""
    return not any(digit in number for digit in b"0123456789")


def _significant(number: bytes) -> int:
    """How many significant digits are written."""
    mantissa = re.split(rb"[eE]", number)[0].lstrip(b"+-").replace(b".", b"").lstrip(b"0")
    return len(mantissa)
