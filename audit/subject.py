"""The original of one task as an audit sees it: prepared, and with the source files that a case can reach."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ..core.canonical import digest, file_digests, sha256
from ..core.errors import UserError
from ..core.prepared import Prepared
from ..core.task import Task
from ..replay.backend import Backend
from ..toolchains import cpython
from . import compiled, installed
from .model import Origin, Source

RECIPE = 1  # enters every key: raise it whenever what is measured, compiled or mounted here changes


@dataclass(frozen=True, slots=True)
class Subject:
    """`sources`: the library's and the drivers', sorted by path. `jobs`: how many cases run at once. `key`: the digest
    of all that coverage and mutants follow from, except for the cases."""

    task: Task
    prepared: Prepared
    sources: tuple[Source, ...]
    backend: Backend
    jobs: int
    cache: Path
    key: str

    @property
    def native(self) -> bool:
        """Whether the original is compiled to machine code."""
        return self.task.original.toolchain != "cpython"

    @property
    def library(self) -> tuple[Source, ...]:
        """The sources of the audited library."""
        return tuple(source for source in self.sources if source.origin is Origin.LIBRARY)

    def source(self, path: str) -> Source:
        """The source called `path`. Raises UserError."""
        found = next((source for source in self.sources if source.path == path), None)
        if found is None:
            raise UserError(f"task {self.task.id} has no source {path}", ", ".join(s.path for s in self.sources))
        return found

    @property
    def place(self) -> Path:
        """The folder for whatever is kept of this subject."""
        return self.cache / "audit" / self.key


def subject(task: Task, prepared: Prepared, backend: Backend, jobs: int, cache: Path) -> Subject:
    """The subject of an audit. `prepared` is the task's original, `cache` the folder that it was prepared in.

    Raises UserError where the sources cannot be told, HarnessError for the machine."""
    of = installed.sources if task.original.toolchain == "cpython" else compiled.sources
    found = tuple(sorted(of(task, prepared, cache), key=lambda source: source.path))
    return Subject(task, prepared, found, backend, jobs, cache, _key(task, prepared, found))


def _key(task: Task, prepared: Prepared, sources: Iterable[Source]) -> str:
    provenance = prepared.provenance
    return digest(
        {
            "recipe": RECIPE,
            "task": task.id,
            "toolchain": [provenance.toolchain, provenance.version, *provenance.build],
            "dependencies": dict(provenance.dependencies),
            "original": file_digests(task.folder / "original"),
            "sources": {source.path: sha256(source.data) for source in sources},
            "argv": {program: list(words) for program, words in prepared.argv.items()},
            "interpreter": str(cpython.executable()),
        }
    )
