"""Find a RepoZero data set on disk: the folder of libraries, their drivers, the files of rows. It reads no row."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from ..core.errors import UserError
from ..suite.cases import path_problem
from .shape import Shape

SKIPPED = frozenset({"__pycache__", "node_modules", "target", "build", "dist"})  # never a part of an original
MAX_FILE = 16 << 20
MAX_LIBRARY = 256 << 20
ELF = b"\x7fELF"


@dataclass(frozen=True, slots=True)
class DataSet:
    """`drivers` are paths below `folder`, as rows name them; `case_files` are read in this order.
    `unread` are other files of lines in the same place."""

    root: Path
    folder: Path
    drivers: tuple[str, ...]
    case_files: tuple[Path, ...]
    unread: tuple[Path, ...] = ()

    def shown(self, path: Path) -> str:
        """How a file is named in messages and in the notes of where rows came from."""
        try:
            return path.relative_to(self.root).as_posix()
        except ValueError:
            return "/".join(path.parts[1:][-3:])

    def driver(self, name: str, shape: Shape) -> str:
        """Why a row cannot name the driver `name`, or an empty string."""
        if path_problem(name) or len(PurePosixPath(name).parts) < 2:
            return f"the driver {name[:80]!r} is no path of the form library/file"
        if not name.endswith(shape.suffix):
            return f"the driver {name[:80]!r} does not end in {shape.suffix}"
        if not _plain(self.folder, name):
            return f"there is no driver {name[:80]}"
        return ""


def dataset(source: Path, shape: Shape, cases: Sequence[Path] = ()) -> DataSet:
    """The data set at `source`. `cases` replaces the files of rows that are found; a folder stands for its files.

    Raises UserError when there are no drivers or no rows."""
    root = source.resolve()
    if not root.is_dir():
        raise UserError(f"{source}: no such folder", "give the folder of RepoZero's repository or of its data set")
    for name in shape.drivers:
        found = _drivers(root / name, shape)
        if found or (name and any((root / name).glob(f"*/**/*{shape.suffix}"))):
            folder = (root / name).resolve()
            break
    else:
        looked = " or ".join(f"{name or '.'}/" for name in shape.drivers)
        raise UserError(
            f"{source}: no driver here (testN{shape.suffix} in a library's folder below {looked})",
            "import what was downloaded whole, or give the folder that holds one folder per library",
        )
    files, unread = (_given(cases), ()) if cases else _searched(root, shape)
    if not files:
        looked = " or ".join(f"{name or '.'}/" for name in shape.cases)
        raise UserError(f"{source}: no file {shape.case_file} below {looked}", "name the files of rows with --cases")
    return DataSet(root, folder, found, files, unread)


def _drivers(folder: Path, shape: Shape) -> tuple[str, ...]:
    if not folder.is_dir():
        return ()
    found: set[str] = set()
    for library in sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith(".")):
        for place in shape.places:
            if not _utf8(library.name):
                continue  # no row can name it
            for path in (library / place).glob(f"*{shape.suffix}") if (library / place).is_dir() else ():
                name = path.relative_to(folder).as_posix()
                if shape.driver.fullmatch(path.name) and _plain(folder, name):
                    found.add(name)
    return tuple(sorted(found))


def _utf8(name: str) -> bool:
    return name.encode("utf-8", "replace").decode() == name


def _plain(folder: Path, name: str) -> bool:
    """Whether `name` is a regular file that is reached without a link."""
    path = folder
    for part in PurePosixPath(name).parts:
        path = path / part
        if path.is_symlink():
            return False
    return path.is_file()


def _given(cases: Sequence[Path]) -> tuple[Path, ...]:
    found: list[Path] = []
    for path in cases:
        if path.is_dir():
            found += sorted(path.glob("*.jsonl"))
        elif path.is_file():
            found.append(path)
        else:
            raise UserError(f"{path}: no such file or folder", "--cases names files of rows")
    return tuple(dict.fromkeys(path.resolve() for path in found))


def _searched(root: Path, shape: Shape) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """The files of rows, and other files of lines beside them."""
    for name in shape.cases:
        place = (root / name).resolve()
        if place.is_dir():
            lines = sorted(place.glob("*.jsonl") if not name else place.rglob("*.jsonl"))
            found = [p for p in lines if fnmatchcase(p.name, shape.case_file) and p.is_file() and not p.is_symlink()]
            found = [path for path in found if _whole(path) not in found]
            if found:
                return tuple(found), tuple(path for path in lines if path not in found)
    return (), ()


def _whole(path: Path) -> Path:
    """The file that a `…_filtered.jsonl` was filtered from: its rows are all there, and would count twice."""
    stem = path.stem.removesuffix("_filtered")
    return path.with_name(f"{stem}.jsonl") if stem != path.stem else path.parent


def original_files(library: Path) -> tuple[list[str], list[tuple[str, str]]]:
    """The files of a library's folder that make the original, and those that are left out, each with the reason."""
    taken: list[str] = []
    left: list[tuple[str, str]] = []
    size = 0
    for where, folders, files in os.walk(library, followlinks=False):
        here = Path(where)
        for name in sorted(folders):
            path = here / name
            if path.is_symlink() or name in SKIPPED or name.startswith("."):
                left.append((path.relative_to(library).as_posix() + "/", "link" if path.is_symlink() else "not source"))
        folders[:] = sorted(
            n for n in folders if n not in SKIPPED and not n.startswith(".") and not (here / n).is_symlink()
        )
        for name in sorted(files):
            path = here / name
            shown = path.relative_to(library).as_posix()
            why = _unfit(path)
            if not why and (size := size + path.stat().st_size) > MAX_LIBRARY:
                why = f"past {MAX_LIBRARY >> 20} MiB of the library"
            if why:
                left.append((shown, why))
            else:
                taken.append(shown)
    return taken, left


def _unfit(path: Path) -> str:
    if path.is_symlink() or not path.is_file():
        return "no regular file"
    try:
        path.name.encode("utf-8")
    except UnicodeEncodeError:
        return "its name is not UTF-8"
    if path.suffix in (".pyc", ".o"):
        return "compiled"
    if path.stat().st_size > MAX_FILE:
        return f"larger than {MAX_FILE >> 20} MiB"
    with path.open("rb") as stream:
        return "an executable or a library of the machine" if stream.read(4) == ELF else ""
