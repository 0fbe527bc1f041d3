"""How well a pass rate explains clustered counts when libraries differ: the beta-binomial profile likelihood.

Korn–Graubard estimates how much libraries differ from the sample alone, and sees too little where next to everything
passes and the rare hard library has not turned up yet. This model supplies what such a sample cannot show. It never
decides alone: `interval` only widens by it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import inf, lgamma, log, log1p

CORRELATION_LIMIT = 0.5  # the largest intra-library correlation considered; coverage is claimed up to 0.3
GRID = (0.0, 0.002, 0.01, 0.03, 0.08, 0.16, 0.3, CORRELATION_LIMIT)
GOLDEN = (5**0.5 - 1) / 2
EDGE = 1e-9  # rates are searched in [EDGE, 1 - EDGE]


class Profile:
    """The log-likelihood of (passed, total) counts, up to a constant, maximised over the intra-library correlation."""

    def __init__(self, counts: Sequence[tuple[int, int]]) -> None:
        self.passed = sum(passed for passed, _ in counts)
        self.failed = sum(total - passed for passed, total in counts)
        self._passed = Counter(passed for passed, _ in counts if passed)
        self._failed = Counter(total - passed for passed, total in counts if total > passed)
        self._total = Counter(total for _, total in counts)

    def at(self, rate: float) -> float:
        """The profile log-likelihood at `rate`, 0 < rate < 1."""
        values = [self._log_likelihood(rate, correlation) for correlation in GRID]
        best = max(range(len(GRID)), key=values.__getitem__)
        low, high = GRID[max(0, best - 1)], GRID[min(len(GRID) - 1, best + 1)]
        return max(values[best], _maximum(lambda rho: self._log_likelihood(rate, rho), low, high, 8)[1])

    def peak(self) -> float:
        """The largest value that `at` takes."""
        if not self.passed or not self.failed:
            return 0.0  # a rate of 0 or 1 makes the sample certain
        start = self.passed / (self.passed + self.failed)
        below = (start * k / 8 for k in range(1, 8))
        above = (start + (1 - start) * k / 8 for k in range(8))
        coarse = [*below, *above]
        values = [self.at(rate) for rate in coarse]
        best = max(range(len(coarse)), key=values.__getitem__)
        low = coarse[best - 1] if best else EDGE
        high = coarse[best + 1] if best + 1 < len(coarse) else 1 - EDGE
        return max(values[best], _maximum(self.at, low, high, 16)[1])

    def limit(self, floor: float, inside: float, outside: float) -> float:
        """The rate between `inside` (at or above `floor`) and `outside` (0 or 1) where the profile sinks to `floor`."""
        for _ in range(30):
            middle = (inside + outside) / 2
            if self.at(min(max(middle, EDGE), 1 - EDGE)) >= floor:
                inside = middle
            else:
                outside = middle
        return inside

    def _log_likelihood(self, rate: float, correlation: float) -> float:
        if correlation <= 0.0:
            return self.passed * log(rate) + self.failed * log1p(-rate)
        scale = (1.0 - correlation) / correlation
        a, b = rate * scale, (1.0 - rate) * scale
        return _rising(a, self._passed) + _rising(b, self._failed) - _rising(scale, self._total)


def _rising(start: float, lengths: Counter[int]) -> float:
    """Σ log(start (start + 1) … (start + length - 1)) over `lengths`."""
    if start <= 0.0:
        return -inf if lengths else 0.0
    base = lgamma(start)
    return sum(times * (lgamma(start + length) - base) for length, times in lengths.items())


def _maximum(function: Callable[[float], float], low: float, high: float, rounds: int) -> tuple[float, float]:
    """Where `function` is largest between `low` and `high`, and its value there (golden-section search)."""
    left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_left, at_right = function(left), function(right)
    for _ in range(rounds):
        if at_left >= at_right:
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            at_left = function(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            at_right = function(right)
    return (left, at_left) if at_left >= at_right else (right, at_right)
