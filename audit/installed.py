"""The sources of a Python original: the modules of the audited library, and the drivers.

The library is the distribution whose name is the task's `library`; where none has this name, the one that has a module
of this name, or the only one there is. Other distributions are dependencies. A task may keep its library beside its
drivers: packages and modules there that no program starts are the library's unless a distribution is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib.metadata import Distribution, distributions
from pathlib import Path

from ..core.errors import HarnessError
from ..core.prepared import Prepared
from ..core.task import Task
from ..toolchains.cpython import DRIVERS, LIBRARY, VENV
from .model import Language, Origin, Source

BESIDE = "original/"  # paths of files beside the drivers begin so, as they do in task.toml


def sources(task: Task, prepared: Prepared, cache: Path) -> Iterator[Source]:
    """Every source file, in any order. Raises HarnessError where `prepared` has no environment."""
    site = environment(prepared) / LIBRARY
    found = audited(task.library, list(distributions(path=[str(site)])))
    for path in _modules(found, site) if found else ():
        yield Source(path.relative_to(site).as_posix(), Language.PYTHON, Origin.LIBRARY, path.read_bytes())
    original = task.folder / "original"
    drivers = {program.driver for program in task.programs}
    for path in sorted(original.rglob("*.py")):
        if path.is_file() and "__pycache__" not in path.parts:
            origin = Origin.DRIVER if path in drivers or found else Origin.LIBRARY
            yield Source(f"{BESIDE}{path.relative_to(original).as_posix()}", Language.PYTHON, origin, path.read_bytes())


def environment(prepared: Prepared) -> Path:
    """The virtual environment of an original, on this machine."""
    for bind in prepared.binds:
        if bind.target == VENV:
            return bind.source
    raise HarnessError("this original has no virtual environment")


def seen(path: str) -> str:
    """What the source called `path` is called in the view."""
    return f"{DRIVERS}/{path.removeprefix(BESIDE)}" if path.startswith(BESIDE) else f"{VENV}/{LIBRARY}/{path}"


def audited(library: str, installed: Sequence[Distribution]) -> Distribution | None:
    """The distribution that is the library, if one is."""
    wanted = _normal(library)
    for item in installed:
        if _normal(item.name) == wanted:
            return item
    for item in installed:
        if wanted in {_normal(str(path).split("/")[0].removesuffix(".py")) for path in item.files or ()}:
            return item
    return installed[0] if len(installed) == 1 else None


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _modules(distribution: Distribution, site: Path) -> Iterator[Path]:
    for path in distribution.files or ():
        place = Path(str(path.locate()))
        if place.suffix == ".py" and place.is_file() and place.resolve().is_relative_to(site.resolve()):
            yield place
