"""Submissions as RepoZero's agents leave them. SOURCE may be the repository, output/, a model's folder or packages/.

output/<model>/packages/<lib>/testN_pkg/…    the whole tree, or only what the entry imports
output/<model>/testfiles/<lib>/testN.mjs     the entry, where the package has none; it imports ../../packages/…"""

from __future__ import annotations

import shutil
from pathlib import Path

from ..core.errors import Mistake
from .instances import Instance
from .intake import Intake, copy

PACKAGE = "_pkg"
OUTPUTS = ("", "Py2JS/output", "output", "Py2JS/output_mini", "Py2JS/output_loop", "Py2JS/output_loop_mini",
           "C2Rust/CppLarge/output_large", "output_large", "C2Rust/output", "C2Rust/output_mini")  # fmt: skip
UP, DOWN = "../../packages/", "./packages/"


def models(source: Path) -> dict[str, Path]:
    """Each model's folder, the one that holds `packages` or libraries, by its name; empty where there is none."""
    if source.name in ("packages", "testfiles"):
        return {source.parent.name: source.parent}
    if _holds(source):
        return {source.name: source}
    for name in OUTPUTS:
        place = source / name
        if place.is_dir() and (found := {p.name: p for p in sorted(place.iterdir()) if p.is_dir() and _holds(p)}):
            return found
    return {}


def _holds(folder: Path) -> bool:
    return any((folder / name).is_dir() for name in ("packages", "testfiles")) or any(folder.glob(f"*/*{PACKAGE}"))


def take(model: str, folder: Path, intake: Intake) -> None:
    """Take in everything of one model."""
    packages = folder / "packages" if (folder / "packages").is_dir() else folder
    done: set[str] = set()
    for path in sorted(packages.glob(f"*/*{PACKAGE}")):
        if path.is_symlink() or not path.is_dir():
            continue
        shown = path.relative_to(folder).as_posix()
        instance = intake.index.driver(path.parent.name, _stem(path))
        if isinstance(instance, str):
            intake.refused.append(Mistake(f"{model}/{shown}", 0, instance))
        elif (entry := folder / "testfiles" / path.parent.name / f"{_stem(path)}.mjs").is_file() and not (
            path / entry.name
        ).exists():
            _split(model, path, entry, shown, instance, intake)
            done.add(instance.folder)
        elif _tree(model, path, shown, instance, intake):
            done.add(instance.folder)
    for path in sorted((folder / "testfiles").glob("*/*")) if (folder / "testfiles").is_dir() else ():
        if path.suffix not in (".mjs", ".rs") or path.is_symlink() or not path.is_file():
            continue
        instance = intake.index.driver(path.parent.name, path.stem)
        if not isinstance(instance, str) and instance.folder not in done:
            _lone(model, path, path.relative_to(folder).as_posix(), instance, intake)


def _stem(package: Path) -> str:
    return package.name.removesuffix(PACKAGE)


def _split(model: str, package: Path, entry: Path, shown: str, instance: Instance, intake: Intake) -> None:
    """An entry in testfiles/ and its modules in packages/: they keep their places to each other within one tree."""
    staging = intake.staging()
    inner = staging / "packages" / package.parent.name / package.name
    inner.mkdir(parents=True)
    notes = list(copy(package, inner, native=False))
    if entry.is_symlink():
        notes.append(f"testfiles/{entry.name} left out: a link")
    else:
        content = entry.read_bytes()
        (staging / entry.name).write_bytes(content.replace(UP.encode(), DOWN.encode()))
        changed = f", where {UP} is {DOWN} now" if UP.encode() in content else ""
        notes.append(f"the entry is that of testfiles/{changed}")
    intake.accept(model, 1, instance, staging, f"{model}/{shown}", notes)


def _tree(model: str, path: Path, shown: str, instance: Instance, intake: Intake) -> bool:
    staging = intake.staging()
    native = instance.task.original.toolchain != "cpython"
    notes = list(copy(path, staging, native))
    return intake.accept(model, 1, instance, staging, f"{model}/{shown}", notes)


def _lone(model: str, path: Path, shown: str, instance: Instance, intake: Intake) -> None:
    staging = intake.staging()
    shutil.copyfile(path, staging / path.name)
    intake.accept(model, 1, instance, staging, f"{model}/{shown}", ["taken alone: there is no package of it"])
