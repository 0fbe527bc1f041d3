"""How hard a program is, from measurements only: how much of the original its cases reach, how many cases must agree,
and how often reference submissions reproduce it. Never from a name, a number or an opinion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from .rates import Rate


class Band(StrEnum):
    """A third of the scale."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Measurement:
    """Of one program. Lines and branches of the original that its cases cover, None where not measured; `references`
    holds, for each reference submission, how many of its attempts passed the whole program."""

    program: str
    cases: int
    covered_lines: int | None = None
    covered_branches: int | None = None
    references: tuple[Rate, ...] = ()


@dataclass(frozen=True, slots=True)
class Difficulty:
    """`size` is the program's mean place among the suite's (0 smallest, 1 largest) over the measures that every program
    has. `solved` is the mean pass rate of the references, None without any. The band follows `solved` where there is
    one and `size` otherwise; `basis` says which."""

    program: str
    size: Fraction
    solved: Fraction | None
    band: Band
    basis: str


def difficulties(measurements: Sequence[Measurement]) -> list[Difficulty]:
    """One for each program, in the order given. Places are relative to the programs given, so give the whole suite."""
    scales = [[Fraction(m.cases) for m in measurements]]
    for values in ([m.covered_lines for m in measurements], [m.covered_branches for m in measurements]):
        known = [Fraction(value) for value in values if value is not None]
        if len(known) == len(values):
            scales.append(known)
    places = [_places(scale) for scale in scales]
    return [_difficulty(m, sum((p[i] for p in places), Fraction(0)) / len(places)) for i, m in enumerate(measurements)]


def _difficulty(measurement: Measurement, size: Fraction) -> Difficulty:
    rates = [Fraction(rate.passed, rate.total) for rate in measurement.references if rate.total]
    if not rates:
        return Difficulty(measurement.program, size, None, _band(size), "size")
    solved = sum(rates, Fraction(0)) / len(rates)
    return Difficulty(measurement.program, size, solved, _band(1 - solved), "references")


def _places(values: Sequence[Fraction]) -> list[Fraction]:
    """Each value's mid-rank between 0 and 1: the share that is smaller, ties shared; one half where all are equal."""
    if len(values) == 1:
        return [Fraction(1, 2)]
    return [
        Fraction(2 * sum(other < value for other in values) + sum(other == value for other in values) - 1)
        / (2 * (len(values) - 1))
        for value in values
    ]


def _band(hardness: Fraction) -> Band:
    """Thirds: hard above two thirds, easy below one third."""
    if hardness > Fraction(2, 3):
        return Band.HARD
    return Band.EASY if hardness < Fraction(1, 3) else Band.MEDIUM
