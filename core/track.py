"""A track: which source is re-implemented in which target, under which policy. Data: a third one is one folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol


class Measured(Protocol):
    """Numbers of one tree: `counts` by name, `lines` of the target language without blank ones and comments;
    `badges` are what a tree as a whole keeps to, such as forbidding unsafe code."""

    @property
    def lines(self) -> int: ...

    @property
    def counts(self) -> Mapping[str, float]: ...

    @property
    def badges(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class Track:
    """`sources` are the toolchains an original may have, `target` the one that submissions are built and run with.

    `entry` says in words where a program's entry is; `factor` and the floors (ms) derive a case's time limits from the
    original's CPU time; `measures` looks at a tree and tells numbers that are reported and never judged,
    and `reference` gives the same numbers of mechanical translations."""

    name: str
    command: str
    title: str
    sources: tuple[str, ...]
    target: str
    policy: str
    entry: str
    bundled: str
    factor: int = 10
    cpu_floor_ms: int = 2_000
    wall_floor_ms: int = 10_000
    measures: Callable[[Path], Measured] | None = None
    reference: Callable[[], Mapping[str, Measured]] | None = None
    extensions: Sequence[str] = field(default=())
