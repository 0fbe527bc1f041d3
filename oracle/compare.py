"""From an outcome to a verdict: the only place where what a submission gave back is held against the oracle.

The precedence is that of `core.verdict`: a limit, a crash, then the first observable that differs. Equal digests need
no bytes; expected bytes are asked for only to explain a difference. Policy, build and repeats are no business of it."""

from __future__ import annotations

import signal
from collections.abc import Callable
from dataclasses import dataclass

from ..core.errors import UserError
from ..core.limits import Limit
from ..core.outcome import Capture, Outcome
from ..core.pack import Recorded
from ..core.run import Difference
from ..core.task import Observable
from ..core.verdict import Diagnosis, Verdict
from . import diagnosis, loose
from .difference import first

COMPARER = 1  # enters every cache key: raise it when a verdict, diagnosis or message may change
PROFILES = ("strict", *loose.PROFILES)

LIMIT_VERDICTS: dict[Limit, tuple[Verdict, str]] = {
    Limit.CPU: (Verdict.TIME_LIMIT, "used up its CPU time"),
    Limit.WALL: (Verdict.TIME_LIMIT, "used up its wall time"),
    Limit.MEMORY: (Verdict.MEMORY_LIMIT, "used up its memory"),
    Limit.STDOUT: (Verdict.OUTPUT_LIMIT, "wrote more to stdout than it may"),
    Limit.STDERR: (Verdict.OUTPUT_LIMIT, "wrote more to stderr than it may"),
    Limit.FILE: (Verdict.OUTPUT_LIMIT, "wrote a file larger than it may be"),
    Limit.SCRATCH: (Verdict.OUTPUT_LIMIT, "filled its scratch directory"),
    Limit.PROCESSES: (Verdict.PROCESS_LIMIT, "wanted more processes or threads than it may have"),
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """A verdict and what explains it. `message` is one sentence without a full stop, empty for a pass."""

    verdict: Verdict
    diagnosis: Diagnosis | None = None
    difference: Difference | None = None
    message: str = ""


def compare(
    recorded: Recorded,
    outcome: Outcome,
    observe: frozenset[Observable],
    data: Callable[[Capture], bytes],
    profile: str = "strict",
) -> Comparison:
    """The verdict on `outcome`. `data` gives a recorded capture's bytes. Raises UserError for an unknown profile."""
    if profile not in PROFILES:
        raise UserError(f"no profile is called {profile!r}", f"known profiles: {', '.join(PROFILES)}")
    if outcome.limit is not None:
        verdict, message = LIMIT_VERDICTS[outcome.limit]
        return Comparison(verdict, message=message)
    if profile in loose.PROFILES:
        return _loosely(profile, recorded, outcome, data)
    if outcome.signal is not None and outcome.signal != recorded.signal:
        return _ended(Verdict.CRASH, recorded, outcome, data)
    if Observable.EXIT in observe and (outcome.exit, outcome.signal) != (recorded.exit, recorded.signal):
        return _ended(Verdict.WRONG_EXIT, recorded, outcome, data)
    if Observable.STDOUT in observe and not outcome.stdout.same(recorded.stdout):
        return _differs(Verdict.WRONG_STDOUT, "stdout", recorded.stdout, outcome.stdout, recorded, outcome, data)
    if Observable.STDERR in observe and not outcome.stderr.same(recorded.stderr):
        return _differs(Verdict.WRONG_STDERR, "stderr", recorded.stderr, outcome.stderr, recorded, outcome, data)
    if Observable.FILES in observe:
        return _files(recorded, outcome, data)
    return Comparison(Verdict.PASS)


def loosely(
    profile: str, recorded: Recorded, outcome: Outcome, data: Callable[[Capture], bytes]
) -> tuple[loose.Answer, bytes, bytes]:
    """What a loose profile says of an outcome without a limit, with the stdout of both sides as far as it is there."""
    wanted = data(recorded.stdout)
    same = outcome.stdout.same(recorded.stdout)
    came = wanted if same else outcome.stdout.data or b""
    cut = not same and len(came) < outcome.stdout.length
    expected, actual = loose.Output(recorded.exit, wanted), loose.Output(outcome.exit, came, cut)
    return loose.answer(profile, expected, actual), wanted, came


def _loosely(profile: str, recorded: Recorded, outcome: Outcome, data: Callable[[Capture], bytes]) -> Comparison:
    said, wanted, came = loosely(profile, recorded, outcome, data)
    if said.passed:
        return Comparison(Verdict.PASS)
    if said.by_exit:
        return Comparison(Verdict.WRONG_EXIT, Diagnosis.UNEXPLAINED, message=said.reason)
    difference = first("stdout", wanted, came)
    return Comparison(Verdict.WRONG_STDOUT, Diagnosis.UNEXPLAINED, difference, said.reason)


def ending(exit: int | None, number: int | None) -> str:
    """How a program ended, in words."""
    if number is None:
        return f"exit status {exit}"
    try:
        return f"signal {number} ({signal.Signals(number).name})"
    except ValueError:
        return f"signal {number}"


def _ended(verdict: Verdict, recorded: Recorded, outcome: Outcome, data: Callable[[Capture], bytes]) -> Comparison:
    expected, actual = ending(recorded.exit, recorded.signal), ending(outcome.exit, outcome.signal)
    return Comparison(
        verdict,
        diagnosis.of_case(verdict, recorded, outcome, data) or Diagnosis.UNEXPLAINED,
        Difference("exit", 0, 1, 1, expected.encode(), actual.encode()),
        f"ended with {actual} instead of {expected}",
    )


def _differs(
    verdict: Verdict,
    stream: str,
    expected: Capture,
    actual: Capture,
    recorded: Recorded,
    outcome: Outcome,
    data: Callable[[Capture], bytes],
) -> Comparison:
    """Two captures that are not the same; the bytes of the actual one are there, perhaps cut."""
    named = diagnosis.of_case(verdict, recorded, outcome, data)
    sizes = f"{expected.length} bytes expected, {actual.length} came"
    if actual.data is None:
        return Comparison(verdict, named or Diagnosis.UNEXPLAINED, message=f"{stream} differs ({sizes})")
    wanted = data(expected)
    difference = first(stream, wanted, actual.data)
    if difference is None or (actual.cut and difference.offset >= len(actual.data)):
        where = f"after byte {len(actual.data)}, where what was kept of it ends"
    else:
        where = f"at line {difference.line}, column {difference.column}"
    named = named or diagnosis.of_output(wanted, actual.data, actual.cut)
    return Comparison(verdict, named, difference, f"{stream} differs {where} ({sizes})")


def _files(recorded: Recorded, outcome: Outcome, data: Callable[[Capture], bytes]) -> Comparison:
    expected, actual = dict(recorded.files), dict(outcome.files)
    for path in sorted(expected.keys() | actual.keys()):
        if path not in actual:
            return Comparison(Verdict.WRONG_FILE, Diagnosis.UNEXPLAINED, message=f"the output file {path} is absent")
        if path not in expected:
            message = f"the output file {path} exists; the original writes none"
            return Comparison(Verdict.WRONG_FILE, Diagnosis.UNEXPLAINED, message=message)
        if not actual[path].same(expected[path]):
            return _differs(Verdict.WRONG_FILE, path, expected[path], actual[path], recorded, outcome, data)
    return Comparison(Verdict.PASS)
