"""What a reporter is given: one run, the pack's side of it and the bytes of its mismatches. A reporter reads this and
nothing else, so the same view gives the same text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..core.case import Case
from ..core.pack import Quarantined
from ..core.run import Build, CaseRecord, ProgramSummary, RunHeader, Summary, TreeMeasures
from ..core.track import Measured
from ..core.verdict import MEANING, Verdict, Whose
from ..core.violation import Violation

Bytes = Callable[[str, str], bytes | None]


@dataclass(frozen=True, slots=True)
class RunView:
    """`suite_cases` and `quarantine` go by case id; the former may be empty, where the suite is not at hand.

    `expected` and `actual` map (case id, stream) to bytes, or to None where they were not kept. A stream is `stdout`,
    `stderr` or the path of a declared output file. `submission` is its folder, where that is still at hand here.

    `measures` are those of its trees, `reference` the same numbers of mechanical translations."""

    header: RunHeader
    summary: Summary
    records: Sequence[CaseRecord]
    builds: Sequence[Build]
    suite_cases: Mapping[str, Case]
    quarantine: Mapping[str, Quarantined]
    expected: Bytes
    actual: Bytes
    submission: str = ""
    measures: Sequence[TreeMeasures] = ()
    reference: Mapping[str, Measured] = field(default_factory=dict)


def key(record: CaseRecord) -> str:
    """`task/program/case`, the name that every command takes."""
    return f"{record.task}/{record.program}/{record.case}"


def against(verdict: Verdict) -> bool:
    """Whether a case with this verdict counts against the submission."""
    return MEANING[verdict].whose is Whose.SUBMISSION


def every_case(view: RunView) -> list[CaseRecord]:
    """One record for each case, in the order of the summary's programs, then of case ids; never in the journal's order.

    A journal has no line for a case that is quarantined or was not reached: they get one here."""
    records = {record.case: record for record in view.records}
    for quarantined in view.quarantine.values():
        place = (quarantined.task, quarantined.program, quarantined.case)
        records.setdefault(quarantined.case, CaseRecord(*place, "", Verdict.QUARANTINED))
    for case in view.suite_cases.values():
        records.setdefault(case.id, CaseRecord(case.task, case.program, case.id, "", Verdict.NOT_RUN))
    order = {(program.task, program.program): index for index, program in enumerate(view.summary.programs)}
    last = len(order)

    def rank(record: CaseRecord) -> tuple[int, str, str, str]:
        return order.get((record.task, record.program), last), record.task, record.program, record.case

    return sorted(records.values(), key=rank)


def failures(view: RunView) -> Iterator[CaseRecord]:
    """The records that count against the submission, in the order of `every_case`."""
    return (record for record in every_case(view) if against(record.verdict))


def first_failures(view: RunView) -> dict[tuple[str, str], CaseRecord]:
    """One failing record of each failing program, the easiest to read: one whose outputs were compared, of those the
    shortest."""
    first: dict[tuple[str, str], CaseRecord] = {}
    for record in failures(view):
        place = (record.task, record.program)
        if place not in first or reading(record) < reading(first[place]):
            first[place] = record
    return first


def reading(record: CaseRecord) -> tuple[bool, int]:
    """How much there is to read before a failure is understood; the smaller the better."""
    seen = record.observed
    return record.difference is None, seen.stdout[0] + seen.stderr[0] if seen else 0


def counts(program: ProgramSummary) -> list[tuple[Verdict, int]]:
    """A program's verdict counts that are not zero, `pass` first, then in order of precedence."""
    present = [(verdict, program.verdicts.get(verdict.value, 0)) for verdict in Verdict]
    return sorted(((v, n) for v, n in present if n), key=lambda pair: pair[0] is not Verdict.PASS)


def tally(programs: Sequence[ProgramSummary]) -> list[tuple[Verdict, int]]:
    """The verdict counts of several programs together, in the order of `counts`."""
    total: dict[str, int] = {}
    for program in programs:
        for verdict, number in program.verdicts.items():
            total[verdict] = total.get(verdict, 0) + number
    return counts(ProgramSummary("", "", "", total))


def passed(program: ProgramSummary) -> tuple[int, int]:
    """(passed, scored) cases of a program; what is quarantined, not run or our fault is in neither."""
    scored = sum(n for verdict, n in counts(program) if verdict is Verdict.PASS or against(verdict))
    return program.verdicts.get(Verdict.PASS.value, 0), scored


def by_task(view: RunView) -> dict[str, list[ProgramSummary]]:
    """Programs under their task, tasks and programs in the summary's order."""
    tasks: dict[str, list[ProgramSummary]] = {}
    for program in view.summary.programs:
        tasks.setdefault(program.task, []).append(program)
    return tasks


def findings(view: RunView, task: str, program: str) -> list[Violation]:
    """The violations that concern a program: its own and those of the tree that it is built from.

    A path that starts with a task's name is that task's; other paths belong to the program they name, or to all."""
    tasks = {summary.task for summary in view.summary.programs}

    def concerns(violation: Violation) -> bool:
        head = violation.file.split("/", 1)[0]
        if "/" in violation.file and head in tasks and head != task:
            return False
        return violation.program in ("", program)

    return [violation for violation in view.summary.violations if concerns(violation)]


def toolchain(header: RunHeader) -> str:
    """The toolchain in words: `node 24.19.0, sha256 7f2f…`."""
    parts = dict(header.toolchain)
    named = f"{parts.pop('name', '')} {parts.pop('version', '')}".strip()
    return ", ".join([named] * bool(named) + [f"{name} {value}" for name, value in sorted(parts.items())])


def selected(header: RunHeader) -> str:
    """What part of the suite was asked for, in words; empty where all of it was."""
    whole = {"tasks": "", "shard": "1/1", "cases": "all"}
    parts = {name: value for name, value in sorted(header.selection.items()) if value != whole.get(name)}
    return ", ".join(f"{name} {value}" for name, value in parts.items())


def reached(program: ProgramSummary) -> bool:
    """Whether any case of the program was judged or is known to be unstable."""
    return any(verdict is not Verdict.NOT_RUN for verdict, _ in counts(program))


def command(header: RunHeader) -> str:
    """The command of the run's track, `py2js-eval` or `c2rust-eval`."""
    return f"{header.track}-eval"
