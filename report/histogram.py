"""How a measure spreads over the cases, as bars whose edges grow by a factor: times and sizes span decades."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor, log2

STEPS = (2, 4, 8, 16)  # bins per doubling, the coarsest that shows a shape
FEWEST = 10  # bins that show one
WIDTH, HEIGHT = 480, 120  # of the drawing, in its own units


@dataclass(frozen=True, slots=True)
class Bar:
    """One bin, [low, high), and where it is drawn."""

    low: str
    high: str
    count: int
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Histogram:
    """A distribution: its bars, and the numbers that say the same in words."""

    title: str
    bars: tuple[Bar, ...]
    cases: int
    median: str
    ninth: str
    largest: str


def histogram(title: str, values: Sequence[int], shown: Callable[[float], str]) -> Histogram | None:
    """The distribution of positive `values`; None where there are none. `shown` writes a value with its unit."""
    ordered = sorted(value for value in values if value > 0)
    if not ordered:
        return None
    steps = next((n for n in STEPS if _bin(ordered[-1], n) - _bin(ordered[0], n) >= FEWEST), STEPS[-1])
    first, last = _bin(ordered[0], steps), _bin(ordered[-1], steps)
    counts = [0] * (last - first + 1)
    for value in ordered:
        counts[_bin(value, steps) - first] += 1
    edges = [2 ** ((first + index) / steps) for index in range(len(counts) + 1)]
    bars = tuple(_bar(index, counts, edges, shown) for index in range(len(counts)))
    facts = (_quantile(ordered, 0.5), _quantile(ordered, 0.9), ordered[-1])
    return Histogram(title, bars, len(ordered), *(shown(fact) for fact in facts))


def milliseconds(microseconds: float) -> str:
    """A time in the unit that fits it."""
    return f"{microseconds / 1e6:.2f} s" if microseconds >= 1e6 else f"{microseconds / 1e3:.1f} ms"


def mebibytes(kibibytes: float) -> str:
    """A size in the unit that fits it."""
    return f"{kibibytes / 1024:.1f} MiB" if kibibytes >= 1024 else f"{kibibytes:.0f} KiB"


def _bin(value: int, steps: int) -> int:
    return floor(steps * log2(value))


def _bar(index: int, counts: Sequence[int], edges: Sequence[float], shown: Callable[[float], str]) -> Bar:
    low, high = shown(edges[index]), shown(edges[index + 1])
    step = WIDTH / len(counts)
    height = HEIGHT * counts[index] / max(counts)
    if counts[index]:
        height = max(height, 1.5)  # a single case among thousands is still seen
    places = (index * step, HEIGHT - height, step - 2, height)
    return Bar(low, high, counts[index], *(round(place, 1) for place in places))


def _quantile(ordered: Sequence[int], share: float) -> int:
    """The smallest value that at least this share of all does not exceed."""
    return ordered[min(len(ordered) - 1, max(0, -(-int(share * 1000) * len(ordered) // 1000) - 1))]
