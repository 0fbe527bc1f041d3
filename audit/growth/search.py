"""The search for new cases of one task: what is still missing, and what an invocation has of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ...core.case import Case
from ...core.outcome import Outcome
from ...core.pack import Pack
from ...oracle.rounds import Event, Stage
from ..coverage.measure import Instrument, instrument, measured_now
from ..declared import Declared, meant
from ..inputs.words import words as literal_words
from ..model import Coverage, Fate, Hits, Mutant, Trial
from ..mutants.variants import Variant
from ..subject import Subject
from ..tally import executed, library_reach
from .gain import Gain, reached
from .harvest import harvested
from .notice import counted, noticed, variants

TRIES = 6  # invocations of a batch that a surviving mutant is tried on: those that reach it, and differ
Hear = Callable[[Event], None]


@dataclass(frozen=True, slots=True)
class Tried:
    """An invocation, what the instrumented original answered and what it reached."""

    case: Case
    outcome: Outcome
    hits: Hits


@dataclass(slots=True)
class Search:
    """`missing`: code that no case reaches and mutants that no case notices. `mutants`: the latter by id, `runnable`
    those of them that can be run. `words`: the dictionary of the task's programs."""

    subject: Subject
    tool: Instrument
    hear: Hear
    words: tuple[bytes, ...]
    missing: Gain
    mutants: Mapping[str, Mutant]
    runnable: Mapping[str, Variant]
    counted: dict[str, int] = field(default_factory=dict)

    @property
    def stage(self) -> Stage:
        """The surroundings of a plain replay."""
        subject = self.subject
        return Stage(subject.task, subject.prepared, subject.backend, subject.jobs, self.hear)


def opened(
    subject: Subject, coverage: Coverage, trials: Sequence[Trial], pack: Pack, says: Declared, hear: Hear
) -> Search:
    """A search for what the task's cases lack, as far as the drivers are meant to exercise it."""
    wanted = meant(says, library_reach(subject, coverage))
    lines, branches = executed(coverage.hits.values())
    mutants = alive(trials, says)
    names = [program.id for program in subject.task.programs]
    missing = Gain(
        frozenset((path, line) for path, reach in wanted.items() for line in reach.lines - lines.get(path, set())),
        frozenset(
            (path, pair) for path, reach in wanted.items() for pair in reach.branches - branches.get(path, set())
        ),
        frozenset(mutants),
    )
    return Search(
        subject=subject,
        tool=instrument(subject),
        hear=hear,
        words=tuple(sorted({*literal_words(subject.sources), *harvested(subject.task, pack)})),
        missing=missing,
        mutants=mutants,
        runnable=variants(subject, list(mutants.values()), names) if mutants else {},
    )


def alive(trials: Sequence[Trial], says: Declared) -> dict[str, Mutant]:
    """The mutants that no program's cases noticed, by id; without those that the author judged to be equivalent."""
    killed = {trial.mutant.id for trial in trials if trial.fate is Fate.KILLED}
    return {
        trial.mutant.id: trial.mutant
        for trial in sorted(trials, key=lambda one: (one.mutant.path, one.mutant.start, one.mutant.id))
        if trial.fate is Fate.SURVIVED
        and trial.mutant.id not in killed
        and not any(equivalent.fits(trial.mutant) for equivalent in says.equivalent)
    }


def tried(search: Search, cases: Sequence[Case]) -> list[Tried]:
    """The cases as run by the instrumented original, in the order given. Those that hit a limit or leave no data are
    not among them: no suite wants them."""
    order = {case.id: number for number, case in enumerate(cases)}
    found = [
        Tried(case, outcome, hits)
        for case, outcome, hits in measured_now(search.subject, search.tool, cases, search.hear)
        if hits is not None and outcome.limit is None and outcome.signal is None
    ]
    return sorted(found, key=lambda one: order[one.case.id])


def worth(search: Search, batch: Sequence[Tried]) -> list[tuple[Tried, Gain]]:
    """What each invocation has of what is missing, in their order; those that have nothing are left out."""
    killed = _kills(search, batch)
    pairs = (
        (one, reached(one.hits) & search.missing | Gain(mutants=killed.get(one.case.id, frozenset()))) for one in batch
    )
    return [(one, gain) for one, gain in pairs if gain]


def keeps(search: Search, cases: Sequence[Case], gain: Gain) -> list[bool]:
    """Whether each case still has all of `gain`."""
    good = {case.id for case in cases}
    if gain.lines or gain.branches:
        code = Gain(gain.lines, gain.branches)
        good = {one.case.id for one in tried(search, cases) if code <= reached(one.hits)}
    if gain.mutants and good:
        left = [case for case in cases if case.id in good]
        pairs = [(search.mutants[id], case) for case in left for id in sorted(gain.mutants)]
        found = noticed(search.subject, search.runnable, pairs, search.hear)
        good = {case.id for case in left if all((id, case.id) in found for id in gain.mutants)}
    return [case.id in good for case in cases]


def _kills(search: Search, batch: Sequence[Tried]) -> dict[str, frozenset[str]]:
    """The missing mutants that each case notices, by case id."""
    pairs = []
    for id in sorted(search.missing.mutants & search.runnable.keys()):
        mutant = search.mutants[id]
        there = [one for one in batch if counted(mutant) in one.hits.lines.get(mutant.path, ())]
        pairs += [(mutant, one.case) for one in _different(there)]
    found: dict[str, set[str]] = {}
    for id, case in noticed(search.subject, search.runnable, pairs, search.hear) if pairs else ():
        found.setdefault(case, set()).add(id)
    return {case: frozenset(ids) for case, ids in found.items()}


def _different(batch: Sequence[Tried]) -> list[Tried]:
    """A few that answer differently, those that reach different code first."""
    seen: set[object] = set()
    first: list[Tried] = []
    second: list[Tried] = []
    for one in batch:
        answer = (one.outcome.exit, one.outcome.stdout.sha256, one.outcome.stderr.sha256)
        if answer in seen:
            continue
        path = frozenset((path, pair) for path, pairs in one.hits.branches.items() for pair in pairs)
        (second if path in seen else first).append(one)
        seen |= {answer, path}
    return [*first, *second][:TRIES]
