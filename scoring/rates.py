"""The headline numbers of one run, each with the exact counts that it comes from. docs/numbers.md defines every one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from math import fsum

from ..core.verdict import Verdict, scored
from .interval import Interval, korn_graubard
from .table import CaseResult

RANKABLE_PERCENT = 98  # of cases that must be valid for a run to be ranked (docs/numbers.md)


@dataclass(frozen=True, slots=True)
class Rate:
    """`passed` of `total`."""

    passed: int
    total: int

    @property
    def value(self) -> float | None:
        """passed / total, None where nothing was counted."""
        return self.passed / self.total if self.total else None


@dataclass(frozen=True, slots=True)
class Score:
    """Micro rates with counts, per-library means, what became of every case, and intervals clustered by library.

    `built` and `policy_clean` count programs with a scored case. `valid` counts cases that are neither `not_run` nor
    `harness_error`, of all that are not quarantined. An interval is None below two libraries."""

    case: Rate
    program: Rate
    task: Rate
    macro_case: float | None
    macro_program: float | None
    verdicts: Mapping[Verdict, int]
    built: Rate
    policy_clean: Rate
    valid: Rate
    rankable: bool
    quarantined: int
    interval_case: Interval | None
    interval_program: Interval | None
    interval_task: Interval | None


class Standing(Enum):
    """Of a program or a task."""

    PASSED = "passed"
    FAILED = "failed"
    UNSCORED = "unscored"  # nothing failed, and something that could have was not scored
    ABSENT = "absent"  # every case is quarantined


def program_standing(verdicts: Iterable[Verdict]) -> Standing:
    """A program passes when each of its cases does; one failed case fails it, whatever else was not scored."""
    seen = {verdict for verdict in verdicts if verdict is not Verdict.QUARANTINED}
    if not seen:
        return Standing.ABSENT
    if any(scored(verdict) and verdict is not Verdict.PASS for verdict in seen):
        return Standing.FAILED
    return Standing.PASSED if seen == {Verdict.PASS} else Standing.UNSCORED


def task_standing(programs: Iterable[Standing]) -> Standing:
    """A task passes when each of its programs does; the same rule, one level up."""
    seen = set(programs) - {Standing.ABSENT}
    if not seen:
        return Standing.ABSENT
    if Standing.FAILED in seen:
        return Standing.FAILED
    return Standing.UNSCORED if Standing.UNSCORED in seen else Standing.PASSED


def program_standings(results: Iterable[CaseResult]) -> dict[tuple[str, str, str], Standing]:
    """(library, task, program) to its standing, sorted: what two runs are compared by."""
    cases: defaultdict[tuple[str, str, str], list[Verdict]] = defaultdict(list)
    for result in results:
        cases[result.library, result.task, result.program].append(result.verdict)
    return {key: program_standing(verdicts) for key, verdicts in sorted(cases.items())}


def score(results: Iterable[CaseResult]) -> Score:
    """Every number of one run, independent of the order of `results`.

    `harness_error`, `not_run` and `quarantined` leave the case rate's denominator; a program or task with an unscored
    part and no failed one leaves its own. Raises ValueError when a case appears twice or a task under two libraries."""
    table = list(results)
    _check(table)
    verdicts = Counter(result.verdict for result in table)
    cases = [(result.library, result.verdict is Verdict.PASS) for result in table if scored(result.verdict)]
    standings = program_standings(table)
    programs = _counted((library, standing) for (library, _, _), standing in standings.items())
    by_task: defaultdict[tuple[str, str], list[Standing]] = defaultdict(list)
    for (library, task, _), standing in standings.items():
        by_task[library, task].append(standing)
    tasks = _counted((library, task_standing(parts)) for (library, _), parts in by_task.items())
    eligible = len(table) - verdicts[Verdict.QUARANTINED]
    valid = Rate(len(cases), eligible)
    seen = _scored_verdicts(table)
    return Score(
        case=_micro(cases),
        program=_micro(programs),
        task=_micro(tasks),
        macro_case=_macro(cases),
        macro_program=_macro(programs),
        verdicts={verdict: verdicts[verdict] for verdict in Verdict},
        built=Rate(sum(map(_built, seen)), len(seen)),
        policy_clean=Rate(sum(Verdict.POLICY_VIOLATION not in kinds for kinds in seen), len(seen)),
        valid=valid,
        rankable=eligible > 0 and valid.passed * 100 >= RANKABLE_PERCENT * valid.total,
        quarantined=verdicts[Verdict.QUARANTINED],
        interval_case=korn_graubard(list(_by_library(cases).values())),
        interval_program=korn_graubard(list(_by_library(programs).values())),
        interval_task=korn_graubard(list(_by_library(tasks).values())),
    )


def _check(table: list[CaseResult]) -> None:
    seen: set[tuple[str, str, str]] = set()
    library_of: dict[str, str] = {}
    for result in table:
        key = (result.task, result.program, result.case)
        if key in seen:
            raise ValueError(f"case {'/'.join(key)} has two verdicts; score one attempt at a time")
        seen.add(key)
        if library_of.setdefault(result.task, result.library) != result.library:
            raise ValueError(f"task {result.task} is under two libraries: {library_of[result.task]}, {result.library}")


def _counted(standings: Iterable[tuple[str, Standing]]) -> list[tuple[str, bool]]:
    kept = (Standing.PASSED, Standing.FAILED)
    return [(library, standing is Standing.PASSED) for library, standing in standings if standing in kept]


def _scored_verdicts(table: list[CaseResult]) -> list[set[Verdict]]:
    """The scored verdicts of each program that has any."""
    seen: defaultdict[tuple[str, str], set[Verdict]] = defaultdict(set)
    for result in table:
        if scored(result.verdict):
            seen[result.task, result.program].add(result.verdict)
    return list(seen.values())


def _built(kinds: set[Verdict]) -> bool:
    """Whether a program is known to have been built: a violation on every case means that its tree was refused."""
    return not kinds & {Verdict.MISSING, Verdict.BUILD_FAILED} and kinds != {Verdict.POLICY_VIOLATION}


def _by_library(trials: list[tuple[str, bool]]) -> dict[str, tuple[int, int]]:
    counts: dict[str, tuple[int, int]] = {}
    for library, passed in trials:
        before, total = counts.get(library, (0, 0))
        counts[library] = (before + passed, total + 1)
    return counts


def _micro(trials: list[tuple[str, bool]]) -> Rate:
    return Rate(sum(passed for _, passed in trials), len(trials))


def _macro(trials: list[tuple[str, bool]]) -> float | None:
    counts = _by_library(trials).values()
    return fsum(passed / total for passed, total in counts) / len(counts) if counts else None
