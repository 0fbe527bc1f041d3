"""From what was measured to the numbers of an audit: coverage and mutants, by program and by task."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from ..core.task import Program
from .declared import Declared, body, meant
from .gaps import unreached
from .model import Branch, Coverage, Equivalents, Fate, Hits, Mutant, Origin, Reach, Source, Trial
from .result import CodeCoverage, Excluded, Power, Reached, ReachedFile, Share, Survivor
from .subject import Subject

# Of two fates of a mutant under two programs, the one that counts for the task; it is open while one has not tried it.
PRECEDENCE = (Fate.KILLED, Fate.UNTRIED, Fate.SURVIVED, Fate.SAME, Fate.INVALID)

Lines = dict[str, set[int]]
Branches = dict[str, set[Branch]]


def library_reach(subject: Subject, coverage: Coverage) -> dict[str, Reach]:
    """What can be executed of the library alone."""
    library = {source.path for source in subject.sources if source.origin is Origin.LIBRARY}
    return {path: reach for path, reach in sorted(coverage.reach.items()) if path in library}


def code_coverage(subject: Subject, says: Declared, coverage: Coverage) -> CodeCoverage:
    """What all cases of the task together reach."""
    every = library_reach(subject, coverage)
    intended = meant(says, every)
    lines, branches = executed(coverage.hits.values())
    return CodeCoverage(
        reached=_sum(intended, lines, branches),
        all=_sum(every, lines, branches),
        declared=says.written,
        files=tuple(
            ReachedFile(path, _reached(reach, lines, branches, path), _missed(reach, lines.get(path, ())))
            for path, reach in intended.items()
        ),
        excluded=tuple(
            Excluded(str(one), one.reason, sum(len(one.taken(path, reach)) for path, reach in every.items()))
            for one in says.exclude
        ),
        unreached=tuple(unreached(subject, intended, lines)),
        apart=coverage.apart,
    )


def program_reached(subject: Subject, says: Declared, coverage: Coverage, program: Program) -> Reached:
    """What the cases of one program reach of the code that the task's programs are meant to exercise."""
    hits = (coverage.hits[case.id] for case in program.cases if case.id in coverage.hits)
    return _sum(meant(says, library_reach(subject, coverage)), *executed(hits))


def executed(hits: Iterable[Hits]) -> tuple[Lines, Branches]:
    """The lines and branches that any of these executed, by path."""
    lines: Lines = {}
    branches: Branches = {}
    for one in hits:
        for path, numbers in one.lines.items():
            lines.setdefault(path, set()).update(numbers)
        for path, pairs in one.branches.items():
            branches.setdefault(path, set()).update(pairs)
    return lines, branches


def _sum(reach: Mapping[str, Reach], lines: Lines, branches: Branches) -> Reached:
    return sum((_reached(one, lines, branches, path) for path, one in reach.items()), Reached())


def _reached(reach: Reach, lines: Lines, branches: Branches, path: str) -> Reached:
    done = lines.get(path, set())
    bodies = [inside for one in reach.functions if (inside := body(one, reach))]
    return Reached(
        Share(len(reach.lines & done), len(reach.lines)),
        Share(len(reach.branches & branches.get(path, set())), len(reach.branches)),
        Share(sum(not inside.isdisjoint(done) for inside in bodies), len(bodies)),
    )


def _missed(reach: Reach, done: Collection[int]) -> tuple[tuple[int, int], ...]:
    """Runs of lines that were not executed; lines that cannot be executed do not end a run."""
    every = sorted(reach.lines)
    ranges = []
    for missing, run in groupby(every, key=lambda line: line not in done):
        if missing:
            numbers = list(run)
            ranges.append((numbers[0], numbers[-1]))
    return tuple(ranges)


def task_power(trials: Sequence[Trial], equivalents: Equivalents) -> Power:
    """What became of the mutants of a task, each counted once."""
    judged = set(equivalents.judged)
    found = _power([(mutant, fate) for mutant, fate, _ in _merged(trials)], judged)
    return replace(found, sampled=equivalents.sampled, resisted=equivalents.resisted, inputs=equivalents.inputs)


def program_power(trials: Sequence[Trial], equivalents: Equivalents, program: str) -> Power:
    """What became of the mutants of one program's own sample."""
    own = [(one.mutant, one.fate) for one in trials if one.program == program and not one.extra]
    return _power(own, set(equivalents.judged))


def survivors(sources: Sequence[Source], trials: Sequence[Trial], equivalents: Equivalents) -> tuple[Survivor, ...]:
    """The mutants that no program's cases notice, in the order of the sources."""
    data = {source.path: source.data for source in sources}
    found = []
    for mutant, fate, of in _merged(trials):
        if fate is not Fate.SURVIVED:
            continue
        alive = [one for one in of if one.fate is Fate.SURVIVED]
        before, after = changed(data[mutant.path], mutant)
        found.append(
            Survivor(
                id=mutant.id,
                path=mutant.path,
                line=mutant.line,
                column=mutant.column,
                operator=mutant.operator,
                original=mutant.original,
                replacement=mutant.replacement,
                before=before,
                after=after,
                programs=tuple(sorted(one.program for one in alive)),
                cases=sum(one.cases for one in alive),
                judged=equivalents.judged.get(mutant.id, ""),
            )
        )
    return tuple(sorted(found, key=lambda one: (one.path, one.line, one.column, one.replacement)))


def changed(data: bytes, mutant: Mutant) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The whole lines that a mutant touches, before and after."""
    first = data.rfind(b"\n", 0, mutant.start) + 1
    last = data.find(b"\n", mutant.end)
    last = len(data) if last < 0 else last
    after = data[first : mutant.start] + mutant.replacement.encode() + data[mutant.end : last]
    return _lines(data[first:last]), _lines(after)


def _lines(data: bytes) -> tuple[str, ...]:
    return tuple(data.decode("utf-8", "replace").split("\n"))


def _merged(trials: Sequence[Trial]) -> list[tuple[Mutant, Fate, list[Trial]]]:
    """Each mutant once, with the fate that counts and its trials."""
    by_id: dict[str, list[Trial]] = {}
    for one in trials:
        by_id.setdefault(one.mutant.id, []).append(one)
    merged = []
    for id in sorted(by_id):
        of = by_id[id]
        fate = min((one.fate for one in of), key=PRECEDENCE.index)
        merged.append((of[0].mutant, fate, of))
    return merged


def _power(fates: Sequence[tuple[Mutant, Fate]], judged: set[str]) -> Power:
    def count(fate: Fate) -> int:
        return sum(one is fate for _, one in fates)

    operators: dict[str, Share] = {}
    for mutant, fate in fates:
        if fate in (Fate.KILLED, Fate.SURVIVED):
            share = Share(int(fate is Fate.KILLED), 1)
            operators[mutant.operator] = operators.get(mutant.operator, Share()) + share
    return Power(
        killed=count(Fate.KILLED),
        survived=count(Fate.SURVIVED),
        judged=sum(fate is Fate.SURVIVED and mutant.id in judged for mutant, fate in fates),
        same=count(Fate.SAME),
        invalid=count(Fate.INVALID),
        untried=count(Fate.UNTRIED),
        operators=dict(sorted(operators.items())),
    )
