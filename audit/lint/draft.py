"""Marks that `suite new` left for a person, and other notes to oneself that a model would read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.errors import InputError
from ...core.task import Task
from ...suite.draft import MARK
from ...suite.lines import shown
from ..declared import declared
from .lint import Place, Remark, str_of

if TYPE_CHECKING:
    from collections.abc import Iterable

# What people write where something is left to do; MARK, which `suite new` writes, has a rule of its own.
NOTE = re.compile(r"\b(TODO|FIXME|XXX)\b:|\b(TODO|FIXME)\b(?!\(author\))")
LONGEST = 100  # characters of what a mark asks for that are shown
PARTS = ("tasks/*/task.toml", "tasks/*/SPEC.md", "tasks/*/audit.toml", "tasks/*/original/**/*")


def marks(root: Path) -> Iterator[Remark]:
    """The marks in every file of a suite that cannot be read."""
    for path in sorted({root / "suite.toml", *(path for glob in PARTS for path in root.glob(glob))}):
        yield from file(path, root)


def task(task: Task, place: Place) -> Iterator[Remark]:
    """The marks in a task's files, notes in its SPEC.md, and the mistakes of its audit.toml."""
    paths = [task.folder / name for name in ("task.toml", "SPEC.md", "audit.toml")]
    for path in [*paths, *sorted((task.folder / "original").rglob("*"))]:
        yield from file(path, place.suite.folder)
    for number, line in enumerate((task.folder / "SPEC.md").read_text("utf-8", "replace").split("\n"), 1):
        if MARK not in line and (match := NOTE.search(line)):
            yield place.remark("todo", task.folder / "SPEC.md", f"SPEC.md says {match[0].rstrip(':')}", number)
    try:
        declared(task)
    except InputError as error:
        for one in error.mistakes:
            yield Remark(one.file, one.line, "declared", str_of(one.message, one.hint))


def file(path: Path, root: Path) -> Iterable[Remark]:
    """The marks in one file; none where it is not text or not there."""
    if not path.is_file():
        return
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return
    for number, line in enumerate(text.split("\n"), 1):
        for piece in line.split(MARK)[1:]:
            asked = piece.lstrip(": ").rstrip(' "*/|.').strip() or "decide here"
            what = asked if len(asked) <= LONGEST else asked[: LONGEST - 1] + "…"
            yield Remark(shown(path, root), number, "draft", what)
