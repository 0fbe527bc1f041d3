"""What is to be judged: the selected cases, each with the digest of everything that decides its verdict."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase

from ..core.canonical import canonical, digest
from ..core.case import Case
from ..core.errors import NothingSelected, UserError
from ..core.limits import Limits
from ..core.pack import Pack, Recorded
from ..core.submission import Submission
from ..core.task import Layout, Program, Suite, Task
from ..core.track import Track
from ..oracle.compare import COMPARER
from ..validators.policy import Policy
from .limits import derived, fixed


@dataclass(frozen=True, slots=True)
class Selection:
    """`tasks` are globs over `task` or `task/program`; `shard` is (I, N), counted from 1, over programs in order."""

    tasks: tuple[str, ...] = ()
    shard: tuple[int, int] = (1, 1)
    visible_only: bool = False

    @property
    def whole(self) -> bool:
        """Whether this is every case of the suite."""
        return not self.tasks and self.shard == (1, 1) and not self.visible_only


@dataclass(frozen=True, slots=True)
class PlannedCase:
    """One case to judge: what the original answered, its limits, and its key."""

    case: Case
    recorded: Recorded
    limits: Limits
    key: str


@dataclass(frozen=True, slots=True)
class PlannedTree:
    """The selected programs of one tree: a task, or a program where the layout is one tree per program."""

    name: str
    task: Task
    programs: tuple[Program, ...]
    cases: tuple[PlannedCase, ...]
    limits: Limits


def chosen(suite: Suite, selection: Selection) -> tuple[Program, ...]:
    """The programs that `selection` names. Raises NothingSelected where it names none."""
    index, count = selection.shard
    if not 1 <= index <= count:
        raise UserError(f"shard {index}/{count} does not exist", "write --shard I/N with I from 1 to N")
    programs = [program for task in suite.tasks for program in task.programs if _matches(program, selection.tasks)]
    picked = tuple(program for number, program in enumerate(programs) if number % count == index - 1)
    if not picked:
        names = ", ".join(task.id for task in suite.tasks)
        raise NothingSelected("no program matches the selection", f"tasks of {suite.name}: {names}")
    return picked


def _matches(program: Program, globs: Sequence[str]) -> bool:
    return not globs or any(fnmatchcase(program.task, g) or fnmatchcase(program.key, g) for g in globs)


def plan(
    suite: Suite,
    pack: Pack,
    track: Track,
    submission: Submission,
    policies: dict[str, Policy],
    toolchain: dict[str, str],
    selection: Selection,
    profile: str,
    repeat: int,
) -> tuple[PlannedTree, ...]:
    """Trees in the order of the suite, cases in the order of their ids; quarantined cases are left out."""
    wanted = chosen(suite, selection)
    trees: list[PlannedTree] = []
    for task in suite.tasks:
        programs = tuple(program for program in wanted if program.task == task.id)
        groups = [programs] if task.layout is Layout.TASK else [(program,) for program in programs]
        for group in groups:
            if group:
                name = task.id if task.layout is Layout.TASK else group[0].key
                tree = submission.digests.get(name, "")
                shared = [tree, toolchain, policies[task.id].digest, profile, COMPARER, repeat, sorted(task.observe)]
                base = fixed(task)
                cases = tuple(_planned(group, task, track, pack, base, digest(shared), selection))
                trees.append(PlannedTree(name, task, group, cases, base))
    return tuple(trees)


def _planned(
    programs: tuple[Program, ...],
    task: Task,
    track: Track,
    pack: Pack,
    base: Limits,
    shared: str,
    selection: Selection,
) -> Iterator[PlannedCase]:
    for program in programs:
        for case in program.cases:
            recorded = pack.outcomes.get(case.id)
            if recorded is None or (selection.visible_only and not case.visible):
                continue
            limits = derived(task, track, recorded, base)
            entry = [shared, case.id, _entry(recorded), asdict(limits)]
            yield PlannedCase(case, recorded, limits, hashlib.sha256(canonical(entry)).hexdigest())


def _entry(recorded: Recorded) -> list[object]:
    return [
        recorded.exit,
        recorded.signal,
        recorded.stdout.sha256,
        recorded.stderr.sha256,
        [[path, capture.sha256] for path, capture in recorded.files],
    ]
