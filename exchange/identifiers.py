"""Ids for libraries and drivers: what a suite allows, unique, and the same for the same data set."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

MAX_LENGTH = 60  # a suite allows 64; the rest is for a number that tells two alike apart


def identifier(name: str) -> str:
    """`name` as an id that a suite allows: lower-case letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:MAX_LENGTH].strip("-") or "x"


class Identifiers:
    """Gives each driver (`library/…/file`) its (task, program) once and for all, in the order of asking."""

    def __init__(self, drivers: Iterable[str]) -> None:
        self._tasks: dict[str, str] = {}
        self._programs: dict[str, tuple[str, str]] = {}
        self._taken: set[tuple[str, str]] = set()
        for driver in drivers:
            self.of(driver)

    def of(self, driver: str) -> tuple[str, str]:
        """The ids of a driver's task and program."""
        if driver not in self._programs:
            path = PurePosixPath(driver)
            task = self._task(path.parts[0])
            self._programs[driver] = (task, self._free(task, path.stem))
        return self._programs[driver]

    def renamed(self) -> dict[str, str]:
        """The names that had to change, with what they became."""
        tasks = {f"{library}/": task for library, task in self._tasks.items() if library != task}
        programs = {
            driver: "/".join(ids) for driver, ids in self._programs.items() if PurePosixPath(driver).stem != ids[1]
        }
        return {**tasks, **programs}

    def _task(self, library: str) -> str:
        if library not in self._tasks:
            self._tasks[library] = self._free("", library)
        return self._tasks[library]

    def _free(self, within: str, name: str) -> str:
        base = identifier(name)
        number, id = 1, base
        while (within, id) in self._taken:
            number += 1
            id = f"{base}-{number}"
        self._taken.add((within, id))
        return id
