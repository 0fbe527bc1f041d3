"""Rank ranges."""

from __future__ import annotations

from fractions import Fraction

from portproof.scoring.compare import Program
from portproof.scoring.ranks import RankRange, compare_all, rank_ranges


def run(share: int, libraries: int = 12) -> dict[Program, Fraction]:
    """A run that passes the first `share` of ten programs in each library."""
    return {(f"l{i}", f"l{i}", f"p{j}"): Fraction(j < share) for i in range(libraries) for j in range(10)}


def test_clear_differences_give_single_places() -> None:
    runs = {"a": run(2), "b": run(9), "c": run(5)}
    assert rank_ranges(runs, compare_all(runs)) == {
        "a": RankRange(3, 3),
        "b": RankRange(1, 1),
        "c": RankRange(2, 2),
    }


def test_equal_runs_share_all_places() -> None:
    runs = {"a": run(5), "b": run(5), "c": run(1)}
    assert rank_ranges(runs, compare_all(runs)) == {"a": RankRange(1, 2), "b": RankRange(1, 2), "c": RankRange(3, 3)}


def test_few_libraries_cannot_separate_anything() -> None:
    runs = {"a": run(9, 4), "b": run(1, 4)}
    assert set(rank_ranges(runs, compare_all(runs)).values()) == {RankRange(1, 2)}


def test_many_pairs_need_more_evidence_than_one() -> None:
    runs = {name: run(share, 6) for name, share in (("a", 9), ("b", 1))}
    (single,) = compare_all(runs)
    assert single.p == single.adjusted == 2 / 2**6
    crowded = compare_all(runs | {"c": run(1, 6), "d": run(1, 6)})
    assert min(pair.adjusted for pair in crowded) > 0.05
    assert set(rank_ranges("abcd", crowded).values()) == {RankRange(1, 4)}


def test_no_run_and_one_run_have_trivial_ranks() -> None:
    assert rank_ranges([], []) == {}
    assert rank_ranges(["a"], compare_all({"a": run(1)})) == {"a": RankRange(1, 1)}
