"""A drafted task put into a suite, which is made where none is there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..core.errors import InputError, Mistake, UserError
from ..suite.files import SuiteFile
from ..suite.read import model
from .model import Draft
from .python_usage import identifier
from .words import suite_toml
from .write import write


@dataclass(frozen=True, slots=True)
class Made:
    """What was written, in the order of names, and the draft it came from."""

    suite: Path
    files: tuple[Path, ...]
    draft: Draft


def make(folder: Path, task: str, track: str, draft: Callable[[], Draft]) -> Made:
    """Drafts `task` and writes it into the suite in `folder`. Raises UserError before anything is drafted where the
    suite is another track's or the task is there already; nothing is ever overwritten."""
    if identifier(task) != task:
        raise UserError(f"--task {task}: a task's id has lower-case letters, digits and hyphens", identifier(task))
    files: dict[str, str | bytes] = {}
    if (folder / "suite.toml").is_file():
        mistakes: list[Mistake] = []
        head = model(folder / "suite.toml", SuiteFile, folder, mistakes)
        if head is None:
            raise InputError(mistakes)
        if head.track != track:
            raise UserError(f"{head.name} is a suite of track {head.track}, not {track}", f"use {head.track}-eval")
    else:
        files["suite.toml"] = suite_toml(identifier(folder.absolute().name), track)
    if (folder / "tasks" / task / "task.toml").exists():
        raise UserError(f"{folder / 'tasks' / task}: this task is there already", "choose another --task")
    made = draft()
    return Made(folder, write(folder, {**files, **made.files}), made)
