"""A distribution's bars hold every case, and its words are right."""

from hypothesis import given
from hypothesis import strategies as st
from portproof.report.histogram import HEIGHT, WIDTH, histogram, mebibytes, milliseconds


@given(st.lists(st.integers(1, 10**9), min_size=1))
def test_every_case_is_in_one_bar_and_every_bar_in_the_drawing(values: list[int]) -> None:
    drawn = histogram("t", values, str)
    assert drawn is not None
    assert sum(bar.count for bar in drawn.bars) == len(values) == drawn.cases
    assert all(bar.x >= 0 and bar.x + bar.width <= WIDTH + 1 for bar in drawn.bars)
    assert all(bar.y >= 0 and bar.y + bar.height <= HEIGHT + 0.2 for bar in drawn.bars)
    assert all((bar.height > 0) == (bar.count > 0) for bar in drawn.bars)


def test_its_words_are_the_median_the_ninth_decile_and_the_largest() -> None:
    drawn = histogram("t", list(range(1, 101)), lambda value: f"{value:g}")
    assert drawn is not None
    assert (drawn.median, drawn.ninth, drawn.largest) == ("50", "90", "100")


def test_without_values_there_is_nothing_to_draw() -> None:
    assert histogram("t", [0, -1], str) is None


def test_units_fit_the_value() -> None:
    assert [milliseconds(value) for value in (41_500, 2_500_000)] == ["41.5 ms", "2.50 s"]
    assert [mebibytes(value) for value in (900, 48_200)] == ["900 KiB", "47.1 MiB"]
