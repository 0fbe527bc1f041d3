"""One round: cases of one task, each replayed once, all in the same surroundings, behind the same walls and through the
same launcher as a submission."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..core.case import Case
from ..core.errors import HarnessError
from ..core.limits import Limit, Limits, overridden
from ..core.outcome import Capture, Outcome
from ..core.prepared import Prepared
from ..core.task import Observable, Task
from ..replay.backend import Backend, CaseFaults
from ..replay.invocation import Expected, Invocation
from ..replay.sandbox import Sandbox
from ..replay.view import mounts, targets
from .busy import busy
from .perturb import ENVIRONMENT, HOSTNAME, SCRATCH, Variant

LIMITS = Limits()  # an original has these; sizes and counts are its task's where it sets them
PLAIN = Variant()


@dataclass(frozen=True, slots=True)
class Event:
    """How far a capture or verification is: `done` of `total` cases in this step of this task."""

    task: str
    step: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Stage:
    """All that the rounds of one task have in common. `jobs`: how many cases run at once."""

    task: Task
    prepared: Prepared
    backend: Backend
    jobs: int
    progress: Callable[[Event], None]

    @property
    def cases(self) -> tuple[Case, ...]:
        """All cases of the task, program by program, by id."""
        return tuple(case for program in self.task.programs for case in program.cases)


def staged(
    task: Task, prepare: Callable[[Task], Prepared], backend: Backend, jobs: int, progress: Callable[[Event], None]
) -> Stage:
    """The task with its original installed or built, which may take minutes the first time."""
    progress(Event(task.id, "prepare", 0, 1))
    prepared = prepare(task)
    progress(Event(task.id, "prepare", 1, 1))
    return Stage(task, prepared, backend, jobs, progress)


def limits(task: Task) -> Limits:
    """What an original may use: sizes and counts as submissions of its task have them, times fixed and generous."""
    return overridden(LIMITS, task.limits)


def sandbox(stage: Stage, variant: Variant) -> Sandbox:
    """The walls around the original, with one variant's changes."""
    prepared = stage.prepared
    return Sandbox(
        mounts=mounts(prepared.binds),
        targets=targets(prepared.argv, prepared.binds, stage.backend.tier),
        environment={**ENVIRONMENT, **prepared.environment, **variant.environment},
        limits=limits(stage.task),
        hostname=variant.hostname or HOSTNAME,
        scratch=variant.scratch or SCRATCH,
        native=prepared.native,
    )


def play(
    stage: Stage,
    step: str,
    cases: Iterable[Case],
    variant: Variant = PLAIN,
    expected: Mapping[str, Outcome] | None = None,
    walls: Sandbox | None = None,
    keep_bytes: int = 0,
) -> dict[str, Outcome]:
    """The outcome of each case by id, observables of the task only. Without `expected` all bytes come back; with it
    none but `keep_bytes` of a stream that differs. `walls` replaces the sandbox of the variant.

    A case that used up its wall time is replayed once more, alone: on a crowded machine that was not its own doing.
    Raises HarnessError when the replayer fails."""
    ordered = list(cases)[::-1] if variant.reverse else list(cases)
    walls = walls or sandbox(stage, variant)
    with busy(variant.load):
        outcomes = _played(stage, step, ordered, walls, expected, keep_bytes)
    if stuck := [case for case in ordered if outcomes[case.id].limit is Limit.WALL]:
        alone = replace(stage, jobs=1)
        outcomes |= _played(alone, f"{step}, again", stuck, walls, expected, keep_bytes)
    return outcomes


def _played(
    stage: Stage,
    step: str,
    ordered: Sequence[Case],
    walls: Sandbox,
    expected: Mapping[str, Outcome] | None,
    keep_bytes: int,
) -> dict[str, Outcome]:
    outputs = {program.id: program.outputs for program in stage.task.programs}
    whole = max(walls.limits.stdout_bytes, walls.limits.stderr_bytes, walls.limits.file_bytes)
    invocations = (
        Invocation(
            case=case,
            target=case.program,
            outputs=outputs[case.program],
            expected=None if expected is None else _expected(expected[case.id]),
            keep_bytes=whole if expected is None else keep_bytes,
        )
        for case in ordered
    )
    outcomes: dict[str, Outcome] = {}
    stage.progress(Event(stage.task.id, step, 0, len(ordered)))
    if not ordered:
        return outcomes
    try:
        with stage.backend.open(walls, stage.jobs) as session:
            for invocation, outcome in session.replay(invocations):
                outcomes[invocation.case.id] = observed(outcome, stage.task.observe)
                stage.progress(Event(stage.task.id, step, len(outcomes), len(ordered)))
    except CaseFaults as error:
        invocation, fault = error.faults[0]
        raise HarnessError(f"{invocation.case.key} cannot be run ({step}): {fault.message}", fault.hint) from error
    return outcomes


def observed(outcome: Outcome, observe: frozenset[Observable]) -> Outcome:
    """The outcome with what its task does not compare left empty: it need not be stable, and is not recorded."""
    empty = Capture.of(b"")
    return replace(
        outcome,
        stdout=outcome.stdout if Observable.STDOUT in observe else empty,
        stderr=outcome.stderr if Observable.STDERR in observe else empty,
        files=outcome.files if Observable.FILES in observe else (),
    )


def differing(first: Outcome, second: Outcome) -> tuple[str, ...]:
    """Which observables of two outcomes differ: `ending`, `stdout`, `stderr`, and paths of output files."""
    found = []
    if (first.exit, first.signal, first.limit) != (second.exit, second.signal, second.limit):
        found.append("ending")
    if not first.stdout.same(second.stdout):
        found.append("stdout")
    if not first.stderr.same(second.stderr):
        found.append("stderr")
    files, others = dict(first.files), dict(second.files)
    for path in sorted(files.keys() | others.keys()):
        if path not in files or path not in others or not files[path].same(others[path]):
            found.append(path)
    return tuple(found)


def _expected(outcome: Outcome) -> Expected:
    return Expected(
        stdout=(outcome.stdout.length, outcome.stdout.sha256),
        stderr=(outcome.stderr.length, outcome.stderr.sha256),
        files=tuple((path, capture.length, capture.sha256) for path, capture in outcome.files),
    )
