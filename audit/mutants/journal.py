"""The journal of trials: one line per mutant and program, written as soon as its fate is known, never changed.

A line is found again by a digest of everything that the fate follows from, so a later audit takes what still holds and
tries the rest. A torn last line (the process was killed in the middle of a write) is passed over and cut off."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path
from typing import IO

from ...core.canonical import digest
from ...core.errors import IntegrityError
from ...core.pack import Recorded
from ...oracle import lines
from ...oracle.compare import COMPARER
from ..model import Fate, Trial
from ..subject import Subject
from .trying import CPU_FACTOR, Attempt

RECIPE = 1  # enters every key: raise it whenever a fate may come out otherwise
LASTING = frozenset({Fate.KILLED, Fate.SURVIVED, Fate.INVALID, Fate.SAME})


class Keys:
    """The keys of the attempts on one subject."""

    def __init__(self, subject: Subject, recorded: Mapping[str, Recorded]) -> None:
        task = subject.task
        self._recorded = {id: digest(lines.outcome_json(one)) for id, one in recorded.items()}
        self._all = digest(
            {
                "recipe": [RECIPE, COMPARER, CPU_FACTOR],
                "subject": subject.key,
                "tier": str(subject.backend.tier),
                "image": subject.backend.image,
                "observe": sorted(task.observe),
                "limits": list(astuple(task.limits)),
            }
        )

    def of(self, attempt: Attempt) -> str:
        """The digest of subject, mutant and the cases with what the pack records of them; not of their order."""
        cases = sorted(self._recorded[case.id] for case in attempt.cases)
        return digest([self._all, attempt.program, list(astuple(attempt.mutant)), cases])[:32]


def read(path: Path) -> dict[str, tuple[Fate, str | None, int]]:
    """Fate, killer and number of cases by key; the last line of a key counts. Raises IntegrityError where a line other
    than the last is broken."""
    if not path.exists():
        return {}
    found: dict[str, tuple[Fate, str | None, int]] = {}
    written = path.read_bytes().split(b"\n")
    for number, line in enumerate(written, 1):
        try:
            if line:
                key, fate, killer, cases = _entry(json.loads(line))
                found[key] = fate, killer, cases
        except (ValueError, KeyError, TypeError) as error:
            if number == len(written):  # torn: no newline after it
                break
            raise IntegrityError(f"line {number} is no trial: {error}", path, "delete the file to try again") from error
    return found


def _entry(value: object) -> tuple[str, Fate, str | None, int]:
    if not isinstance(value, dict):
        raise TypeError("no object")
    key, killer, cases = value["key"], value.get("killer"), value["cases"]
    if not isinstance(key, str) or not (killer is None or isinstance(killer, str)) or not isinstance(cases, int):
        raise TypeError("a field of another type")
    return key, Fate(value["fate"]), killer, cases


class Journal:
    """Open for appending; `append` returns when the line is with the operating system."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def append(self, key: str, trial: Trial) -> None:
        """Write one line, unless nothing lasting is known."""
        if trial.fate not in LASTING:
            return
        line = {
            "key": key,
            "program": trial.program,
            "mutant": trial.mutant.id,
            "fate": trial.fate.value,
            "killer": trial.killer,
            "cases": trial.cases,
        }
        self._stream.write(json.dumps(line, separators=(",", ":")).encode("ascii") + b"\n")


@contextmanager
def appending(path: Path) -> Iterator[Journal]:
    """The journal at `path`; a torn last line is cut off first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab", buffering=0) as stream:
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole != len(data):
            os.truncate(path, whole)
        yield Journal(stream)
