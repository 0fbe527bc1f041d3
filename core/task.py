"""Suite, task and program as read from disk and checked (`suite.read`). All paths are absolute."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from pathlib import Path

from .case import Case


class Layout(StrEnum):
    """One submitted tree per task, or one per program (RepoZero's shape)."""

    TASK = "task"
    PROGRAM = "program"


class Observable(StrEnum):
    """What is compared."""

    STDOUT = "stdout"
    STDERR = "stderr"
    EXIT = "exit"
    FILES = "files"


@dataclass(frozen=True, slots=True)
class Source:
    """An original's C or C++ source: the upstream tarball of a Debian source package, pinned by SHA-256."""

    debian: str
    file: str
    sha256: str
    folder: str


@dataclass(frozen=True, slots=True)
class Original:
    """How the original is installed or built. `requirements` for cpython; `build` and `sources` for gcc and g++."""

    toolchain: str
    requirements: Path | None = None
    build: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class LimitOverrides:
    """What a task sets itself; None is derived. Times in seconds, sizes in MiB."""

    cpu_seconds: float | None = None
    wall_seconds: float | None = None
    memory_mib: int | None = None
    stdout_mib: int | None = None
    stderr_mib: int | None = None
    scratch_mib: int | None = None
    file_mib: int | None = None
    processes: int | None = None
    open_files: int | None = None


@dataclass(frozen=True, slots=True)
class Amendment:
    """What a task forbids or allows beyond its track's policy, and why."""

    forbid: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Program:
    """One command-line driver of the original and its cases, sorted by id, without duplicates."""

    task: str
    id: str
    driver: Path
    summary: str
    outputs: tuple[str, ...]
    cases: tuple[Case, ...]

    @property
    def key(self) -> str:
        """`task/program`."""
        return f"{self.task}/{self.id}"


@dataclass(frozen=True, slots=True)
class Task:
    """One original library to re-implement."""

    id: str
    folder: Path
    library: str
    version: str
    licence: str
    source: str
    released: date
    layout: Layout
    observe: frozenset[Observable]
    original: Original
    programs: tuple[Program, ...]
    limits: LimitOverrides = LimitOverrides()
    amendment: Amendment = Amendment()
    visible: int = 0


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A case line that repeats an earlier one."""

    file: str
    line: int
    first_line: int
    case: str


@dataclass(frozen=True, slots=True)
class Suite:
    """A versioned set of tasks of one track. `digest` covers every file that defines a case, a task or an original."""

    folder: Path
    name: str
    version: str
    track: str
    description: str
    licence: str
    tasks: tuple[Task, ...]
    digest: str
    duplicates: tuple[Duplicate, ...] = field(default=())

    def program(self, key: str) -> Program | None:
        """The program called `task/program`, if any."""
        return next((p for t in self.tasks for p in t.programs if p.key == key), None)
