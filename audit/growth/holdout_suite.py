"""A holdout on disk: a copy of the suite under a name of its own, with its visible cases and the new hidden ones, and
`holdout.toml`, which says where it comes from. What is no part of a suite (packs, submissions) is not copied."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import tomlkit

from ...core.errors import UserError
from ...core.task import Suite, Task
from .casefile import only, with_cases
from .holdout import Held, Successor

FILE = "holdout.toml"
FORMAT = 1
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyc", ".*")


def name(suite: Suite, seed: int) -> str:
    """What the holdout's suite is called."""
    return f"{suite.name}-holdout-{seed}"


def written(suite: Suite, held: Sequence[Held], seed: int, folder: Path) -> None:
    """Makes `folder`, which must not be there, the holdout of these tasks. Raises UserError."""
    from ... import __version__

    if folder.exists():
        raise UserError(f"{folder} is there already", "name another folder with --to, or remove it")
    beside = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir(parents=True)
    try:
        _suite_toml(suite, seed, beside)
        of = {one.task: one for one in held}
        for task in suite.tasks:
            if task.id in of:
                shutil.copytree(task.folder, beside / "tasks" / task.id, ignore=LEFT_OUT)
                _cases(task, of[task.id], beside / "tasks" / task.id / "cases")
        (beside / FILE).write_text(tomlkit.dumps(_provenance(suite, held, seed, __version__)), encoding="utf-8")
        beside.rename(folder)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _suite_toml(suite: Suite, seed: int, folder: Path) -> None:
    document = tomlkit.parse((suite.folder / "suite.toml").read_text(encoding="utf-8"))
    document["name"] = name(suite, seed)
    document["description"] = f"Holdout {seed} of {suite.name} {suite.version}: other hidden cases of the same kinds."
    (folder / "suite.toml").write_text(tomlkit.dumps(document), encoding="utf-8")


def _cases(task: Task, held: Held, folder: Path) -> None:
    for program in task.programs:
        path = folder / f"{program.id}.jsonl"
        visible = {case.id for case in program.cases if case.visible}
        old = only(path.read_bytes(), task.id, program.id, visible)
        path.write_bytes(with_cases(old, [one.case for one in held.successors[program.id]]))


def _provenance(suite: Suite, held: Sequence[Held], seed: int, version: str) -> tomlkit.TOMLDocument:
    document = tomlkit.document()
    document.add(
        tomlkit.comment("Made by `audit --holdout`. Not read by anything: it says where these cases come from.")
    )
    document["format"] = FORMAT
    document["suite"] = suite.name
    document["version"] = suite.version
    document["digest"] = suite.digest
    document["seed"] = seed
    document["portproof"] = version
    tasks = tomlkit.table(is_super_table=True)
    for one in held:
        every: list[Successor] = [successor for own in one.successors.values() for successor in own]
        entry = tomlkit.table()
        entry["hidden"] = len(every)
        entry["without_successor"] = len(one.without)
        entry["relaxed"] = sum(bool(successor.relaxed) for successor in every)
        entry["lines"] = {"suite": one.lines[0], "holdout": one.lines[1], "of": one.lines[2]}
        entry["branches"] = {"suite": one.branches[0], "holdout": one.branches[1], "of": one.branches[2]}
        tasks[one.task] = entry
    document["tasks"] = tasks
    return document
