"""A suite in RepoZero's format. Rows that an import noted come back as they stood; other cases are written anew, their
values as strings, since a command line has nothing else. What the format cannot hold is named, never bent."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..core.case import Case
from ..core.errors import InputError, Mistake
from ..core.task import Program, Suite, Task
from ..core.wire import FORMATS
from ..suite.cases import path_problem
from .fresh import fresh
from .report import SHOWN
from .repozero import NOTES, ROWS
from .rows import parsed
from .shape import Form, Shape
from .tasks import REQUIREMENTS
from .words import pairs


@dataclass(frozen=True, slots=True)
class Refused:
    """A case that is no row, and why."""

    case: str
    reason: str


@dataclass(frozen=True, slots=True)
class ExportReport:
    """`noted` rows are those of the import, `made` are new; `files` counts the rows of each file written."""

    files: dict[str, int]
    noted: int
    made: int
    drivers: int
    refused: tuple[Refused, ...]


@dataclass(frozen=True, slots=True)
class _Notes:
    """What the import noted: the folder of the drivers, the form, and (file, case, text of the row)."""

    drivers: str
    form: Form
    rows: tuple[tuple[str, str, str], ...]


def exported(suite: Suite, shape: Shape, out: Path) -> ExportReport:
    """Write `suite` to `out`. Raises UserError where it is not free, InputError where the notes are broken."""
    notes = _notes(suite, shape)
    known = {case.id: case for task in suite.tasks for program in task.programs for case in program.cases}
    refused: list[Refused] = []
    files: dict[str, int] = {}
    covered: set[str] = set()
    made = 0
    with fresh(out) as place:
        texts: dict[str, list[str]] = {}
        for file, id, text in notes.rows:
            if id in known:
                covered.add(id)
                texts.setdefault(file, []).append(text)
        noted = sum(len(rows) for rows in texts.values())
        for task in suite.tasks:
            for program in task.programs:
                name = shape.new_cases.format(library=_folder(task))
                for case in program.cases:
                    if case.id in covered:
                        continue
                    try:
                        texts.setdefault(name, []).append(_row(task, program, case, shape, notes.form))
                        made += 1
                    except ValueError as error:
                        refused.append(Refused(case.key, str(error)))
            _drivers(task, place / notes.drivers / _folder(task))
        for name, rows in sorted(texts.items()):
            files[name] = len(rows)
            if rows:
                (place / name).parent.mkdir(parents=True, exist_ok=True)
                (place / name).write_bytes("".join(f"{row}\n" for row in rows).encode("utf-8"))
    drivers = sum(len(task.programs) for task in suite.tasks)
    return ExportReport({n: c for n, c in files.items() if c}, noted, made, drivers, tuple(refused))


def _folder(task: Task) -> str:
    """The library's folder in the data set: its name, where that is one; else the task's id."""
    return task.id if "/" in task.library or path_problem(task.library) or task.library == "." else task.library


def _row(task: Task, program: Program, case: Case, shape: Shape, form: Form) -> str:
    if case.stdin:
        raise ValueError("it has standard input")
    if case.files:
        raise ValueError("it has input files")
    if case.env:
        raise ValueError("it sets environment variables")
    driver = program.driver.relative_to(task.folder / "original").as_posix()
    return json.dumps({shape.name_key: f"{_folder(task)}/{driver}", **pairs(case.args, form, shape.name_key)})


def _drivers(task: Task, target: Path) -> None:
    original = task.folder / "original"
    for path in sorted(path for path in original.rglob("*") if path.is_file() and not path.is_symlink()):
        name = path.relative_to(original)
        if name.as_posix() != REQUIREMENTS and "__pycache__" not in name.parts:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target / name)


def _notes(suite: Suite, shape: Shape) -> _Notes:
    path = suite.folder / NOTES / ROWS
    if not path.is_file():
        return _Notes(shape.drivers[0], shape.form, ())
    mistakes: list[Mistake] = []
    found: list[tuple[str, str, str]] = []
    head: dict[str, object] = {}
    with path.open("rb") as stream:
        for number, line in enumerate(stream, 1):
            value = parsed(line)
            note = value[0] if isinstance(value, tuple) and isinstance(value[0], dict) else {}
            if number == 1:
                head = note
            elif entry := _entry(note):
                found.append(entry)
            else:
                mistakes.append(Mistake(f"{NOTES}/{ROWS}", number, "is no note of a row"))
    drivers, form = head.get("drivers"), head.get("form")
    forms = [known.value for known in Form]
    right = head.get("format") == FORMATS["row"].version and head.get("track") == shape.track and form in forms
    if not right or not isinstance(drivers, str) or (drivers != "." and path_problem(drivers)):
        mistakes.append(Mistake(f"{NOTES}/{ROWS}", 1, f"is no head of notes for {shape.track}"))
    if mistakes:
        raise InputError(mistakes, f"remove {NOTES}/ to export the cases without their notes")
    return _Notes(str(drivers), Form(str(form)), tuple(found))


def _entry(note: dict[str, object]) -> tuple[str, str, str] | None:
    file, case, row = note.get("file"), note.get("case"), note.get("row")
    if not (isinstance(file, str) and isinstance(case, str) and isinstance(row, str)):
        return None
    return None if path_problem(file) or "\n" in row else (file, case, row)


def data(report: ExportReport) -> dict[str, object]:
    """The JSON form: everything."""
    refused = [{"case": entry.case, "reason": entry.reason} for entry in report.refused]
    counts = {"noted": report.noted, "made": report.made, "drivers": report.drivers}
    return {"format": 1, "files": report.files, **counts, "refused": refused}


def text(report: ExportReport) -> Iterator[str]:
    """The lines for a person."""
    counts = f"{report.noted:,} as the import noted them, {report.made:,} made from cases"
    yield f"{report.drivers:,} drivers; {report.noted + report.made:,} rows in {len(report.files):,} files: {counts}"
    if report.refused:
        yield f"cases that RepoZero's format cannot hold ({len(report.refused):,}):"
        yield from (f"  {entry.case}: {entry.reason}" for entry in report.refused[:SHOWN])
    if len(report.refused) > SHOWN:
        yield f"  … and {len(report.refused) - SHOWN:,} more, all with --json"
