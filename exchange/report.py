"""What an import found, as data and as text: every row is a case, a repeat or a mistake with its line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..core.errors import Mistake

SHOWN = 20  # of each list, in the text; the JSON form holds all


@dataclass(frozen=True, slots=True)
class Repeat:
    """A row whose invocation an earlier row has already."""

    file: str
    line: int
    first_file: str
    first_line: int
    case: str


@dataclass(frozen=True, slots=True)
class Trial:
    """One original, tried: `problem` is empty where `case` ended with exit status 0, else it is that of the first.
    `built` is False where the original itself cannot be made, whoever tries."""

    task: str
    program: str
    case: str
    problem: str
    built: bool = True


@dataclass(frozen=True, slots=True)
class ImportReport:
    """`files` counts the rows of each file read; `rows` = cases + duplicates + refused, always.

    `unread` are files beside those of the rows that were not taken for rows; `left_out` are files of a library
    that were not copied, with the reason; `unknown` are facts to be filled in."""

    suite: str
    form: str
    files: dict[str, int]
    rows: int
    cases: int
    tasks: int
    programs: int
    duplicates: tuple[Repeat, ...]
    refused: tuple[Mistake, ...]
    without_cases: tuple[str, ...]
    unread: tuple[str, ...] = ()
    renamed: dict[str, str] = field(default_factory=dict)
    left_out: tuple[tuple[str, str], ...] = ()
    unknown: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    trials: tuple[Trial, ...] | None = None


def data(report: ImportReport) -> dict[str, object]:
    """The JSON form: everything."""
    value: dict[str, object] = {
        "format": 1,
        "suite": report.suite,
        "form": report.form,
        "files": report.files,
        "rows": report.rows,
        "cases": report.cases,
        "tasks": report.tasks,
        "programs": report.programs,
        "duplicates": [
            {"file": d.file, "line": d.line, "first_file": d.first_file, "first_line": d.first_line, "case": d.case}
            for d in report.duplicates
        ],
        "refused": [{"file": m.file, "line": m.line, "message": m.message} for m in report.refused],
        "files_not_read": list(report.unread),
        "drivers_without_cases": list(report.without_cases),
        "renamed": report.renamed,
        "left_out": [{"file": name, "reason": why} for name, why in report.left_out],
        "unknown": list(report.unknown),
        "looks_like_an_option": list(report.options),
    }
    if report.trials is not None:
        value["originals"] = [
            {"task": t.task, "program": t.program, "case": t.case, "problem": t.problem, "built": t.built}
            for t in report.trials
        ]
    return value


def text(report: ImportReport) -> Iterator[str]:
    """The lines for a person; long lists are cut, and say so."""
    counts = f"{report.tasks:,} tasks, {report.programs:,} programs, {report.cases:,} cases"
    yield f"{report.suite}: {counts}"
    yield (
        f"rows read: {report.rows:,} in {len(report.files):,} files; {report.cases:,} cases, "
        f"{len(report.duplicates):,} duplicates, {len(report.refused):,} that cannot be represented"
    )
    yield from _list("cannot be represented", [str(mistake) for mistake in report.refused])
    again = Counter(duplicate.file for duplicate in report.duplicates)
    yield from _list("duplicates by file", [f"{name}: {number:,}" for name, number in sorted(again.items())])
    yield from _list("files that were not taken for rows", report.unread)
    yield from _list("drivers without cases, not in the suite", report.without_cases)
    yield from _list("renamed", [f"{old} is {new}" for old, new in sorted(report.renamed.items())])
    yield from _list("files not copied", [f"{name}: {why}" for name, why in report.left_out])
    yield from _list("values that argparse takes for an option (see --join-options)", report.options)
    yield from _list("to be filled in by hand in task.toml", report.unknown)
    if report.trials is not None:
        failed = [f"{t.task}/{t.program}: {t.problem}" for t in report.trials if t.problem]
        good = len(report.trials) - len(failed)
        yield f"originals tried: {len(report.trials):,}; {good:,} ended with exit status 0 on one of their first cases"
        yield from _list("originals that did not", failed)


def _list(title: str, lines: tuple[str, ...] | list[str]) -> Iterator[str]:
    if not lines:
        return
    yield f"{title} ({len(lines):,}):"
    yield from (f"  {line}" for line in lines[:SHOWN])
    if len(lines) > SHOWN:
        yield f"  … and {len(lines) - SHOWN:,} more, all in import/report.json"
