"""What `suite check` does and how it tells it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fnmatch import fnmatchcase
from pathlib import Path

import typer
from rich.console import Console
from rich.text import Text

from ..audit.lint.lint import Level, Remark, lint
from ..core.bytestring import Json
from ..core.errors import NothingSelected
from ..report.styles import BAD, HEAD, WARN, foreign
from .places import cache_folder, suite_folder


def checked(
    folder: Path, globs: tuple[str, ...], cache: Path | None, today: date, originals: bool
) -> tuple[Remark, ...]:
    """The remarks on a suite, or on those of its tasks that match."""
    place = suite_folder(folder)
    tasks = None
    if globs:
        names = sorted(path.name for path in (place / "tasks").glob("*") if path.is_dir())
        tasks = {name for name in names if any(fnmatchcase(name, glob) for glob in globs)}
        if not tasks:
            raise NothingSelected("no task matches", f"tasks: {', '.join(names)}")
    return lint(place, cache_folder(cache), today, tasks, originals)


def data(found: Sequence[Remark]) -> dict[str, Json]:
    """The remarks as JSON."""
    rows: list[Json] = [
        {
            "rule": one.rule,
            "severity": one.level.value,
            "file": one.file,
            "line": one.line,
            "message": one.message,
            "todo": one.todo,
        }
        for one in found
    ]
    return {"remarks": rows, **counts(found)}


def counts(found: Sequence[Remark]) -> dict[str, Json]:
    """How many there are of each level."""
    return {f"{level}s": sum(one.level is level for one in found) for level in Level}


def show(found: Sequence[Remark], folder: Path) -> None:
    """The remarks as text on stdout, errors first, each rule's advice once; the count on stderr."""
    console = Console(highlight=False)
    for level, style in ((Level.ERROR, BAD), (Level.WARNING, WARN)):
        for rule in sorted({one.rule for one in found if one.level is level}):
            these = [one for one in found if one.rule == rule]
            head = Text.assemble((f"{level.value}", style), " ", (rule, HEAD), f": {these[0].todo}")
            console.print(head, soft_wrap=True)
            for one in these:
                where = f"{one.file}:{one.line}" if one.line else one.file
                console.print(Text("  ").append_text(foreign(f"{where}: {one.message}", 400)), soft_wrap=True)
    told = counts(found)
    typer.echo(f"{folder}: {told['errors']} errors, {told['warnings']} warnings", err=True)
