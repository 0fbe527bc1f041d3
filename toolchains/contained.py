"""Originals of unknown trust, made ready inside the image `originals`: nothing of theirs is run on this machine.

C and C++ are compiled in a container without a network, in a scratch directory laid out as on a host, so that the same
compiler makes the same program. Of Python's distributions only wheels are fetched, which are data; they are unpacked
and compiled in a container as well. What comes back is kept by digest, that of the image among what decides on it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from ..core.canonical import digest
from ..core.case import Case
from ..core.errors import HarnessError, UserError
from ..core.limits import Limits
from ..core.outcome import Outcome
from ..core.pack import TaskProvenance
from ..core.prepared import Bind, Prepared
from ..core.task import Program, Task
from ..core.toolchain import Toolchain
from ..replay.backend import Backend
from ..replay.invocation import Invocation
from ..replay.sandbox import Execution, Sandbox, Target
from . import cpython, gcc, wheels
from .kept import kept
from .sources import unpacked

LIMITS = Limits(
    cpu_ms=gcc.SECONDS * 1000,
    wall_ms=gcc.SECONDS * 1000,
    memory_bytes=4 << 30,
    stdout_bytes=1 << 20,
    stderr_bytes=16 << 20,
    file_bytes=256 << 20,
    scratch_bytes=1 << 30,
    processes=256,
    open_files=1024,
)
ENVIRONMENT = {"PATH": "/usr/bin", "LC_ALL": "C", "SOURCE_DATE_EPOCH": "0"}
JOBS = 4  # compilers at once in one container, at the most


@dataclass(frozen=True, slots=True)
class _Build:
    """One program to compile, plain or with the sanitizers' options, and the command that does it."""

    program: Program
    extra: tuple[str, ...]
    command: tuple[str, ...]


def prepare(task: Task, backend: Backend, cache: Path) -> Prepared:
    """The task's original, made ready in containers of `backend`, to run in them.

    Raises UserError for what the task says, HarnessError for image, engine and network."""
    if task.original.toolchain == "cpython":
        return _installed(task, backend, cache)
    if task.original.toolchain in gcc.COMPILERS:
        return _compiled(task, backend, cache)
    raise UserError(
        f"{task.id}: no toolchain {task.original.toolchain!r} for originals", "there are: cpython, gcc, g++"
    )


def _toolchain(backend: Backend, name: str) -> Toolchain:
    try:
        return backend.toolchains[name]
    except KeyError:
        raise HarnessError(f"the image {backend.image} has no {name}", "images build originals") from None


def _installed(task: Task, backend: Backend, cache: Path) -> Prepared:
    own = _toolchain(backend, "cpython")
    about = cpython.drivers(task)
    venv = wheels.installed(cpython.pinned(task), own, backend, cache)
    return replace(
        about,
        binds=(Bind(venv, cpython.VENV), *about.binds),
        provenance=replace(about.provenance, version=own.version, dependencies=wheels.dependencies(venv)),
    )


def _compiled(task: Task, backend: Backend, cache: Path) -> Prepared:
    compiler = gcc.check(task)
    version = compiler + _toolchain(backend, "gcc").version.removeprefix("gcc")
    builds = tuple(_builds(task))
    keys = [digest([backend.image, gcc.key(task, build.command, version)]) for build in builds]
    with tempfile.TemporaryDirectory(prefix="portproof-contained-") as name:
        made = _Made(task, backend, cache, Path(name))
        paths = [kept(cache / "gcc" / key, partial(made.place, builds, n)) / "program" for n, key in enumerate(keys)]
    plain = {build.program.id: path for build, path in zip(builds, paths, strict=True) if not build.extra}
    checked = {build.program.id: path for build, path in zip(builds, paths, strict=True) if build.extra}
    return Prepared(
        binds=(
            *(Bind(path, f"{gcc.BIN}/{program}") for program, path in plain.items()),
            *(Bind(path, f"{gcc.SANITIZED}/{program}") for program, path in checked.items()),
        ),
        argv={program: (f"{gcc.BIN}/{program}",) for program in plain},
        environment={},
        provenance=TaskProvenance(
            task=task.id,
            toolchain=compiler,
            version=version,
            dependencies={source.file: f"sha256:{source.sha256}" for source in task.original.sources},
            build=task.original.build,
        ),
        sanitized={program: (f"{gcc.SANITIZED}/{program}",) for program in checked},
        native=True,
    )


def _builds(task: Task) -> Iterator[_Build]:
    for extra in ((), gcc.SANITIZE):
        for program in task.programs:
            first, *rest = gcc.words(task, program)
            yield _Build(program, extra, (first, *extra, *rest))


class _Made:
    """What one container compiled: all builds of a task at once, when the first of them is wanted."""

    def __init__(self, task: Task, backend: Backend, cache: Path, scratch: Path) -> None:
        self._task, self._backend, self._cache, self._scratch = task, backend, cache, scratch
        self._outcomes: dict[int, Outcome] = {}

    def place(self, builds: Sequence[_Build], number: int, folder: Path) -> None:
        """Writes the program of build `number` into `folder`. Raises UserError where it does not build."""
        if not self._outcomes:
            self._outcomes = compile_all(self._task, builds, self._backend, self._cache, self._scratch)
        build, outcome = builds[number], self._outcomes[number]
        what, said = f"{self._task.id}/{build.program.id}", " ".join(build.command)
        if outcome.limit is not None:
            raise UserError(f"{what}: {build.command[0]} hits the limit of {outcome.limit} of a build in a container")
        if outcome.exit != 0:
            log = (outcome.stderr.data or b"").decode("utf-8", "replace").splitlines()[: gcc.LOG_LINES]
            raise UserError(f"{what} does not build with {said}:\n" + "\n".join(log))
        data = dict(outcome.files).get(gcc.OUTPUT)
        if data is None or data.data is None:
            raise UserError(f"{what}: {said} writes no {{output}}")
        (folder / "program").write_bytes(data.data)
        (folder / "program").chmod(0o755)


def compile_all(
    task: Task, builds: Sequence[_Build], backend: Backend, cache: Path, scratch: Path
) -> dict[int, Outcome]:
    """The outcome of each compiler, by its place in `builds`. What it reads is written beside it, for it alone."""
    gcc.lay_out(scratch, task, unpacked(task.original.sources, cache))
    files = tuple(_files(scratch))
    compiler = task.original.toolchain
    walls = Sandbox((), {compiler: Target((f"/usr/bin/{compiler}",))}, ENVIRONMENT, LIMITS, Execution.VIEW, proc=True)
    asked = []
    for build in builds:
        words = tuple(os.fsencode(word) for word in build.command[1:])
        case = Case(task.id, build.program.id, words, files=files)
        asked.append(Invocation(case, compiler, outputs=(gcc.OUTPUT,)))
    numbers = {id(invocation): number for number, invocation in enumerate(asked)}
    with backend.open(walls, min(JOBS, len(os.sched_getaffinity(0)), len(asked))) as session:
        return {numbers[id(invocation)]: outcome for invocation, outcome in session.replay(asked)}


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """What `lay_out` made, its links followed; those inside of sources lead nowhere else, or would not be there."""
    for here, folders, names in os.walk(folder, followlinks=True):
        folders.sort()
        for name in sorted(names):
            path = Path(here, name)
            if path.is_file():
                yield path.relative_to(folder).as_posix(), path.read_bytes()
