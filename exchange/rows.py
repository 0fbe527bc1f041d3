"""Rows of RepoZero's case files, read strictly: a row is an object that names its driver, or a mistake with its line.

`Infinity` and `NaN` are accepted, as Python's reader does. A file is never held whole; a line has its limit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ..core.errors import Mistake, UserError

MAX_LINE = 16 << 20  # all arguments of a case have 1.5 MB at most, and JSON's escapes make six bytes of one
BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Row:
    """`pairs` are the keys and values in the order of the file, without the one that names the driver."""

    file: str
    line: int
    driver: str
    pairs: tuple[tuple[str, object], ...]
    text: str


def rows(path: Path, shown: str, name_key: str) -> Iterator[Row | Mistake]:
    """Each row of `path`, or what is wrong with it; blank lines are passed over. `shown` is the file's name in both.

    Raises UserError when the file cannot be read."""
    try:
        with path.open("rb") as stream:
            for number, line in _lines(stream):
                if line is None:
                    yield Mistake(shown, number, f"a line of more than {MAX_LINE:,} bytes")
                elif line.strip():
                    yield _row(line, shown, number, name_key)
    except OSError as error:
        raise UserError(f"{shown} cannot be read: {error.strerror}", "name readable files of rows") from error


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    number = 0
    while line := stream.readline(MAX_LINE + 1):
        number += 1
        if len(line) > MAX_LINE and not line.endswith(b"\n"):
            while (rest := stream.readline(MAX_LINE)) and not rest.endswith(b"\n"):
                pass
            yield number, None
        else:
            yield number, line.removeprefix(BOM) if number == 1 else line


def _row(line: bytes, shown: str, number: int, name_key: str) -> Row | Mistake:
    found = parsed(line)
    if isinstance(found, str):
        return Mistake(shown, number, found)
    value, text = found
    if not isinstance(value, dict):
        return Mistake(shown, number, "not a JSON object")
    name = value.pop(name_key, None)
    if not isinstance(name, str):
        why = f"has no {name_key!r}" if name is None else f"{name_key!r} is no string"
        return Mistake(shown, number, why, "it names the driver")
    return Row(shown, number, name, tuple(value.items()), text)


def parsed(line: bytes) -> tuple[object, str] | str:
    """The JSON value of a line and the line's text, or a sentence that says what is wrong with it."""
    try:
        text = line.decode("utf-8").strip(" \t\r\n")
        return DECODER.decode(text), text
    except UnicodeDecodeError as error:
        return f"not UTF-8 at byte {error.start + 1}"
    except RecursionError:
        return "nested too deeply"
    except ValueError as error:
        return f"not JSON: {error}"


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {twice!r} stands twice")
    return value


DECODER = json.JSONDecoder(object_pairs_hook=_unique)  # made once: a data set has tens of thousands of lines
