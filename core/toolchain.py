"""A toolchain as found on this machine, and what it made of a tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .prepared import Bind


@dataclass(frozen=True, slots=True)
class Toolchain:
    """`version` is what the compiler or interpreter says of itself; `binds` is what its programs need at run time."""

    name: str
    version: str
    executable: Path
    binds: tuple[Bind, ...]
    details: Mapping[str, str] = field(default_factory=dict)

    @property
    def identity(self) -> dict[str, str]:
        """What a run records, and what enters every cache key."""
        return {"name": self.name, "version": self.version, **self.details}


@dataclass(frozen=True, slots=True)
class Built:
    """What a toolchain made of one tree. `argv` has the runnable programs only, in view paths; `artefacts` the digests
    of what is executed. `error` is empty where the build succeeded; `log` is what the compiler said, capped."""

    binds: tuple[Bind, ...] = ()
    argv: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    artefacts: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    error: str = ""
    log: str = ""
    seconds: float = 0.0
    cached: bool = False
    native: bool = False
    probes: tuple[tuple[str, str], ...] = ()
