"""New cases for a suite: invocations that reach code of the library which no case reaches, or that notice a mutant
which no case notices. Whatever does neither is dropped, however many were tried.

    candidates     from `inputs`, derived from the suite's cases and from what was kept so far; batch by batch
    kept           what an instrumented original shows to reach something new, or a surviving mutant answers otherwise
    minimised      as small as it gets while it still does what it is kept for
    stable         replayed under the perturbations of a capture, and under sanitizers; what wavers is dropped

The same seed on the same suite and original keeps the same cases, whatever the machine's speed: candidates are counted,
not timed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from ...core.canonical import digest
from ...core.case import Case
from ...core.pack import Pack
from ...core.task import Program, Task
from ...oracle.capture import Captured, task_outcomes
from ...oracle.spool import spool
from ..declared import Declared
from ..inputs.generate import generator
from ..model import Coverage, Trial
from ..subject import Subject
from .gain import Gain, reasons
from .minimise import minimised
from .search import Hear, Search, keeps, opened, tried, worth

BATCH = 64  # candidates that are run together
ROUNDS = 12  # batches of one program at most …
DRY = 4  # … and so many in a row that give nothing


@dataclass(frozen=True, slots=True)
class Grown:
    """A new case, and why it is worth having."""

    case: Case
    gain: Gain
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dropped:
    """A case that would be worth having, but that the original does not answer stably."""

    case: Case
    cause: str
    detail: str


@dataclass(frozen=True, slots=True)
class Growth:
    """What came of one task. `tried`: how many candidates of each program were run."""

    grown: tuple[Grown, ...]
    dropped: tuple[Dropped, ...]
    tried: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Kept:
    """A case as it was found and as it was minimised."""

    found: Case
    smallest: Case
    gain: Gain


def grow(
    subject: Subject,
    coverage: Coverage,
    trials: Sequence[Trial],
    pack: Pack,
    says: Declared,
    *,
    count: int,
    seed: int,
    programs: Sequence[str] | None = None,
    rounds: int = ROUNDS,
    progress: Hear = lambda event: None,
) -> Growth:
    """At most `count` new cases for each program (all, or those named). `coverage` and `trials` are what the task's
    cases reach and notice; without trials only coverage counts.

    Raises UserError where hypothesis or an instrument is missing, InputError for inputs.toml, HarnessError."""
    search = opened(subject, coverage, trials, pack, says, progress)
    kept: list[_Kept] = []
    for program in subject.task.programs:
        if programs is None or program.id in programs:
            kept += _of_program(search, program, count, seed, rounds)
    captured = replayed(search, [case for one in kept for case in (one.smallest, one.found)]) if kept else None
    return _chosen(search, kept, captured)


def _of_program(search: Search, program: Program, count: int, seed: int, rounds: int) -> list[_Kept]:
    """What is kept for one program, minimised."""
    kept: list[_Kept] = []
    parents = list(program.cases)
    seen: set[str] = set()
    dry = 0
    for number in range(rounds):
        if dry >= DRY or len(kept) >= count or not search.missing:
            break
        seeds = int(digest(["grow", seed, program.key, number])[:12], 16)
        source = generator(search.subject.task, program, parents, seeds, words=search.words)
        fresh = [case for case in islice(source, 2 * BATCH) if case.id not in seen][:BATCH]
        seen.update(case.id for case in fresh)
        dry += 1
        for one, gain in worth(search, tried(search, fresh)):
            new = gain & search.missing  # less than it was, if an earlier one of the batch has it too
            if not new or len(kept) >= count:
                continue
            smallest = minimised(one.case, partial(keeps, search, gain=new))
            search.missing -= new
            kept.append(_Kept(one.case, smallest, new))
            parents += [one.case, smallest] if smallest.id != one.case.id else [one.case]
            dry = 0
    search.counted[program.id] = len(seen)
    return kept


def replayed(search: Search, cases: Sequence[Case]) -> Captured:
    """What a capture makes of these cases: outcomes of those that are stable, the rest in quarantine."""
    subject = search.subject
    with spool(subject.cache) as kept:
        return task_outcomes(replace(search.stage, task=with_cases(subject.task, cases)), kept)


def with_cases(task: Task, cases: Sequence[Case]) -> Task:
    """The task with these cases and no others; each once."""
    own = {case.id: case for case in cases}
    programs = tuple(
        replace(program, cases=tuple(case for id, case in sorted(own.items()) if case.program == program.id))
        for program in task.programs
    )
    return replace(task, programs=programs)


def _chosen(search: Search, kept: Sequence[_Kept], captured: Captured | None) -> Growth:
    """Of each case the minimised form where that is stable, else the one that was found where that is."""
    stable = {recorded.case for recorded in captured.outcomes} if captured else set()
    unstable = {entry.case: entry for entry in captured.quarantine} if captured else {}
    grown: list[Grown] = []
    dropped: list[Dropped] = []
    for one in kept:
        case = next((case for case in (one.smallest, one.found) if case.id in stable), None)
        if case is None:
            entry = unstable[one.smallest.id]
            dropped.append(Dropped(one.smallest, entry.cause, entry.detail))
        else:
            told = reasons(one.gain, search.mutants, search.subject.native)
            grown.append(Grown(case, one.gain, told))
    return Growth(tuple(grown), tuple(dropped), dict(search.counted))
