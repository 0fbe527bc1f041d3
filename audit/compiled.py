"""The sources of a C or C++ original: every file with executable lines that its build lines compile or include.

A file of the pinned sources is the library's. Of those beside the drivers, a driver is its own, and what is compiled
with it the library's; what is included is the library's only where a task has no pinned sources, for then the library
is there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from ..core.prepared import Prepared
from ..core.task import Task
from ..toolchains.instrumented import everything, instrumented
from ..toolchains.units import Yard, line, yard
from .coverage.gcov import possible
from .model import Language, Origin, Reach, Source

BESIDE, PINNED = "original/", "sources/"  # how paths begin in the folder that build lines run in


def sources(task: Task, prepared: Prepared, cache: Path) -> Iterator[Source]:
    """Every source file, in any order. Raises UserError where the original cannot be built for gcov."""
    place = yard(task, cache)
    drivers = {f"{BESIDE}{p.driver.relative_to(task.folder / 'original').as_posix()}" for p in task.programs}
    compiled = {unit.source for program in task.programs for unit in line(task, program).units}
    for path in reach(place):
        data = located(place, path).read_bytes()
        vendored = path.startswith(BESIDE) and path not in compiled and not task.original.sources
        library = path.startswith(PINNED) or (path in compiled and path not in drivers) or vendored
        yield Source(shown(path), _language(task, path), Origin.LIBRARY if library else Origin.DRIVER, data)


def reach(place: Yard) -> dict[str, Reach]:
    """What can be reached of each file of the build folder: also what no program calls."""
    programs = place.task.programs
    return possible([*everything(place, programs), *(u for p in programs for u in instrumented(place, p).units)])


def shown(path: str) -> str:
    """`Source.path` of a file of the build folder."""
    return path.removeprefix(PINNED)


def built(path: str) -> str:
    """What `Source.path` is in the build folder."""
    return path if path.startswith(BESIDE) else f"{PINNED}{path}"


def located(place: Yard, path: str) -> Path:
    """A file of the build folder on this machine."""
    if path.startswith(BESIDE):
        return place.task.folder / path
    folder, _, rest = path.removeprefix(PINNED).partition("/")
    return place.folders[folder] / rest


def _language(task: Task, path: str) -> Language:
    plain = task.original.toolchain == "gcc" and PurePosixPath(path).suffix in (".c", ".h", ".inc", ".i", ".def")
    return Language.C if plain else Language.CPP
