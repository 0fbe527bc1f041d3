"""Quantiles against published tables, closed forms and scipy."""

from __future__ import annotations

from math import atan, pi, sqrt, tan

import pytest
from hypothesis import given
from hypothesis import strategies as st
from portproof.scoring.quantile import incomplete_beta, normal_quantile, t_probability, t_quantile

# Student's t, upper 2.5 % and 0.5 % points, as every table prints them (NIST/SEMATECH e-Handbook 1.3.6.7.2).
TABLE = {1: (12.706, 63.657), 2: (4.303, 9.925), 5: (2.571, 4.032), 7: (2.365, 3.499), 19: (2.093, 2.861)}
TABLE |= {30: (2.042, 2.750), 100: (1.984, 2.626)}


@pytest.mark.parametrize(("df", "points"), TABLE.items())
def test_t_quantiles_equal_the_printed_table(df: int, points: tuple[float, float]) -> None:
    assert (round(t_quantile(0.975, df), 3), round(t_quantile(0.995, df), 3)) == points


@given(st.floats(0.001, 0.999))
def test_one_and_two_degrees_of_freedom_have_closed_forms(p: float) -> None:
    assert t_quantile(p, 1) == pytest.approx(tan(pi * (p - 0.5)), rel=1e-8, abs=1e-8)
    assert t_quantile(p, 2) == pytest.approx((2 * p - 1) * sqrt(2 / (4 * p * (1 - p))), rel=1e-8, abs=1e-8)


@given(st.floats(0.001, 0.999), st.floats(0.5, 5000))
def test_probability_undoes_the_quantile(p: float, df: float) -> None:
    assert t_probability(t_quantile(p, df), df) == pytest.approx(p, abs=1e-9)


@given(st.floats(0.01, 0.99), st.floats(0.1, 50), st.floats(0.1, 50))
def test_the_incomplete_beta_function_is_symmetric(x: float, a: float, b: float) -> None:
    assert incomplete_beta(a, b, x) == pytest.approx(1 - incomplete_beta(b, a, 1 - x), abs=1e-10)


def test_the_incomplete_beta_function_has_closed_forms() -> None:
    assert incomplete_beta(1, 1, 0.3) == pytest.approx(0.3)
    assert incomplete_beta(2, 3, 0.4) == pytest.approx(0.5248)  # P(Binomial(4, 0.4) ≥ 2)
    assert incomplete_beta(0.5, 0.5, 0.25) == pytest.approx(2 / pi * atan(sqrt(1 / 3)))
    assert (incomplete_beta(2, 3, 0), incomplete_beta(2, 3, 1)) == (0, 1)


def test_many_degrees_of_freedom_are_the_normal_distribution() -> None:
    assert t_quantile(0.975, 1e7) == normal_quantile(0.975) == pytest.approx(1.959964, abs=1e-6)


@pytest.mark.parametrize(("p", "df"), [(0, 3), (1, 3), (0.5, 0), (1.5, 3)])
def test_impossible_quantiles_are_refused(p: float, df: float) -> None:
    with pytest.raises(ValueError, match="t_quantile"):
        t_quantile(p, df)


def test_t_quantiles_equal_scipy() -> None:
    stats = pytest.importorskip("scipy.stats", reason="scipy is only a cross-check; install the dev extra")
    for df in (0.7, 1, 3.3, 7, 19, 99.5, 12345.0):
        for p in (0.51, 0.8, 0.95, 0.975, 0.9999):
            assert t_quantile(p, df) == pytest.approx(stats.t.ppf(p, df), rel=1e-8)
