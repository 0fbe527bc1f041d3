"""The numbers of `summary.score`, read back into words: rates with exact counts, and their intervals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..core.run import Summary


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval; all shares from 0 to 1. `clusters` is the number of libraries, `effective` the sample size
    after clustering."""

    low: float
    high: float
    level: float
    method: str
    clusters: int
    effective: float


@dataclass(frozen=True, slots=True)
class Rate:
    """One headline: what is counted, the counts and the interval, None where it cannot be computed."""

    name: str
    passed: int
    total: int
    interval: Interval | None

    @property
    def percent(self) -> str:
        return percent(self.passed, self.total)


NAMES = {"case": "cases", "program": "programs, all cases", "task": "tasks, all programs"}


def rates(summary: Summary) -> list[Rate]:
    """Case, program and task rate, those that the score holds."""
    found = []
    for part, name in NAMES.items():
        counted = summary.score.get(part)
        if isinstance(counted, Mapping):
            interval = _interval(summary.score.get(f"interval_{part}"))
            found.append(Rate(name, _int(counted.get("passed")), _int(counted.get("total")), interval))
    return found


def macro(summary: Summary) -> list[tuple[str, float]]:
    """The means over libraries, as shares, with what they are means of."""
    values = [("case rate", summary.score.get("macro_case")), ("program rate", summary.score.get("macro_program"))]
    return [(name, float(value)) for name, value in values if isinstance(value, int | float)]


def part(summary: Summary, name: str) -> Rate | None:
    """Another counted share of the score, such as `built` or `valid`; None where the score has none of that name."""
    counted = summary.score.get(name)
    if not isinstance(counted, Mapping):
        return None
    return Rate(name, _int(counted.get("passed")), _int(counted.get("total")), None)


def parts(summary: Summary) -> list[tuple[str, Rate]]:
    """The shares beside the headline, with their names in words."""
    named = (
        ("programs built", "built"),
        ("programs that keep to the policy", "policy_clean"),
        ("valid cases", "valid"),
    )
    return [(label, rate) for label, name in named if (rate := part(summary, name))]


def percent(passed: int, total: int) -> str:
    """A share in percent, rounded half to even to two decimals; 100 and 0 only where all or none pass."""
    if total == 0:
        return "–"
    hundredths, rest = divmod(10_000 * passed, total)
    hundredths += 2 * rest > total or (2 * rest == total and hundredths % 2 == 1)
    if passed < total:
        hundredths = min(hundredths, 9_999)
    if passed > 0:
        hundredths = max(hundredths, 1)
    return f"{hundredths // 100}.{hundredths % 100:02d} %"


def spread(interval: Interval) -> str:
    """An interval in words: `91.2 to 97.1 %`."""
    return f"{100 * interval.low:.1f} to {100 * interval.high:.1f} %"


def interval_words(rate: Rate) -> str:
    """A rate's interval with its level, method and number of clusters in words; empty where it has none."""
    if rate.interval is None:
        return ""
    clusters = rate.interval.clusters
    libraries = f"{clusters} librar{'y' if clusters == 1 else 'ies'}"
    return f"{100 * rate.interval.level:g} % interval {spread(rate.interval)} ({rate.interval.method}, {libraries})"


def _interval(value: object) -> Interval | None:
    if not isinstance(value, Mapping):
        return None
    return Interval(
        _float(value.get("low")),
        _float(value.get("high")),
        _float(value.get("level")),
        str(value.get("method", "")),
        _int(value.get("clusters")),
        _float(value.get("effective")),
    )


def _int(value: object) -> int:
    return int(value) if isinstance(value, int | float) else 0


def _float(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
