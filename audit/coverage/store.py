"""Coverage on disk: one line a case, appended as it is measured. A line holds the lines and branches that were reached
as bits over the sorted ones that can be, in hexadecimal, and a digest of what the case answered."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from ...core.canonical import canonical, digest
from ...core.outcome import Outcome
from ...core.pack import Recorded
from ..files import written
from ..model import Branch, Function, Hits, Reach

T = TypeVar("T", int, Branch)


def kept_reach(path: Path, find: Callable[[], Mapping[str, Reach]]) -> Mapping[str, Reach]:
    """The reach that is in `path`; what `find` finds is put there where it is not."""
    try:
        told = json.loads(path.read_bytes())
        return {
            name: Reach(
                frozenset(item["lines"]),
                frozenset((start, end) for start, end in item["branches"]),
                tuple(Function(*words) for words in item["functions"]),
            )
            for name, item in told.items()
        }
    except (OSError, ValueError):
        reach = find()
        written(path, canonical(_plain(reach)))
        return reach


def _plain(reach: Mapping[str, Reach]) -> dict[str, object]:
    return {
        name: {
            "lines": sorted(item.lines),
            "branches": sorted(list(branch) for branch in item.branches),
            "functions": [[one.name, one.first, one.last, one.body] for one in item.functions],
        }
        for name, item in reach.items()
    }


@dataclass(frozen=True, slots=True)
class Measured:
    """What a case reached, and what it answered: by observable a digest."""

    hits: Hits
    answer: Mapping[str, str]


def answered(outcome: Outcome | Recorded) -> dict[str, str]:
    """What an outcome says, short enough to keep: how it ended, and a digest by stream and file."""
    limit = outcome.limit if isinstance(outcome, Outcome) else None
    ending = f"exit {outcome.exit}" if outcome.exit is not None else f"signal {outcome.signal}"
    files = {f"file {path}": capture.sha256 for path, capture in outcome.files}
    streams = {"stdout": outcome.stdout.sha256, "stderr": outcome.stderr.sha256}
    return {"ending": f"limit {limit}" if limit else ending, **streams, **files}


class Store:
    """The coverage of one subject by one instrument, in `folder`. `key`: which instrument."""

    def __init__(self, folder: Path, key: str, reach: Mapping[str, Reach]) -> None:
        self._path = folder / f"coverage-{digest([key, _plain(reach)])[:16]}.jsonl"  # what a bit means depends on reach
        self._lines = {name: sorted(item.lines) for name, item in reach.items()}
        self._branches = {name: sorted(item.branches) for name, item in reach.items()}

    def read(self, cases: Collection[str]) -> dict[str, Measured]:
        """What is known of `cases`; a torn last line is ignored."""
        found: dict[str, Measured] = {}
        if not self._path.exists():
            return found
        for line in self._path.read_bytes().split(b"\n"):
            try:
                entry = json.loads(line)
            except ValueError:
                continue
            if entry["case"] in cases:
                hits = Hits(_set(entry["lines"], self._lines), _set(entry["branches"], self._branches))
                found[entry["case"]] = Measured(hits, entry["answer"])
        return found

    def append(self, case: str, measured: Measured) -> None:
        """Keeps one case. One write: processes that measure the same subject do not tear each other's lines."""
        entry = {
            "case": case,
            "lines": _bits(measured.hits.lines, self._lines),
            "branches": _bits(measured.hits.branches, self._branches),
            "answer": dict(measured.answer),
        }
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("ab", buffering=0) as stream:
            stream.write(b"\n" + canonical(entry) + b"\n")  # the line before may be torn


def _bits(reached: Mapping[str, frozenset[T]], places: Mapping[str, Sequence[T]]) -> dict[str, str]:
    return {
        name: f"{sum(1 << number for number, place in enumerate(places[name]) if place in items):x}"
        for name, items in reached.items()
        if items
    }


def _set(bits: Mapping[str, str], places: Mapping[str, Sequence[T]]) -> dict[str, frozenset[T]]:
    found = {}
    for name, digits in bits.items():
        flags = f"{int(digits, 16):b}"[::-1]
        found[name] = frozenset(place for place, flag in zip(places[name], flags, strict=False) if flag == "1")
    return found
