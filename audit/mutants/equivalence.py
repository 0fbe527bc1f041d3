"""Which survivors cannot be told from the original at all? A sample of them is tried with further inputs.

The original answers the inputs first, and those that reach a sampled mutant's line are replayed on it. One that no
input tells from the original is taken for equivalent: that errs on the suite's side, and the fewer inputs reach a
mutant the more. Mutants that the suite's author declared equivalent are not looked at again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from ...core.case import Case
from ...core.outcome import Outcome
from ...core.pack import Pack, Recorded
from ...core.task import Program
from ...oracle import rounds
from ...oracle.capture import STEP_FIRST
from ...oracle.perturb import Variant, applicable, everything
from ...oracle.rounds import Event, Stage, differing
from ...replay.invocation import Invocation
from ..coverage.measure import instrument, measured_now
from ..declared import Declared, Equivalent, declared
from ..model import Coverage, Equivalents, Fate, Mutant, Trial
from ..subject import Subject
from .operators import mutants, sample
from .power import intended
from .ranking import Ranking
from .trying import CPU_FACTOR, WALL_FACTOR, Attempt, as_recorded, faultless, tried
from .variants import forget

SAMPLED = 8  # survivors a task
INPUTS, INPUTS_NATIVE = 16, 60  # inputs a program: a case of Python costs 25 ms and twice that with coverage, of C 5 ms
PLANTED = 2  # cases that a changed string is put into
MADE = 3  # inputs are asked for so many times as often: some exceed a limit
Inputs = Callable[[Program, Sequence[Case]], Iterable[Case]]


def equivalents(
    subject: Subject,
    coverage: Coverage,
    trials: Sequence[Trial],
    pack: Pack,
    inputs: Inputs,
    *,
    budget: float,
    seed: int = 0,
    sampled: int = SAMPLED,
    count: int | None = None,
    progress: Callable[[Event], None] = lambda event: None,
) -> Equivalents:
    """What a sample of the survivors of these trials is, within `budget` seconds; the files of all variants go after
    it. `inputs` gives new cases of a program, like those that it is given; at most `count` of them are used (None: what
    takes a few seconds a task).

    Raises InputError (audit.toml), UserError (coverage is missing), HarnessError (compiler or replayer)."""
    says = declared(subject.task)
    alive = survivors(trials)
    judged = {mutant.id: entry.reason for mutant in alive for entry in says.equivalent if entry.fits(mutant)}
    chosen = sample(
        [mutant for mutant in alive if mutant.id not in judged],
        sampled,
        seed,
        intended(subject, says, coverage),
    )
    if not chosen:
        forget(subject)
        return Equivalents(judged=judged)
    progress(Event(subject.task.id, "equivalence", 0, len(chosen)))
    looking = _Looking(subject, coverage, pack, time.monotonic() + budget)
    answered = looking.answered(chosen, inputs, count or (INPUTS_NATIVE if subject.native else INPUTS))
    noticed = looking.noticed(chosen, answered)
    progress(Event(subject.task.id, "equivalence", len(chosen), len(chosen)))
    forget(subject)
    return Equivalents(
        sampled=len(noticed),
        resisted=sum(not killed for killed, _ in noticed.values()),
        inputs=max((replayed for _, replayed in noticed.values()), default=0),
        judged=judged,
    )


def survivors(trials: Sequence[Trial]) -> tuple[Mutant, ...]:
    """The mutants that survived every program that tried them, each once."""
    killed = {trial.mutant.id for trial in trials if trial.fate is Fate.KILLED}
    alive = {trial.mutant.id: trial.mutant for trial in trials if trial.fate is Fate.SURVIVED}
    return tuple(mutant for id, mutant in sorted(alive.items()) if id not in killed)


def stale(says: Declared, subject: Subject) -> tuple[Equivalent, ...]:
    """Declared equivalents that are no mutant of the library: the line has moved or changed."""
    every = [mutant for source in subject.library for mutant in mutants(source, range(1, source.data.count(b"\n") + 2))]
    return tuple(entry for entry in says.equivalent if not any(entry.fits(mutant) for mutant in every))


def refuted(says: Declared, trials: Sequence[Trial]) -> tuple[tuple[Equivalent, Trial], ...]:
    """Declared equivalents that a case has noticed, with the trial that shows it."""
    killed = [trial for trial in trials if trial.fate is Fate.KILLED]
    return tuple((entry, trial) for entry in says.equivalent for trial in killed if entry.fits(trial.mutant))


@dataclass(frozen=True, slots=True)
class _Answered:
    """An input with what the original answered."""

    case: Case
    recorded: Recorded


class _Looking:
    """The further inputs of one task."""

    def __init__(self, subject: Subject, coverage: Coverage, pack: Pack, deadline: float) -> None:
        self._subject, self._coverage, self._pack, self._deadline = subject, coverage, pack, deadline
        self._stage = Stage(subject.task, subject.prepared, subject.backend, subject.jobs, lambda event: None)

    def answered(self, chosen: Sequence[Mutant], inputs: Inputs, count: int) -> dict[str, _Answered]:
        """Inputs by case id, like the cases that reach a chosen mutant; those at a limit or ended by a signal are left
        out, and those that take longer than a case should."""
        ranking = Ranking(self._coverage)
        found: dict[str, _Answered] = {}
        for program in self._subject.task.programs:
            known = [case for case in program.cases if case.id in self._pack.outcomes]
            like = {case.id: case for mutant in chosen for case in ranking.reaching(mutant, known)}
            if not like or time.monotonic() >= self._deadline:
                continue
            made = list(islice(inputs(program, list(like.values())), MADE * count))
            fit: list[_Answered] = []
            planted = [case for mutant in chosen for case in _planted(mutant, ranking.reaching(mutant, known))]
            found |= {one.case.id: one for one in self._fit([case for case in planted if case not in known])}
            for start in range(0, len(made), count):
                if len(fit) < count and time.monotonic() < self._deadline:
                    fit += self._fit(made[start : start + count])
            found |= {one.case.id: one for one in fit[:count]}
        return found

    def _fit(self, cases: Sequence[Case]) -> list[_Answered]:
        outcomes = self._replayed(cases, rounds.PLAIN)
        fit = [case for case in cases if outcomes[case.id].limit is None and outcomes[case.id].signal is None]
        return [_Answered(case, as_recorded(case, outcomes[case.id])) for case in fit]

    def _replayed(self, cases: Sequence[Case], variant: Variant) -> dict[str, Outcome]:
        if not cases:
            return {}
        walls = rounds.sandbox(self._stage, variant)
        cpu = CPU_FACTOR * STEP_FIRST
        limits = walls.limits.with_times(cpu, WALL_FACTOR * cpu)
        outputs = {program.id: program.outputs for program in self._subject.task.programs}
        invocations = (Invocation(case, case.program, outputs[case.program], limits=limits) for case in cases)
        with self._subject.backend.open(walls, self._subject.jobs) as session:
            replayed = list(faultless(session.replay(invocations)))
        observe = self._subject.task.observe
        return {invocation.case.id: rounds.observed(outcome, observe) for invocation, outcome in replayed}

    def noticed(self, chosen: Sequence[Mutant], answered: Mapping[str, _Answered]) -> dict[str, tuple[bool, int]]:
        """By mutant whether an input noticed it, and how many were replayed; without those that no input reaches or
        that time did not suffice for."""
        ranking = Ranking(self._reached(answered))
        usable = dict(answered)
        found: dict[str, tuple[bool, int]] = {}
        waiting = list(chosen)
        while waiting:
            trials = tried(
                self._subject,
                list(self._attempts(waiting, ranking, usable)),
                {id: one.recorded for id, one in usable.items()},
                self._deadline,
            )
            wavering = self._wavering([usable[trial.killer] for trial in trials if trial.killer is not None])
            again = []
            for mutant in waiting:
                of = [trial for trial in trials if trial.mutant.id == mutant.id]
                if any(trial.killer in wavering for trial in of):
                    again.append(mutant)
                elif any(trial.fate is Fate.KILLED for trial in of) or _decided(of):
                    found[mutant.id] = any(trial.fate is Fate.KILLED for trial in of), sum(t.cases for t in of)
            usable = {id: one for id, one in usable.items() if id not in wavering}
            waiting = again
        return found

    def _attempts(
        self, chosen: Sequence[Mutant], ranking: Ranking, answered: Mapping[str, _Answered]
    ) -> Iterator[Attempt]:
        for mutant in chosen:
            for program in self._subject.task.programs:
                cases = [one.case for one in answered.values() if one.case.program == program.id]
                if reaching := ranking.reaching(mutant, cases):
                    yield Attempt(mutant, program.id, ranking.ordered(mutant, reaching))

    def _reached(self, answered: Mapping[str, _Answered]) -> Coverage:
        tool = instrument(self._subject)
        measured = measured_now(self._subject, tool, [one.case for one in answered.values()], lambda event: None)
        return replace(self._coverage, hits={case.id: hits for case, _, hits in measured if hits is not None}, apart={})

    def _wavering(self, killers: Sequence[_Answered]) -> set[str]:
        """Those inputs that the original itself does not answer stably: they tell nothing."""
        cases = {one.case.id: one for one in killers}
        found: set[str] = set()
        if not cases:
            return found
        perturbations = applicable(self._subject.task.original.toolchain, self._subject.backend.tier)
        for variant in everything(perturbations):
            outcomes = self._replayed([one.case for one in cases.values()], replace(variant, load=False))
            for id, one in cases.items():
                if differing(_outcome(one.recorded), outcomes[id]):
                    found.add(id)
        return found


def _planted(mutant: Mutant, cases: Sequence[Case]) -> Iterator[Case]:
    """Cases with the text of a changed string in their last argument or stdin: a word that the library looks for is
    seldom met by chance."""
    text = mutant.original.strip("\"'bBrRuUfF").encode()
    if mutant.operator != "string" or not text or b"\0" in text:
        return
    for case in cases[:: max(1, len(cases) // PLANTED)][:PLANTED]:
        if case.args:
            yield replace(case, args=(*case.args[:-1], text))
            yield replace(case, args=(*case.args[:-1], case.args[-1] + b" " + text))
        if case.stdin:
            yield replace(case, stdin=case.stdin + b" " + text)


def _decided(of: Sequence[Trial]) -> bool:
    return bool(of) and all(trial.fate is Fate.SURVIVED for trial in of)


def _outcome(recorded: Recorded) -> Outcome:
    return Outcome(recorded.exit, recorded.signal, None, recorded.stdout, recorded.stderr, recorded.files)
