"""Verdicts and their precedence, on outcomes made by hand."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from portproof.core.errors import UserError
from portproof.core.limits import Limit
from portproof.core.outcome import Capture, Outcome
from portproof.core.pack import Recorded
from portproof.core.task import Observable
from portproof.core.verdict import Diagnosis, Verdict
from portproof.oracle.compare import LIMIT_VERDICTS, Comparison, compare

ALL = frozenset(Observable)
NODE_ERROR = b"file:///tree/encode.mjs:3\n  throw new Error()\n\nNode.js v24.19.0\n"
PANIC = b"\nthread 'main' (77) panicked at src/main.rs:2:5:\nindex out of bounds\n"


def recorded(stdout: bytes = b"", stderr: bytes = b"", exit: int | None = 0, signal: int | None = None) -> Recorded:
    return Recorded("c" * 32, "t", "p", exit, signal, Capture.of(stdout), Capture.of(stderr), (), 500)


def outcome(stdout: bytes = b"", stderr: bytes = b"", exit: int | None = 0, signal: int | None = None) -> Outcome:
    return Outcome(exit, signal, None, Capture.of(stdout), Capture.of(stderr))


def no_bytes(capture: Capture) -> bytes:
    raise AssertionError("no bytes are needed where digests decide")


def held(capture: Capture) -> bytes:
    assert capture.data is not None
    return capture.data


def judged(
    expected: Recorded, actual: Outcome, observe: frozenset[Observable] = ALL, data: Callable[[Capture], bytes] = held
) -> Comparison:
    return compare(expected, actual, observe, data)


def test_equal_digests_pass_without_any_bytes() -> None:
    expected = recorded(b"out", b"err", 3)
    actual = Outcome(3, stdout=Capture(3, Capture.of(b"out").sha256), stderr=Capture(3, Capture.of(b"err").sha256))
    assert judged(expected, actual, data=no_bytes) == Comparison(Verdict.PASS)


@pytest.mark.parametrize("limit", Limit)
def test_each_limit_has_a_verdict_that_comes_before_all_others(limit: Limit) -> None:
    actual = Outcome(None, None, limit, stdout=Capture.of(b"wrong"))
    assert judged(recorded(b"right"), actual).verdict is LIMIT_VERDICTS[limit][0]


def test_another_signal_is_a_crash_and_comes_before_the_exit_status() -> None:
    comparison = judged(recorded(b"right"), outcome(b"wrong", exit=None, signal=11))
    assert comparison.verdict is Verdict.CRASH
    assert comparison.message == "ended with signal 11 (SIGSEGV) instead of exit status 0"


def test_the_signal_of_the_original_passes() -> None:
    assert judged(recorded(exit=None, signal=6), outcome(exit=None, signal=6)).verdict is Verdict.PASS


def test_an_exit_where_the_original_aborts_is_wrong_exit() -> None:
    assert judged(recorded(exit=None, signal=6), outcome(exit=134)).verdict is Verdict.WRONG_EXIT


def test_a_crash_is_a_crash_even_where_the_exit_is_not_observed() -> None:
    actual = outcome(b"right", exit=None, signal=11)
    assert judged(recorded(b"right"), actual, frozenset({Observable.STDOUT})).verdict is Verdict.CRASH


def test_a_trailing_space_is_wrong_stdout() -> None:
    comparison = judged(recorded(b"a\nb\n"), outcome(b"a\nb \n"))
    assert (comparison.verdict, comparison.diagnosis) == (Verdict.WRONG_STDOUT, Diagnosis.WHITE_SPACE)
    assert comparison.difference is not None
    assert (comparison.difference.line, comparison.difference.column) == (2, 2)
    assert comparison.message == "stdout differs at line 2, column 2 (4 bytes expected, 5 came)"


@pytest.mark.parametrize(
    ("observe", "verdict"),
    [
        ({"exit", "stdout", "stderr"}, Verdict.WRONG_EXIT),
        ({"stdout", "stderr"}, Verdict.WRONG_STDOUT),
        ({"stderr"}, Verdict.WRONG_STDERR),
        (set(), Verdict.PASS),
    ],
)
def test_the_first_observable_that_differs_gives_the_verdict(observe: set[str], verdict: Verdict) -> None:
    actual = outcome(b"X", b"Y", 1)
    assert judged(recorded(b"x1", b"y1"), actual, frozenset(map(Observable, observe))).verdict is verdict


def test_a_panic_is_wrong_exit_with_the_diagnosis_panicked() -> None:
    comparison = judged(recorded(b"long output\n"), outcome(b"long", PANIC, 101))
    assert (comparison.verdict, comparison.diagnosis) == (Verdict.WRONG_EXIT, Diagnosis.PANICKED)


def test_right_output_and_then_an_uncaught_error_is_prefix_then_crash() -> None:
    comparison = judged(recorded(b"one\ntwo\n"), outcome(b"one\n", NODE_ERROR, 1))
    assert (comparison.verdict, comparison.diagnosis) == (Verdict.WRONG_EXIT, Diagnosis.PREFIX_CRASH)


@pytest.mark.parametrize("written", [b"one\n", b"one\ntwo\n"])
def test_right_output_and_then_a_signal_is_prefix_then_crash(written: bytes) -> None:
    comparison = judged(recorded(b"one\ntwo\n"), outcome(written, exit=None, signal=6))
    assert (comparison.verdict, comparison.diagnosis) == (Verdict.CRASH, Diagnosis.PREFIX_CRASH)


@pytest.mark.parametrize("written", [b"", b"two\n"])
def test_a_crash_after_nothing_or_wrong_output_is_not_explained(written: bytes) -> None:
    comparison = judged(recorded(b"one\ntwo\n"), outcome(written, exit=None, signal=6))
    assert (comparison.verdict, comparison.diagnosis) == (Verdict.CRASH, Diagnosis.UNEXPLAINED)


def test_another_exit_status_alone_is_not_explained() -> None:
    comparison = judged(recorded(b"", b"bad input\n", 1), outcome(b"", b"bad input\n", 2))
    assert (comparison.verdict, comparison.diagnosis) == (Verdict.WRONG_EXIT, Diagnosis.UNEXPLAINED)
    assert comparison.difference is not None
    assert comparison.difference.stream == "exit"


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        (recorded(b"text\n"), outcome(b"", b"text\n")),
        (recorded(b"text\n", b"note\n"), outcome(b"note\n", b"text\n")),
        (recorded(b"text\n", b"note\n"), outcome(b"", b"text\nnote\n")),
        (recorded(b"text\n", b"note\n"), outcome(b"", b"note\ntext\n")),
    ],
)
def test_stdout_on_stderr_is_swapped(expected: Recorded, actual: Outcome) -> None:
    comparison = judged(expected, actual)
    assert (comparison.verdict, comparison.diagnosis) == (Verdict.WRONG_STDOUT, Diagnosis.SWAPPED)


def test_nothing_on_stdout_is_empty_and_not_swapped() -> None:
    assert judged(recorded(b"text\n"), outcome(b"", b"other\n")).diagnosis is Diagnosis.EMPTY


def files(**contents: bytes) -> tuple[tuple[str, Capture], ...]:
    return tuple((name, Capture.of(data)) for name, data in sorted(contents.items()))


@pytest.mark.parametrize(
    ("there", "message"),
    [
        (files(), "the output file a is absent"),
        (files(a=b"1\n", b=b"2\n"), "the output file b exists; the original writes none"),
        (files(a=b"2\n"), "a differs at line 1, column 1 (2 bytes expected, 2 came)"),
    ],
)
def test_a_wrong_file_is_said_by_name(there: tuple[tuple[str, Capture], ...], message: str) -> None:
    comparison = judged(replace(recorded(), files=files(a=b"1\n")), replace(outcome(), files=there))
    assert (comparison.verdict, comparison.message) == (Verdict.WRONG_FILE, message)


def test_a_cut_output_that_began_well_differs_after_what_was_kept() -> None:
    text = b"line\n" * 1000
    cut = Capture(4000, "0" * 64, text[:2000], cut=True)
    comparison = judged(recorded(text), Outcome(0, stdout=cut))
    assert comparison.message.startswith("stdout differs after byte 2000, where what was kept of it ends")


def test_bytes_that_are_not_utf8_are_compared_as_bytes() -> None:
    comparison = judged(recorded(b"\xff\n"), outcome("\ufffd\n".encode()))
    assert (comparison.verdict, comparison.diagnosis) == (Verdict.WRONG_STDOUT, Diagnosis.ENCODING)


def test_an_unknown_profile_is_the_users_mistake() -> None:
    with pytest.raises(UserError, match="no profile is called 'loose'"):
        compare(recorded(), outcome(), ALL, held, "loose")
