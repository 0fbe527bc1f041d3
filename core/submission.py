"""A submission as found on disk: who made it, and the tree that stands for each task or program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .canonical import digest


@dataclass(frozen=True, slots=True)
class Submission:
    """`trees` maps a task id (or `task/program` where the layout is one tree per program) to its folder, `digests` to
    the digest of that folder. `unknown` are folders that are no task of the suite: reported, never an error."""

    folder: Path
    name: str
    model: str
    agent: str
    date: str
    attempt: int
    trees: Mapping[str, Path]
    digests: Mapping[str, str]
    unknown: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """Over all trees; the metadata does not enter it."""
        return digest(dict(self.digests))
