"""The share of non-equivalent mutants that were killed, when only a sample of the survivors was looked at.

    share = killed / (killed + unjudged survivors · (1 − resisted / sampled))

Two samples are in it, the mutants and the looked-at survivors. The interval takes the Wilson limits of the share at
the Wilson limits of the part that is equivalent: rather too wide than too narrow."""

from __future__ import annotations

from dataclasses import dataclass

from ...scoring.interval import wilson
from ...scoring.quantile import normal_quantile


@dataclass(frozen=True, slots=True)
class Estimate:
    """`low` ≤ `share` ≤ `high`."""

    share: float
    low: float
    high: float


def plain(killed: int, survived: int, level: float = 0.95) -> Estimate | None:
    """Killed of killed and survived, with its Wilson interval; None without any."""
    return _share(killed, float(survived), _z(level)) if killed + survived else None


def estimated(
    killed: int, survived: int, judged: int, sampled: int, resisted: int, level: float = 0.95
) -> Estimate | None:
    """The share of non-equivalent mutants, `judged` of the survivors being equivalent for certain; None where there
    is nothing to estimate. Without a sample any part of the survivors may be equivalent."""
    rest = survived - judged
    if not killed + rest:
        return None
    z = _z(level)
    rate = resisted / sampled if sampled else 0.0
    few, many = wilson(rate, sampled, z) if sampled else (0.0, 1.0)
    at, worst, best = (_share(killed, rest * (1.0 - part), z) for part in (rate, few, many))
    if at is None:
        return None  # nothing was killed, and all that was looked at resisted
    return Estimate(at.share, worst.low if worst else 0.0, best.high if best else 1.0)


def _share(killed: int, alive: float, z: float) -> Estimate | None:
    trials = killed + alive
    if trials <= 0.0:
        return None
    low, high = wilson(killed / trials, trials, z)
    return Estimate(killed / trials, low, high)


def _z(level: float) -> float:
    return normal_quantile((1.0 + level) / 2.0)
