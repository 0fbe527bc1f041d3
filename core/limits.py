"""What one case may use. A limit that is hit has a verdict of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from .task import LimitOverrides

MIB = 1 << 20


class Limit(StrEnum):
    """Which limit ended a case."""

    CPU = "cpu"
    WALL = "wall"
    MEMORY = "memory"
    STDOUT = "stdout"
    STDERR = "stderr"
    FILE = "file"
    SCRATCH = "scratch"
    PROCESSES = "processes"


@dataclass(frozen=True, slots=True)
class Limits:
    """Times in milliseconds, sizes in bytes, the rest are counts."""

    cpu_ms: int = 10_000
    wall_ms: int = 30_000
    memory_bytes: int = 1 << 30
    stdout_bytes: int = 16 << 20
    stderr_bytes: int = 1 << 20
    file_bytes: int = 64 << 20
    scratch_bytes: int = 64 << 20
    processes: int = 64
    open_files: int = 256

    def with_times(self, cpu_ms: int, wall_ms: int) -> Limits:
        """The same limits with other times."""
        return replace(self, cpu_ms=cpu_ms, wall_ms=wall_ms)


def overridden(base: Limits, own: LimitOverrides) -> Limits:
    """`base` with the sizes and counts that a task sets itself; its times are another matter."""
    sizes = {
        "memory_bytes": own.memory_mib,
        "stdout_bytes": own.stdout_mib,
        "stderr_bytes": own.stderr_mib,
        "file_bytes": own.file_mib,
        "scratch_bytes": own.scratch_mib,
    }
    counts = {"processes": own.processes, "open_files": own.open_files}
    changed = {name: mib * MIB for name, mib in sizes.items() if mib is not None}
    return replace(base, **changed, **{name: count for name, count in counts.items() if count is not None})
