"""An audit of a suite: what its cases are, what they reach, what they would notice, and what is wrong with them.

Task after task: the pack is counted, doubtful cases are replayed with less input, coverage is measured, mutants are
tried within what is left of the budget. It changes neither suite nor pack. Equal suites, packs and options give equal
results, unless the budget ends before the mutants do: what was not tried is said, and tried the next time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ..core.case import Case
from ..core.errors import NothingSelected
from ..core.pack import Pack
from ..core.prepared import Prepared
from ..core.task import Program, Suite, Task
from ..oracle.rounds import Event, Stage
from ..replay.backend import Backend
from . import tally
from .counts import counts
from .coverage.measure import measure
from .declared import Declared, declared
from .duplicates import repeated
from .findings import findings, rank
from .gaps import gaps
from .inert import inert
from .inputs.generate import generator
from .misjudged import against, nowhere
from .model import Coverage, Equivalents, Fate, Trial
from .mutants.equivalence import equivalents
from .mutants.power import PER_PROGRAM, trials
from .result import Audit, Finding, Measured, ProgramAudit, TaskAudit, Timing
from .subject import Subject, subject
from .timing import timings

TRIALS = 0.85  # of the budget; the rest is for looking at samples of the survivors
WORTH = 2.0  # seconds; with less it is not worth to go on where trials ended
JOURNAL = "trials.jsonl"  # in the subject's folder of the cache: what became of each mutant, kept between audits


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be done. `mutants`: at most so many a program, 0 for none; `budget`: seconds for all mutants."""

    tasks: frozenset[str] | None = None
    jobs: int = 1
    coverage: bool = True
    mutants: int = PER_PROGRAM
    budget: float = 180.0
    seed: int = 0


@dataclass(slots=True)
class _Clock:
    """The seconds that each step took, and what is left of the mutants' budget."""

    budget: float
    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def of(self, step: str) -> Iterator[None]:
        began = time.monotonic()
        try:
            yield
        finally:
            self.seconds[step] = self.seconds.get(step, 0.0) + time.monotonic() - began

    def left(self, works: Sequence[_Work], share: float) -> float:
        """What the first of these tasks may use of what is left of a share of the budget: by its programs."""
        programs = [len(work.task.programs) for work in works]
        return max(0.0, share * self.budget - self.spent) * programs[0] / max(1, sum(programs))

    @property
    def spent(self) -> float:
        """What mutants have used."""
        return self.seconds.get("mutants", 0.0) + self.seconds.get("survivors", 0.0)


def audit(
    suite: Suite,
    pack: Pack,
    backend: Backend,
    prepare: Callable[[Task], Prepared],
    cache: Path,
    asked: Asked,
    progress: Callable[[Event], None] = lambda event: None,
) -> Audit:
    """The audit of the tasks that are asked for.

    Raises NothingSelected, InputError (an audit.toml), UserError (coverage.py is missing), HarnessError (toolchain or
    replayer)."""
    from .. import __version__

    chosen = [task for task in suite.tasks if asked.tasks is None or task.id in asked.tasks]
    if not chosen:
        raise NothingSelected("no task is selected", f"tasks: {', '.join(task.id for task in suite.tasks)}")
    says = {task.id: declared(task) for task in chosen}  # every mistake before any work
    clock = _Clock(asked.budget)
    works = [_work(task, says[task.id], backend, prepare, cache, asked, clock, pack, progress) for task in chosen]
    mutated = _mutants(works, pack, asked, clock)
    found: list[TaskAudit] = []
    wrong: list[Finding] = []
    times: dict[str, Timing] = {}
    for work in works:
        result, sentences = _task(suite, pack, work, mutated.get(work.task.id), clock)
        found.append(result)
        wrong += findings(result, sentences)
        with clock.of("time per case"):
            times |= timings(work.stage, pack)
    return Audit(
        suite=suite.name,
        suite_version=suite.version,
        suite_digest=suite.digest,
        track=suite.track,
        pack_digest=pack.digest,
        portproof=__version__,
        tier=str(backend.tier),
        seed=asked.seed,
        mutants=asked.mutants if asked.coverage else 0,
        tasks=tuple(found),
        findings=tuple(sorted(wrong, key=rank)),
        measured=Measured({step: round(s, 1) for step, s in sorted(clock.seconds.items())}, times),
    )


@dataclass(frozen=True, slots=True)
class _Work:
    """One task, made ready; `coverage` is None where it was not asked for."""

    stage: Stage
    about: Subject
    says: Declared
    coverage: Coverage | None

    @property
    def task(self) -> Task:
        return self.about.task

    @property
    def weight(self) -> tuple[bool, int]:
        """Sorts the tasks whose mutants cost least first: a compiler reads all of a file for each."""
        return self.about.native, max((len(source.data) for source in self.about.library), default=0)


def _work(
    task: Task,
    says: Declared,
    backend: Backend,
    prepare: Callable[[Task], Prepared],
    cache: Path,
    asked: Asked,
    clock: _Clock,
    pack: Pack,
    progress: Callable[[Event], None],
) -> _Work:
    """The task's original, installed or built, and what its cases reach of it."""
    with clock.of("originals"):
        progress(Event(task.id, "prepare", 0, 1))
        stage = Stage(task, prepare(task), backend, asked.jobs, progress)
        about = subject(task, stage.prepared, backend, asked.jobs, cache)
        progress(Event(task.id, "prepare", 1, 1))
    if not asked.coverage:
        return _Work(stage, about, says, None)
    with clock.of("coverage"):
        stable = [case for case in stage.cases if case.id in pack.outcomes]
        return _Work(stage, about, says, measure(about, stable, progress, pack))


def _mutants(
    works: Sequence[_Work], pack: Pack, asked: Asked, clock: _Clock
) -> dict[str, tuple[tuple[Trial, ...], Equivalents]]:
    """What became of the mutants of each task, and what a sample of the survivors is. The cheap tasks come first, and
    leave to the others what they do not need of their share of the budget."""
    waiting = sorted(
        (work for work in works if work.coverage is not None and asked.mutants),
        key=lambda work: (*work.weight, work.task.id),
    )
    tried: dict[str, tuple[Trial, ...]] = {}
    for index, work in enumerate(waiting):
        tried[work.task.id] = _trials(work, pack, asked, clock, clock.left(waiting[index:], TRIALS))
    for work in waiting:
        left = clock.left([work], TRIALS)
        if left >= WORTH and any(trial.fate is Fate.UNTRIED for trial in tried[work.task.id]):
            tried[work.task.id] = _trials(work, pack, asked, clock, left)
    found = {}
    for index, work in enumerate(waiting):
        trials = tried[work.task.id]
        found[work.task.id] = trials, _equivalents(work, trials, pack, asked, clock, clock.left(waiting[index:], 1.0))
    return found


def _trials(work: _Work, pack: Pack, asked: Asked, clock: _Clock, budget: float) -> tuple[Trial, ...]:
    assert work.coverage is not None
    with clock.of("mutants"):
        return trials(
            work.about,
            work.coverage,
            pack,
            budget=budget,
            per_program=asked.mutants,
            seed=asked.seed,
            journal=work.about.place / JOURNAL,
            progress=work.stage.progress,
        )


def _equivalents(
    work: _Work, tried: tuple[Trial, ...], pack: Pack, asked: Asked, clock: _Clock, budget: float
) -> Equivalents:
    assert work.coverage is not None
    with clock.of("survivors"):
        return equivalents(
            work.about,
            work.coverage,
            tried,
            pack,
            _further(work.about, asked.seed),
            budget=budget,
            seed=asked.seed,
            progress=work.stage.progress,
        )


def _further(about: Subject, seed: int) -> Callable[[Program, Sequence[Case]], Iterable[Case]]:
    """New inputs for a program, like cases that it has."""

    def inputs(program: Program, cases: Sequence[Case]) -> Iterable[Case]:
        return generator(about.task, program, cases, seed, sources=about.sources)

    return inputs


def _task(
    suite: Suite, pack: Pack, work: _Work, mutated: tuple[tuple[Trial, ...], Equivalents] | None, clock: _Clock
) -> tuple[TaskAudit, tuple[str, ...]]:
    """The audit of one task, and sentences on what its audit.toml gets wrong."""
    about, says, coverage, task = work.about, work.says, work.coverage, work.task
    numbers = {program.id: counts(program, pack) for program in task.programs}
    alike = {case for one in numbers.values() for group in one.alike for case in group.cases}
    with clock.of("ignored input"):
        ignored = inert(work.stage, pack, alike)
    with clock.of("names"):
        used = gaps(about, says)
    tried = mutated[0] if mutated else ()
    programs = tuple(
        ProgramAudit(
            id=program.id,
            counts=numbers[program.id],
            repeated=repeated(suite, program),
            inert=tuple(one for one in ignored if one.program == program.id),
            reached=tally.program_reached(about, says, coverage, program) if coverage else None,
            power=tally.program_power(*mutated, program.id) if mutated else None,
        )
        for program in task.programs
    )
    result = TaskAudit(
        id=task.id,
        library=task.library,
        version=task.version,
        toolchain=work.stage.prepared.provenance.version,
        programs=programs,
        coverage=tally.code_coverage(about, says, coverage) if coverage else None,
        power=tally.task_power(*mutated) if mutated else None,
        survivors=tally.survivors(about.library, *mutated) if mutated else (),
        used=used,
        note=says.note,
    )
    return result, (*nowhere(about, says, coverage, used), *against(says, tried))
