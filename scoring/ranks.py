"""Rank ranges: the places that a run could hold, given which differences are beyond chance. It never breaks a tie that
the programs do not break."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from .compare import Comparison, Program, compare, holm

LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class RankRange:
    """Places `best` to `worst`, 1 being first."""

    best: int
    worst: int


def compare_all(runs: Mapping[str, Mapping[Program, Fraction]], *, seed: int = 0) -> list[Comparison]:
    """Every pair of runs in the order of their names, with `adjusted` by Holm over all pairs."""
    pairs = [compare(runs[a], runs[b], (a, b), seed=seed) for a, b in combinations(sorted(runs), 2)]
    adjusted = holm([pair.p for pair in pairs])
    return [replace(pair, adjusted=value) for pair, value in zip(pairs, adjusted, strict=True)]


def rank_ranges(names: Iterable[str], comparisons: Iterable[Comparison], level: float = LEVEL) -> dict[str, RankRange]:
    """best = 1 + how many are significantly better, worst = how many there are - how many are significantly worse."""
    ordered = sorted(set(names))
    better, worse = dict.fromkeys(ordered, 0), dict.fromkeys(ordered, 0)
    for pair in comparisons:
        if pair.adjusted <= level and pair.difference:
            winner, loser = (pair.left, pair.right) if pair.difference > 0 else (pair.right, pair.left)
            worse[winner] += 1
            better[loser] += 1
    return {name: RankRange(1 + better[name], len(ordered) - worse[name]) for name in ordered}
