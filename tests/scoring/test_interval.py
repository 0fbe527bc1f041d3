"""The clustered interval: published Wilson examples, closed forms, edge cases, properties, and scipy or statsmodels."""

from __future__ import annotations

from math import exp, log, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from portproof.scoring.betabinomial import GRID, Profile
from portproof.scoring.interval import (
    KORN_GRAUBARD,
    WIDENED,
    degrees_of_freedom,
    effective_trials,
    korn_graubard,
    wilson,
)
from portproof.scoring.quantile import normal_quantile, t_quantile

Z = normal_quantile(0.975)
counts = st.lists(
    st.integers(0, 30).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), min_size=2, max_size=12
)


@pytest.mark.parametrize(
    ("passed", "total", "low", "high"),
    # Newcombe (1998), Statistics in Medicine 17, table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_equals_newcombes_examples(passed: int, total: int, low: float, high: float) -> None:
    assert wilson(passed / total, total, Z) == pytest.approx((low, high), abs=6e-5)


def test_equal_libraries_are_wilson_with_t_on_the_effective_sample_size() -> None:
    clusters = [(2, 10), (5, 10), (8, 10), (3, 10), (9, 10), (6, 10), (4, 10), (7, 10)]
    rate, libraries = 44 / 80, 8
    variance = libraries / (libraries - 1) * sum((passed - 10 * rate) ** 2 for passed, _ in clusters) / 80**2
    trials, t = rate * (1 - rate) / variance, t_quantile(0.975, libraries - 1)
    interval = korn_graubard(clusters)
    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx(wilson(rate, trials, t))
    assert (interval.method, interval.clusters, interval.level) == (KORN_GRAUBARD, 8, 0.95)
    assert interval.effective == pytest.approx(trials * (Z / t) ** 2)


def test_libraries_that_differ_as_coins_do_get_no_less_than_plain_wilson() -> None:
    interval = korn_graubard([(10, 20)] * 8)
    plain = wilson(0.5, 160, Z)
    assert interval is not None
    assert interval.low <= plain[0]
    assert interval.high >= plain[1]
    assert effective_trials([(10, 20)] * 8, 0.95) == 160


@pytest.mark.parametrize("clusters", [[], [(3, 4)], [(3, 4), (0, 0)], [(0, 0), (0, 0)]])
def test_fewer_than_two_libraries_with_trials_have_no_interval(clusters: list[tuple[int, int]]) -> None:
    assert korn_graubard(clusters) is None


@pytest.mark.parametrize("libraries", [2, 8, 40])
def test_all_passed_is_not_certainty_and_none_passed_mirrors_it(libraries: int) -> None:
    passed, failed = korn_graubard([(20, 20)] * libraries), korn_graubard([(0, 20)] * libraries)
    assert passed is not None
    assert failed is not None
    assert passed.high == 1.0
    assert failed.low == 0.0
    assert passed.low == pytest.approx(1 - failed.high, abs=1e-6)
    assert passed.low < wilson(1.0, 20 * libraries, Z)[0]
    assert passed.method == WIDENED


def test_all_passed_with_one_program_a_library_is_the_binomial_likelihood_interval() -> None:
    interval = korn_graubard([(1, 1)] * 40)
    assert interval is not None
    # Where correlation cannot be seen the likelihood is p^40, and 2 · 40 · -log p = z² · 40/39.
    assert interval.low == pytest.approx(min(exp(-Z * Z / (2 * 39)), wilson(1.0, 40, Z)[0]), abs=1e-6)


def test_one_failure_more_never_raises_the_lower_limit_of_a_nearly_perfect_run() -> None:
    lows = []
    for failures in range(6):
        interval = korn_graubard([(100, 100)] * 19 + [(100 - failures, 100)])
        assert interval is not None
        lows.append(interval.low)
    assert lows == sorted(lows, reverse=True)


def test_two_libraries_of_opposite_fate_leave_almost_everything_open() -> None:
    interval = korn_graubard([(0, 10), (10, 10)])
    assert interval is not None
    assert interval.low < 0.01
    assert interval.high > 0.99


@pytest.mark.parametrize("clusters", [[(-1, 3), (1, 2)], [(4, 3), (1, 2)]])
def test_impossible_counts_are_refused(clusters: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="0 ≤ passed ≤ total"):
        korn_graubard(clusters)


@pytest.mark.parametrize("level", [0.0, 1.0, 95.0])
def test_an_impossible_level_is_refused(level: float) -> None:
    with pytest.raises(ValueError, match="level"):
        korn_graubard([(1, 2), (1, 2)], level)


@settings(max_examples=60, deadline=None)
@given(counts)
def test_the_interval_holds_the_rate_and_korn_graubard_and_ignores_order(clusters: list[tuple[int, int]]) -> None:
    interval = korn_graubard(clusters)
    used = [(passed, total) for passed, total in clusters if total]
    if len(used) < 2:
        assert interval is None
        return
    assert interval is not None
    trials = sum(total for _, total in used)
    rate = sum(passed for passed, _ in used) / trials
    bare = wilson(rate, effective_trials(used, 0.95), Z)
    assert 0 <= interval.low <= bare[0] <= rate <= bare[1] <= interval.high <= 1
    assert 0 < interval.effective <= trials
    assert korn_graubard(clusters[::-1]) == interval


@settings(max_examples=40, deadline=None)
@given(counts)
def test_a_higher_level_is_wider_and_failures_mirror_passes(clusters: list[tuple[int, int]]) -> None:
    narrow, wide = korn_graubard(clusters, 0.8), korn_graubard(clusters, 0.99)
    mirrored = korn_graubard([(total - passed, total) for passed, total in clusters], 0.8)
    if narrow is None or wide is None or mirrored is None:
        assert narrow is wide is mirrored is None
        return
    assert wide.low <= narrow.low + 1e-4
    assert narrow.high <= wide.high + 1e-4
    assert (1 - mirrored.high, 1 - mirrored.low) == pytest.approx((narrow.low, narrow.high), abs=2e-3)


@given(st.integers(2, 60), st.integers(1, 50))
def test_equal_libraries_have_one_degree_of_freedom_less_than_there_are(libraries: int, size: int) -> None:
    assert degrees_of_freedom((size,) * libraries) == pytest.approx(libraries - 1)


@given(st.lists(st.integers(1, 60), min_size=2, max_size=30))
def test_uneven_libraries_never_have_more_degrees_of_freedom(sizes: list[int]) -> None:
    assert 0.99 < degrees_of_freedom(tuple(sizes)) <= len(sizes) - 1 + 1e-9


def test_degrees_of_freedom_equal_the_matrix_form() -> None:
    sizes = (2, 5, 9, 30)
    trials = sum(sizes)
    scale = [1 / sqrt(1 - size / trials) for size in sizes]
    matrix = [
        [scale[g] * scale[h] * ((sizes[g] if g == h else 0) - sizes[g] * sizes[h] / trials) for h in range(4)]
        for g in range(4)
    ]
    trace = sum(matrix[g][g] for g in range(4))
    squares = sum(value * value for row in matrix for value in row)
    assert degrees_of_freedom(sizes) == pytest.approx(trace**2 / squares)


def test_the_profile_is_the_binomial_where_each_library_has_one_program() -> None:
    profile = Profile([(1, 1)] * 6 + [(0, 1)] * 4)
    assert profile.at(0.3) == pytest.approx(6 * log(0.3) + 4 * log(0.7))
    assert profile.peak() == pytest.approx(6 * log(0.6) + 4 * log(0.4))


def test_the_profile_equals_a_fine_search_with_scipy() -> None:
    stats = pytest.importorskip("scipy.stats", reason="scipy is only a cross-check; install the dev extra")
    special = pytest.importorskip("scipy.special", reason="scipy is only a cross-check; install the dev extra")
    clusters = [(20, 20), (18, 20), (3, 12), (7, 9), (0, 4)]
    constant = sum(log(special.binom(total, passed)) for passed, total in clusters)
    profile = Profile(clusters)
    for rate in (0.2, 0.5, 0.75, 0.95):
        best = max(
            sum(
                stats.betabinom.logpmf(passed, total, rate * (1 - rho) / rho, (1 - rate) * (1 - rho) / rho)
                for passed, total in clusters
            )
            for rho in (k / 1000 for k in range(1, int(1000 * GRID[-1]) + 1))
        )
        assert profile.at(rate) == pytest.approx(best - constant, abs=2e-3)


def test_wilson_equals_statsmodels() -> None:
    proportion = pytest.importorskip(
        "statsmodels.stats.proportion", reason="statsmodels is only a cross-check; install the dev extra"
    )
    for passed, total in ((0, 7), (3, 7), (7, 7), (392, 400)):
        expected = proportion.proportion_confint(passed, total, method="wilson")
        assert wilson(passed / total, total, Z) == pytest.approx(expected, abs=1e-12)


def test_the_variance_of_equal_libraries_equals_statsmodels_clustered_regression() -> None:
    linear = pytest.importorskip(
        "statsmodels.regression.linear_model", reason="statsmodels is only a cross-check; install the dev extra"
    )
    clusters = [(2, 10), (5, 10), (8, 10), (3, 10), (9, 10), (6, 10)]
    outcomes = [float(i < passed) for passed, total in clusters for i in range(total)]
    groups = [g for g, (_, total) in enumerate(clusters) for _ in range(total)]
    fit = linear.OLS(outcomes, [1.0] * len(outcomes)).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "df_correction": True}
    )
    variance = float(fit.bse[0]) ** 2  # its factor is G/(G-1) · (N-1)/(N-1)
    rate, t = sum(outcomes) / 60, t_quantile(0.975, 5)
    assert effective_trials(clusters, 0.95) == pytest.approx(rate * (1 - rate) / variance * (Z / t) ** 2)
