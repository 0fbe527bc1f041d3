"""What is for a person to look at: hidden answers in the source; visible cases that pass far better than hidden ones.

These are flags. They change no verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from ..core.case import Case
from ..core.pack import Pack
from ..core.run import CaseRecord
from ..core.task import Suite, Task
from ..core.verdict import Verdict, scored
from ..core.violation import Violation
from ..validators.leaks import gap, leaks
from ..validators.policy import Policy

LONGEST_INPUT = 16 << 10  # bytes of stdin; the search is linear in them for every file of the tree


def leaked(tree: Path, task: Task, pack: Pack, rules: Policy) -> tuple[Violation, ...]:
    """Literals of `tree` that reproduce hidden outputs or inputs, beyond what the model was shown.

    Cases with long inputs and outputs that a pack keeps as blobs are left out: an answer table of that size is found as
    a table."""
    hidden: list[tuple[Case, bytes]] = []
    visible: list[tuple[Case, bytes]] = []
    for program in task.programs:
        for case in program.cases:
            recorded = pack.outcomes.get(case.id)
            if recorded is not None and recorded.stdout.data is not None and len(case.stdin) <= LONGEST_INPUT:
                (visible if case.visible else hidden).append((case, recorded.stdout.data))
    return leaks(tree, hidden, visible, (task.folder / "SPEC.md").read_bytes(), rules)


def gaps(suite: Suite, records: Mapping[str, CaseRecord]) -> Iterator[Violation]:
    """A flag for each program whose visible cases pass far better than its hidden ones."""
    for task in suite.tasks:
        for program in task.programs:
            counts = {True: [0, 0], False: [0, 0]}
            for case in program.cases:
                record = records.get(case.id)
                if record is not None and scored(record.verdict):
                    counts[case.visible][0] += record.verdict is Verdict.PASS
                    counts[case.visible][1] += 1
            shown, unseen = (tuple(counts[visible]) for visible in (True, False))
            if found := gap(program.id, (shown[0], shown[1]), (unseen[0], unseen[1])):
                yield replace(found, file=f"{task.id}/")
