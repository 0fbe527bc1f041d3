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
from .coverage import measure
from .declared import Declared, declared
from .duplicates import repeated
from .equivalence import equivalents
from .findings import findings
from .gaps import gaps
from .inert import inert
from .inputs import generator
from .misjudged import against, nowhere
from .model import Coverage, Equivalents, Trial
from .power import PER_PROGRAM, trials
from .result import Audit, Finding, Measured, ProgramAudit, Severity, TaskAudit, Timing
from .subject import Subject, subject
from .timing import timings

TRIALS = 0.85  # of a task's share of the budget; the rest is for looking at a sample of the survivors
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

    def left(self, part: int, of: int) -> float:
        """What `part` of the `of` programs that are left may use of the budget."""
        return max(0.0, self.budget - self.spent) * part / max(1, of)

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
    found: list[TaskAudit] = []
    wrong: list[Finding] = []
    times: dict[str, Timing] = {}
    for index, task in enumerate(chosen):
        with clock.of("originals"):
            progress(Event(task.id, "prepare", 0, 1))
            stage = Stage(task, prepare(task), backend, asked.jobs, progress)
            about = subject(task, stage.prepared, backend, asked.jobs, cache)
            progress(Event(task.id, "prepare", 1, 1))
        share = clock.left(len(task.programs), sum(len(one.programs) for one in chosen[index:]))
        result, nowhere = _task(suite, pack, stage, about, says[task.id], asked, clock, share)
        found.append(result)
        wrong += findings(result, nowhere)
        with clock.of("time per case"):
            times |= timings(stage, pack)
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
        findings=tuple(sorted(wrong, key=lambda one: list(Severity).index(one.severity))),
        measured=Measured({step: round(s, 1) for step, s in sorted(clock.seconds.items())}, times),
    )


def _task(
    suite: Suite,
    pack: Pack,
    stage: Stage,
    about: Subject,
    says: Declared,
    asked: Asked,
    clock: _Clock,
    budget: float,
) -> tuple[TaskAudit, tuple[str, ...]]:
    """The audit of one task, and what its audit.toml names that is not there."""
    task = about.task
    numbers = {program.id: counts(program, pack) for program in task.programs}
    alike = {case for one in numbers.values() for group in one.alike for case in group.cases}
    with clock.of("ignored input"):
        ignored = inert(stage, pack, alike)
    coverage: Coverage | None = None
    if asked.coverage:
        with clock.of("coverage"):
            coverage = measure(about, [case for case in stage.cases if case.id in pack.outcomes], stage.progress, pack)
    tried: tuple[Trial, ...] | None = None
    equal = Equivalents()
    if coverage is not None and asked.mutants:
        tried, equal = _mutants(about, coverage, pack, asked, clock, budget, stage.progress)
    with clock.of("names"):
        used = gaps(about, says)
    programs = tuple(
        ProgramAudit(
            id=program.id,
            counts=numbers[program.id],
            repeated=repeated(suite, program),
            inert=tuple(one for one in ignored if one.program == program.id),
            reached=tally.program_reached(about, says, coverage, program) if coverage else None,
            power=tally.program_power(tried, equal, program.id) if tried is not None else None,
        )
        for program in task.programs
    )
    result = TaskAudit(
        id=task.id,
        library=task.library,
        version=task.version,
        toolchain=stage.prepared.provenance.version,
        programs=programs,
        coverage=tally.code_coverage(about, says, coverage) if coverage else None,
        power=tally.task_power(tried, equal) if tried is not None else None,
        survivors=tally.survivors(about.library, tried or (), equal),
        used=used,
    )
    return result, (*nowhere(about, says, coverage, used), *against(says, tried or ()))


def _mutants(
    about: Subject,
    coverage: Coverage,
    pack: Pack,
    asked: Asked,
    clock: _Clock,
    budget: float,
    progress: Callable[[Event], None],
) -> tuple[tuple[Trial, ...], Equivalents]:
    """What became of the mutants of one task, and what a sample of the survivors is."""
    began = clock.spent
    with clock.of("mutants"):
        tried = trials(
            about,
            coverage,
            pack,
            budget=budget * TRIALS,
            per_program=asked.mutants,
            seed=asked.seed,
            journal=about.place / JOURNAL,
            progress=progress,
        )

    def further(program: Program, cases: Sequence[Case]) -> Iterable[Case]:
        return generator(about.task, program, cases, asked.seed, sources=about.sources)

    with clock.of("survivors"):
        left = budget - (clock.spent - began)
        equal = equivalents(about, coverage, tried, pack, further, budget=left, seed=asked.seed, progress=progress)
    return tried, equal
