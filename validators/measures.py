"""What a tree is like, in numbers: reported beside the score, judged by nobody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measures:
    """`counts` by name, in the order shown; `lines` of the language's sources, without blank ones and comments."""

    files: int
    lines: int
    counts: Mapping[str, float]
    badges: tuple[str, ...] = ()
