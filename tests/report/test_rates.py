"""Percentages are exact, and never round a failure away."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from portproof.report.rates import macro, percent, rates, spread
from portproof.report.view import RunView


@pytest.mark.parametrize(
    ("passed", "total", "shown"),
    [
        (0, 0, "–"),
        (0, 3, "0.00 %"),
        (3, 3, "100.00 %"),
        (1, 3, "33.33 %"),
        (2, 3, "66.67 %"),
        (999_999, 1_000_000, "99.99 %"),
        (1, 1_000_000, "0.01 %"),
        (1, 800, "0.12 %"),
        (3, 800, "0.38 %"),
    ],
)
def test_a_share_in_percent(passed: int, total: int, shown: str) -> None:
    assert percent(passed, total) == shown


@given(st.integers(1, 10**6).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total))))
def test_it_is_within_half_a_hundredth_or_at_the_guard(pair: tuple[int, int]) -> None:
    passed, total = pair
    shown = Fraction(percent(passed, total).removesuffix(" %"))
    exact = Fraction(100 * passed, total)
    assert abs(shown - exact) <= Fraction(1, 200) or shown in (Fraction("99.99"), Fraction("0.01"))
    assert (shown == 100) == (passed == total)
    assert (shown == 0) == (passed == 0)


def test_the_score_is_read_back(small: RunView) -> None:
    case, program, task = rates(small.summary)
    assert (case.passed, case.total) == (21, 33)
    assert case.interval is not None
    assert spread(case.interval) == "71.0 to 93.2 %"
    assert program.name == "programs, all cases"
    assert task.interval is None
    assert macro(small.summary) == [("case rate", 0.8211), ("program rate", 0.5)]
