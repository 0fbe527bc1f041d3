"""Difficulty comes from measurements alone."""

from __future__ import annotations

from fractions import Fraction

from portproof.scoring.difficulty import Band, Measurement, difficulties
from portproof.scoring.rates import Rate


def test_larger_programs_are_harder_where_nobody_has_tried() -> None:
    found = difficulties([Measurement("s", 20, 10, 2), Measurement("l", 40, 900, 80), Measurement("m", 30, 100, 9)])
    assert [(d.size, d.band, d.basis) for d in found] == [
        (Fraction(0), Band.EASY, "size"),
        (Fraction(1), Band.HARD, "size"),
        (Fraction(1, 2), Band.MEDIUM, "size"),
    ]


def test_references_outweigh_size() -> None:
    small = Measurement("s", 20, references=(Rate(0, 3), Rate(1, 3)))
    large = Measurement("l", 40, references=(Rate(3, 3), Rate(3, 3)))
    found = difficulties([small, large])
    assert [(d.solved, d.band, d.basis) for d in found] == [
        (Fraction(1, 6), Band.HARD, "references"),
        (Fraction(1), Band.EASY, "references"),
    ]


def test_a_measure_that_some_programs_lack_is_left_out_for_all() -> None:
    found = difficulties([Measurement("a", 10, covered_lines=500), Measurement("b", 20)])
    assert [d.size for d in found] == [0, 1]


def test_equals_share_their_place_and_one_program_is_in_the_middle() -> None:
    assert [d.size for d in difficulties([Measurement("a", 10), Measurement("b", 10)])] == [Fraction(1, 2)] * 2
    assert difficulties([Measurement("a", 10)])[0].band is Band.MEDIUM
    assert difficulties([]) == []


def test_references_without_attempts_do_not_count() -> None:
    assert difficulties([Measurement("a", 10, references=(Rate(0, 0),))])[0].solved is None


def test_names_do_not_matter() -> None:
    named = difficulties([Measurement("test99", 10), Measurement("test1", 20)])
    assert [d.size for d in named] == [0, 1]
