"""RepoZero's data sets as suites: one task a library, one program a driver, one tree a program.

    OUT/suite.toml, OUT/tasks/…    a suite as any other
    OUT/import/rows.jsonl          every row that is or repeats a case, as it stood: `export` gives it back
    OUT/import/report.json         what was found and what could not be represented

OUT appears whole or not at all. Nothing is run and nothing is downloaded."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from ..core.bytestring import encoded
from ..core.canonical import canonical
from ..core.case import Case
from ..core.errors import InputError, Mistake, UserError
from ..core.wire import FORMATS
from ..suite.read import read as read_suite
from ..toolchains.requirements import read as read_requirements
from .dataset import DataSet, original_files
from .fresh import fresh
from .identifiers import Identifiers, identifier
from .report import ImportReport, Repeat, data
from .rows import Row, rows
from .shape import Form, Shape
from .specification import Described, specification
from .tasks import REQUIREMENTS, pinned_version, suite_toml, task_toml
from .words import words

NOTES, ROWS, REPORT = "import", "rows.jsonl", "report.json"
ENCODER = json.JSONEncoder(separators=(",", ":"))  # made once: a data set has tens of thousands of rows
NUMBER = re.compile(r"-\d+|-\d*\.\d+")  # what argparse takes for a negative number when no option looks like one


@dataclass(frozen=True, slots=True)
class Wanted:
    """`requirements` maps a library's folder to its pinned requirements; `without` names drivers to leave out."""

    name: str
    version: str = "1.0.0"
    join: bool = False
    sources: bool = True
    requirements: Mapping[str, Path] = field(default_factory=dict)
    without: Collection[str] = ()


@dataclass(slots=True)
class _Read:
    """What the rows gave: `lines` are the case lines of each driver, in the order of the rows."""

    lines: dict[str, list[bytes]] = field(default_factory=dict)
    first: dict[str, tuple[str, int]] = field(default_factory=dict)
    duplicates: list[Repeat] = field(default_factory=list)
    refused: list[Mistake] = field(default_factory=list)
    files: dict[str, int] = field(default_factory=dict)
    options: dict[str, int] = field(default_factory=dict)


def imported(found: DataSet, shape: Shape, wanted: Wanted, out: Path) -> ImportReport:
    """Write the suite to `out` and say what was found. Raises UserError, and InputError where no row is usable."""
    if wanted.name != identifier(wanted.name):
        raise UserError(f"{wanted.name!r} is no name of a suite", f"such as {identifier(wanted.name)}")
    form = Form.JOINED if wanted.join and shape.form is Form.SPLIT else shape.form
    for path in wanted.requirements.values():
        read_requirements(path)
    ids = Identifiers(found.drivers)
    with fresh(out) as place:
        (place / NOTES).mkdir()
        with (place / NOTES / ROWS).open("wb") as notes:
            notes.write(canonical(_header(found, shape, form)) + b"\n")
            read = _rows(found, shape, form, wanted, ids, notes)
        if not read.lines:
            raise InputError(read.refused) if read.refused else UserError("the files of rows hold no row")
        report = _written(place, found, shape, form, wanted, ids, read)
        write_report(place, report)
        read_suite(place)  # what is written is a suite, or nothing is
    return report


def write_report(folder: Path, report: ImportReport) -> None:
    """Keep the report with the suite that it tells of."""
    (folder / NOTES / REPORT).write_text(json.dumps(data(report), ensure_ascii=False, indent=1) + "\n", "utf-8")


def _header(found: DataSet, shape: Shape, form: Form) -> dict[str, object]:
    folder = found.folder.relative_to(found.root).as_posix()
    return {"format": FORMATS["row"].version, "track": shape.track, "form": form.value, "drivers": folder}


def _rows(found: DataSet, shape: Shape, form: Form, wanted: Wanted, ids: Identifiers, notes: BinaryIO) -> _Read:
    read = _Read()
    problems: dict[str, str] = dict.fromkeys(found.drivers, "")
    problems |= {driver: f"the original of {driver} does not build" for driver in wanted.without}
    for path in found.case_files:
        shown = found.shown(path)
        read.files[shown] = 0
        for row in rows(path, shown, shape.name_key):
            read.files[shown] += 1
            if isinstance(row, Mistake):
                read.refused.append(row)
                continue
            if row.driver not in problems:
                problems[row.driver] = found.driver(row.driver, shape)
            if problem := problems[row.driver]:
                read.refused.append(Mistake(shown, row.line, problem))
            elif case := _case(row, form, ids, read):
                notes.write(_note(row, case) + b"\n")
    return read


def _case(row: Row, form: Form, ids: Identifiers, read: _Read) -> Case | None:
    """The case of a row, noted as new or as a duplicate; None where there is none."""
    try:
        args = words(row.pairs, form)
    except ValueError as error:
        read.refused.append(Mistake(row.file, row.line, str(error)))
        return None
    task, program = ids.of(row.driver)
    case = Case(task, program, args)
    if place := read.first.get(case.id):
        read.duplicates.append(Repeat(row.file, row.line, *place, case.id))
    else:
        read.first[case.id] = (row.file, row.line)
        read.lines.setdefault(row.driver, []).append(canonical({"args": [encoded(arg) for arg in args]}))
        if form is Form.SPLIT and any(_optional(arg) for arg in args[1::2]):
            read.options[row.driver] = read.options.get(row.driver, 0) + 1
    return case


def _optional(value: bytes) -> bool:
    """Whether argparse refuses this word as the value of the option before it."""
    text = value.decode("utf-8", "surrogateescape")
    return text.startswith("-") and len(text) > 1 and " " not in text and not NUMBER.fullmatch(text)


def _note(row: Row, case: Case) -> bytes:
    note = {"file": row.file, "line": row.line, "case": case.id, "row": row.text}
    return ENCODER.encode(note).encode("ascii")


def _written(
    place: Path, found: DataSet, shape: Shape, form: Form, wanted: Wanted, ids: Identifiers, read: _Read
) -> ImportReport:
    (place / "suite.toml").write_text(suite_toml(wanted.name, wanted.version, shape), "utf-8")
    libraries: dict[str, list[str]] = {}
    for driver in sorted(read.lines):
        libraries.setdefault(PurePosixPath(driver).parts[0], []).append(driver)
    left: list[tuple[str, str]] = []
    unknown: list[str] = []
    for library, drivers in sorted(libraries.items()):
        requirements = wanted.requirements.get(library)
        version = pinned_version(library, requirements) if requirements else ""
        task = ids.of(drivers[0])[0]
        left += _task(place / "tasks" / task, found.folder / library, drivers, shape, form, wanted, ids, read)
        missing = ["licence", "source", "released"] + ([] if version else ["version"])
        unknown.append(f"{task}: {', '.join(missing)}")
    return ImportReport(
        suite=f"{wanted.name} {wanted.version}",
        form=form.value,
        files=read.files,
        rows=sum(read.files.values()),
        cases=sum(len(lines) for lines in read.lines.values()),
        tasks=len(libraries),
        programs=len(read.lines),
        duplicates=tuple(read.duplicates),
        refused=tuple(sorted(read.refused)),
        unread=tuple(found.shown(path) for path in found.unread),
        without_cases=tuple(driver for driver in found.drivers if driver not in read.lines),
        renamed=ids.renamed(),
        left_out=tuple(left),
        unknown=tuple(unknown),
        options=tuple(f"{driver}: {number:,} cases" for driver, number in sorted(read.options.items())),
    )


def _task(
    folder: Path,
    library: Path,
    drivers: list[str],
    shape: Shape,
    form: Form,
    wanted: Wanted,
    ids: Identifiers,
    read: _Read,
) -> list[tuple[str, str]]:
    """Write one task; the files of its library that were left out."""
    taken, left = original_files(library)
    inside = {driver: PurePosixPath(driver).relative_to(library.name).as_posix() for driver in drivers}
    for name in sorted({*taken, *inside.values()} - {REQUIREMENTS}):
        target = folder / "original" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(library / name, target)
    requirements = wanted.requirements.get(library.name)
    if requirements:
        shutil.copyfile(requirements, folder / "original" / REQUIREMENTS)
    programs: list[tuple[Described, str]] = []
    (folder / "cases").mkdir(parents=True)
    for driver in drivers:
        program = ids.of(driver)[1]
        lines = read.lines[driver]
        (folder / "cases" / f"{program}.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
        programs.append((Described(program, driver, library.parent / driver, len(lines)), inside[driver]))
    version = pinned_version(library.name, requirements) if requirements else ""
    text = task_toml(folder.name, library.name, version, shape, programs, bool(requirements))
    (folder / "task.toml").write_text(text, "utf-8")
    described = [program for program, _ in programs]
    (folder / "SPEC.md").write_text(specification(library.name, described, shape, form, wanted.sources), "utf-8")
    return [(f"{library.name}/{name}", why) for name, why in left]
