"""The discriminative power of a suite: which mutants of the library its cases notice.

For each program a sample of the mutants in lines that its cases reach, all drawn from one order of the task's mutants,
so that programs share what has to be compiled. A mutant that survives one program's cases is then tried with those of
the others that reach it: the task's share counts it once. What the time budget cuts off is said to be untried.

It decides no verdict and changes neither suite nor pack. Equal suites, packs, seeds and counts give equal trials."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ...core.case import Case
from ...core.pack import Pack
from ...oracle.rounds import Event
from ..declared import Declared, declared, meant
from ..model import Coverage, Fate, Mutant, Reach, Source, Trial
from ..subject import Subject
from . import journal as trial_journal
from .operators import mutants, sample
from .ranking import Ranking
from .trying import Attempt, tried

# What a mutant costs, on two cores: 0.2 s in Python, where a case is 25 ms; 0.1–0.5 s in C and 2.5 s in C++, nearly all
# of it the compiler's. With 30 a program the mutants of a suite of 20 programs take two to three minutes.
PER_PROGRAM = 30
# Attempts a session: enough that no slot waits, few enough that what they teach comes soon; and where each has to be
# compiled first, that little is lost when the process is killed.
BATCH, BATCH_NATIVE = 64, 16


def trials(
    subject: Subject,
    coverage: Coverage,
    pack: Pack,
    *,
    budget: float,
    per_program: int = PER_PROGRAM,
    seed: int = 0,
    journal: Path,
    progress: Callable[[Event], None] = lambda event: None,
) -> tuple[Trial, ...]:
    """What became of at most `per_program` mutants for each program, within `budget` seconds; sorted.

    Fates that `journal` holds are taken from there, new ones are written to it. The variants stay on disk, since
    survivors may be looked at next: `variants.forget` removes them. Raises InputError (audit.toml),
    HarnessError (compiler or replayer), IntegrityError (the journal)."""
    deadline = time.monotonic() + budget
    campaign = _Campaign(subject, coverage, pack, deadline, journal, progress)
    own = tuple(campaign.own(per_program, seed))
    found = campaign.tried(own, "mutants")
    beyond = tuple(campaign.beyond(found))
    found += tuple(replace(trial, extra=True) for trial in campaign.tried(beyond, "survivors"))
    return tuple(sorted(found, key=lambda it: (it.program, it.mutant.path, it.mutant.start, it.mutant.id)))


class _Campaign:
    """All that the trials of one task have in common."""

    def __init__(
        self,
        subject: Subject,
        coverage: Coverage,
        pack: Pack,
        deadline: float,
        journal: Path,
        progress: Callable[[Event], None],
    ) -> None:
        self._subject, self._coverage, self._recorded = subject, coverage, pack.outcomes
        self._deadline, self._journal, self._progress = deadline, journal, progress
        self._cases = {
            program.id: [case for case in program.cases if case.id in pack.outcomes]
            for program in subject.task.programs
        }
        self._ranking = Ranking(coverage)
        self._keys = trial_journal.Keys(subject, pack.outcomes)
        self._known = trial_journal.read(journal)

    def own(self, per_program: int, seed: int) -> Iterator[Attempt]:
        """The sample of each program, mutant by mutant in the order of the task's sample."""
        reach = intended(self._subject, declared(self._subject.task), self._coverage)
        every = reached(self._subject, self._coverage, reach, [case for of in self._cases.values() for case in of])
        left = dict.fromkeys(self._cases, per_program)
        for mutant in sample(every, len(every), seed, reach):
            for program, cases in self._cases.items():
                if left[program] and (reaching := self._ranking.reaching(mutant, cases)):
                    left[program] -= 1
                    yield Attempt(mutant, program, tuple(reaching))
            if not any(left.values()):
                return

    def beyond(self, found: Sequence[Trial]) -> Iterator[Attempt]:
        """Mutants that nothing noticed so far, with the programs that have not tried them."""
        done = {(trial.program, trial.mutant.id) for trial in found}
        noticed = {trial.mutant.id for trial in found if trial.fate is not Fate.SURVIVED}
        for mutant in {trial.mutant.id: trial.mutant for trial in found if trial.mutant.id not in noticed}.values():
            for program, cases in self._cases.items():
                if (program, mutant.id) not in done and (reaching := self._ranking.reaching(mutant, cases)):
                    yield Attempt(mutant, program, tuple(reaching))

    def tried(self, attempts: Sequence[Attempt], step: str) -> tuple[Trial, ...]:
        """The trials of these attempts, in their order."""
        found: list[Trial] = []
        task = self._subject.task.id
        if attempts:
            self._progress(Event(task, step, 0, len(attempts)))
        with trial_journal.appending(self._journal) as journal:
            size = BATCH_NATIVE if self._subject.native else BATCH
            for start in range(0, len(attempts), size):
                found += self._batch(attempts[start : start + size], journal)
                self._progress(Event(task, step, len(found), len(attempts)))
        return tuple(found)

    def _batch(self, attempts: Sequence[Attempt], journal: trial_journal.Journal) -> list[Trial]:
        keys = {attempt.name: self._keys.of(attempt) for attempt in attempts}
        ordered = [replace(one, cases=self._ranking.ordered(one.mutant, one.cases)) for one in attempts]
        trials: dict[tuple[str, str], Trial] = {}
        for one in ordered:
            if (entry := self._known.get(keys[one.name])) is not None:
                trials[one.name] = Trial(one.program, one.mutant, *entry)

        def done(trial: Trial) -> None:
            journal.append(keys[trial.program, trial.mutant.id], trial)

        missing = [one for one in ordered if one.name not in trials]
        for trial in tried(self._subject, missing, self._recorded, self._deadline, done):
            trials[trial.program, trial.mutant.id] = trial
        for one in ordered:
            self._ranking.learn(trials[one.name], one.cases)
        return [trials[one.name] for one in ordered]


def intended(subject: Subject, says: Declared, coverage: Coverage) -> dict[str, Reach]:
    """What of the library the task's programs are meant to exercise, by `Source.path`."""
    library = {source.path for source in subject.library}
    return meant(says, {path: reach for path, reach in coverage.reach.items() if path in library})


def reached(
    subject: Subject, coverage: Coverage, reach: Mapping[str, Reach], cases: Sequence[Case]
) -> tuple[Mutant, ...]:
    """The mutants of the library in lines that any of these cases executes and that `reach` holds."""
    found: list[Mutant] = []
    for source in subject.library:
        if source.path in reach:
            hits = (
                coverage.hits[case.id].lines.get(source.path, frozenset()) for case in cases if case.id in coverage.hits
            )
            lines = frozenset[int]().union(*hits) & reach[source.path].lines
            found += mutants(source, lines, coverage.reach[source.path].lines)
    return tuple(found)


def diff(mutant: Mutant, source: Source) -> str:
    """The change as a unified diff with one line of context: exactly the lines that the mutant touches."""
    data = source.data
    start = data.rfind(b"\n", 0, mutant.start) + 1
    end = data.find(b"\n", mutant.end)
    end = len(data) if end < 0 else end
    old, new = data[start:end], data[start : mutant.start] + mutant.replacement.encode() + data[mutant.end : end]
    before = data[data.rfind(b"\n", 0, start - 1) + 1 : start - 1] if start else None
    after = data[end + 1 :].split(b"\n", 1)[0] if end + 1 < len(data) else None
    removed, added = old.split(b"\n"), new.split(b"\n")
    context = (before is not None) + (after is not None)
    first = mutant.line - (before is not None)
    head = (
        f"--- {source.path}\n+++ {source.path}\n@@ -{first},{len(removed) + context} +{first},{len(added) + context} @@"
    )
    marked = [(b" ", before), *((b"-", line) for line in removed), *((b"+", line) for line in added), (b" ", after)]
    shown = [(sign + line).decode("utf-8", "replace") for sign, line in marked if line is not None]
    return "\n".join([head, *shown]) + "\n"
