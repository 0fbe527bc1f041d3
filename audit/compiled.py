"""The sources of a C or C++ original."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..core.errors import HarnessError
from ..core.prepared import Prepared
from ..core.task import Task
from .model import Source


def sources(task: Task, prepared: Prepared, cache: Path) -> Iterator[Source]:
    """Every source file that has executable lines, in any order."""
    raise HarnessError(f"{task.id}: sources of compiled originals are not told yet")
