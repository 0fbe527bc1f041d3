"""Read a submission: its metadata and which trees stand for which tasks. What is wrong *in* a tree is a verdict."""

from __future__ import annotations

from pathlib import Path

from ..core.errors import InputError, Mistake, UserError
from ..core.submission import Submission
from ..core.task import Layout, Suite
from .files import SubmissionFile
from .read import model
from .tree import tree_digest

METADATA = ("submission.toml", "expect.toml")


def read_submission(folder: Path, suite: Suite) -> Submission:
    """The submission in `folder` for `suite`. Raises UserError when no folder in it is one of the suite's tasks."""
    root = folder.resolve()
    if not root.is_dir():
        raise UserError(f"{folder}: no such folder", "give the folder that holds one folder per task")
    mistakes: list[Mistake] = []
    path = root / "submission.toml"
    form = model(path, SubmissionFile, root, mistakes) if path.is_file() else SubmissionFile()
    if form is None:
        raise InputError(mistakes)
    trees: dict[str, Path] = {}
    for task in suite.tasks:
        where = root / task.id
        if not where.is_dir() or where.is_symlink():
            continue
        if task.layout is Layout.TASK:
            trees[task.id] = where
        else:
            trees |= {p.key: where / p.id for p in task.programs if (where / p.id).is_dir()}
            trees.setdefault(task.id, where)
    if not trees:
        names = ", ".join(task.id for task in suite.tasks[:8]) + (" …" if len(suite.tasks) > 8 else "")
        raise UserError(f"{folder}: no folder here is a task of {suite.name}", f"expected folders such as {names}")
    return Submission(
        folder=root,
        name=form.name or root.name,
        model=form.model or "",
        agent=form.agent or "",
        date=form.date.isoformat() if form.date else "",
        attempt=form.attempt or 1,
        trees=trees,
        digests={key: tree_digest(tree) for key, tree in sorted(trees.items())},
        unknown=tuple(sorted(p.name for p in root.iterdir() if p.is_dir() and suite_lacks(p.name, suite))),
    )


def suite_lacks(name: str, suite: Suite) -> bool:
    """Whether a folder of this name is no task of the suite (hidden folders are nobody's)."""
    return not name.startswith(".") and all(task.id != name for task in suite.tasks)
