"""What to evaluate and how, and what comes of it in the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from ..core.pack import Pack
from ..core.run import RunHeader, Summary
from ..core.submission import Submission
from ..core.task import Suite
from ..core.track import Track
from ..replay.backend import Backend
from .load import Load
from .plan import Selection

EVERYTHING = Selection()


@dataclass(frozen=True, slots=True)
class Request:
    """What to evaluate and how. `pack_folder` is where large expected outputs are read from; `load` gives the factor by
    which wall limits are stretched at the moment."""

    track: Track
    suite: Suite
    pack: Pack
    pack_folder: Path
    submission: Submission
    folder: Path
    cache: Path
    backend: Backend
    jobs: int = 1
    repeat: int = 1
    profile: str = "strict"
    selection: Selection = EVERYTHING
    load: Callable[[], float] = field(default_factory=Load)


@dataclass(frozen=True, slots=True)
class Finished:
    """The end: the summary, the digest of `summary.json`, and (passed, scored) of the cases judged so far."""

    summary: Summary
    digest: str
    header: RunHeader
    whole: bool
    case_rate: tuple[int, int]
