"""Where in a TOML file a key stands. tomllib tells values only; a mistake must be reported with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path

from ..core.errors import Mistake

_TABLE = re.compile(r"^\s*\[(\[)?\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""^\s*((?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+))*)\s*=""")
_PART = re.compile(r""""([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+)""")
_SYNTAX = re.compile(r"\(at line (\d+), column \d+\)$")


def parsed(text: str, file: str) -> tuple[dict[str, object], tuple[Mistake, ...]]:
    """The TOML document, or an empty one and the mistake with its line."""
    try:
        return dict(tomllib.loads(text)), ()
    except tomllib.TOMLDecodeError as error:
        found = _SYNTAX.search(str(error))
        line = int(found.group(1)) if found else text.count("\n") + 1
        return {}, (Mistake(file, line, f"not valid TOML: {_SYNTAX.sub('', str(error)).strip()}"),)


def _parts(dotted: str) -> list[str]:
    return [quoted or single or bare for quoted, single, bare in _PART.findall(dotted)]


def key_lines(text: str) -> dict[tuple[str | int, ...], int]:
    """The first line (from 1) of each key and table, by its path; arrays of tables count from 0.

    A heuristic good enough for messages: a line inside a multi-line string may be taken for a key."""
    lines: dict[tuple[str | int, ...], int] = {}
    table: tuple[str | int, ...] = ()
    counts: dict[tuple[str, ...], int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if found := _TABLE.match(line):
            names = _parts(found.group(2))
            if found.group(1):
                index = counts.get(tuple(names), -1) + 1
                counts[tuple(names)] = index
                table = (*names, index)
            else:
                table = tuple(names)
            lines.setdefault(tuple(part for part in table if isinstance(part, str)), number)
            lines.setdefault(table, number)
        elif found := _KEY.match(line):
            lines.setdefault((*table, *_parts(found.group(1))), number)
    return lines


def line_of(lines: dict[tuple[str | int, ...], int], path: Sequence[str | int]) -> int:
    """The line of `path`, or of the nearest table around it, or 1."""
    where = tuple(path)
    while where:
        if where in lines:
            return lines[where]
        where = where[:-1]
    return 1


def shown(path: Path, root: Path) -> str:
    """How a file is named in a message: relative to the suite's or submission's parent where it can be."""
    try:
        return path.relative_to(root.parent).as_posix()
    except ValueError:
        return path.as_posix()
