"""In which order cases are replayed against a mutant: those first that will probably notice it.

Cases of one kind, which reach the same lines of the mutated file, take turns with those of others. Among equals comes
first what noticed most mutants so far, of this function before others; at the beginning what reaches least beyond the
mutant. What is learnt follows from finished trials in a fixed order, never from which of two was faster."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ...core.case import Case
from ..model import Coverage, Fate, Function, Mutant, Trial
from .operators import counted_line

LOCAL = 2  # a notice of another mutant in the same function counts so many times


class Ranking:
    """What was learnt so far; `Coverage` says which cases reach what."""

    def __init__(self, coverage: Coverage) -> None:
        self._coverage = coverage
        self._kinds: dict[tuple[str, frozenset[int]], int] = {}
        self._kind_of: dict[tuple[str, str], int] = {}
        self._reached = {id: sum(map(len, hits.lines.values())) for id, hits in coverage.hits.items()}
        self._noticed: Counter[str] = Counter()
        self._replayed: Counter[str] = Counter()
        self._near: Counter[tuple[str, str, str]] = Counter()

    def reaching(self, mutant: Mutant, cases: Iterable[Case]) -> list[Case]:
        """Those cases that reach the mutant's line, or of which nobody knows. The head of a function runs in Python
        when its module is loaded: what is changed there matters to cases that enter the function."""
        reach = self._coverage.reach[mutant.path]
        line = counted_line(mutant, reach.lines)
        around = self._around(mutant)
        lines = {line} if around is None or line >= around.body else set(range(around.body, around.last + 1))
        return [case for case in cases if self._reaches(case.id, mutant.path, lines)]

    def _reaches(self, case: str, path: str, lines: set[int]) -> bool:
        hits = self._coverage.hits.get(case)
        if hits is None or case in self._coverage.apart:
            return True
        return not lines.isdisjoint(hits.lines.get(path, ()))

    def ordered(self, mutant: Mutant, cases: Sequence[Case]) -> tuple[Case, ...]:
        """The cases, the most promising first."""
        function = self._function(mutant)
        ranked = sorted(cases, key=lambda case: (-self._promise(case.id, mutant.path, function), self._rank(case)))
        turns: Counter[int] = Counter()
        keyed = []
        for place, case in enumerate(ranked):
            kind = self._kind(case.id, mutant.path)
            keyed.append((turns[kind], place, case))
            turns[kind] += 1
        return tuple(case for _, _, case in sorted(keyed, key=lambda it: it[:2]))

    def learn(self, trial: Trial, cases: Sequence[Case]) -> None:
        """Takes account of a finished trial of these cases, in the order in which they were replayed."""
        if trial.fate not in (Fate.KILLED, Fate.SURVIVED):
            return
        for case in cases[: trial.cases]:
            self._replayed[case.id] += 1
        if trial.killer is not None:
            self._noticed[trial.killer] += 1
            self._near[trial.mutant.path, self._function(trial.mutant), trial.killer] += 1

    def _promise(self, case: str, path: str, function: str) -> float:
        noticed = (self._noticed[case] + 1) / (self._replayed[case] + 2)
        near = self._near[path, function, case]
        return noticed + LOCAL * near / (near + 1)

    def _rank(self, case: Case) -> tuple[int, str]:
        return self._reached.get(case.id, 0), case.id

    def _kind(self, case: str, path: str) -> int:
        known = self._kind_of.get((case, path))
        if known is None:
            hits = self._coverage.hits.get(case)
            lines = hits.lines.get(path, frozenset()) if hits else frozenset()
            known = self._kind_of[case, path] = self._kinds.setdefault((path, frozenset(lines)), len(self._kinds))
        return known

    def _function(self, mutant: Mutant) -> str:
        around = self._around(mutant)
        return around.name if around else ""

    def _around(self, mutant: Mutant) -> Function | None:
        """The innermost function that the mutant is in."""
        functions = self._coverage.reach[mutant.path].functions
        return max((one for one in functions if one.first <= mutant.line <= one.last), key=_first, default=None)


def _first(function: Function) -> int:
    return function.first
