import pytest
from hypothesis import given
from hypothesis import strategies as st
from portproof.oracle.difference import CHUNK, CONTEXT, common, first, position


def test_equal_outputs_have_no_difference() -> None:
    assert first("stdout", b"same\n", b"same\n") is None


def test_line_and_column_count_from_one_and_columns_count_bytes() -> None:
    difference = first("stdout", "é1\nab\n".encode(), "é1\naX\n".encode())
    assert difference is not None
    assert (difference.offset, difference.line, difference.column) == (5, 2, 2)
    assert difference.expected[position(difference) :] == b"b\n"
    assert difference.actual[position(difference) :] == b"X\n"


def test_an_output_that_ends_early_differs_at_its_end() -> None:
    difference = first("stdout", b"a\nb\n", b"a\n")
    assert difference is not None
    assert (difference.offset, difference.line, difference.column) == (2, 2, 1)
    assert difference.actual == b""


@pytest.mark.parametrize("offset", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 5 * CHUNK + 77])
def test_a_byte_is_found_wherever_it_is_in_a_large_output(offset: int) -> None:
    data = bytearray(b"x" * (6 * CHUNK))
    other = bytes(data)
    data[offset] = 0
    difference = first("stdout", other, bytes(data))
    assert difference is not None
    assert difference.offset == offset
    assert len(difference.expected) <= 2 * CONTEXT
    assert difference.actual[position(difference)] == 0


@given(st.binary(), st.binary())
def test_what_is_common_is_the_longest_equal_beginning(left: bytes, right: bytes) -> None:
    length = common(left, right)
    assert left[:length] == right[:length]
    assert length == min(len(left), len(right)) or left[length] != right[length]
