"""Where a C or C++ library is: the pinned upstream tarball of a Debian source package, or files of this machine, which
are copied into the task."""

from __future__ import annotations

import glob as glob_module
import itertools
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..core.errors import UserError
from ..toolchains.sources import tarball, unpacked
from . import licence
from .debian import newest, package
from .model import Release
from .words import quoted

COMPILED = (".c", ".cc", ".cpp", ".cxx")
HEADERS = (".h", ".hpp", ".hh", ".hxx", ".h++", ".inc", ".inl")
LARGEST = 4 << 20  # bytes of a library that is copied into a task: larger ones want a tarball of their own
LICENCES = ("LICEN[CS]E*", "COPYING*", "licen[cs]e*", "copying*", "License*", "README*")


@dataclass(frozen=True, slots=True)
class Library:
    """`root`: its folder, absolute; `place`: how a build command names that; `named`: how an audit names it; `sources`:
    the lines of task.toml that pin it; `copied`: whether its files go into the task."""

    root: Path
    place: str
    named: str
    sources: str
    copied: bool


def of_debian(name: str, cache: Path, allowed: Sequence[str]) -> tuple[Library, Release]:
    """A Debian source package, fetched, verified and unpacked into the cache."""
    found = package(name)
    source = found.source
    root = unpacked([source], cache)[source.folder].resolve()
    spdx = licence.accepted(f"{name} {found.version}", found.licence or _told(root), allowed)
    pinned = f"""
[[original.sources]]
debian = {quoted(source.debian)}
file = {quoted(source.file)}
sha256 = {quoted(source.sha256)}
folder = {quoted(source.folder)}
"""
    day = newest(tarball(source, cache))
    release = Release(name, found.version, spdx, found.home, day, "the newest file of the tarball: look at the release")
    return Library(root, f"{{sources}}/{source.folder}", source.folder, pinned, False), release


def of_machine(
    headers: Sequence[str], others: Sequence[str], task: str, allowed: Sequence[str]
) -> tuple[Library, Release]:
    """A library on this machine, in the folder that holds its headers and `others`: the sources (globs) and folders
    that were named. It does not say what version it is."""
    for name in headers:
        if not Path(name).is_file():
            raise UserError(f"{name}: no such header", "of a Debian source package: --debian PACKAGE --header REL")
    first = Path(headers[0]).resolve()
    places = [str(Path(name).resolve().parent) for name in headers] + [str(_fixed(name)) for name in others]
    root = Path(os.path.commonpath(places))
    spdx = licence.accepted(str(headers[0]), _told(root) or licence.recognised(_text(first)), allowed)
    release = Release(task, "0.0.0", spdx, "", "", unversioned=True)
    return Library(root, "{original}/library", "original/library", "", True), release


def _fixed(glob: str) -> Path:
    """The folder of a glob before its first wildcard."""
    parts = Path(glob).absolute().parts
    fixed = Path(*itertools.takewhile(lambda part: not set(part) & set("*?["), parts)).resolve()
    return fixed if fixed.is_dir() else fixed.parent


def inside(library: Library, name: str) -> Path:
    """The file or folder of the library that the user names. Raises UserError where there is none."""
    path = (library.root / name if not library.copied else Path(name)).resolve()
    if not path.is_relative_to(library.root):
        raise UserError(f"{name} is not below {library.root}", "name files of one folder")
    if not path.exists():
        near = sorted(p.relative_to(library.root).as_posix() for p in library.root.rglob(Path(name).name))
        raise UserError(f"the library has no {name}", f"there is {', '.join(near[:5])}" if near else "look at its tree")
    return path


def sources(library: Library, headers: Sequence[Path], globs: Sequence[str]) -> list[Path]:
    """What is compiled: what the globs match, else the files named like the headers, beside them or in src/."""
    if not globs:
        stems = {path.stem for path in headers}
        folders = sorted({folder for path in headers for folder in (path.parent, library.root, library.root / "src")})
        near = (path for folder in folders if folder.is_dir() for path in sorted(folder.iterdir()))
        return sorted({path for path in near if path.stem in stems and path.suffix in COMPILED})
    found: set[Path] = set()
    for glob in globs:
        found_by = glob_module.glob(glob, root_dir=None if library.copied else library.root, recursive=True)
        paths = (Path(name) if library.copied else library.root / name for name in found_by)
        matches = {path.resolve() for path in paths if path.is_file()}
        if not matches:
            raise UserError(f"--source {glob} matches no file of the library", f"its folder is {library.root}")
        found |= matches
    return sorted(found)


def copies(library: Library, includes: Sequence[Path], compiled: Sequence[Path]) -> dict[str, bytes]:
    """The files that a task needs of a library on this machine: all headers below the folders that are searched for
    them, those beside the sources, the sources, and the licence. Raises UserError where they are too much to copy."""
    beside = {path for one in compiled for path in one.parent.iterdir()}
    wanted = {path for path in beside.union(*(folder.rglob("*") for folder in includes)) if path.suffix in HEADERS}
    wanted |= {*compiled, *(path for glob in LICENCES[:-1] for path in library.root.glob(glob))}
    paths = sorted(path for path in wanted if path.is_file())
    if (size := sum(path.stat().st_size for path in paths)) > LARGEST:
        why = f"{library.root} would put {size:,} bytes into the task"
        raise UserError(why, "keep the library in a folder of its own")
    return {path.relative_to(library.root).as_posix(): path.read_bytes() for path in paths}


def _told(root: Path) -> str:
    """The licence that the files at the top of the tree tell."""
    paths = [path for glob in LICENCES for path in sorted(root.glob(glob)) if path.is_file()]
    return next((spdx for path in paths if (spdx := licence.recognised(_text(path)))), "")


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")
