"""suite.toml and task.toml of an imported suite. What the data set does not say is written as not known, and told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import tomlkit

from ..toolchains.requirements import read as read_requirements
from .shape import Shape
from .specification import Described

REQUIREMENTS = "portproof-requirements.txt"  # in original/, so that the suite's digest covers it
UNKNOWN_DATE = "1970-01-01"
LICENCE = "NOASSERTION"  # SPDX for: nobody has said


def suite_toml(name: str, version: str, shape: Shape) -> str:
    """The text of suite.toml."""
    document = tomlkit.document()
    document["format"] = 1
    document["name"] = name
    document["version"] = version
    document["track"] = shape.track
    document["description"] = "Imported from a data set in RepoZero's format."
    document["licence"] = LICENCE
    return tomlkit.dumps(document)


def task_toml(
    id: str, library: str, version: str, shape: Shape, programs: Sequence[tuple[Described, str]], pinned: bool
) -> str:
    """The text of task.toml; each program comes with its driver's path below original/."""
    document = tomlkit.document()
    document["format"] = 1
    document["id"] = id
    document["library"] = library
    document["version"] = version or "unknown"
    document["licence"] = LICENCE
    document["source"] = "unknown"
    released = tomlkit.date(UNKNOWN_DATE)
    document["released"] = released.comment("not known to the import: fill it in")
    document["layout"] = "program"
    document["observe"] = ["stdout", "exit"]
    document["visible"] = 0
    original = tomlkit.table()
    original["toolchain"] = shape.toolchain
    if pinned:
        original["requirements"] = f"original/{REQUIREMENTS}"
    if shape.build:
        original["build"] = list(shape.build)
    document["original"] = original
    table = tomlkit.table(is_super_table=True)
    for program, driver in programs:
        entry = tomlkit.table()
        entry["driver"] = f"original/{driver}"
        entry["summary"] = f"{program.name} of the data set."
        table[program.id] = entry
    document["programs"] = table
    return tomlkit.dumps(document)


def pinned_version(library: str, requirements: Path) -> str:
    """The version that the requirements pin of the library itself; empty where they do not name it."""
    wanted = re.sub(r"[-_.]+", "-", library).lower()
    for item in read_requirements(requirements):
        if re.sub(r"[-_.]+", "-", item.name).lower() == wanted:
            return item.version
    return ""
