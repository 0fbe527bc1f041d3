"""Coverage: which lines and branches of an original each case reaches.

Every case is replayed once, alone in its process, by an instrumented original behind the same walls as always. What it
reached is kept by case, under the digest of all that it follows from: a second audit measures nothing, and a changed
case only itself. Instrumentation must not change what a program does; where it did, `Coverage.apart` says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from ...core.canonical import digest
from ...core.case import Case
from ...core.errors import HarnessError
from ...core.outcome import Outcome
from ...core.pack import Pack, Recorded
from ...oracle.rounds import Event, Stage, observed
from ...replay.backend import CaseFaults
from ...replay.invocation import Invocation
from ...replay.sandbox import Sandbox
from ..model import Coverage, Hits, Reach
from ..subject import Subject
from .store import Measured, Store, answered, kept_reach

BATCH = 32  # cases whose data are read together: enough to share the start of a reader
NO_DATA = "the instrumented original left no data"


class Instrument(Protocol):
    """A way to measure originals of one kind of toolchain."""

    @property
    def identity(self) -> str:
        """Its version and settings: data of another identity are not comparable."""

    @property
    def reach(self) -> Mapping[str, Reach]:
        """What can be reached of each source, by `Source.path`."""

    def walls(self, stage: Stage) -> Sandbox:
        """The sandbox that an original has, with all that instrumentation needs."""

    def outputs(self, program: str) -> tuple[str, ...]:
        """The files that a case of this program leaves in its working directory."""

    def hits(self, left: Sequence[tuple[str, Mapping[str, bytes]]]) -> list[Hits | None]:
        """What cases reached, each given as its program and the files that it left; None where too little is left."""


def measure(
    subject: Subject,
    cases: Sequence[Case],
    progress: Callable[[Event], None] = lambda event: None,
    pack: Pack | None = None,
) -> Coverage:
    """The coverage of `cases`. With `pack` their outcomes are compared with what it records.

    Raises UserError where coverage.py or gcov is missing, HarnessError where a case cannot be run."""
    tool = instrument(subject)
    key = digest([tool.identity, subject.backend.tier])[:16]
    reach = kept_reach(subject.place / f"reach-{key}.json", lambda: tool.reach)
    store = Store(subject.place, key, reach)
    known = store.read({case.id for case in cases})
    missing = [case for case in {case.id: case for case in cases}.values() if case.id not in known]
    for case, outcome, found in measured_now(subject, tool, missing, progress):
        measured = Measured(found or Hits({}, {}), answered(observed(outcome, subject.task.observe)))
        known[case.id] = measured
        if found is not None and outcome.limit is None:
            store.append(case.id, measured)
    recorded = {} if pack is None else pack.outcomes
    return Coverage(
        reach=reach,
        hits={case.id: known[case.id].hits for case in cases},
        apart={case.id: why for case in cases if (why := _apart(known[case.id], recorded.get(case.id)))},
    )


def instrument(subject: Subject) -> Instrument:
    """The instrument for the subject's toolchain."""
    if subject.native:
        from .native import Counter

        return Counter.of(subject)
    from .python import Tracer

    return Tracer.of(subject)


def measured_now(
    subject: Subject, tool: Instrument, cases: Sequence[Case], progress: Callable[[Event], None]
) -> Iterator[tuple[Case, Outcome, Hits | None]]:
    """Each case with its outcome under instrumentation and what it reached, None without data; nothing is kept."""
    if not cases:
        return
    batch: list[tuple[Case, Outcome]] = []
    for done, pair in enumerate(_run(subject, tool, cases), 1):
        progress(Event(subject.task.id, "coverage", done, len(cases)))
        batch.append(pair)
        if len(batch) == BATCH or done == len(cases):
            left = [(case.program, _files(outcome, tool.outputs(case.program))) for case, outcome in batch]
            for (case, outcome), hits in zip(batch, tool.hits(left), strict=True):
                kept = tuple(pair for pair in outcome.files if pair[0] not in tool.outputs(case.program))
                yield case, replace(outcome, files=kept), hits
            batch = []


def _run(subject: Subject, tool: Instrument, cases: Iterable[Case]) -> Iterator[tuple[Case, Outcome]]:
    stage = Stage(subject.task, subject.prepared, subject.backend, subject.jobs, lambda event: None)
    walls = tool.walls(stage)
    whole = max(walls.limits.stdout_bytes, walls.limits.stderr_bytes, walls.limits.file_bytes)
    own = {program.id: program.outputs for program in subject.task.programs}
    invocations = (
        Invocation(case, case.program, outputs=(*own[case.program], *tool.outputs(case.program)), keep_bytes=whole)
        for case in cases
    )
    try:
        with subject.backend.open(walls, subject.jobs) as session:
            for invocation, outcome in session.replay(invocations):
                yield invocation.case, outcome
    except CaseFaults as error:
        invocation, fault = error.faults[0]
        raise HarnessError(f"{invocation.case.key} cannot be measured: {fault.message}", fault.hint) from error


def _files(outcome: Outcome, names: Sequence[str]) -> dict[str, bytes]:
    return {path: capture.data for path, capture in outcome.files if path in names and capture.data is not None}


def _apart(measured: Measured, recorded: Recorded | None) -> str:
    """Why the data of a case are not what the case reaches, or empty."""
    if not measured.hits.lines:
        return NO_DATA
    wanted = answered(recorded) if recorded else measured.answer
    names = [
        name for name in sorted(wanted.keys() | measured.answer.keys()) if wanted.get(name) != measured.answer.get(name)
    ]
    return f"the instrumented original has another {', '.join(names)}" if names else ""
