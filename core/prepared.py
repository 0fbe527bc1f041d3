"""A program made runnable: what must be mounted, what is executed, and of which versions it is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .pack import TaskProvenance


@dataclass(frozen=True, slots=True)
class Bind:
    """`source` (file or folder on this machine) is seen as `target` (absolute) in the view, read-only. With `noexec`
    nothing in it can be executed or mapped executable: right for trees of scripts."""

    source: Path
    target: str
    noexec: bool = False


@dataclass(frozen=True, slots=True)
class Prepared:
    """An original, installed or built: `argv` per program id in view paths, `sanitized` the same under sanitizers."""

    binds: tuple[Bind, ...]
    argv: Mapping[str, tuple[str, ...]]
    environment: Mapping[str, str]
    provenance: TaskProvenance
    sanitized: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    native: bool = False
