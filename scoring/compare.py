"""Is one run better than another? Paired by program, judged by library. It never counts programs of one library as
independent evidence: McNemar's test does, and is wrong 11–20 % of the time where 5 % is claimed."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import fsum, lcm, sqrt

from .interval import degrees_of_freedom
from .quantile import t_quantile
from .rates import Standing

FLIPS = 9_999  # with the observed signs as the ten-thousandth (Phipson & Smyth 2010)
EXACT_ASSIGNMENTS = 10_000
LATTICE = 20_000  # Σ |differences| up to which the whole distribution is counted, however many libraries there are
POWER = 0.8  # the convention of Bloom (1995) and Cohen (1988)
Program = tuple[str, str, str]  # library, task, program


@dataclass(frozen=True, slots=True)
class Comparison:
    """`left` minus `right` over the programs that both runs scored. `p` is two-sided; `flips` is 0 where it is exact.
    `adjusted` is `p` after Holm's correction (equal to `p` when one pair is compared). `low` and `high` are the 95 %
    clustered t interval of the difference, `detectable` the smallest true difference that is found with 80 % power; all
    three are None below two libraries."""

    left: str
    right: str
    programs: int
    libraries: int
    won: int
    lost: int
    tied: int
    difference: Fraction | None
    low: float | None
    high: float | None
    p: float
    adjusted: float
    flips: int
    detectable: float | None


def pass_rates(standings: Mapping[Program, Standing]) -> dict[Program, Fraction]:
    """1 for each program that passed, 0 for each that failed, from `rates.program_standings`; the rest is left out."""
    worth = {Standing.PASSED: Fraction(1), Standing.FAILED: Fraction(0)}
    return {key: worth[standing] for key, standing in standings.items() if standing in worth}


def compare(
    left: Mapping[Program, Fraction],
    right: Mapping[Program, Fraction],
    names: tuple[str, str] = ("A", "B"),
    *,
    seed: int = 0,
) -> Comparison:
    """Two runs, each a pass rate per program (0 or 1, or the share of attempts that passed), on what both have."""
    differences = {key: Fraction(left[key]) - Fraction(right[key]) for key in sorted(left.keys() & right.keys())}
    by_library: defaultdict[str, list[Fraction]] = defaultdict(list)
    for (library, _, _), difference in differences.items():
        by_library[library].append(difference)
    sums = [sum(values, Fraction(0)) for values in by_library.values()]
    sizes = [len(values) for values in by_library.values()]
    p, flips = sign_flip(sums, seed=seed)
    mean = sum(sums, Fraction(0)) / len(differences) if differences else None
    error, df = _standard_error(sums, sizes)
    half = t_quantile(0.975, df) * error if error is not None else None
    reach = (t_quantile(0.975, df) + t_quantile(POWER, df)) * error if error is not None else None
    return Comparison(
        *names,
        programs=len(differences),
        libraries=len(sums),
        won=sum(difference > 0 for difference in differences.values()),
        lost=sum(difference < 0 for difference in differences.values()),
        tied=sum(difference == 0 for difference in differences.values()),
        difference=mean,
        low=max(-1.0, float(mean) - half) if mean is not None and half is not None else None,
        high=min(1.0, float(mean) + half) if mean is not None and half is not None else None,
        p=p,
        adjusted=p,
        flips=flips,
        detectable=reach,
    )


def sign_flip(sums: Sequence[Fraction], *, seed: int = 0) -> tuple[float, int]:
    """The two-sided p that libraries' summed differences fall as they do when each could as well have the other sign,
    and the random flips that it took: 0 where the distribution was counted, which is whenever 2^G ≤ 10,000 and
    whenever the sums lie on a lattice of some thousands of points; otherwise 9,999 with `seed`."""
    scale = lcm(1, *(value.denominator for value in sums))
    whole = [abs(int(value * scale)) for value in sums if value]
    observed = abs(int(sum(sums, Fraction(0)) * scale))
    if sum(whole) <= LATTICE:
        return float(Fraction(_extreme_on_lattice(whole, observed), 2 ** len(whole))), 0
    if 2 ** len(whole) <= EXACT_ASSIGNMENTS:
        signed = product(*((value, -value) for value in whole))
        return float(Fraction(sum(abs(sum(values)) >= observed for values in signed), 2 ** len(whole))), 0
    chance = random.Random(seed)
    reached = sum(abs(_flipped(whole, chance)) >= observed for _ in range(FLIPS))
    return (reached + 1) / (FLIPS + 1), FLIPS


def _extreme_on_lattice(whole: Sequence[int], observed: int) -> int:
    """How many of the 2^G sign assignments reach ±`observed`: the product of (1 + x^2d) over the differences d, whose
    coefficients, counted from the smallest sum up, are fields of one long integer."""
    if observed == 0:
        return 1 << len(whole)
    width = len(whole) + 1
    ways = 1
    for value in whole:
        ways += ways << (2 * value * width)
    tail = ways & ((1 << (width * (sum(whole) - observed + 1))) - 1)
    return 2 * (tail % ((1 << width) - 1))  # the digits' sum, since base ≡ 1 modulo base - 1 and the sum is below it


def _flipped(whole: Sequence[int], chance: random.Random) -> int:
    signs = chance.getrandbits(len(whole))
    return sum(value if signs >> index & 1 else -value for index, value in enumerate(whole))


def _standard_error(sums: Sequence[Fraction], sizes: Sequence[int]) -> tuple[float | None, float]:
    """Of the mean difference, clustered (CR2), with its degrees of freedom; None below two libraries."""
    if len(sums) < 2:
        return None, 1.0
    trials = sum(sizes)
    mean = float(sum(sums, Fraction(0)) / trials)
    squares = ((float(total) - size * mean) ** 2 / (1 - size / trials) for total, size in zip(sums, sizes, strict=True))
    return sqrt(fsum(squares)) / trials, degrees_of_freedom(tuple(sorted(sizes)))


def holm(values: Sequence[float]) -> list[float]:
    """p values adjusted for their number by Holm's step-down method (1979), in the order given."""
    adjusted, running = [0.0] * len(values), 0.0
    for rank, index in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        running = max(running, min(1.0, (len(values) - rank) * values[index]))
        adjusted[index] = running
    return adjusted
