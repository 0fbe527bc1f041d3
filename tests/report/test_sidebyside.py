"""Lines stand beside the line that they are to be compared with, and what differs is marked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from portproof.report.sidebyside import CLIP, Comparison, Line, compare, first_difference, position


def plain(line: Line | None) -> str | None:
    return None if line is None else "".join(segment.text for segment in line.segments)


def changed(line: Line | None) -> str:
    return "" if line is None else "".join(segment.text for segment in line.segments if segment.changed)


def rows(comparison: Comparison) -> list[tuple[str | None, str | None]]:
    return [(plain(row.expected), plain(row.actual)) for row in comparison.rows]


def test_equal_lines_above_give_context_and_are_counted() -> None:
    lines = b"".join(b"%d\n" % number for number in range(1, 10))
    shown = compare(lines + b"1.0\nend\n", lines + b"1\nend\n")
    assert shown.before == 6
    assert rows(shown) == [("7⏎", "7⏎"), ("8⏎", "8⏎"), ("9⏎", "9⏎"), ("1.0⏎", "1⏎"), ("end⏎", "end⏎")]
    assert [row.expected.number for row in shown.rows if row.expected] == [7, 8, 9, 10, 11]
    assert [changed(row.expected) for row in shown.rows] == ["", "", "", ".0", ""]


def test_a_missing_final_newline_is_the_only_mark() -> None:
    shown = compare(b"a\nb\n", b"a\nb")
    assert rows(shown) == [("a⏎", "a⏎"), ("b⏎", "b")]
    assert changed(shown.rows[-1].expected) == "⏎"
    assert changed(shown.rows[-1].actual) == ""


def test_a_carriage_return_is_named_and_cuts_no_line() -> None:
    shown = compare(b"a\n", b"a\r\n")
    assert rows(shown) == [("a⏎", "a‹CR›⏎")]
    assert changed(shown.rows[0].actual) == "‹CR›"


def test_a_line_too_many_stands_alone() -> None:
    shown = compare(b"a\nb\nc\n", b"a\nx\nb\nc\n")
    assert rows(shown) == [("a⏎", "a⏎"), (None, "x⏎"), ("b⏎", "b⏎"), ("c⏎", "c⏎")]
    assert changed(shown.rows[1].actual) == "x⏎"


def test_an_added_space_is_seen() -> None:
    shown = compare(b"a b\n", b"a  b\n")
    assert rows(shown) == [("a·b⏎", "a··b⏎")]
    assert changed(shown.rows[0].actual) == "·"


def test_empty_output_against_some() -> None:
    assert rows(compare(b"a\n", b"")) == [("a⏎", None)]
    assert rows(compare(b"", b"a\n")) == [(None, "a⏎")]


def test_a_character_is_never_cut_in_two() -> None:
    shown = compare("é\n".encode(), "è\n".encode())
    assert rows(shown) == [("é⏎", "è⏎")]
    assert changed(shown.rows[0].expected) == "é"


def test_a_huge_line_is_clipped_around_the_difference() -> None:
    left = b"x" * 1_000_000 + b"A" + b"y" * 1_000_000
    right = b"x" * 1_000_000 + b"B" + b"y" * 1_000_000
    line = compare(left, right).rows[0].expected
    assert changed(line) == "A"
    assert len(plain(line) or "") < CLIP + 60


def test_many_lines_are_cut_and_counted() -> None:
    shown = compare(b"a\n" * 100_000, b"b\n" * 200_000, limit=10)
    assert len(shown.rows) == 10
    assert (shown.expected_after, shown.actual_after) == (99_990, 199_990)


@given(st.lists(st.sampled_from([b"a\n", b"b\n", b"\n", b"c"])), st.lists(st.sampled_from([b"a\n", b"b\n", b"c"])))
def test_every_line_of_both_sides_is_shown_once_and_in_order(one: list[bytes], other: list[bytes]) -> None:
    left, right = b"".join(one), b"".join(other)
    shown = compare(left, right, limit=1000)
    assert shown.expected_after == shown.actual_after == 0
    for data, sides in ((left, [r.expected for r in shown.rows]), (right, [r.actual for r in shown.rows])):
        text = "".join(plain(side) or "" for side in sides).replace("⏎", "\n")
        assert data.decode().endswith(text)
        assert [s.number for s in sides if s] == list(range(shown.before + 1, shown.before + 1 + sum(map(bool, sides))))
    assert any(not row.same for row in shown.rows) == (left != right)


@pytest.mark.parametrize(
    ("one", "other", "offset"), [(b"", b"", None), (b"ab", b"ab", None), (b"ab", b"a", 1), (b"ab", b"ac", 1)]
)
def test_the_first_difference(one: bytes, other: bytes, offset: int | None) -> None:
    assert first_difference(one, other) == offset


def test_lines_and_columns_count_from_one() -> None:
    assert position(b"ab\ncd", 0) == (1, 1)
    assert position(b"ab\ncd", 4) == (2, 2)
