"""Case lines that repeat an earlier one. Only the first of them counts, so whatever the other says is lost."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from ..core.task import Duplicate, Program, Suite


@dataclass(frozen=True, slots=True)
class Repeated:
    """A case line that repeats an earlier one of the same file. `differs`: which of `tags` and `visible` it sets
    otherwise; these do not make another case."""

    line: int
    first_line: int
    case: str
    differs: tuple[str, ...]


def repeated(suite: Suite, program: Program) -> tuple[Repeated, ...]:
    """The repeated lines of a program's case file."""
    ids = {case.id for case in program.cases}
    of = sorted((one for one in suite.duplicates if one.case in ids), key=lambda one: one.line)
    if not of:
        return ()
    file = suite.folder / "tasks" / program.task / "cases" / f"{program.id}.jsonl"
    lines = file.read_bytes().split(b"\n")
    return tuple(_repeated(one, lines) for one in of)


def _repeated(one: Duplicate, lines: Sequence[bytes]) -> Repeated:
    first, again = json.loads(lines[one.first_line - 1]), json.loads(lines[one.line - 1])
    differs = tuple(
        name
        for name, absent in (("tags", []), ("visible", False))
        if first.get(name, absent) != again.get(name, absent)
    )
    return Repeated(one.line, one.first_line, one.case, differs)
