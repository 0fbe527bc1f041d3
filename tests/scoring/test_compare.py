"""Paired comparison: the sign-flip distribution by enumeration, Holm by a published example, edge cases."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from portproof.scoring.compare import EXACT_ASSIGNMENTS, FLIPS, LATTICE, Program, compare, holm, pass_rates, sign_flip
from portproof.scoring.quantile import t_quantile
from portproof.scoring.rates import Standing

sums = st.lists(st.fractions(min_value=-4, max_value=4, max_denominator=6), max_size=8)


def run(*libraries: str) -> dict[Program, Fraction]:
    """One library a string, one program a digit: 1 passed, 0 failed."""
    return {
        (f"lib{i}", f"lib{i}", f"p{j}"): Fraction(int(digit))
        for i, digits in enumerate(libraries)
        for j, digit in enumerate(digits)
    }


@given(sums)
def test_the_exact_p_equals_enumeration(values: list[Fraction]) -> None:
    signed = [
        abs(sum((s * v for s, v in zip(signs, values, strict=True)), Fraction(0)))
        for signs in product((1, -1), repeat=len(values))
    ]
    observed = abs(sum(values, Fraction(0)))
    p, flips = sign_flip(values)
    assert flips == 0
    assert p == pytest.approx(sum(total >= observed for total in signed) / len(signed))


def test_one_sided_evidence_of_ten_libraries_is_two_in_two_to_the_ten() -> None:
    assert sign_flip([Fraction(1)] * 10) == (2 / 2**10, 0)


def test_a_hundred_libraries_of_single_attempts_are_still_exact() -> None:
    assert sign_flip([Fraction(1)] * 100) == (2 / 2**100, 0)


def test_fine_shares_of_many_libraries_are_flipped_at_random_and_reproducibly() -> None:
    values = [Fraction(k * k + 1, 9973) for k in range(30)]
    assert 2 ** len(values) > EXACT_ASSIGNMENTS
    assert sum(values) * 9973 > LATTICE / 3
    values = [value + Fraction(1, 10007) for value in values]
    p, flips = sign_flip(values, seed=3)
    assert (p, flips) == (1 / (FLIPS + 1), FLIPS)
    mixed = [value if index % 3 else -value for index, value in enumerate(values)]
    assert sign_flip(mixed, seed=3) == sign_flip(mixed, seed=3)
    assert abs(sign_flip(mixed, seed=3)[0] - sign_flip(mixed, seed=4)[0]) < 0.02


def test_no_difference_at_all_is_no_evidence() -> None:
    assert sign_flip([]) == (1.0, 0)
    assert sign_flip([Fraction(0)] * 5) == (1.0, 0)
    assert sign_flip([Fraction(1), Fraction(-1)]) == (1.0, 0)


def test_programs_won_lost_and_tied_are_counted_on_what_both_scored() -> None:
    left, right = run("110", "01"), run("100", "11")
    del right["lib0", "lib0", "p2"]
    result = compare(left, right, ("new", "old"))
    assert (result.left, result.right, result.programs, result.libraries) == ("new", "old", 4, 2)
    assert (result.won, result.lost, result.tied, result.difference) == (1, 1, 2, Fraction(0))


def test_the_interval_and_the_detectable_difference_are_the_clustered_t() -> None:
    left, right = run("11", "11", "10", "01", "00"), run("00", "01", "00", "11", "00")
    result = compare(left, right)
    totals = (2, 1, 1, -1, 0)
    error = sqrt(5 / 4 * sum((total - 2 * 0.3) ** 2 for total in totals)) / 10
    assert result.difference == Fraction(3, 10)
    assert result.low == pytest.approx(0.3 - t_quantile(0.975, 4) * error)
    assert result.high == 1.0  # 0.3 + t · error is beyond what a difference can be
    assert result.detectable == pytest.approx((t_quantile(0.975, 4) + t_quantile(0.8, 4)) * error)


def test_nothing_in_common_and_one_library_have_no_interval() -> None:
    nothing = compare(run("1"), {})
    assert (nothing.programs, nothing.p) == (0, 1.0)
    assert nothing.difference is None
    assert nothing.low is None
    single = compare(run("1111"), run("0000"))
    assert (single.difference, single.p) == (Fraction(1), 1.0)
    assert single.low is single.detectable is None


@settings(deadline=None)
@given(st.lists(st.tuples(st.text("01", min_size=3, max_size=3), st.text("01", min_size=3, max_size=3)), max_size=8))
def test_swapping_the_runs_swaps_the_result(pairs: list[tuple[str, str]]) -> None:
    left, right = run(*(a for a, _ in pairs)), run(*(b for _, b in pairs))
    one, other = compare(left, right), compare(right, left)
    assert (one.won, one.lost, one.tied, one.p) == (other.lost, other.won, other.tied, other.p)
    if one.difference is not None and other.difference is not None:
        assert one.difference == -other.difference


def test_unscored_programs_are_left_out() -> None:
    standings = {("a", "a", str(i)): standing for i, standing in enumerate(Standing)}
    assert sorted(pass_rates(standings).values()) == [0, 1]


def test_holm_equals_a_published_example() -> None:
    # The example of pingouin's documentation of its Holm correction.
    assert holm([0.50, 0.003, 0.32, 0.054, 0.0003]) == pytest.approx([0.64, 0.012, 0.64, 0.162, 0.0015])
    assert holm([]) == []


def test_holm_equals_statsmodels() -> None:
    multitest = pytest.importorskip(
        "statsmodels.stats.multitest", reason="statsmodels is only a cross-check; install the dev extra"
    )
    values = [0.01, 0.04, 0.03, 0.005, 0.5, 0.5, 0.9]
    assert holm(values) == pytest.approx(list(multitest.multipletests(values, method="holm")[1]))


def test_the_sign_flip_equals_scipys_permutation_test() -> None:
    stats = pytest.importorskip("scipy.stats", reason="scipy is only a cross-check; install the dev extra")
    values = [3, -1, 2, 2, 0, 4, -2, 1]
    result = stats.permutation_test((values,), sum, permutation_type="samples", n_resamples=10**6)
    assert sign_flip([Fraction(value) for value in values])[0] == pytest.approx(result.pvalue)
