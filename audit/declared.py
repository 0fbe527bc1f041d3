"""`tasks/<task>/audit.toml`: what a suite's author says about an audit. Which code the drivers are meant to exercise,
which mutants change nothing that could be seen, which names the specification rightly leaves out; each with a reason.

It judges cases and decides no verdict, so it is no part of the suite's digest: a pack stays valid when it changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Annotated, Literal

from pydantic import Field

from ..core.errors import InputError, Mistake
from ..core.task import Task
from ..suite.files import Positive, Strict
from ..suite.lines import key_lines, line_of, shown
from ..suite.read import model
from .model import Branch, Function, Mutant, Reach

FILE = "audit.toml"
_LINES = r"^[1-9]\d*(-[1-9]\d*)?(, ?[1-9]\d*(-[1-9]\d*)?)*$"  # `12, 40-44`
Text = Annotated[str, Field(min_length=1)]
PlaceText = Annotated[str, Field(pattern=r"^[^:\s][^:]*(:[^\s].*)?$")]


class ExcludeFile(Strict):
    """[[exclude]]"""

    what: PlaceText
    lines: Annotated[str, Field(pattern=_LINES)] | None = None
    reason: Text


class EquivalentFile(Strict):
    """[[equivalent]]"""

    path: Text
    line: Positive
    column: Positive | None = None
    original: str
    replacement: str
    reason: Text


class UnmentionedFile(Strict):
    """[[unmentioned]]"""

    name: Text
    reason: Text


class DeclaredFile(Strict):
    """audit.toml"""

    format: Literal[1]
    exercise: Annotated[list[PlaceText], Field(min_length=1)] | None = None
    exclude: list[ExcludeFile] = Field(default_factory=list)
    equivalent: list[EquivalentFile] = Field(default_factory=list)
    unmentioned: list[UnmentionedFile] = Field(default_factory=list)
    keep: list[Text] = Field(default_factory=list)
    note: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Some code: a glob over `Source.path` and, after a colon, one over the qualified names of functions."""

    path: str
    function: str = ""

    @classmethod
    def of(cls, text: str) -> Place:
        """The place that `text` names: `zlib/inflate.c` or `zlib/inflate.c:inflate*`."""
        path, _, function = text.partition(":")
        return cls(path, function)

    def __str__(self) -> str:
        return f"{self.path}:{self.function}" if self.function else self.path

    def lines(self, path: str, reach: Reach) -> frozenset[int]:
        """The lines of `reach`, which is of the file `path`, that are here."""
        if not fnmatchcase(path, self.path):
            return frozenset()
        if not self.function:
            return reach.lines
        here = [one for one in reach.functions if fnmatchcase(one.name, self.function)]
        return frozenset(line for line in reach.lines if any(one.first <= line <= one.last for one in here))


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Code that no case needs to reach. `lines`: ranges, first and last; none for all of the place."""

    place: Place
    reason: str
    lines: tuple[tuple[int, int], ...] = ()

    def taken(self, path: str, reach: Reach) -> frozenset[int]:
        """The lines of `reach`, which is of the file `path`, that are left out."""
        here = self.place.lines(path, reach)
        if not self.lines:
            return here
        return frozenset(line for line in here if any(first <= line <= last for first, last in self.lines))

    def __str__(self) -> str:
        ranges = ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in self.lines)
        return f"{self.place}, lines {ranges}" if ranges else str(self.place)


@dataclass(frozen=True, slots=True)
class Equivalent:
    """A mutant that the author judged: no input can tell it from the original. `column` counts bytes from 1 and tells
    apart equal changes in one line; None where there is one."""

    path: str
    line: int
    original: str
    replacement: str
    reason: str
    column: int | None = None

    def fits(self, mutant: Mutant) -> bool:
        """Whether this is that mutant."""
        here = (mutant.path, mutant.line, mutant.original, mutant.replacement)
        wanted = (self.path, self.line, self.original, self.replacement)
        return here == wanted and self.column in (None, mutant.column)


@dataclass(frozen=True, slots=True)
class Declared:
    """What audit.toml says; without one, that all of the library's code is meant to be exercised. `unmentioned` has a
    reason by name; cases with one of the tags `keep` are never pruned; `note` says why the task is under an aim.
    `written`: there is such a file."""

    exercise: tuple[Place, ...] = (Place("*"),)
    exclude: tuple[Exclusion, ...] = ()
    equivalent: tuple[Equivalent, ...] = ()
    unmentioned: Mapping[str, str] = field(default_factory=dict)
    keep: frozenset[str] = frozenset()
    note: str = ""
    written: bool = False


def declared(task: Task) -> Declared:
    """What the task's audit.toml says. Raises InputError with every mistake in it."""
    path, root = task.folder / FILE, task.folder.parent.parent
    if not path.is_file():
        return Declared()
    mistakes: list[Mistake] = []
    form = model(path, DeclaredFile, root, mistakes)
    if form is not None:
        mistakes += _repeated(form, path.read_text(encoding="utf-8"), shown(path, root))
    if form is None or mistakes:
        raise InputError(mistakes)
    return Declared(
        exercise=tuple(map(Place.of, form.exercise)) if form.exercise else (Place("*"),),
        exclude=tuple(Exclusion(Place.of(one.what), one.reason, _ranges(one.lines or "")) for one in form.exclude),
        equivalent=tuple(Equivalent(**one.model_dump()) for one in form.equivalent),
        unmentioned={one.name: one.reason for one in form.unmentioned},
        keep=frozenset(form.keep),
        note=form.note,
        written=True,
    )


def _ranges(text: str) -> tuple[tuple[int, int], ...]:
    found = []
    for part in filter(None, text.split(",")):
        first, _, last = part.strip().partition("-")
        found.append((int(first), int(last or first)))
    return tuple(found)


def _repeated(form: DeclaredFile, text: str, file: str) -> list[Mistake]:
    lines = key_lines(text)
    keys: list[tuple[str, Sequence[tuple[object, ...]]]] = [
        ("exclude", [(one.what, one.lines) for one in form.exclude]),
        ("equivalent", [(one.path, one.line, one.column, one.original, one.replacement) for one in form.equivalent]),
        ("unmentioned", [(one.name,) for one in form.unmentioned]),
    ]
    found = []
    for table, entries in keys:
        for index, key in enumerate(entries):
            if key in entries[:index]:
                found.append(Mistake(file, line_of(lines, (table, index)), f"this [[{table}]] stands here twice"))
    return found


def meant(says: Declared, reach: Mapping[str, Reach]) -> dict[str, Reach]:
    """What of `reach` (by `Source.path`) the drivers are meant to exercise: those lines, with the branches
    and functions in them. A file of which nothing is left is left out."""
    found = {}
    for path, every in sorted(reach.items()):
        lines = frozenset[int]().union(*(place.lines(path, every) for place in says.exercise))
        lines -= frozenset[int]().union(*(one.taken(path, every) for one in says.exclude))
        if lines:
            branches = frozenset[Branch](branch for branch in every.branches if branch[0] in lines)
            found[path] = Reach(lines, branches, tuple(one for one in every.functions if body(one, every) & lines))
    return found


def body(function: Function, reach: Reach) -> frozenset[int]:
    """The lines that can be executed and that only a call of the function executes."""
    return frozenset(line for line in reach.lines if function.body <= line <= function.last)
