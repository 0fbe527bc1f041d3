"""The words: ids, byte strings, canonical JSON, verdicts and errors."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from portproof.core.bytestring import decoded, encoded
from portproof.core.canonical import canonical, merkle_root
from portproof.core.case import ID_DIGITS, Case
from portproof.core.errors import Exit, InputError, IntegrityError, Mistake, NothingSelected, WallError
from portproof.core.verdict import MEANING, Verdict, Whose, scored


@given(st.binary())
def test_a_byte_string_survives_json(data: bytes) -> None:
    assert decoded(encoded(data)) == data


@pytest.mark.parametrize("value", [1, None, {"base64": "%"}, {"base64": "", "x": ""}, "\ud800", {"base64": 1}])
def test_what_is_no_byte_string_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        decoded(value)


def test_the_id_is_a_digest_of_the_invocation_alone() -> None:
    case = Case("t", "p", (b"a",), b"in", (("f", b"1"), ("g", b"2")), (("E", b"1"),))
    assert len(case.id) == ID_DIGITS
    assert case.id == Case("t", "p", (b"a",), b"in", (("g", b"2"), ("f", b"1")), (("E", b"1"),), ("tag",), True).id
    others = [
        Case("t", "q", (b"a",), b"in"),
        Case("t", "p", (b"a", b""), b"in"),
        Case("t", "p", (b"a",), b""),
        Case("t", "p", (b"a",), b"in", (("f", b""),)),
        Case("t", "p", (b"a",), b"in", (), (("E", b""),)),
    ]
    assert len({case.id, *(other.id for other in others)}) == 6


def test_argument_boundaries_matter_to_the_id() -> None:
    assert Case("t", "p", (b"a", b"b")).id != Case("t", "p", (b"ab",)).id


def test_canonical_json_has_one_spelling() -> None:
    assert canonical({"b": 1, "a": ["é", None]}) == '{"a":["é",null],"b":1}'.encode()
    with pytest.raises(ValueError, match="Out of range"):
        canonical(float("nan"))


def test_the_merkle_root_is_that_of_rfc_6962() -> None:
    def leaf(data: bytes) -> bytes:
        return hashlib.sha256(b"\0" + data).digest()

    def node(left: bytes, right: bytes) -> bytes:
        return hashlib.sha256(b"\1" + left + right).digest()

    a, b, c = (leaf(x) for x in (b"a", b"b", b"c"))
    assert merkle_root([]) == hashlib.sha256(b"").hexdigest()
    assert merkle_root([b"a"]) == a.hex()
    assert merkle_root([b"a", b"b", b"c"]) == node(node(a, b), c).hex()


def test_every_verdict_has_a_meaning_and_only_the_submissions_count() -> None:
    assert set(MEANING) == set(Verdict)
    assert not scored(Verdict.HARNESS_ERROR)
    assert not scored(Verdict.NOT_RUN)
    assert not scored(Verdict.QUARANTINED)
    assert all(scored(v) for v in Verdict if MEANING[v].whose is Whose.SUBMISSION)


def test_errors_carry_the_documented_exit_codes() -> None:
    assert InputError([]).exit is Exit.USAGE
    assert NothingSelected("x").exit is Exit.NOTHING
    assert IntegrityError("x").exit is Exit.INTEGRITY
    assert WallError("x").exit is Exit.INCOMPLETE
    assert [int(code) for code in Exit] == [0, 1, 2, 3, 4, 5, 130]


def test_mistakes_are_sorted_and_shown_with_file_and_line() -> None:
    error = InputError([Mistake("b", 2, "late"), Mistake("a", 1, "early", "do this")])
    assert [str(m) for m in error.mistakes] == ["a:1: early (do this)", "b:2: late"]
