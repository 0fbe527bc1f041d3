"""The files of a task's original as they can be read without building or running it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ...core.task import Task
from ...toolchains import cpython
from .. import installed
from ..model import Language, Origin, Source

NATIVE = (".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".hh")


@dataclass(frozen=True, slots=True)
class Reading:
    """What may be asked of a task that is only read; `audit.gaps` asks it. Of compiled originals only the files beside
    the drivers are among the sources: a name's header is found from there."""

    task: Task
    sources: tuple[Source, ...]
    cache: Path

    @property
    def native(self) -> bool:
        """Whether the original is compiled to machine code."""
        return self.task.original.toolchain != "cpython"

    @property
    def library(self) -> tuple[Source, ...]:
        """The sources of the library."""
        return tuple(source for source in self.sources if source.origin is Origin.LIBRARY)


def reading(task: Task, cache: Path) -> Reading:
    """The task's files. Raises UserError and HarnessError where a Python original cannot be installed."""
    if task.original.toolchain == "cpython":
        return Reading(task, tuple(installed.sources(task, cpython.prepare(task, cache), cache)), cache)
    found = []
    for path in sorted((task.folder / "original").glob("*")):
        if path.is_file() and path.suffix in NATIVE:
            language = Language.C if path.suffix in (".c", ".h") else Language.CPP
            found.append(Source(f"original/{path.name}", language, Origin.DRIVER, path.read_bytes()))
    return Reading(task, tuple(found), cache)
