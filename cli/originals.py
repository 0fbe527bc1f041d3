"""How an original is made ready: which toolchain prepares which task. The oracle takes this as a function."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from ..core.errors import HarnessError, UserError
from ..core.prepared import Prepared
from ..core.task import Task
from ..replay.backend import Backend
from ..toolchains import contained, cpython, gcc
from ..toolchains.selftest import ORIGINALS, echo_original


def fitting(backend: Backend) -> Backend:
    """`backend`, if originals that were installed and compiled on this host run the same on it.

    Raises HarnessError when its image has other toolchains than this host."""
    if not backend.toolchains:
        return backend
    from ..toolchains.images.listing import differences

    found = [line for name, own in backend.toolchains.items() for line in differences(name, own.identity)]
    python = backend.toolchains.get("cpython")
    if python is not None and python.executable != cpython.executable():
        found.append(f"cpython is {python.executable} in the image, {cpython.executable()} on this host")
    if found:
        hint = "images build --from-host originals, or capture on a host that has what the image has"
        raise HarnessError(f"originals of this host cannot run in the image: {'; '.join(found)}", hint)
    return backend


def proved(tasks: Iterable[Task], backend: Backend, cache: Path) -> None:
    """Each toolchain of these originals echoes, before any of them says what is right. Raises HarnessError."""
    for name in sorted({task.original.toolchain for task in tasks} & set(ORIGINALS)):
        echo_original(name, backend, cache)


def prepare(cache: Path, backend: Backend | None = None) -> Callable[[Task], Prepared]:
    """A function from a task to its original, installed or built, kept in `cache`: on this host, or in containers of
    `backend` where that brings toolchains of its own."""

    def prepared(task: Task) -> Prepared:
        if backend is not None and backend.toolchains:
            return contained.prepare(task, backend, cache)
        name = task.original.toolchain
        if name == "cpython":
            return cpython.prepare(task, cache)
        if name in ("gcc", "g++"):
            return gcc.prepare(task, cache)
        raise UserError(f"{task.id}: no toolchain {name!r} for originals", "there are: cpython, gcc, g++")

    return prepared
