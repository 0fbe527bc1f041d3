"""Trees of strangers put together as submissions: one folder per model and attempt, as `suite.submission` reads them.

Nothing is executed, and nothing in a tree is changed in silence: what is left out or added is a note."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import tomlkit

from ..core.errors import Mistake
from ..core.task import Suite
from ..suite.tree import entries
from .adapting import adapted
from .archives import CAPS, path_problem
from .instances import Index, Instance
from .report import SHOWN

SKIPPED = frozenset({".git", ".hg", ".svn", "target"})
ELF = b"\x7fELF"
MAX_NAME = 80
STAGING = ".staging"


@dataclass(slots=True)
class Intake:
    """What is being taken in, below `place`. `trees` are the instances of each submission, by its folder's name."""

    place: Path
    suite: Suite
    index: Index
    trees: dict[str, set[str]] = field(default_factory=dict)
    models: dict[str, tuple[str, int]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    refused: list[Mistake] = field(default_factory=list)

    def folder(self, model: str, attempt: int) -> str:
        """The name of the folder of a model's attempt; two models never share one."""
        base = "".join(char if char.isascii() and (char.isalnum() or char in "._-") else "-" for char in model)
        base = base.strip(".-")[:MAX_NAME] or "model"
        name, number = base if attempt == 1 else f"{base}-{attempt}", 1
        while self.models.get(name, (model, attempt)) != (model, attempt):
            number += 1
            name = f"{base}-{attempt}-{number}"
        self.models[name] = (model, attempt)
        return name

    def staging(self) -> Path:
        """An empty folder in which a tree is put together before it is accepted."""
        folder = self.place / STAGING / "tree"
        shutil.rmtree(folder.parent, ignore_errors=True)
        folder.mkdir(parents=True)
        return folder

    def accept(
        self, model: str, attempt: int, instance: Instance, tree: Path, where: str, notes: Iterable[str]
    ) -> bool:
        """Make the staged tree a part of a submission, adapted; or refuse it, with `where` it came from."""
        told = [*notes, *adapted(tree, instance)]
        name = self.folder(model, attempt)
        key = f"{instance.task.id}/{instance.program.id if instance.program else ''}"
        target = self.place / name / instance.folder
        problem = ""
        if key in self.trees.setdefault(name, set()):
            problem = f"{model} has another tree for it with attempt {attempt}"
        elif not any(tree.iterdir()):
            problem = "holds no file"
        elif target.exists():  # layout "task": the programs of a task share one tree
            problem = _merged(tree, target)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            tree.rename(target)
        if problem:
            self.refused.append(Mistake(where, 0, problem))
            return False
        self.trees[name].add(key)
        self.notes += [f"{where}: {note}" for note in told]
        return True

    def finish(self) -> None:
        """Write each submission.toml."""
        shutil.rmtree(self.place / STAGING, ignore_errors=True)
        for name in [name for name, trees in self.trees.items() if not trees]:
            del self.trees[name]
            shutil.rmtree(self.place / name, ignore_errors=True)
        for name in self.trees:
            model, attempt = self.models[name]
            document = {"format": 1, "name": name, "model": model, "attempt": attempt}
            (self.place / name / "submission.toml").write_text(tomlkit.dumps(document), "utf-8")


def write(folder: Path, files: Mapping[str, bytes]) -> str:
    """Write `files` below the empty `folder`; why they cannot all be written, or an empty string."""
    if len(files) > CAPS.files or sum(len(data) for data in files.values()) > CAPS.bytes:
        return f"more than {CAPS.files:,} files or {CAPS.bytes:,} bytes"
    for name, content in files.items():
        if why := path_problem(name):
            return f"{name[:80]!a} {why}"
        try:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            with (folder / name).open("xb") as stream:
                stream.write(content)
        except OSError as error:
            return f"{name[:80]!a} cannot be written beside the others: {error.strerror}"
    return ""


def _merged(tree: Path, target: Path) -> str:
    """Move the files of `tree` beside those of `target`; why that cannot be, or an empty string."""
    files = entries(tree)
    for path in files:
        other = target / path.relative_to(tree)
        if path.is_symlink() or other.is_symlink() or (other.exists() and other.read_bytes() != path.read_bytes()):
            return f"{path.relative_to(tree).as_posix()} differs from that of another program of the task"
    for path in files:
        other = target / path.relative_to(tree)
        other.parent.mkdir(parents=True, exist_ok=True)
        path.replace(other)
    return ""


def copy(source: Path, target: Path, native: bool) -> Iterator[str]:
    """Copy a folder's tree; notes on what was left out. Links are copied as links, for the policy to refuse. With
    `native` executables are left out: portproof builds from source, and RepoZero's trees hold what the agent built."""
    count = size = 0
    for where, folders, files in os.walk(source, followlinks=False):
        here = Path(where)
        gone = sorted(name for name in folders if name in SKIPPED and not (here / name).is_symlink())
        yield from (
            f"{(here / name).relative_to(source).as_posix()}/ left out: build output or history" for name in gone
        )
        links = [name for name in folders if (here / name).is_symlink()]
        folders[:] = sorted(name for name in folders if name not in gone and name not in links)
        for name in sorted([*files, *links]):
            path = here / name
            shown = path.relative_to(source).as_posix()
            status = path.lstat()
            if stat.S_ISLNK(status.st_mode):
                (target / shown).parent.mkdir(parents=True, exist_ok=True)
                os.symlink(os.readlink(path), target / shown)
                yield f"{shown} is a link, which the policy refuses"
            elif not stat.S_ISREG(status.st_mode):
                yield f"{shown} left out: no regular file"
            elif native and _executable(path):
                yield f"{shown} left out: an executable; portproof builds from source"
            elif (count := count + 1) > CAPS.files or (size := size + status.st_size) > CAPS.bytes:
                yield f"{shown} and all after it left out: more than {CAPS.files:,} files or {CAPS.bytes:,} bytes"
                return
            else:
                (target / shown).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, target / shown)


def _executable(path: Path) -> bool:
    with path.open("rb") as stream:
        return stream.read(4) == ELF


def data(intake: Intake) -> dict[str, object]:
    """The JSON form: everything."""
    return {
        "format": 1,
        "submissions": [
            {"folder": name, "model": intake.models[name][0], "attempt": intake.models[name][1], "trees": len(trees)}
            for name, trees in sorted(intake.trees.items())
        ],
        "refused": [{"file": m.file, "line": m.line, "message": m.message} for m in intake.refused],
        "notes": intake.notes,
    }


def text(intake: Intake) -> Iterator[str]:
    """The lines for a person."""
    for name, trees in sorted(intake.trees.items()):
        model, attempt = intake.models[name]
        yield f"{name}: {len(trees):,} trees of {model}, attempt {attempt}"
    for title, lines in (("not taken in", [str(m) for m in intake.refused]), ("notes", intake.notes)):
        if lines:
            yield f"{title} ({len(lines):,}):"
            yield from (f"  {line}" for line in lines[:SHOWN])
            if len(lines) > SHOWN:
                yield f"  … and {len(lines) - SHOWN:,} more, all with --json"
