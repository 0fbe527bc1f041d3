"""Coverage of Python originals with coverage.py: its tracer sees the process, its parser knows what can be reached.

/audit/coverage     the tracer, and the names of the files that it traces
/audit/hook         what starts it in the interpreter (hooks/coverage)"""

from __future__ import annotations

import marshal
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from ...core.canonical import digest
from ...core.errors import HarnessError, UserError
from ...core.prepared import Bind
from ...oracle.rounds import PLAIN, Stage, sandbox
from ...replay.sandbox import Sandbox, view_path
from ...replay.view import mounts, targets
from ...toolchains.kept import kept
from ...toolchains.libraries import closure
from ..hooks_python import HOOK, hooked, inserted, seen_at
from ..model import Branch, Hits, Reach, Source
from ..subject import Subject
from .python_file import File

FOLDER = "/audit/coverage"
DATA = "portproof.coverage"  # hooks/coverage/sitecustomize.py
EXAMPLE = "example"
SLOWER = 4  # tracing costs a factor of 2 to 3


@dataclass(frozen=True, slots=True)
class Tracer:
    """coverage.py's tracer for one subject. `sources`: by what they are called behind the walls."""

    subject: Subject
    sources: Mapping[str, Source]
    identity: str

    @classmethod
    def of(cls, subject: Subject) -> Tracer:
        """Raises UserError where coverage.py is not installed, or has no tracer written in C."""
        sources = {seen_at(subject, source.path): source for source in subject.sources}
        return cls(subject, sources, f"coverage.py {version()}")

    @property
    def reach(self) -> Mapping[str, Reach]:
        """By `Source.path`."""
        return {source.path: _file(source).reach for source in self.sources.values()}

    def walls(self, stage: Stage) -> Sandbox:
        """The usual ones, with the tracer in view and more time."""
        usual, prepared, tier = sandbox(stage, PLAIN), stage.prepared, stage.backend.tier
        folder, hook = Bind(self._folder(), FOLDER), Bind(hooked(self.subject.cache, "coverage"), HOOK)
        binds = (*prepared.binds, folder, hook, *closure([folder.source / "tracer.so"]))
        binds = tuple({bind.target: bind for bind in binds}.values())
        argv = {program: inserted(words, ("-X", f"coverage={FOLDER}")) for program, words in prepared.argv.items()}
        limits = usual.limits.with_times(usual.limits.cpu_ms * SLOWER, usual.limits.wall_ms * SLOWER)
        environment = {**usual.environment, "PYTHONPATH": view_path(tier, hook.source, HOOK)}
        walls = replace(usual, mounts=mounts(binds), targets=targets(argv, binds, tier), limits=limits)
        return replace(walls, environment=environment)

    def outputs(self, program: str) -> tuple[str, ...]:
        """One file, whatever the program."""
        return (DATA,)

    def hits(self, left: Sequence[tuple[str, Mapping[str, bytes]]]) -> list[Hits | None]:
        """What the tracer saw of each case."""
        return [self._hits(files[DATA]) if DATA in files else None for _, files in left]

    def _hits(self, data: bytes) -> Hits:
        seen: dict[str, set[int]] = marshal.loads(data)
        width = _width(seen[EXAMPLE])
        lines, branches = {}, {}
        for name in seen.keys() & self.sources.keys():
            source = self.sources[name]
            lines[source.path], branches[source.path] = _reached(source, width, frozenset(seen[name]))
        return Hits(lines, branches)

    def _folder(self) -> Path:
        names = "\n".join(sorted(self.sources))
        tracer = _tracer()

        def make(folder: Path) -> None:
            shutil.copyfile(tracer, folder / "tracer.so")
            (folder / "names").write_text(names, encoding="utf-8")

        return kept(self.subject.place / f"traced-{digest([self.identity, names])[:16]}", make)


def version() -> str:
    """The version of coverage.py. Raises UserError where it is not installed."""
    try:
        import coverage
    except ImportError as error:
        raise UserError("coverage.py is not installed", "pip install 'portproof[authors]'") from error
    return coverage.__version__


@lru_cache(maxsize=512)
def _file(source: Source) -> File:
    return File.of(source)


@lru_cache(maxsize=4096)  # most cases import the same modules to the same effect
def _reached(source: Source, width: int, packed: frozenset[int]) -> tuple[frozenset[int], frozenset[Branch]]:
    return _file(source).reached(_unpacked(step, width) for step in packed)


def _tracer() -> Path:
    try:
        from coverage import tracer
    except ImportError as error:
        raise UserError("coverage.py is installed without its tracer", "pip install 'portproof[authors]'") from error
    assert tracer.__file__
    return Path(tracer.__file__)


def _width(example: Iterable[int]) -> int:
    """How many bits a line number has: the example's only line is 1, entered from -1 and left to -1."""
    for packed in example:
        high = packed & ~1
        width = (high & -high).bit_length() - 1
        if high in (1 << width | 1 << 2 * width, 1 << width | 1 << 2 * width + 1):
            return width
    raise HarnessError(f"coverage.py {version()} packs lines in an unknown way", "install another version of it")


def _unpacked(packed: int, width: int) -> tuple[int, int]:
    mask = (1 << width) - 1
    first, second = packed & mask, packed >> width & mask
    return -first if packed >> 2 * width & 1 else first, -second if packed >> 2 * width + 1 & 1 else second
