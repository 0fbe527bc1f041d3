"""One round: what of an outcome counts, what differs, and what is done about a crowded machine."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from portproof.core.limits import Limit
from portproof.core.outcome import Capture, Outcome
from portproof.core.prepared import Prepared
from portproof.core.task import LimitOverrides, Observable, Suite, Task
from portproof.oracle.rounds import LIMITS, PLAIN, Event, Stage, differing, limits, observed, play, sandbox
from portproof.oracle.sanitizers import STATUS, Report, report
from portproof.replay.backend import Backend

ALL = frozenset(Observable)
PLAIN_OUTCOME = Outcome(0, stdout=Capture.of(b"out"), stderr=Capture.of(b"err"), files=(("f", Capture.of(b"1")),))


def test_a_case_that_used_up_its_wall_time_is_replayed_once_more_alone(
    native: Callable[..., Suite], backend: Backend, prepare: Callable[[Task], Prepared]
) -> None:
    suite = native("stable", "sleep")
    events: list[Event] = []
    stage = Stage(suite.tasks[0], prepare(suite.tasks[0]), backend, 2, events.append)
    walls = sandbox(stage, PLAIN)
    walls = replace(walls, limits=walls.limits.with_times(5_000, 700))
    outcomes = play(stage, "round", stage.cases, walls=walls)
    names = {case.args[0]: outcomes[case.id] for case in stage.cases}
    assert (names[b"sleep"].limit, names[b"stable"].exit) == (Limit.WALL, 3)
    assert [event.total for event in events if event.step == "round, again" and event.done] == [1]


@pytest.mark.parametrize(
    ("other", "names"),
    [
        (PLAIN_OUTCOME, ()),
        (replace(PLAIN_OUTCOME, exit=1), ("ending",)),
        (replace(PLAIN_OUTCOME, exit=None, limit=Limit.CPU), ("ending",)),
        (replace(PLAIN_OUTCOME, stdout=Capture.of(b"ouT"), stderr=Capture.of(b"")), ("stdout", "stderr")),
        (replace(PLAIN_OUTCOME, files=()), ("f",)),
        (replace(PLAIN_OUTCOME, files=(("f", Capture.of(b"2")), ("g", Capture.of(b"")))), ("f", "g")),
        (replace(PLAIN_OUTCOME, stdout=replace(Capture.of(b"out"), data=None)), ()),
    ],
)
def test_what_differs_is_named(other: Outcome, names: tuple[str, ...]) -> None:
    assert differing(PLAIN_OUTCOME, other) == names


def test_what_a_task_does_not_compare_is_not_recorded() -> None:
    seen = observed(PLAIN_OUTCOME, frozenset({Observable.STDOUT, Observable.EXIT}))
    assert (seen.stdout.data, seen.stderr.length, seen.files) == (b"out", 0, ())
    assert observed(PLAIN_OUTCOME, ALL) == PLAIN_OUTCOME


def test_an_original_has_the_sizes_of_its_task_and_generous_times(native: Callable[..., Suite]) -> None:
    task = replace(native("stable").tasks[0], limits=LimitOverrides(cpu_seconds=0.1, memory_mib=2048, processes=7))
    found = limits(task)
    assert (found.memory_bytes, found.processes) == (2 << 30, 7)
    assert (found.cpu_ms, found.wall_ms, found.stdout_bytes) == (LIMITS.cpu_ms, LIMITS.wall_ms, LIMITS.stdout_bytes)


def said(stderr: bytes, exit: int = STATUS) -> Report | None:
    return report(PLAIN_OUTCOME, replace(PLAIN_OUTCOME, exit=exit, stderr=Capture.of(stderr)))


@pytest.mark.parametrize(
    ("stderr", "text"),
    [
        (
            b"e\n==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000018 at pc 0x5 bp 0x7\n",
            "AddressSanitizer: heap-buffer-overflow",
        ),
        (b"==9==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000 (pc 0x1)\n", "AddressSanitizer: SEGV"),
        (
            b"original/p.c:3:5: runtime error: load of misaligned address 0x7ffd for type 'int', which\nnote\n",
            "original/p.c:3:5: runtime error: load of misaligned address 0x… for type 'int', which",
        ),
    ],
)
def test_a_report_is_its_first_line_without_addresses(stderr: bytes, text: str) -> None:
    assert said(stderr) == Report(text, definite=True)


def test_a_program_that_only_writes_like_a_sanitizer_has_no_report() -> None:
    found = said(b"x.c:1: runtime error: not really\n", exit=0)
    assert found == Report("stderr differs under the sanitizers, without a report", definite=False)


def test_a_clean_case_has_no_report() -> None:
    assert report(PLAIN_OUTCOME, PLAIN_OUTCOME) is None
    assert report(PLAIN_OUTCOME, replace(PLAIN_OUTCOME, stderr=Capture.of(b"x")), stderr=False) is None
