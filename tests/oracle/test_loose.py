"""RepoZero's loose rules, each quirk of them; and through `compare`, as a profile."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from portproof.core.limits import Limit
from portproof.core.outcome import Capture, Outcome
from portproof.core.pack import Recorded
from portproof.core.task import Observable
from portproof.core.verdict import Verdict
from portproof.oracle.compare import compare
from portproof.oracle.loose import C2RUST, PY2JS, Answer, Output, answer


def said(profile: str, expected: bytes, actual: bytes, exits: tuple[int | None, int | None] = (0, 0)) -> Answer:
    return answer(profile, Output(exits[0], expected), Output(exits[1], actual))


@pytest.mark.parametrize(
    ("expected", "actual", "passed"),
    [
        (b"a b\n", b"ab", True),
        (b"  - x\n    - y\n", b"-x\n-y\n", True),
        (b"a\n\n\nb\n", b"a\nb", True),
        (b"a\r\nb\r", b"a\nb\n", True),
        ("a\u3000b".encode(), b"ab", True),
        (b"a\n", b"A\n", False),
        (b"a\nb\n", b"b\na\n", False),
        (b"a\n", b"a\na\n", False),
        (b"", b"", False),
        (b" \n", b"\n", False),
        (b"\xff\n", b"\xff\n", False),
        (b"1.0\n", b"1.00\n", False),
    ],
)
def test_py2js_removes_white_space_and_wants_output(expected: bytes, actual: bytes, passed: bool) -> None:
    assert said(PY2JS, expected, actual).passed is passed


@pytest.mark.parametrize("exits", [(1, 0), (0, 1), (1, 1), (0, None), (None, None)])
def test_py2js_passes_nothing_that_does_not_exit_with_0(exits: tuple[int | None, int | None]) -> None:
    told = said(PY2JS, b"a\n", b"a\n", exits)
    assert not told.passed
    assert told.by_exit


def test_api_coverage_is_the_share_of_equal_lines_at_equal_places() -> None:
    told = said(PY2JS, b"a\nb\nc\nd\n", b"a\nx\nc\ny\n")
    assert (told.matched, told.lines, told.passed) == (2, 4, False)
    unequal = said(PY2JS, b"a\nb\n", b"a\n")
    assert unequal.matched == 0


@pytest.mark.parametrize(
    ("expected", "actual", "passed"),
    [
        (b"1.0\n", b"1.00", True),
        (b"1_000", b"1000", True),
        (b"1e400", b"inf", True),
        ("９".encode(), b"9", True),
        (b"nan", b" nan\n", True),
        (b"nan", b"NaN", False),
        (b"", b"\n ", True),
        (b"1 2", b"1 2.0", False),
        (b"a  b", b"a b", False),
        (b"\xff", b"\xff", False),
    ],
)
def test_c2rust_strips_and_reads_floats(expected: bytes, actual: bytes, passed: bool) -> None:
    assert said(C2RUST, expected, actual).passed is passed
    assert said(C2RUST, expected, actual, (0, 101)).passed is passed


@given(st.text(), st.text())
def test_py2js_is_the_published_expression(one: str, other: str) -> None:
    left, right = (text.encode("utf-8", "replace") for text in (one, other))
    lines = [
        ["".join(line.split()) for line in data.decode().strip().splitlines() if line.strip()]
        for data in (
            left.replace(b"\r\n", b"\n").replace(b"\r", b"\n"),
            right.replace(b"\r\n", b"\n").replace(b"\r", b"\n"),
        )
    ]
    assert said(PY2JS, left, right).passed is (lines[0] == lines[1] and len(lines[0]) > 0)


def test_a_prefix_decides_only_what_it_can_decide() -> None:
    def cut(profile: str, expected: bytes, prefix: bytes) -> Answer:
        return answer(profile, Output(0, expected), Output(0, prefix, cut=True))

    assert not cut(PY2JS, b"a\nb\n", b"a\n").decided
    assert cut(PY2JS, b"a\n", b"a\nb\nc\n").decided
    assert not cut(C2RUST, b"abc", b"ab").decided
    assert cut(C2RUST, b"abc", b"x").decided
    assert not cut(C2RUST, b"1.5", b"2").decided
    assert not cut(PY2JS, "a\né\n".encode(), "a\né".encode()[:-1]).decided
    assert cut(PY2JS, b"a\nb\n", b"\xffa").reason == "the output is not UTF-8"


def recorded(stdout: bytes, exit: int = 0) -> Recorded:
    return Recorded("c", "t", "p", exit, None, Capture.of(stdout), Capture.of(b""), (), 500)


def verdict(expected: Recorded, outcome: Outcome, profile: str) -> Verdict:
    everything = frozenset(Observable)
    return compare(expected, outcome, everything, lambda capture: capture.data or b"", profile).verdict


def test_the_profiles_give_verdicts_through_compare() -> None:
    spaced = Outcome(exit=0, stdout=Capture.of(b"a b\n"), stderr=Capture.of(b"noise"))
    assert verdict(recorded(b"ab\n"), spaced, PY2JS) is Verdict.PASS
    assert verdict(recorded(b"ab\n"), spaced, "strict") is Verdict.WRONG_STDOUT
    assert verdict(recorded(b"ab\n"), spaced, C2RUST) is Verdict.WRONG_STDOUT
    panicked = Outcome(exit=101, stdout=Capture.of(b"1.50\n"))
    assert verdict(recorded(b"1.5\n"), panicked, C2RUST) is Verdict.PASS
    assert verdict(recorded(b"1.5\n"), panicked, PY2JS) is Verdict.WRONG_EXIT
    assert verdict(recorded(b"x", exit=1), Outcome(exit=1, stdout=Capture.of(b"x")), PY2JS) is Verdict.WRONG_EXIT
    late = Outcome(exit=None, limit=Limit.CPU, stdout=Capture.of(b"ab\n"))
    assert {verdict(recorded(b"ab\n"), late, profile) for profile in (PY2JS, C2RUST)} == {Verdict.TIME_LIMIT}


def test_what_was_equal_comes_without_bytes_and_is_taken_from_the_pack() -> None:
    whole = Capture.of(b"a\n")
    same = Outcome(exit=0, stdout=Capture(whole.length, whole.sha256))
    assert verdict(recorded(b"a\n"), same, PY2JS) is Verdict.PASS
    silent = Outcome(exit=0, stdout=Capture.of(b""))
    assert verdict(recorded(b""), silent, "strict") is Verdict.PASS
    assert verdict(recorded(b""), silent, PY2JS) is Verdict.WRONG_STDOUT
