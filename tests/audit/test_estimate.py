"""The share of non-equivalent mutants that were killed, and how sure that is."""

from __future__ import annotations

import pytest
from portproof.audit.mutants.estimate import Estimate, estimated, plain


def test_the_plain_share_has_the_interval_of_wilson() -> None:
    found = plain(80, 20)
    assert found is not None
    # Wilson (1927) for 80 of 100 at 95 %: 0.7112 to 0.8666
    assert (found.share, round(found.low, 4), round(found.high, 4)) == (0.8, 0.7112, 0.8666)
    assert plain(0, 0) is None


def test_what_resisted_is_taken_from_the_denominator() -> None:
    found = estimated(killed=80, survived=20, judged=4, sampled=8, resisted=6)
    assert found is not None
    assert found.share == pytest.approx(80 / (80 + 16 * 0.25))
    assert found.low < 80 / 96 < found.share < found.high <= 1.0


def test_without_a_sample_any_part_of_the_survivors_may_be_equivalent() -> None:
    found = estimated(killed=80, survived=20, judged=0, sampled=0, resisted=0)
    wilson = plain(80, 20)
    assert found is not None
    assert wilson is not None
    assert (found.share, found.low, found.high) == (0.8, wilson.low, 1.0)


def test_a_larger_sample_narrows_the_interval() -> None:
    few, many = (estimated(80, 20, 0, n, n // 2) for n in (4, 16))
    assert few is not None
    assert many is not None
    assert many.high - many.low < few.high - few.low


def test_ends_of_the_scale() -> None:
    assert estimated(0, 5, 0, 5, 5) is None  # nothing that is not equivalent is known
    assert estimated(0, 5, 5, 0, 0) is None
    known = plain(9, 0)
    assert known is not None
    assert estimated(9, 5, 5, 0, 0) == Estimate(1.0, known.low, 1.0)
    nothing = estimated(0, 5, 0, 5, 0)
    assert nothing is not None
    assert (nothing.share, nothing.low) == (0.0, 0.0)
