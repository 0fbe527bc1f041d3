"""Run each original on the first cases of its program, through the replayer: does it start at all?

It records nothing and judges nothing; capture decides what an original answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ..core.errors import PortproofError, UserError, WallError
from ..core.outcome import Outcome
from ..core.prepared import Prepared
from ..core.task import Observable, Suite, Task
from ..oracle.compare import LIMIT_VERDICTS, ending
from ..oracle.perturb import NATIVE
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
    """One trial a program. Native originals are built one by one, so that one that does not build hides no other.

    What cannot be made is a trial with its problem; only a wall that cannot be raised ends it all (WallError)."""
    for task in suite.tasks:
        native = task.original.toolchain in NATIVE
        for programs in [(program,) for program in task.programs] if native else [task.programs]:
            part = replace(task, programs=programs, observe=task.observe | {Observable.STDERR})
            yield from _trials(part, backend, prepare, jobs, progress)


def _trials(
    task: Task,
    backend: Backend,
    prepare: Callable[[Task], Prepared],
    jobs: int,
    progress: Callable[[Event], None],
) -> Iterator[Trial]:
    try:
        stage = staged(task, prepare, backend, jobs, progress)
        outcomes = play(stage, "try", [case for program in task.programs for case in program.cases[:TRIES]])
    except WallError:
        raise
    except PortproofError as error:
        made = not isinstance(error, UserError)
        yield from (Trial(task.id, p.id, p.cases[0].id, _problem(error), built=made) for p in task.programs)
        return
    for program in task.programs:
        cases = program.cases[:TRIES]
        ends = [_end(outcomes[case.id]) for case in cases]
        best = ends.index("") if "" in ends else 0
        yield Trial(task.id, program.id, cases[best].id, ends[best])


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
