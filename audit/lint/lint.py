"""What is wrong with a suite that can be seen without running a case: marks of a draft, drivers that depend on the
clock or on an order, requirements that are no closure, a specification that is too short or not the author's own, a
pack of another suite. One table of rules; everything is told at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path

from ...core.errors import InputError
from ...core.task import Suite, Task
from ...suite.read import read


class Level(StrEnum):
    """How bad it is. Errors make `suite check` fail."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Rule:
    """`todo`: what an author does about it."""

    level: Level
    todo: str


RULES: dict[str, Rule] = {
    "suite": Rule(Level.ERROR, "correct the file; nothing can be run before"),
    "draft": Rule(Level.ERROR, "do what the mark asks for, then delete it"),
    "todo": Rule(Level.WARNING, "finish it, or say it elsewhere: a model reads SPEC.md"),
    "declared": Rule(Level.ERROR, "correct audit.toml"),
    "few-cases": Rule(Level.WARNING, "add cases: one of them decides too much of the program's rate"),
    "few-visible": Rule(Level.WARNING, 'mark about five cases of each program as "visible": true'),
    "all-visible": Rule(Level.WARNING, "add hidden cases: what a model sees is not what it is scored by"),
    "duplicate": Rule(Level.WARNING, "delete the line: it counts once"),
    "long-case": Rule(Level.WARNING, "make the case smaller, or put what it tests into several"),
    "clock": Rule(Level.WARNING, "print nothing that comes from the clock"),
    "random": Rule(Level.WARNING, "print nothing that comes from chance; where it is the point, take a seed"),
    "order": Rule(Level.WARNING, "sort before writing: a set has no order"),
    "address": Rule(Level.WARNING, "print no address: it differs every time"),
    "place": Rule(Level.WARNING, "print no path and no name of this machine"),
    "locale": Rule(Level.WARNING, "say which encoding and which format is meant"),
    "process": Rule(Level.WARNING, "call the library, not another program, and no network"),
    "argparse": Rule(Level.WARNING, "read the arguments by hand: its messages differ between versions of Python"),
    "traceback": Rule(Level.WARNING, "catch the library's errors and write a message that SPEC.md defines"),
    "unused": Rule(Level.WARNING, "declare it as a program, with cases, or delete it"),
    "shadow": Rule(Level.ERROR, "rename the file: a driver's folder comes before every other"),
    "pins": Rule(Level.ERROR, "pin each distribution of the closure: name==version with every hash"),
    "unpinned-library": Rule(Level.WARNING, "name the distribution in `library`, or pin it"),
    "licence": Rule(Level.WARNING, "write an SPDX identifier; look at the terms of one that is not permissive"),
    "released": Rule(Level.ERROR, "write the day on which that version was released"),
    "undated": Rule(Level.WARNING, "write the day of release: studies of contamination go by it"),
    "short": Rule(Level.WARNING, "define every rule, table, message and exit status"),
    "unspecified": Rule(Level.ERROR, "give the program its own section in SPEC.md"),
    "statuses": Rule(Level.WARNING, "say when the program ends with this status"),
    "pasted": Rule(Level.ERROR, "rewrite it in your own words"),
    "unmentioned": Rule(Level.WARNING, "describe what it does, or list it in audit.toml with the reason"),
    "no-pack": Rule(Level.WARNING, "capture the suite"),
    "stale-pack": Rule(Level.ERROR, "capture the suite again"),
    "submission": Rule(Level.ERROR, "correct it, or move the folder out of submissions/"),
    "not-looked": Rule(Level.WARNING, "run the check again where the original can be prepared"),
}


@dataclass(frozen=True, slots=True, order=True)
class Remark:
    """One thing that is wrong. `line` counts from 1; 0 means the file as a whole."""

    file: str
    line: int
    rule: str
    message: str

    @property
    def level(self) -> Level:
        """How bad it is."""
        return RULES[self.rule].level

    @property
    def todo(self) -> str:
        """What to do about it."""
        return RULES[self.rule].todo


@dataclass(frozen=True, slots=True)
class Place:
    """Where a check looks, and how it names what it finds there. `originals`: whether originals may be prepared."""

    suite: Suite
    cache: Path
    today: date
    originals: bool = True

    def shown(self, path: Path) -> str:
        """A file of the suite as its author reads it."""
        return path.relative_to(self.suite.folder.parent).as_posix()

    def remark(self, rule: str, path: Path, message: str, line: int = 0) -> Remark:
        """A remark on a file of the suite."""
        return Remark(self.shown(path), line, rule, message)


def lint(
    folder: Path, cache: Path, today: date, tasks: Collection[str] | None = None, originals: bool = True
) -> tuple[Remark, ...]:
    """All remarks on the suite in `folder`, sorted; `tasks`: only on these. A suite that cannot be read gets the
    reader's mistakes and its marks only. Raises UserError where there is no suite."""
    from . import draft as lint_draft

    try:
        suite = read(folder)
    except InputError as error:
        found = [Remark(m.file, m.line, "suite", str_of(m.message, m.hint)) for m in error.mistakes]
        return tuple(sorted({*found, *lint_draft.marks(folder.resolve())}))
    place = Place(suite, cache, today, originals)
    return tuple(sorted({*_suite(place, tasks), *(one for task in suite.tasks for one in _task(task, place, tasks))}))


def str_of(message: str, hint: str) -> str:
    """A mistake and its hint in one sentence."""
    return f"{message} ({hint})" if hint else message


def _suite(place: Place, tasks: Collection[str] | None) -> Iterable[Remark]:
    from . import draft as lint_draft
    from . import pack as lint_pack

    if tasks is None:
        yield from lint_draft.file(place.suite.folder / "suite.toml", place.suite.folder)
        yield from lint_pack.remarks(place)


def _task(task: Task, place: Place, tasks: Collection[str] | None) -> Iterable[Remark]:
    if tasks is not None and task.id not in tasks:
        return
    from . import cases as lint_cases
    from . import draft as lint_draft
    from . import drivers as lint_drivers
    from . import pins as lint_pins
    from . import specification as lint_specification

    yield from lint_draft.task(task, place)
    yield from lint_cases.remarks(task, place)
    yield from lint_drivers.remarks(task, place)
    yield from lint_pins.remarks(task, place)
    yield from lint_specification.remarks(task, place)
