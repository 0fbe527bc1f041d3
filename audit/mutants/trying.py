"""Trying mutants: an attempt is a mutant, a program and cases in the order in which they are to be replayed; the first
case with an outcome that is not the recorded one ends it. Many mutants share one session behind the walls of the
original, each as a target of its own.

    together  every attempt has one case on its way, more only when there are few attempts left
    alone     a case that used up its wall time is replayed once more with nothing beside it and several times as long:
              on a crowded machine that was not the mutant's doing

A mutant is hostile code: it may loop, fork, allocate or delete. The walls are the original's, the limits tighter: CPU
time from what the original is recorded with, so that a loop without end costs a second."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from ...core.case import Case
from ...core.errors import HarnessError
from ...core.limits import Limit, Limits
from ...core.outcome import Outcome
from ...core.pack import Recorded
from ...core.task import Observable
from ...core.verdict import Verdict
from ...oracle import rounds
from ...oracle.capture import cpu_step
from ...oracle.compare import compare
from ...oracle.rounds import Stage
from ...replay.backend import CaseFaults
from ...replay.invocation import Expected, Invocation
from ...replay.sandbox import Sandbox
from ..model import Fate, Mutant, Trial
from ..subject import Subject
from .variants import Variant, together, variant

CPU_FACTOR = 2  # of the recorded step, which is at least twice the original's time: four times what it took
WALL_FACTOR = 3  # of the CPU time allowed: two cases at a time on a busy core, and a start from a cold disk
WALL_ALONE = 10  # of the CPU time allowed
GRACE = 5.0  # seconds beyond the deadline for variants that were made in time: making them was most of the work
AHEAD = 2  # cases of one attempt on their way for each that runs at once, when there are no other attempts


@dataclass(frozen=True, slots=True)
class Attempt:
    """What is to be tried: `cases` of one program, in this order, until one notices."""

    mutant: Mutant
    program: str
    cases: tuple[Case, ...]

    @property
    def name(self) -> tuple[str, str]:
        """Program and mutant: what tells it from others."""
        return self.program, self.mutant.id


@dataclass(slots=True)
class _Running:
    """An attempt under way. `passed` holds the places of the cases that did not notice, `killed` those that did."""

    attempt: Attempt
    target: str
    next: int = 0
    flying: int = 0
    passed: set[int] = field(default_factory=set)
    killed: set[int] = field(default_factory=set)
    stuck: set[int] = field(default_factory=set)  # used up their wall time, to be replayed alone

    @property
    def ready(self) -> bool:
        """Whether another case may be replayed."""
        return not self.killed and not self.stuck and self.next < len(self.attempt.cases)

    @property
    def trial(self) -> Trial | None:
        """What became of it; None while that is not known. Of several killers the first in order counts, so that the
        answer does not depend on which of them was faster."""
        first = min(self.killed, default=None)
        if self.flying or (self.stuck and (first is None or min(self.stuck) < first)):
            return None
        mutant, program, cases = self.attempt.mutant, self.attempt.program, self.attempt.cases
        if first is not None:
            return Trial(program, mutant, Fate.KILLED, cases[first].id, first + 1)
        return Trial(program, mutant, Fate.SURVIVED, None, len(cases)) if len(self.passed) == len(cases) else None


def tried(
    subject: Subject,
    attempts: Sequence[Attempt],
    recorded: Mapping[str, Recorded],
    deadline: float = float("inf"),
    done: Callable[[Trial], None] = lambda trial: None,
) -> tuple[Trial, ...]:
    """A trial per attempt, in their order; UNTRIED where `deadline` (of `time.monotonic`) came first. `recorded`: what
    the original answered, by case id. `done` is called with each trial as soon as it is known, UNTRIED ones excepted.

    Raises HarnessError where the compiler or the replayer fails."""
    variants = _variants(subject, attempts, deadline)
    found: dict[tuple[str, str], Trial] = {}

    def known(trial: Trial) -> None:
        found[trial.program, trial.mutant.id] = trial
        done(trial)

    running: list[_Running] = []
    for attempt in attempts:
        one = variants.get(attempt.mutant.id)
        if one is None:
            continue
        if one.fate is not None:
            known(Trial(attempt.program, attempt.mutant, one.fate))
        elif one.argv[attempt.program] == subject.prepared.argv[attempt.program]:
            known(Trial(attempt.program, attempt.mutant, Fate.SAME))  # the change is in no object of this program
        elif not attempt.cases:
            known(Trial(attempt.program, attempt.mutant, Fate.SURVIVED))
        else:
            running.append(_Running(attempt, one.target(attempt.program)))
    if running:
        prepared = together(subject, variants.values())
        stage = Stage(subject.task, prepared, subject.backend, subject.jobs, lambda event: None)
        _Race(stage, recorded, max(deadline, time.monotonic() + GRACE), known).run(running)
    return tuple(found.get(a.name, Trial(a.program, a.mutant, Fate.UNTRIED)) for a in attempts)


def _variants(subject: Subject, attempts: Sequence[Attempt], deadline: float) -> dict[str, Variant]:
    """The variants by mutant, those that could be made in time."""
    programs: dict[str, list[str]] = {}
    mutants = {attempt.mutant.id: attempt.mutant for attempt in attempts}
    for attempt in attempts:
        programs.setdefault(attempt.mutant.id, []).append(attempt.program)

    def made(id: str) -> Variant | None:
        if time.monotonic() >= deadline:
            return None
        return variant(subject, mutants[id], sorted(set(programs[id])))

    with ThreadPoolExecutor(subject.jobs) as pool:
        found = dict(zip(programs, pool.map(made, programs), strict=True))
    return {id: one for id, one in found.items() if one is not None}


class _Race:
    """Replays the cases of running attempts until each is decided or the time is over."""

    def __init__(
        self, stage: Stage, recorded: Mapping[str, Recorded], deadline: float, known: Callable[[Trial], None]
    ) -> None:
        self._stage, self._recorded, self._deadline, self._known = stage, recorded, deadline, known
        self._walls = rounds.sandbox(stage, rounds.PLAIN)
        self._outputs = {program.id: program.outputs for program in stage.task.programs}

    def run(self, running: list[_Running]) -> None:
        """Decides them, as far as there is time."""
        while running and time.monotonic() < self._deadline:
            self._together(running)
            running = [one for one in running if one.trial is None]
            for one in running:
                for place in sorted(one.stuck):
                    if time.monotonic() < self._deadline and not (one.killed and min(one.killed) < place):
                        self._alone(one, place)
            running = [one for one in running if one.trial is None]

    def _together(self, running: list[_Running]) -> None:
        on_the_way: dict[tuple[str, str], tuple[_Running, int]] = {}

        def invocations() -> Iterator[Invocation]:
            active = list(running)
            while time.monotonic() < self._deadline:
                active = [one for one in active if one.ready]
                one = min(active, key=lambda it: it.flying, default=None)
                if one is None or one.flying >= AHEAD * self._stage.jobs:
                    return
                place, one.next, one.flying = one.next, one.next + 1, one.flying + 1
                invocation = self._invocation(one, place, WALL_FACTOR)
                on_the_way[one.target, invocation.case.id] = one, place
                yield invocation

        if not any(one.ready for one in running):
            return
        with self._stage.backend.open(self._walls, self._stage.jobs) as session:
            while any(one.ready for one in running) and time.monotonic() < self._deadline:
                for invocation, outcome in faultless(session.replay(invocations())):
                    one, place = on_the_way.pop((invocation.target, invocation.case.id))
                    one.flying -= 1
                    self._judge(one, place, outcome, one.stuck)

    def _alone(self, one: _Running, place: int) -> None:
        with self._stage.backend.open(self._walls, 1) as session:
            for _, outcome in faultless(session.replay([self._invocation(one, place, WALL_ALONE)])):
                one.stuck.discard(place)
                self._judge(one, place, outcome, one.killed)

    def _judge(self, one: _Running, place: int, outcome: Outcome, at_wall: set[int]) -> None:
        """Notes what a case said; where it used up its wall time it goes to `at_wall`."""
        recorded = self._recorded[one.attempt.cases[place].id]
        if outcome.limit is Limit.WALL:
            at_wall.add(place)
        elif differs(recorded, outcome, self._stage.task.observe):
            one.killed.add(place)
        else:
            one.passed.add(place)
        if (trial := one.trial) is not None:
            self._known(trial)

    def _invocation(self, one: _Running, place: int, wall: int) -> Invocation:
        case = one.attempt.cases[place]
        recorded = self._recorded[case.id]
        return Invocation(
            case=case,
            target=one.target,
            outputs=self._outputs[case.program],
            expected=expected(recorded),
            limits=tight(self._walls, recorded, wall),
            keep_bytes=0,
        )


def differs(recorded: Recorded, outcome: Outcome, observe: frozenset[Observable]) -> bool:
    """Whether a port with this outcome would not pass, strictly compared."""
    return compare(recorded, outcome, observe, lambda capture: b"").verdict is not Verdict.PASS


def as_recorded(case: Case, outcome: Outcome) -> Recorded:
    """What the original answered to a case that no pack has, in the form of a pack."""
    return Recorded(
        case=case.id,
        task=case.task,
        program=case.program,
        exit=outcome.exit,
        signal=outcome.signal,
        stdout=outcome.stdout,
        stderr=outcome.stderr,
        files=outcome.files,
        cpu_ms=cpu_step(outcome.usage.cpu_us),
    )


def expected(recorded: Recorded) -> Expected:
    """What a recorded outcome lets the replayer compare by itself."""
    return Expected(
        stdout=(recorded.stdout.length, recorded.stdout.sha256),
        stderr=(recorded.stderr.length, recorded.stderr.sha256),
        files=tuple((path, capture.length, capture.sha256) for path, capture in recorded.files),
    )


def tight(walls: Sandbox, recorded: Recorded, wall: int) -> Limits:
    """The limits of a mutant: the original's, but with times that follow from what it took."""
    cpu = min(walls.limits.cpu_ms, CPU_FACTOR * recorded.cpu_ms)
    return walls.limits.with_times(cpu, min(walls.limits.wall_ms, wall * cpu))


def faultless(replayed: Iterator[tuple[Invocation, Outcome]]) -> Iterator[tuple[Invocation, Outcome]]:
    """The same; a case that could not be run, which is nobody's doing, is raised as HarnessError."""
    try:
        yield from replayed
    except CaseFaults as error:
        invocation, fault = error.faults[0]
        raise HarnessError(f"{invocation.case.key} cannot be run on {invocation.target}: {fault.message}") from error
