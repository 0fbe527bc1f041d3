"""What gcov says of compiled originals: which lines, branches and functions there are, and what a run reached.

One process of gcov reads many runs. Instances of a template, and copies of an inline function in several objects, are
one: a line is reached if it is in any. Branches that only an exception takes are left out, they belong to no line of
the source; where it goes to gcov does not say, so a branch is known by its number in its line."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache as remembered
from pathlib import Path
from typing import TypedDict

from ...core.errors import HarnessError
from ...toolchains.units import Object
from ..model import Branch, Function, Hits, Reach

SECONDS = 600


class _Branch(TypedDict):
    count: int
    throw: bool


class _Line(TypedDict):
    line_number: int
    count: int
    branches: list[_Branch]


class _Routine(TypedDict):
    demangled_name: str
    start_line: int
    end_line: int


class _Told(TypedDict):
    file: str
    lines: list[_Line]
    functions: list[_Routine]


class _Answer(TypedDict):
    """The parts that are read here of what gcov --json-format prints for one data file."""

    data_file: str
    files: list[_Told]


@dataclass(slots=True)
class _File:
    """What is added up of one source."""

    lines: set[int] = field(default_factory=set)
    branches: set[Branch] = field(default_factory=set)
    functions: set[Function] = field(default_factory=set)
    hit: set[int] = field(default_factory=set)
    taken: set[Branch] = field(default_factory=set)


@remembered
def version() -> str:
    """What gcov says of itself. Raises HarnessError where there is none."""
    try:
        said = subprocess.run(["gcov", "--version"], capture_output=True, text=True, check=True, timeout=60)
    except (OSError, subprocess.SubprocessError) as error:
        raise HarnessError(f"gcov does not run: {error}", "it comes with gcc") from error
    return said.stdout.splitlines()[0]


def possible(units: Iterable[Object]) -> dict[str, Reach]:
    """What can be reached of each file of the build folder that has executable lines."""
    notes = sorted({_notes(item) for item in units})
    with tempfile.TemporaryDirectory(prefix="portproof-gcov-") as name:
        folder = Path(name) / "0"  # units of one name may differ: each has a folder
        paths = [_laid(folder / str(number), path) for number, path in enumerate(notes)]
        found: dict[str, dict[str, _File]] = {}
        _summed(_said(paths), found)
    return {
        path: Reach(frozenset(file.lines), frozenset(file.branches), tuple(sorted(file.functions, key=_place)))
        for path, file in sorted(found.get("0", {}).items())
    }


def reached(runs: Sequence[tuple[Iterable[Object], Mapping[str, bytes]]], jobs: int) -> list[Hits | None]:
    """What runs reached, by path in the build folder: each is given as the units of its program and the files that it
    left. None where it left no counts."""
    with tempfile.TemporaryDirectory(prefix="portproof-gcov-") as name:
        paths = []
        for number, (units, left) in enumerate(runs):
            folder = Path(name) / str(number) / "0"
            for item in units:
                if (counts := left.get(data_file(item))) is not None:
                    _laid(folder, _notes(item))
                    (folder / data_file(item)).write_bytes(counts)
                    paths.append(folder / data_file(item))
        shares = [paths[number::jobs] for number in range(jobs)]
        with ThreadPoolExecutor(jobs) as pool:
            found: dict[str, dict[str, _File]] = {}
            for share in pool.map(lambda share: list(_said(share)), shares):
                _summed(share, found)
    return [_hits(found[str(number)]) if str(number) in found else None for number in range(len(runs))]


def data_file(item: Object) -> str:
    """The name of the file that counts what a run executes of a unit."""
    return f"{item.unit.name}.gcda"


def plain(name: str) -> str:
    """The qualified name of a demangled C++ function: without its parameters, template arguments and result.

    >>> plain("std::pair<int, int> ns::Map<int, long>::find<char>(char const*) const")
    'ns::Map::find'
    """
    name = name.replace("(anonymous namespace)", "{anonymous}")
    before, operator, after = name.partition("operator")
    if operator and (not before or before[-1] in ": ") and not re.match(r"\w", after):
        symbol = re.match(r" ?(?:\(\)|\[\]|[\w:]+(?: ?[*&]+)?|[^\w\s(]+)", after)
        return _unargued(before).split(" ")[-1] + operator + (symbol[0] if symbol else "")
    return _unargued(name).partition("(")[0].split(" ")[-1]


def _unargued(name: str) -> str:
    """Without what is between angle brackets."""
    while name != (shorter := re.sub(r"<[^<>]*>", "", name)):
        name = shorter
    return name


def _notes(item: Object) -> Path:
    return item.path.with_suffix(".gcno")


def _laid(folder: Path, notes: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / notes.name).symlink_to(notes)
    return folder / notes.name


def _said(paths: Sequence[Path]) -> Iterator[_Answer]:
    """gcov's answer for each of these files. Those of one folder of numbers are one run."""
    if not paths:
        return
    command = ["gcov", "--json-format", "--stdout", "--relative-only", "--branch-probabilities", *map(str, paths)]
    said = subprocess.run(command, capture_output=True, check=False, timeout=SECONDS, cwd=paths[0].parent)
    lines = [line for line in said.stdout.split(b"\n") if line.startswith(b"{")]
    if said.returncode != 0 or len(lines) != len(paths):
        reason = said.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
        raise HarnessError(f"gcov read {len(lines)} of {len(paths)} files: {''.join(reason)}")
    for line in lines:
        answer: _Answer = json.loads(line)
        yield answer


def _summed(answers: Iterable[_Answer], found: dict[str, dict[str, _File]]) -> None:
    """Adds answers up in `found`, by run and by path in the build folder."""
    for answer in answers:
        files = found.setdefault(Path(answer["data_file"]).parts[-3], {})
        for told in answer["files"]:
            file = files.setdefault(os.path.normpath(told["file"]), _File())
            for routine in told["functions"]:
                first = routine["start_line"]
                file.functions.add(Function(plain(routine["demangled_name"]), first, routine["end_line"], first))
            for line in told["lines"]:
                number = line["line_number"]
                branches = [branch for branch in line["branches"] if not branch["throw"]]
                file.lines.add(number)
                file.branches.update((number, which) for which in range(len(branches)))
                if line["count"]:
                    file.hit.add(number)
                    file.taken.update((number, which) for which, branch in enumerate(branches) if branch["count"])


def _hits(files: Mapping[str, _File]) -> Hits:
    return Hits(
        {path: frozenset(file.hit) for path, file in files.items() if file.hit},
        {path: frozenset(file.taken) for path, file in files.items() if file.taken},
    )


def _place(function: Function) -> tuple[int, int, str]:
    return function.first, function.last, function.name
