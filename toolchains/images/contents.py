"""What goes into an image that is made from this host: a list of files, nothing else. No shell, no package manager.

Paths are those that the walls of the other tiers show (`/toolchain/node`, `/toolchain/rust`), so that a program cannot
tell from a path where it runs. `/lib`, `/lib64` and `/bin` are links into `/usr`, whatever the host does."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from ...core.errors import HarnessError
from ...core.prepared import Bind
from .. import cpython, node, rust
from ..libraries import closure

MERGED = ("/lib", "/lib32", "/lib64", "/bin", "/sbin")
FOLDERS = ("/toolchain", "/usr", "/lib", "/lib64")
LINKS = {name.lstrip("/"): f"usr{name}" for name in MERGED}
# Start files and libraries of the C library: what a linker may ask for by name.
LINKED = (
    *("*crt*.o", "lib[cm].so*", "lib[cm].a", "libm-*.a", "libmvec*", "libc_nonshared.a", "ld-linux*.so*"),
    *(f"lib{name}.[as]*" for name in ("dl", "pthread", "rt", "util", "anl", "resolv", "gcc_s")),
)
# Of gcc's own folder: to link, not to compile. Without cc1 the driver `cc` can make no program from C.
LINKER = ("crt*.o", "libgcc*", "collect2", "lto-wrapper", "liblto_plugin.so")
# Of Python's library: neither its tests and graphical programs, nor what is there to build Python again.
LEFT_OUT = ("test", "tests", "idlelib", "turtledemo", "tkinter", "ensurepip", "config-*", "__pycache__", "*-packages")
# Of /usr/include: the C and C++ libraries' own folders and the kernel's, whatever else is installed on the host.
HEADERS = ("c++", "*-linux-gnu", "linux", "asm*", "arpa", "net*", "rpc", "protocols", "scsi", "sys", "bits", "gnu")


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """One file of an image: the relative path there, and what it is a copy of, or the target of a symbolic link."""

    path: str
    source: Path | None = None
    link: str = ""


def entries(name: str, scratch: Path) -> tuple[Entry, ...]:
    """The files of image `name`, sorted. Files that have to be made first are made in `scratch`.

    Raises HarnessError when the host lacks a toolchain."""
    found: dict[str, Entry] = {}
    for bind in _binds(name, scratch):
        for entry in _files(bind):
            found.setdefault(entry.path, entry)
    for path, target in LINKS.items():
        if any(other.startswith(f"{target}/") for other in found):
            found[path] = Entry(path, link=target)
    return tuple(entry for _, entry in sorted(found.items()))


def provided(name: str, inside: Iterable[Entry]) -> tuple[str, ...]:
    """The folders and files of image `name` that hold its toolchains, given what is inside of it."""
    tops = {entry.path.split("/")[0] for entry in inside}
    folders = tuple(path for path in FOLDERS if path[1:] in tops)
    if name != "originals":
        return folders
    own = (bind.target for bind in cpython.interpreter_binds(Path("/nonexistent")))
    return (*folders, *(path for path in own if not path.startswith(folders)))


def _binds(name: str, scratch: Path) -> Iterable[Bind]:
    if name == "py2js":
        return node.find().binds
    if name == "c2rust":
        return (*rust.find().binds, *_rust())
    return (*_cpython(scratch), *_gcc())


def _rust() -> Iterator[Bind]:
    """cargo and rustc with their libraries, the standard library, and of the C compiler what links."""
    host, programs = rust.find().details["host"], []
    for bind in rust.build_binds():
        if bind.target == rust.SYSROOT:
            for part in ("bin/cargo", "bin/rustc", f"lib/rustlib/{host}"):
                yield Bind(bind.source / part, f"{rust.SYSROOT}/{part}")
            for library in sorted((bind.source / "lib").glob("*.so*")):
                yield Bind(library, f"{rust.SYSROOT}/lib/{library.name}")
        elif bind.source.is_dir():
            inside = LINKER if (bind.source / "collect2").is_file() else LINKED
            programs += [path for path in (bind.source / name for name in LINKER) if path.is_file()]
            yield from _chosen(bind.source, bind.target, inside)
        elif bind.target != "/usr/bin/as":
            programs.append(bind.source)
            yield bind
    sysroot = rust.find().executable.parent.parent.resolve()
    programs += [sysroot / "bin" / name for name in ("cargo", "rustc")]
    yield from (bind for bind in closure(programs) if not bind.source.is_relative_to(sysroot))


def _cpython(scratch: Path) -> Iterator[Bind]:
    """The interpreter at its real place, its libraries, and its standard library compiled once, without its tests."""
    for bind in cpython.interpreter_binds(Path("/nonexistent")):
        if not bind.source.is_dir():
            yield bind
            continue
        copy = scratch / bind.target.lstrip("/")
        left_out = shutil.ignore_patterns(*LEFT_OUT)
        shutil.copytree(bind.source, copy, ignore=left_out, ignore_dangling_symlinks=True)
        # In a process of its own: what is written of a constant depends on who else holds it in the one that compiles.
        # By the digest of its source, unchecked: the time of a file is nothing in an image.
        command = [str(cpython.executable()), "-S", "-s", "-m", "compileall", "-qq", "-s", str(scratch), "-p", "/"]
        command += ["--invalidation-mode", "unchecked-hash", str(copy)]
        subprocess.run(command, env={"PYTHONHASHSEED": "0"}, check=False)
        yield Bind(copy, bind.target)


def _gcc() -> Iterator[Bind]:
    """gcc and g++ whole: headers, compilers, linker, sanitizers."""
    inside: list[Path] = []
    for compiler in ("gcc", "g++"):
        path = shutil.which(compiler)
        if path is None:
            raise HarnessError(f"{compiler} is not on PATH", f"install {compiler}: it is part of the image `originals`")
        yield Bind(Path(path).resolve(), f"/usr/bin/{compiler}")
        inside.append(Path(path))
    for header in sorted(Path("/usr/include").iterdir()):
        if header.is_file() or any(fnmatch(header.name, pattern) for pattern in HEADERS):
            yield Bind(header, str(header))
    for bind in rust.build_binds():
        if bind.source.is_dir() and bind.target != rust.SYSROOT:
            if (bind.source / "collect2").is_file():
                yield bind
                inside += [path for path in sorted(bind.source.rglob("*")) if path.is_file() and _program(path)]
            else:
                yield from _chosen(bind.source, bind.target, (*LINKED, "libstdc++*", "lib*san.*"))
        elif bind.source.is_file():
            yield bind
    for program in ("ld", "as"):
        if path := shutil.which(program):
            yield Bind(Path(path).resolve(), f"/usr/bin/{program}")
            inside.append(Path(path))
    yield from closure(inside)


def _chosen(folder: Path, target: str, patterns: Iterable[str]) -> Iterator[Bind]:
    wanted = tuple(patterns)
    for path in sorted(folder.iterdir()):
        if path.is_file() and any(fnmatch(path.name, pattern) for pattern in wanted):
            yield Bind(path, f"{target}/{path.name}")


def _program(path: Path) -> bool:
    if not (path.stat().st_mode & stat.S_IXUSR or ".so" in path.name):
        return False
    with path.open("rb") as stream:
        return stream.read(4) == b"\x7fELF"


def _files(bind: Bind) -> Iterator[Entry]:
    """Every regular file below a bind, links followed, at its path in the image."""
    if not bind.source.is_dir():
        yield Entry(_path(bind.target), bind.source.resolve())
        return
    for folder, folders, files in os.walk(bind.source, followlinks=True):
        folders.sort()
        for name in sorted(files):
            path = Path(folder, name)
            if path.is_file():
                yield Entry(_path(f"{bind.target}/{path.relative_to(bind.source)}"), path.resolve())


def _path(target: str) -> str:
    """Where a target of the host is in an image, whose /lib and /bin are links into /usr."""
    merged = any(target.startswith(f"{name}/") for name in MERGED)
    return f"usr{target}" if merged else target.lstrip("/")
