"""Run each original on the first cases of its program, through the replayer: does it start at all?

It records nothing and judges nothing; capture decides what an original answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ..core.errors import PortproofError, UserError
from ..core.outcome import Outcome
from ..core.prepared import Prepared
from ..core.task import Observable, Program, Suite, Task
from ..oracle.compare import LIMIT_VERDICTS, ending
from ..oracle.rounds import Event, play, staged
from ..replay.backend import Backend
from .report import Trial

TRIES = 3  # cases of a program: one alone may be an error that is meant
LAST_WORDS = 200  # of stderr, in characters


def trials(
    suite: Suite,
    backend: Backend,
    prepare: Callable[[Task], Prepared],
    jobs: int,
    progress: Callable[[Event], None] = lambda event: None,
) -> Iterator[Trial]:
    """One trial a program. A program whose original cannot be made is a trial too; each is made by itself, so that one
    that does not build hides no other. Raises HarnessError where a toolchain or the replayer fails."""
    for task in suite.tasks:
        for program in task.programs:
            alone = replace(task, programs=(program,), observe=task.observe | {Observable.STDERR})
            yield _trial(alone, program, backend, prepare, jobs, progress)


def _trial(
    task: Task,
    program: Program,
    backend: Backend,
    prepare: Callable[[Task], Prepared],
    jobs: int,
    progress: Callable[[Event], None],
) -> Trial:
    cases = program.cases[:TRIES]
    try:
        stage = staged(task, prepare, backend, jobs, progress)
    except UserError as error:
        return Trial(task.id, program.id, cases[0].id, _problem(error), built=False)
    outcomes = play(stage, f"try {program.id}", cases)
    ends = [_end(outcomes[case.id]) for case in cases]
    best = ends.index("") if "" in ends else 0
    return Trial(task.id, program.id, cases[best].id, ends[best])


def _problem(error: PortproofError) -> str:
    lines = [line.strip() for line in error.message.splitlines() if line.strip()]
    telling = next((line for line in lines[1:] if "error" in line.lower()), "")
    return " … ".join(part[:LAST_WORDS] for part in (lines[0], telling) if part)


def _end(outcome: Outcome) -> str:
    """Why the original did not end with exit status 0, with the last line of its stderr; empty where it did."""
    if outcome.limit is not None:
        return LIMIT_VERDICTS[outcome.limit][1]
    if outcome.exit == 0:
        return ""
    said = (outcome.stderr.data or b"").decode("utf-8", "replace").strip().splitlines()
    last = f": {said[-1][:LAST_WORDS]}" if said else ""
    return f"{ending(outcome.exit, outcome.signal)}{last}"
