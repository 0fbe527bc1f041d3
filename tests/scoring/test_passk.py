"""pass@k and pass^k against counting, and the formulas that people get wrong."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from portproof.scoring.passk import pass_at_k, pass_hat_k

drawn = st.integers(1, 9).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n)))


@given(drawn)
def test_both_equal_counting_every_draw(case: tuple[int, int, int]) -> None:
    n, c, k = case
    draws = list(combinations([True] * c + [False] * (n - c), k))
    assert pass_at_k(n, c, k) == pytest.approx(sum(map(any, draws)) / len(draws))
    assert pass_hat_k(n, c, k) == pytest.approx(sum(map(all, draws)) / len(draws))


def test_one_attempt_is_the_share_that_passed() -> None:
    assert pass_at_k(200, 37, 1) == pytest.approx(37 / 200)
    assert pass_hat_k(200, 37, 1) == pytest.approx(37 / 200)


def test_the_unbiased_form_is_not_the_plug_in_form() -> None:
    assert pass_at_k(10, 3, 5) == pytest.approx(1 - 21 / 252)
    assert pass_at_k(10, 3, 5) != pytest.approx(1 - 0.7**5, abs=1e-3)


def test_large_counts_neither_overflow_nor_lose_digits() -> None:
    assert pass_at_k(100_000, 1, 1000) == pytest.approx(0.01, rel=1e-9)


@pytest.mark.parametrize(("n", "c", "k"), [(5, 6, 1), (5, -1, 1), (5, 2, 0), (5, 2, 6), (0, 0, 1)])
def test_impossible_counts_are_refused(n: int, c: int, k: int) -> None:
    with pytest.raises(ValueError, match="must lie between"):
        pass_at_k(n, c, k)
    with pytest.raises(ValueError, match="must lie between"):
        pass_hat_k(n, c, k)
