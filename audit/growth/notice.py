"""Which of some invocations would notice a mutant: every pair that is asked for is run, in one session.

`trying` stops at the first case that does, and is about the cases of a suite. Here the cases are candidates: what the
original answers is found by running it, plainly, beside the mutants."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from ...core.case import Case
from ...core.errors import HarnessError
from ...core.limits import Limit
from ...oracle.rounds import PLAIN, Event, Stage, play, sandbox
from ...replay.backend import CaseFaults
from ...replay.invocation import Invocation
from ..model import Mutant
from ..mutants.trying import WALL_FACTOR, as_recorded, differs, expected, tight
from ..mutants.variants import Variant, together, variant
from ..subject import Subject

Pair = tuple[Mutant, Case]


def variants(subject: Subject, mutants: Sequence[Mutant], programs: Sequence[str]) -> dict[str, Variant]:
    """A variant for each mutant that can be run, by mutant id: those that are invalid or the same are left out."""
    with ThreadPoolExecutor(max(1, subject.jobs)) as pool:
        made = list(pool.map(lambda mutant: variant(subject, mutant, programs), mutants))
    return {one.mutant.id: one for one in made if one.fate is None}


def noticed(
    subject: Subject,
    runnable: Mapping[str, Variant],
    pairs: Sequence[Pair],
    progress: Callable[[Event], None] = lambda event: None,
) -> set[tuple[str, str]]:
    """The pairs (mutant id, case id) in which the mutant answers otherwise than the original. One that uses up its wall
    time does not count: on a crowded machine that says nothing. Raises HarnessError when the replayer fails."""
    stage = Stage(subject.task, subject.prepared, subject.backend, subject.jobs, progress)
    cases = {case.id: case for mutant, case in pairs if mutant.id in runnable}
    original = play(stage, "without mutants", cases.values())
    recorded = {id: as_recorded(cases[id], one) for id, one in original.items() if one.limit is None}
    wanted = [(runnable[m.id], case) for m, case in pairs if m.id in runnable and case.id in recorded]
    if not wanted:
        return set()
    used = {one.mutant.id: one for one, _ in wanted}
    walls = sandbox(replace(stage, prepared=together(subject, used.values())), PLAIN)
    outputs = {program.id: program.outputs for program in subject.task.programs}
    owner = {one.target(program): one.mutant.id for one in used.values() for program in one.argv}
    invocations = (
        Invocation(
            case,
            target=one.target(case.program),
            outputs=outputs[case.program],
            expected=expected(recorded[case.id]),
            limits=tight(walls, recorded[case.id], WALL_FACTOR),
            keep_bytes=0,
        )
        for one, case in wanted
    )
    found: set[tuple[str, str]] = set()
    try:
        with subject.backend.open(walls, subject.jobs) as session:
            for done, (invocation, outcome) in enumerate(session.replay(invocations), 1):
                progress(Event(subject.task.id, "mutants", done, len(wanted)))
                known = recorded[invocation.case.id]
                if outcome.limit is not Limit.WALL and differs(known, outcome, subject.task.observe):
                    found.add((owner[invocation.target], invocation.case.id))
    except CaseFaults as error:
        invocation, fault = error.faults[0]
        raise HarnessError(f"{invocation.case.key} cannot be run: {fault.message}", fault.hint) from error
    return found


def counted(mutant: Mutant) -> int:
    """The line that coverage counts for a mutant."""
    return mutant.statement or mutant.line
