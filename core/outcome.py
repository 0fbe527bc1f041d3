"""An outcome: what one invocation gave back. It holds no opinion; `oracle.compare` turns it into a verdict."""

from __future__ import annotations

from dataclasses import dataclass

from .canonical import sha256
from .limits import Limit


@dataclass(frozen=True, slots=True)
class Capture:
    """The bytes of one stream or file. `data` is None where they equal what was expected (or were not asked for):
    `length` and `sha256` describe them all the same. `cut` says that `data` is a prefix only."""

    length: int
    sha256: str
    data: bytes | None = None
    cut: bool = False

    @classmethod
    def of(cls, data: bytes) -> Capture:
        """A capture that holds its bytes."""
        return cls(len(data), sha256(data), data)

    def same(self, other: Capture) -> bool:
        """Whether both stand for identical bytes."""
        return self.length == other.length and self.sha256 == other.sha256


EMPTY = Capture.of(b"")


@dataclass(frozen=True, slots=True)
class Usage:
    """What a case used: microseconds of CPU (user and system, the whole tree) and of wall time, peak memory in KiB."""

    cpu_us: int = 0
    wall_us: int = 0
    peak_kib: int = 0


@dataclass(frozen=True, slots=True, order=True)
class Denial:
    """What a wall refused: the system call, the decoded path or address, the thread's name, and how often."""

    syscall: str
    target: str
    thread: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """Exactly one of `exit` (0–255), `signal` (number) and `limit` says how the invocation ended.

    `files` are the declared output files that exist, sorted by path."""

    exit: int | None
    signal: int | None = None
    limit: Limit | None = None
    stdout: Capture = EMPTY
    stderr: Capture = EMPTY
    files: tuple[tuple[str, Capture], ...] = ()
    usage: Usage = Usage()
    denials: tuple[Denial, ...] = ()
