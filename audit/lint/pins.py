"""Where an original comes from: requirements that pin the closure and no more, a licence that is known, a day of
release that has passed."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator

from ...core.errors import InputError, PortproofError
from ...core.task import Task
from ...suite.licence import Terms, terms
from ...suite.lines import key_lines, line_of
from ...toolchains import cpython
from ...toolchains.requirements import Pinned, read
from .lint import Place, Remark

SECONDS = 120
OLDEST = 1980  # no library that is ported today was released before; 1970-01-01 is what tools write for no day


def remarks(task: Task, place: Place) -> Iterator[Remark]:
    """Remarks on where the task's original comes from."""
    path = task.folder / "task.toml"
    lines = key_lines(path.read_text(encoding="utf-8"))
    kind = terms(task.licence)
    if kind is not Terms.PERMISSIVE:
        said = "is no SPDX identifier known here" if kind is Terms.UNKNOWN else "is a copyleft licence"
        yield place.remark(
            "licence", path, f"{task.licence or 'an empty licence'} {said}", line_of(lines, ("licence",))
        )
    if task.released > place.today:
        said = f"released {task.released}, which has not come yet"
        yield place.remark("released", path, said, line_of(lines, ("released",)))
    if task.released.year < OLDEST:
        said = f"released {task.released} stands for a day that is not known"
        yield place.remark("undated", path, said, line_of(lines, ("released",)))
    if task.original.requirements is not None:
        yield from _pins(task, place)


def _pins(task: Task, place: Place) -> Iterator[Remark]:
    path = task.original.requirements
    assert path is not None
    try:
        pinned = read(path)
    except InputError as error:
        for one in error.mistakes:
            yield place.remark("pins", path, one.message, one.line)
        return
    named = {_normal(one.name): one for one in pinned}
    library = named.get(_normal(task.library))
    if library is None and pinned:
        yield place.remark("unpinned-library", path, f"{task.library} is not among the pinned distributions")
    elif library is not None and library.version != task.version:
        said = f"pins {library.name} {library.version}, but task.toml says version {task.version}"
        yield place.remark("pins", path, said, _line(path.read_text(encoding="utf-8"), library.name))
    if place.originals and pinned:
        yield from _closure(task, pinned, place)


def _closure(task: Task, pinned: tuple[Pinned, ...], place: Place) -> Iterator[Remark]:
    """What pip says is missing where just these are installed."""
    path = task.original.requirements
    assert path is not None
    try:
        venv = cpython.installed(pinned, place.cache)
        command, environment = cpython.pip_command()
        words = [*command, "--python", str(venv / "bin" / "python"), "check", "--disable-pip-version-check"]
        said = subprocess.run(
            words, env=environment, capture_output=True, text=True, check=False, timeout=SECONDS
        )  # exits 1 where something is missing
    except (PortproofError, OSError, subprocess.TimeoutExpired) as error:
        first = str(error).split("\n")[0]
        yield place.remark("not-looked", path, f"whether it is a closure was not looked at: {first}")
        return
    text = path.read_text(encoding="utf-8")
    for line in said.stdout.splitlines() if said.returncode else ():
        yield place.remark("pins", path, line.rstrip("."), _line(text, line.split()[0]))


def _line(text: str, name: str) -> int:
    """The line that pins a distribution."""
    wanted = _normal(name)
    for number, line in enumerate(text.split("\n"), 1):
        if _normal(re.split(r"[=\s]", line, maxsplit=1)[0]) == wanted:
            return number
    return 0


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
