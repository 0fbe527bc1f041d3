"""How an original is made ready: which toolchain prepares which task. The oracle takes this as a function."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ..core.errors import UserError
from ..core.prepared import Prepared
from ..core.task import Task
from ..toolchains import cpython, gcc


def prepare(cache: Path) -> Callable[[Task], Prepared]:
    """A function from a task to its original, installed or built, kept in `cache`."""

    def prepared(task: Task) -> Prepared:
        name = task.original.toolchain
        if name == "cpython":
            return cpython.prepare(task, cache)
        if name in ("gcc", "g++"):
            return gcc.prepare(task, cache)
        raise UserError(f"{task.id}: no toolchain {name!r} for originals", "there are: cpython, gcc, g++")

    return prepared
