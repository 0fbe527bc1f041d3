"""A build line taken apart: one object for each source file that it names, then one link. It makes the same program as
the line itself does, but a change of one file costs the compilation of that file only.

Flags keep their order; what only a linker or only a compiler understands is given to both, as the line does. Objects
are kept by all that they follow from, so that programs of a task share the library's."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ..core.canonical import sha256
from ..core.errors import UserError
from ..core.task import Program, Task
from . import gcc
from .kept import kept
from .sources import unpacked

SUFFIXES = frozenset({".c", ".cc", ".cp", ".cpp", ".cxx", ".c++", ".C", ".s", ".S", ".i", ".ii"})
# gcc's options whose value is the next word (gcc.opt, "Separate")
SEPARATE = frozenset(
    (
        *("-o", "-I", "-D", "-U", "-L", "-l", "-x", "-u", "-z", "-T", "-e", "-h", "-A", "-F", "-G", "-MF", "-MT"),
        *("-MQ", "-arch", "-aux-info", "-dumpbase", "-dumpdir", "-idirafter", "-imacros", "-include", "-iprefix"),
        *("-iquote", "-isysroot", "-isystem", "-iwithprefix", "-iwithprefixbefore", "-Xassembler", "-Xlinker"),
        *("-Xpreprocessor", "--param", "-wrapper", "-specs"),
    )
)
QUIET = ("-w", "-g0")  # warnings and debug information change no code; a build line may turn the former into errors
SECONDS = 120  # for one file: the largest take a few


@dataclass(frozen=True, slots=True)
class Unit:
    """One source file of a build line: its path in the build folder, the command without `-c`, input and output."""

    source: str
    command: tuple[str, ...]

    @property
    def name(self) -> str:
        """A name for its object that no other unit of its line has."""
        return f"{sha256(self.source.encode())[:8]}-{PurePosixPath(self.source).stem}"


@dataclass(frozen=True, slots=True)
class Line:
    """A build line: its units, and the words of the link, in which a unit's source stands for its object."""

    units: tuple[Unit, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Yard:
    """What it takes to build programs of a task: its sources, unpacked, and a cache."""

    task: Task
    folders: Mapping[str, Path]
    cache: Path


@dataclass(frozen=True, slots=True)
class Object:
    """A compiled unit: its folder has `<name>.o` and whatever else the compiler wrote. `includes`: the files of the
    build folder that went into it, the source among them."""

    unit: Unit
    folder: Path
    includes: frozenset[str]

    @property
    def path(self) -> Path:
        """The object file."""
        return self.folder / f"{self.unit.name}.o"


def yard(task: Task, cache: Path) -> Yard:
    """Raises what `sources.unpacked` raises."""
    return Yard(task, unpacked(task.original.sources, cache), cache)


def line(task: Task, program: Program) -> Line:
    """The build line of one program, taken apart. Raises UserError where it names no source file."""
    words = gcc.words(task, program)
    sources, flags, link = [], [words[0]], [words[0]]
    rest = iter(words[1:])
    for word in rest:
        value = (next(rest, ""),) if word in SEPARATE else ()
        if word == "-o" or word == f"-o{gcc.OUTPUT}":
            continue
        if word.startswith("-"):
            flags += [word, *value]
            link += [] if word == "-x" else [word, *value]
        else:
            link.append(word)
            if PurePosixPath(word).suffix in SUFFIXES:
                sources.append(word)
    if not sources:
        raise UserError(f"{program.key}: the build line names no source file")
    return Line(tuple(Unit(source, tuple(flags)) for source in dict.fromkeys(sources)), tuple(link))


def compiled(yard: Yard, unit: Unit, extra: Sequence[str] = ()) -> Object:
    """The unit's object, from the cache or compiled now, with `extra` after the line's own flags."""
    command = _command(unit, extra)

    def make(folder: Path) -> None:
        with tempfile.TemporaryDirectory(prefix="portproof-unit-") as name:
            place = Path(name) / "build"
            gcc.lay_out(place, yard.task, yard.folders)
            gcc.run(command, place, unit.source)
            for path in place.glob(f"{unit.name}.*"):
                shutil.move(path, folder / path.name)

    folder = kept(yard.cache / "gcc" / gcc.key(yard.task, command), make)
    return Object(unit, folder, _includes((folder / f"{unit.name}.d").read_text(encoding="utf-8")))


def changed(yard: Yard, unit: Unit, path: str, data: bytes, extra: Sequence[str] = ()) -> bytes:
    """The unit's object when the file `path` of the build folder has other bytes. Raises UserError where it does not
    compile."""
    with tempfile.TemporaryDirectory(prefix="portproof-unit-") as name:
        place = Path(name) / "build"
        gcc.lay_out(place, yard.task, yard.folders)
        _replace(place, PurePosixPath(path), data)
        gcc.run(_command(unit, extra), place, unit.source, SECONDS)
        return (place / f"{unit.name}.o").read_bytes()


def linked(yard: Yard, line: Line, objects: Mapping[str, Path], program: Path, extra: Sequence[str] = ()) -> None:
    """Links `program` of one object by source; it appears whole or not at all. Raises UserError where it does not."""
    words = [str(objects.get(word, word)) for word in line.words]
    program.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".linking-", dir=program.parent) as name:
        place = Path(name) / "build"
        gcc.lay_out(place, yard.task, yard.folders)
        gcc.run([*words, *extra, "-o", gcc.OUTPUT], place, f"{yard.task.id}/{program.name}", SECONDS)
        (place / gcc.OUTPUT).chmod(0o755)
        os.replace(place / gcc.OUTPUT, program)


def _command(unit: Unit, extra: Sequence[str]) -> tuple[str, ...]:
    name = unit.name
    return (*unit.command, *extra, *QUIET, "-MD", "-MF", f"{name}.d", "-c", unit.source, "-o", f"{name}.o")


def _includes(rule: str) -> frozenset[str]:
    """The relative paths of a rule that -MD wrote: those of the build folder, not of the system."""
    _, _, right = rule.replace("\\\n", " ").partition(":")
    paths = (path.replace("\\ ", " ") for path in re.findall(r"(?:\\ |\S)+", right))
    return frozenset(os.path.normpath(path) for path in paths if not path.startswith("/"))


def _replace(place: Path, path: PurePosixPath, data: bytes) -> None:
    """Gives the file `path` below `place` other bytes: links on its way become folders of links."""
    folder = place
    for part in path.parts[:-1]:
        folder = folder / part
        if folder.is_symlink():
            real = folder.resolve()
            folder.unlink()
            folder.mkdir()
            for entry in real.iterdir():
                (folder / entry.name).symlink_to(entry)
    target = place / path
    target.unlink()
    target.write_bytes(data)
