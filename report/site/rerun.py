"""Evaluate a sample of an entry's cases again, from the submitted tree, and hold the verdicts against its journal.

The sample is chosen by digests, so that whoever asks for so many cases of one run gets the same ones, and nobody who
made the entry could choose them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from ...core.run import CaseRecord
from ...core.task import Suite


@dataclass(frozen=True, slots=True)
class Agreement:
    """`cases` were evaluated again of `of`; `same_bytes` of them gave the same output, byte for byte. `differ` says
    where a verdict or a key is another, in words: empty where the entry is confirmed."""

    cases: int
    of: int
    same_bytes: int
    differ: tuple[str, ...]


def sampled(records: Mapping[str, CaseRecord], run: str, count: int) -> frozenset[str]:
    """The ids of `count` judged cases, in the order of SHA-256 of "<run digest>/<case id>"."""
    return frozenset(sorted(records, key=lambda id: hashlib.sha256(f"{run}/{id}".encode()).digest())[:count])


def narrowed(suite: Suite, cases: frozenset[str]) -> Suite:
    """The suite with these cases alone, still under its own digest; a task without any of them is left out. Programs
    stay, so that a tree is built as it was."""
    tasks = []
    for task in suite.tasks:
        programs = tuple(replace(p, cases=tuple(c for c in p.cases if c.id in cases)) for p in task.programs)
        if any(program.cases for program in programs):
            tasks.append(replace(task, programs=programs))
    return replace(suite, tasks=tuple(tasks))


def agreement(told: Mapping[str, CaseRecord], again: Mapping[str, CaseRecord]) -> Agreement:
    """Two journals compared on the cases that `again` has."""
    differ, same = [], 0
    for id, ours in sorted(again.items()):
        theirs = told.get(id)
        name = f"{ours.task}/{ours.program}/{id[:12]}"
        if theirs is None:
            differ.append(f"{name} is not in the entry's journal")
        elif theirs.key != ours.key:
            differ.append(f"{name} was judged under another key: its tree, toolchain, policy or limits are not these")
        elif theirs.verdict is not ours.verdict:
            differ.append(f"{name} is {ours.verdict} and not {theirs.verdict}")
        else:
            same += theirs.observed == ours.observed
    return Agreement(len(again), len(told), same, tuple(differ))
