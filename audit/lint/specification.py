"""SPEC.md: long enough, a word on every program and every exit status, and the author's own words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ...core.errors import InputError, PortproofError
from ...core.task import Task
from ...suite.draft import MARK
from ..declared import declared
from ..gaps import gaps
from . import pack as lint_pack
from .lint import Place, Remark
from .quotations import pasted, texts
from .reading import reading

SHORT = 2_000  # characters: no library of any use is defined in fewer
SHOWN = 90  # characters of a pasted passage that are shown
STATUS = r"(?i:status|exit)\w*[^.\n|]{0,60}?\b"


def remarks(task: Task, place: Place) -> Iterator[Remark]:
    """Remarks on a task's specification."""
    path = task.folder / "SPEC.md"
    text = path.read_text("utf-8", "replace")
    if len(text) < SHORT:
        yield place.remark("short", path, f"{len(text):,} characters, fewer than {SHORT:,}")
    for program in task.programs:
        if not re.search(rf"(?<![\w-]){re.escape(program.id)}(?![\w-])", text):
            yield place.remark("unspecified", path, f"says nothing of the program {program.id}")
    yield from _statuses(task, place, path, text)
    if not place.originals:
        return
    try:
        library = list(texts(task, place.cache))
        yield from _names(task, place, path)
    except InputError:
        return  # told where requirements and audit.toml are looked at
    except (PortproofError, OSError) as error:
        said = f"whether it has the library's words was not looked at: {str(error).splitlines()[0]}"
        yield place.remark("not-looked", path, said)
        return
    quoted = [number for number, line in enumerate(text.split("\n"), 1) if MARK in line]
    for line, passage in pasted(text, library):
        if not any(0 <= line - number <= 2 for number in quoted):  # what a mark speaks of is told once
            shown = passage if len(passage) <= SHOWN else passage[: SHOWN - 1] + "…"
            yield place.remark("pasted", path, f"the library's own words: {shown}", line)


def _names(task: Task, place: Place, path: Path) -> Iterator[Remark]:
    says = declared(task)
    for one in gaps(reading(task, place.cache), says):
        if one.gap:
            said = f"nothing of {one.name}, which {', '.join(one.programs)} uses"
            yield place.remark("unmentioned", path, f"says {said}")


def _statuses(task: Task, place: Place, path: Path, text: str) -> Iterator[Remark]:
    """The statuses that programs end with in the pack; without one, whether statuses are spoken of at all."""
    captured = lint_pack.pack(place)
    if captured is None:
        if not re.search(r"(?i)\b(exit|status)", text):
            yield place.remark("statuses", path, "says nothing of exit statuses")
        return
    ends: dict[int, set[str]] = {}
    for recorded in captured.outcomes.values():
        if recorded.task == task.id and recorded.exit:
            ends.setdefault(recorded.exit, set()).add(recorded.program)
    for status, programs in sorted(ends.items()):
        if not re.search(rf"{STATUS}{status}\b|^\|\s*{status}\s*\|", text, re.MULTILINE):
            names = ", ".join(sorted(programs))
            yield place.remark("statuses", path, f"says nothing of exit status {status}, with which {names} can end")
