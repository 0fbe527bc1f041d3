"""Replay originals against a pack and say what changed: another compiler, interpreter or library may differ.

It changes nothing; a pack is only ever replaced by `oracle.capture`."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from ..core.errors import NothingSelected
from ..core.outcome import Outcome
from ..core.pack import Pack, Recorded
from ..core.prepared import Prepared
from ..core.task import Suite, Task
from ..replay.backend import Backend
from . import store
from .compare import LIMIT_VERDICTS, compare, ending
from .rounds import Event, Stage, play, staged

KEEP = 1 << 20  # bytes of an output that differs which come back to be explained


@dataclass(frozen=True, slots=True, order=True)
class Change:
    """What is no longer as recorded. `key` is a case key, or a task id where it concerns the whole task."""

    key: str
    what: str


def verify(
    suite: Suite,
    pack: Pack,
    folder: Path,
    backend: Backend,
    prepare: Callable[[Task], Prepared],
    *,
    jobs: int,
    tasks: Collection[str] | None = None,
    progress: Callable[[Event], None] = lambda event: None,
) -> tuple[Change, ...]:
    """Every change, sorted; none means that the originals still answer as the pack (read from `folder`) records.

    Raises NothingSelected, HarnessError. Quarantined cases are not replayed."""
    recorded = {task.task: task for task in pack.header.tasks}
    selected = [task for task in suite.tasks if task.id in recorded and (tasks is None or task.id in tasks)]
    if not selected:
        raise NothingSelected("no task is selected", f"tasks of the pack: {', '.join(sorted(recorded))}")
    changes: list[Change] = []
    for task in selected:
        stage = staged(task, prepare, backend, jobs, progress)
        was, now = recorded[task.id], stage.prepared.provenance
        if was.version != now.version:
            changes.append(Change(task.id, f"the toolchain was {was.version}, is {now.version}"))
        for name in sorted(was.dependencies.keys() | now.dependencies.keys()):
            before, after = was.dependencies.get(name, "absent"), now.dependencies.get(name, "absent")
            if before != after:
                changes.append(Change(task.id, f"{name} was {before}, is {after}"))
        changes += _changed_cases(stage, pack, folder)
    return tuple(sorted(changes))


def _changed_cases(stage: Stage, pack: Pack, folder: Path) -> list[Change]:
    cases = [case for case in stage.cases if case.id in pack.outcomes]
    expected = {case.id: _outcome(pack.outcomes[case.id]) for case in cases}
    outcomes = play(stage, "verify", cases, expected=expected, keep_bytes=KEEP)
    changes = []
    for case in cases:
        what = _what(pack.outcomes[case.id], outcomes[case.id], stage.task, folder)
        if what:
            changes.append(Change(case.key, what))
    return changes


def _what(recorded: Recorded, outcome: Outcome, task: Task, folder: Path) -> str:
    """What differs, in words; empty where nothing does."""
    if outcome.limit is not None:
        return f"the original {LIMIT_VERDICTS[outcome.limit][1]}"
    if (outcome.exit, outcome.signal) != (recorded.exit, recorded.signal):
        now, was = ending(outcome.exit, outcome.signal), ending(recorded.exit, recorded.signal)
        return f"ends with {now} instead of {was}"
    return compare(recorded, outcome, task.observe, lambda capture: store.data(folder, capture)).message


def _outcome(recorded: Recorded) -> Outcome:
    return Outcome(recorded.exit, recorded.signal, None, recorded.stdout, recorded.stderr, recorded.files)
