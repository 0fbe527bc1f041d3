"""The texts of a drafted task: task.toml, suite.toml, audit.toml, requirements, cases. Each has every key, and a mark
where a person must decide."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ..suite.draft import MARK
from .index import Distribution
from .model import Program, Release


def quoted(text: str) -> str:
    """A TOML basic string on one line."""
    return json.dumps(" ".join(text.split()), ensure_ascii=False).replace("\x7f", "\\u007f")


def suite_toml(name: str, track: str) -> str:
    """suite.toml of a new suite."""
    return f"""format = 1
name = {quoted(name)}
version = "0.1.0"
track = {quoted(track)}
description = "{MARK}: one sentence on what the suite is for."
licence = "MIT"  # of the suite's own text: drivers, specifications, cases. {MARK}: is it yours to give?
"""


def task_toml(id: str, release: Release, original: str, programs: Sequence[Program]) -> str:
    """task.toml. `original`: the lines of its [original] table."""
    entries = "".join(
        f"""
[programs.{program.id}]
driver = "original/{program.file}"
summary = "{MARK}: one sentence on what the program does."
# outputs = ["out.json"]  # files that the driver writes; compared where observe has "files"
"""
        for program in programs
    )
    source = quoted(release.source) if release.source else f'"{MARK}: address of the library\'s home"'
    version = f"  # {MARK}: its version" if release.unversioned else ""
    doubt = release.doubt or "the day on which this version was released"
    day = release.released or "1970-01-01"
    day += f"  # {MARK}: {doubt}" if release.doubt or not release.released else ""
    return f"""format = 1
id = {quoted(id)}
library = {quoted(release.name)}
version = {quoted(release.version)}{version}
licence = {quoted(release.licence)}
source = {source}
released = {day}
layout = "task"  # one submitted tree for all programs; "program": one tree each
observe = ["stdout", "stderr", "exit"]  # "files" too, where a driver writes declared files
visible = 1  # how many cases of each program a model may see; {MARK}: about five, once there are enough

[original]
{original}
[limits]  # all optional: what is not given is derived from the oracle
# cpu_seconds = 10.0
# wall_seconds = 30.0
# memory_mib = 1024
# stdout_mib = 16
# stderr_mib = 1
# scratch_mib = 64
# file_mib = 64
# processes = 64
# open_files = 256

[policy]  # beyond the track's own rules; a reason is required with either
# forbid = []  # modules that would make the task trivial
# allow = []
# reason = ""
{entries}"""


def audit_toml(exercise: Sequence[str]) -> str:
    """audit.toml: which code the cases are meant to reach."""
    lines = "".join(f"    {quoted(path)},\n" for path in exercise)
    return f"""format = 1

# What the drivers are meant to exercise: globs over the library's files, optionally `file:function`.
# {MARK}: narrow it to what SPEC.md defines; the audit measures coverage and mutants there.
exercise = [
{lines}]

# What is left out, each with its reason.
# [[exclude]]
# what = "library/cli.py"
# reason = "The command line of the library is not part of the task."
"""


def requirements(distributions: Sequence[Distribution]) -> str:
    """requirements.txt: the closure, every line pinned, every hash that may be installed."""
    lines = []
    for one in sorted(distributions, key=lambda one: one.name.lower()):
        lines.append(" \\\n    ".join([f"{one.name}=={one.version}", *(f"--hash=sha256:{sha}" for sha in one.hashes)]))
    return "\n".join(lines) + "\n"


def cases(program: Program) -> str:
    """cases/<program>.jsonl."""
    return "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in program.cases)
