"""The proof of an image: each toolchain's echo program runs in it, and no foreign runtime is there to be called."""

from __future__ import annotations

import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from ...core.case import Case
from ...core.errors import HarnessError
from ...core.limits import Limits
from ...core.outcome import Outcome
from ...replay.docker import DockerBackend, backend
from ...replay.docker_engine import asking, connect
from ...replay.docker_files import Pieces
from ...replay.docker_image import Inside
from ...replay.invocation import Invocation
from ...replay.sandbox import Execution, Mount, Sandbox, Target
from .. import cpython, gcc, selftest
from .catalogue import Image

ENVIRONMENT = {"LANG": "C.UTF-8", "TZ": "UTC", "PATH": "/usr/bin"}
COMPILING = Limits(cpu_ms=60_000, wall_ms=120_000, processes=64, scratch_bytes=64 << 20)


@dataclass(frozen=True, slots=True)
class Verified:
    """What holds of an image: the toolchains that echo in it, the walls around them, how many files it has, and which
    of them should not be there."""

    reference: str
    echoes: tuple[str, ...]
    walls: tuple[str, ...]
    files: int
    foreign: tuple[str, ...]


def verify(image: Image) -> Verified:
    """Proves `image`. Raises HarnessError when an echo program does not echo, the image or the engine is not there."""
    behind = backend(image.name)
    files, foreign = contents(behind.inside, image.absent)
    walls: tuple[str, ...] = ()
    with tempfile.TemporaryDirectory(prefix="portproof-verify-") as name:
        for toolchain in image.toolchains:
            walls = _echoes(toolchain, behind, Path(name))
    versions = tuple(titled(name, found.version) for name, found in behind.toolchains.items())
    return Verified(behind.inside.reference, versions, walls, files, foreign)


def titled(name: str, version: str) -> str:
    """A toolchain for a person to read: most say their name themselves."""
    return version if version.lower().startswith(name) else f"{name} {version}"


def contents(inside: Inside, absent: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """How many files an image has, and the paths of those whose name matches one of `absent`. Raises HarnessError."""
    client = connect()
    try:
        with asking(f"read the files of {inside.reference}"):
            container = client.create_container(inside.identifier, command=["/none"])["Id"]
            try:
                return _matching(client.export(container), absent)
            finally:
                client.remove_container(container, v=True, force=True)
    finally:
        client.close()


def _matching(pieces: Iterator[bytes], absent: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    files = 0
    foreign: list[str] = []
    with tarfile.open(fileobj=Pieces(pieces), mode="r|", bufsize=1 << 20) as tar:
        for member in tar:
            if member.isdir():
                continue
            files += 1
            name = PurePosixPath(member.name).name
            program = member.mode & 0o111 or ".so" in name
            if program and any(fnmatchcase(name, pattern) for pattern in absent):
                foreign.append(f"/{member.name}")
    return files, tuple(sorted(foreign))


def _echoes(toolchain: str, behind: DockerBackend, place: Path) -> tuple[str, ...]:
    if toolchain == "node":
        return selftest.echo_node(behind)
    if toolchain == "rust":
        return selftest.echo_rust(behind, place / "cache")
    if toolchain == "cpython":
        return _python(behind, place)
    return _compiled(behind, place)


def _python(behind: DockerBackend, place: Path) -> tuple[str, ...]:
    program = place / "echo.py"
    program.write_text(cpython.ECHO, encoding="utf-8")
    executable = str(behind.toolchains["cpython"].executable)
    target = Target((executable, "-I", "-B", "-X", "utf8", "/original/echo.py"))
    return _checked("cpython", behind, Mount(program, "/original/echo.py"), target)


def _compiled(behind: DockerBackend, place: Path) -> tuple[str, ...]:
    """C and C++: compiled in one container, run in another."""
    walls: tuple[str, ...] = ()
    for compiler, source, text in (("gcc", "echo.c", gcc.ECHO_C), ("g++", "echo.cpp", gcc.ECHO_CPP)):
        folder = place / compiler
        folder.mkdir()
        (folder / source).write_text(text, encoding="utf-8")
        target = Target((f"/usr/bin/{compiler}", "-o", "/build/echo", f"/build/{source}"))
        mount = Mount(folder, "/build", writable=True)
        sandbox = Sandbox((mount,), {"echo": target}, ENVIRONMENT, COMPILING, Execution.VIEW, proc=True)
        with behind.open(sandbox, 1) as session:
            for _, outcome in session.replay([Invocation(Case("", "echo"), "echo")]):
                if outcome.exit != 0:
                    raise HarnessError(f"{compiler} in {behind.inside.reference} compiles nothing: {_said(outcome)}")
        walls = _checked(compiler, behind, Mount(folder / "echo", "/original/echo"), Target(("/original/echo",)))
    return walls


def _checked(name: str, behind: DockerBackend, mount: Mount, target: Target) -> tuple[str, ...]:
    sandbox = Sandbox((mount,), {"echo": target}, ENVIRONMENT)
    with behind.open(sandbox, 1) as session:
        invocation = Invocation(Case("", "echo", stdin=selftest.MESSAGE), "echo")
        for _, outcome in session.replay([invocation]):
            if outcome.exit != 0 or outcome.stdout.data != selftest.MESSAGE:
                raise HarnessError(f"{name} does not echo its stdin in {behind.inside.reference}: {_said(outcome)}")
    return session.walls


def _said(outcome: Outcome) -> str:
    text = (outcome.stderr.data or b"")[-400:].decode("utf-8", "backslashreplace").strip()
    return f"exit {outcome.exit}, signal {outcome.signal}, limit {outcome.limit}; {text}"
