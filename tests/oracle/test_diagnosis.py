"""Every diagnosis by an example that has it, and near ones that have not; hostile outputs end."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from portproof.core.verdict import Diagnosis
from portproof.oracle.diagnosis import of_output

D = Diagnosis
EXAMPLES: list[tuple[Diagnosis, bytes, bytes]] = [
    (D.TRAILING_NEWLINE, b"a\n", b"a"),
    (D.TRAILING_NEWLINE, b"a", b"a\n"),
    (D.TRAILING_NEWLINE, b"a\n", b"a\n\n"),
    (D.TRAILING_NEWLINE, b"\n", b""),
    (D.LINE_ENDINGS, b"a\nb\n", b"a\r\nb\r\n"),
    (D.LINE_ENDINGS, b"a\r\nb\n", b"a\nb\n"),
    (D.LINE_ENDINGS, b"a\n", b"a\r\n"),
    (D.WHITE_SPACE, b"a b\n", b"a  b\n"),
    (D.WHITE_SPACE, b"a\n", b"a \n"),
    (D.WHITE_SPACE, b"[1,2]", b"[1, 2]"),
    (D.FLOAT_FORMAT, b"x 1.0 y\n", b"x 1 y\n"),
    (D.FLOAT_FORMAT, b"1e-05 100000\n", b"0.00001 1e5\n"),
    (D.FLOAT_FORMAT, b"0.30000000000000004", b"0.3"),
    (D.FLOAT_FORMAT, b"3.14159265358979", b"3.14159"),
    (D.FLOAT_FORMAT, b"inf", b"Infinity"),
    (D.UNEXPLAINED, b"1.5", b"1.6"),
    (D.UNEXPLAINED, b"1e999", b"2e999"),
    (D.UNEXPLAINED, b"inf", b"1e999"),
    (D.UNEXPLAINED, b"inf", b"nan"),
    (D.FLOAT_FORMAT, b"-0.0", b"0"),
    (D.UNEXPLAINED, b"1.4\n", b"1\n"),
    (D.UNEXPLAINED, b"10", b"010"),
    (D.LINE_ORDER, b"same\nb\na\nend\n", b"same\na\nb\nend\n"),
    (D.LINE_ORDER, b"b\na\n", b"a\nb\n"),
    (D.UNEXPLAINED, b"b\na\na\n", b"a\nb\nb\n"),
    (D.KEY_ORDER, b'{"a":1,"b":[1,2]}\n', b'{"b":[1,2],"a":1}\n'),
    (D.KEY_ORDER, b'x\n{"a":1,"b":2}\n', b'x\n{"b":2,"a":1}\n'),
    (D.KEY_ORDER, b'{\n "a": 1,\n "b": 2\n}\n', b'{\n "b": 2,\n "a": 1\n}\n'),
    (D.KEY_ORDER, b"{'a': 1, 'b': 2}\n", b"{'b': 2, 'a': 1}\n"),
    (D.UNEXPLAINED, b'{"a":1,"b":2}\n', b'{"b":1,"a":2}\n'),
    (D.UNEXPLAINED, b"[1,2]", b"[2,1]"),
    (D.ENCODING, "é\n".encode(), "e\u0301\n".encode()),
    (D.ENCODING, "é\n".encode(), b"\xe9\n"),
    (D.ENCODING, "é\n".encode(), "Ã©\n".encode()),
    (D.ENCODING, "aé\n".encode(), "aé\n".encode("utf-16-le")),
    (D.ENCODING, b"\xff\xfe\n", "\ufffd\ufffd\n".encode()),
    (D.ENCODING, b"\xff\n", "ÿ\n".encode()),
    (D.ENCODING, "é\n".encode(), "\ufeffé\n".encode()),
    (D.ENCODING, "a😀é".encode(), "a\ufffd\ufffdé".encode()),
    (D.ENCODING, "a😀é".encode(), "a??é".encode()),
    (D.ENCODING, "a😀é".encode(), "a\ud83d\ude00é".encode("utf-8", "surrogatepass")),
    (D.ENCODING, b'"\\u00e9\\ud83d\\ude00"', '"é😀"'.encode()),
    (D.UNEXPLAINED, "é".encode(), "è".encode()),
    (D.LETTER_CASE, b"Hello\n", b"hello\n"),
    (D.LETTER_CASE, "É\n".encode(), "é\n".encode()),
    (D.TRUNCATED, b"abc\ndef\n", b"abc\nd"),
    (D.TRUNCATED, b"abc\ndef\n", b"abc\n"),
    (D.EMPTY, b"abc\n", b""),
    (D.UNEXPLAINED, b"abc\n", b"abd\n"),
    (D.UNEXPLAINED, b"", b"noise"),
]


@pytest.mark.parametrize(("diagnosis", "expected", "actual"), EXAMPLES)
def test_an_example_has_its_diagnosis(diagnosis: Diagnosis, expected: bytes, actual: bytes) -> None:
    assert of_output(expected, actual) is diagnosis


def test_a_rule_holds_between_a_megabyte_of_equal_lines() -> None:
    same = b"the same line again\n" * 60_000
    assert of_output(same + b"1.0\n" + same, same + b"1\n" + same) is Diagnosis.FLOAT_FORMAT
    assert of_output(same + b"a\nb\n" + same, same + b"b\na\n" + same) is Diagnosis.LINE_ORDER


def test_a_rule_is_not_claimed_where_only_the_first_window_has_it() -> None:
    lines = [f"{number}.0" for number in range(50_000)]
    other = [f"{number}" for number in range(50_000)]
    other[-1] = "wrong"
    assert of_output("\n".join(lines).encode(), "\n".join(other).encode()) is Diagnosis.UNEXPLAINED


def test_a_cut_output_is_judged_by_its_beginning() -> None:
    expected = b"some line\n" * 100_000
    actual = expected.replace(b"\n", b"\r\n")[: 1 << 19]
    assert of_output(expected, actual, cut=True) is Diagnosis.LINE_ENDINGS
    numbers = "".join(f"{n}.0\n" for n in range(100_000)).encode()
    others = "".join(f"{n}\n" for n in range(100_000)).encode()
    assert of_output(numbers, others[: 1 << 18], cut=True) is Diagnosis.FLOAT_FORMAT


def test_a_cut_output_that_began_well_is_not_explained() -> None:
    expected = b"some line\n" * 1000
    assert of_output(expected, expected, cut=True) is Diagnosis.UNEXPLAINED


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        (b"x" * 5_000_000, b"y" * 5_000_000),
        (b"a\n" * 2_500_000, b"b\n" * 2_500_000),
        (bytes(range(256)) * 20_000, bytes(reversed(range(256))) * 20_000),
        (b"[" * 60_000, b"{" * 60_000),
        (b'{"a":' * 10_000 + b"1", b'{"a":' * 10_000 + b"2"),
        (b"1" * 60_000, b"2" * 60_000),
        (b"1." * 30_000, b"2." * 30_000),
        (b"e" * 30_000, b"1e" * 30_000),
        (("a" + "\u0301\u0323" * 15_000).encode(), ("a" + "\u0323\u0301" * 15_000).encode()),
        (b"\\u0000" * 10_000, b"\\ud800" * 10_000),
        (b"thread '" * 8_000, b"a: b " * 10_000),
        (b"k: v\n" * 1_900, b"k= v\n" * 1_900),
    ],
    ids=range(12),
)
def test_a_hostile_output_ends(expected: bytes, actual: bytes) -> None:
    assert isinstance(of_output(expected, actual), Diagnosis)


@given(st.binary(max_size=60), st.binary(max_size=60), st.booleans())
def test_any_two_unequal_outputs_have_a_diagnosis(expected: bytes, actual: bytes, cut: bool) -> None:
    if expected != actual:
        assert isinstance(of_output(expected, actual, cut), Diagnosis)


@given(st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5), min_size=2, max_size=6))
def test_reversed_keys_are_key_order(value: dict[str, int | str]) -> None:
    other = dict(reversed(value.items()))
    expected, actual = (json.dumps(item, ensure_ascii=False).encode("utf-8", "replace") for item in (value, other))
    if b"?" not in expected and expected != actual:
        assert of_output(expected, actual) in (Diagnosis.KEY_ORDER, Diagnosis.LETTER_CASE)
