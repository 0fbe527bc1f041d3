"""What the HTML page shows, as plain values: the template has no arithmetic and no opinion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ..core.run import CaseRecord, ProgramSummary
from ..core.verdict import MEANING, Verdict, Whose
from ..core.violation import Severity, Violation
from .histogram import Histogram, histogram, mebibytes, milliseconds
from .invocation import script
from .measured import MeasuredTable, measured
from .mismatch import Mismatch, denied, ending, mismatches, usage
from .rates import Rate, macro, parts, percent, rates
from .view import (
    RunView,
    against,
    by_task,
    command,
    counts,
    findings,
    first_failures,
    key,
    passed,
    selected,
    tally,
    toolchain,
)
from .visible import paragraph, visible

DETAIL = 3_000_000  # bytes of all failures in detail; past them a failure has its verdict and command only
LISTED = 500  # findings and quarantined cases of the page; the rest is counted
SCRIPT = 6_000  # characters of one script


@dataclass(frozen=True, slots=True)
class Cell:
    """A count in the matrix: how many cases of the program, and how dark from 0 (none) to 5 (all)."""

    verdict: Verdict
    count: int
    shade: int


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One program of the matrix. `tenths` of its cases pass, rounded so that 0 is none and 10 is all."""

    name: str
    anchor: str
    passed: int
    total: int
    percent: str
    tenths: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """The programs of one task."""

    task: str
    library: str
    passed: int
    total: int
    percent: str
    counts: tuple[int, ...]
    rows: tuple[MatrixRow, ...]

    @property
    def size(self) -> int:
        return len(self.rows)


@dataclass(frozen=True, slots=True)
class Failure:
    """A failing program, explained by one of its cases."""

    anchor: str
    name: str
    record: CaseRecord
    failing: int
    message: str
    mismatches: tuple[Mismatch, ...]
    ended: str
    used: str
    denials: tuple[str, ...]
    stderr: tuple[str, ...]
    build: tuple[str, ...]
    violations: tuple[Violation, ...]
    script: str
    explain: str


@dataclass(frozen=True, slots=True)
class Page:
    """Everything that the template asks for."""

    facts: tuple[tuple[str, str], ...]
    rates: tuple[Rate, ...]
    macro: tuple[tuple[str, float], ...]
    parts: tuple[tuple[str, Rate], ...]
    verdicts: tuple[tuple[Verdict, int], ...]
    columns: tuple[Verdict, ...]
    groups: tuple[Group, ...]
    failures: tuple[Failure, ...]
    violations: tuple[Violation, ...]
    found: int
    quarantine: tuple[tuple[str, str, str], ...]
    quarantined: int
    causes: tuple[tuple[str, int], ...]
    histograms: tuple[Histogram, ...]
    measured: MeasuredTable | None


def page(view: RunView, run: str) -> Page:
    """The page of a run."""
    present = tally(view.summary.programs)
    columns = tuple(verdict for verdict, _ in present)
    quarantined = sorted(view.quarantine.values(), key=lambda q: (q.task, q.program, q.case))
    violations = sorted(view.summary.violations, key=lambda v: (v.severity is Severity.FLAG, v))
    used = [record.usage for record in view.records if record.usage is not None]
    drawn = (
        histogram("CPU time of a case", [one.cpu_us for one in used], milliseconds),
        histogram("Peak memory of a case", [one.peak_kib for one in used], mebibytes),
    )
    return Page(
        facts=tuple(facts(view)),
        rates=tuple(rates(view.summary)),
        macro=tuple(macro(view.summary)),
        parts=tuple(parts(view.summary)),
        verdicts=tuple(present),
        columns=columns,
        groups=tuple(_groups(view, columns)),
        failures=tuple(_failures(view, run)),
        violations=tuple(violations[:LISTED]),
        found=len(violations),
        quarantine=tuple((f"{q.task}/{q.program}/{q.case}", q.cause, q.detail) for q in quarantined[:LISTED]),
        quarantined=len(quarantined),
        causes=tuple(sorted(Counter(q.cause for q in quarantined).items())),
        histograms=tuple(one for one in drawn if one is not None),
        measured=measured(view),
    )


def facts(view: RunView) -> Iterator[tuple[str, str]]:
    """What was graded against what, as label and value."""
    header = view.header
    for name, value in sorted(header.submission.items()):
        if value:
            yield f"submission {name}", value
    yield "submission digest", header.submission_digest
    yield "suite", f"{header.suite} {header.suite_version}"
    yield "suite digest", header.suite_digest
    yield "pack digest", header.pack_digest
    yield "results digest", view.summary.results
    yield "profile", f"{header.profile}, comparer {header.comparer}"
    yield "isolation tier", header.tier
    yield "walls", ", ".join(header.walls)
    yield "toolchain", toolchain(header)
    yield "limits", ", ".join(f"{name} {value:,}" for name, value in sorted(header.limits.items()))
    yield "repeats", str(header.repeat)
    yield "selection", selected(header) or "everything"
    for task, digest in sorted(header.policy_digests.items()):
        yield f"policy of {task}", digest
    for build in view.builds:
        name = "/".join(part for part in (build.task, build.program) if part)
        yield f"tree of {name}", f"{build.tree} ({'built' if build.ok else 'not built'} in {build.seconds:.1f} s)"
    yield "portproof", header.portproof


def anchor(task: str, program: str) -> str:
    """The fragment of a program's failure in the page."""
    return f"failure/{task}/{program}"


def _groups(view: RunView, columns: tuple[Verdict, ...]) -> Iterator[Group]:
    for task, programs in by_task(view).items():
        done, total = (sum(column) for column in zip(*(passed(one) for one in programs), strict=True))
        rows = tuple(_row(program, columns) for program in programs)
        sums = tuple(sum(one.verdicts.get(verdict.value, 0) for one in programs) for verdict in columns)
        yield Group(task, programs[0].library, done, total, percent(done, total), sums, rows)


def _row(program: ProgramSummary, columns: tuple[Verdict, ...]) -> MatrixRow:
    done, total = passed(program)
    every = sum(program.verdicts.values())
    cells = []
    for verdict in columns:
        count = program.verdicts.get(verdict.value, 0)
        cells.append(Cell(verdict, count, -(-5 * count // every)))
    failing = any(against(verdict) for verdict, _ in counts(program))
    where = anchor(program.task, program.program) if failing else ""
    tenths = 0 if not done else min(9, max(1, 10 * done // total)) if done < total else 10
    name = f"{program.task}/{program.program}"
    return MatrixRow(name, where, done, total, percent(done, total), tenths, tuple(cells))


def _failures(view: RunView, run: str) -> Iterator[Failure]:
    failing = {
        (program.task, program.program): sum(n for verdict, n in counts(program) if against(verdict))
        for program in view.summary.programs
    }
    room = DETAIL
    for (task, program), record in first_failures(view).items():
        failure = _failure(view, run, record, failing.get((task, program), 1), room > 0)
        room -= _size(failure)
        yield failure


def _failure(view: RunView, run: str, record: CaseRecord, failing: int, whole: bool) -> Failure:
    case = view.suite_cases.get(record.case)
    builds = {build.program: build for build in view.builds if build.task == record.task}
    failed = [build for build in builds.values() if not build.ok and build.program in ("", record.program)]
    found = mismatches(view, record, 12) if whole else []
    stderr = view.actual(record.case, "stderr") if whole else None
    hand = "\n".join(map(visible, script(case, view.header, builds))) if case and whole else ""
    return Failure(
        anchor=anchor(record.task, record.program),
        name=key(record),
        record=record,
        failing=failing,
        message=record.message or MEANING[record.verdict].sentence,
        mismatches=tuple(found),
        ended=ending(record.observed) if record.observed else "",
        used=usage(record),
        denials=tuple(denied(record)[:20]),
        stderr=tuple(paragraph(stderr, 10)) if stderr and "stderr" not in {one.stream for one in found} else (),
        build=tuple(paragraph(failed[0].log.encode("utf-8", "surrogatepass"), 20)) if failed and whole else (),
        violations=tuple(findings(view, record.task, record.program)[:20]) if whole else (),
        script=hand if len(hand) <= SCRIPT else "",
        explain=f"{command(view.header)} explain {visible(run)} {visible(key(record))}",
    )


def _size(failure: Failure) -> int:
    """About how many bytes of the page a failure takes."""
    lines = [side for one in failure.mismatches for row in one.comparison.rows for side in (row.expected, row.actual)]
    texts = [segment.text for line in lines if line for segment in line.segments]
    others = (*failure.stderr, *failure.build, *failure.denials, failure.script, failure.message)
    found = [v.file + v.rule + v.message + v.excerpt[:400] for v in failure.violations]
    return sum(len(text.encode("utf-8", "replace")) + 40 for text in (*texts, *others, *found)) + 1_500


def whose(verdict: Verdict) -> Whose:
    """Whose doing a verdict is, for its colour."""
    return MEANING[verdict].whose
