"""Samples as EvalPlus lays them out: <model>/<instance>/<n>.mjs (or .rs), or a folder <n>/ for a tree of more files.
The n-th sample, counted from 0, is attempt n + 1."""

from __future__ import annotations

import shutil
from pathlib import Path

from ..core.errors import Mistake
from .intake import Intake, copy
from .predictions import entry_name

SUFFIXES = (".mjs", ".js", ".rs")


def fits(folder: Path) -> bool:
    """Whether some folder in `folder` has numbered samples and nothing else."""
    return any(_samples(path) for path in folder.iterdir() if path.is_dir())


def _samples(folder: Path) -> list[Path]:
    found = [path for path in folder.iterdir() if not path.name.startswith(".")]
    numbered = [p for p in found if p.stem.isdecimal() and (p.is_dir() or p.suffix in SUFFIXES) and not p.is_symlink()]
    return sorted(numbered, key=lambda path: int(path.stem)) if len(numbered) == len(found) else []


def take(model: str, folder: Path, intake: Intake) -> None:
    """Take in every sample below `folder`."""
    for place in sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith(".")):
        instance = intake.index.find(place.name)
        samples = _samples(place)
        if isinstance(instance, str) or not samples:
            why = instance if isinstance(instance, str) else "holds other things than numbered samples"
            intake.refused.append(Mistake(f"{model}/{place.name}", 0, why))
            continue
        for path in samples:
            staging = intake.staging()
            notes: list[str] = []
            if path.is_dir():
                notes += copy(path, staging, instance.task.original.toolchain != "cpython")
            else:
                shutil.copyfile(path, staging / entry_name(instance))
            intake.accept(model, int(path.stem) + 1, instance, staging, f"{model}/{place.name}/{path.name}", notes)
