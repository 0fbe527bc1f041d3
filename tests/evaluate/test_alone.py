"""A case that used up its wall time with little CPU time is asked once more, alone, and only then judged."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Self

from portproof.core.limits import Limit
from portproof.core.outcome import Outcome
from portproof.core.task import Layout
from portproof.core.toolchain import Toolchain
from portproof.core.verdict import Verdict
from portproof.evaluate.plan import Selection
from portproof.evaluate.request import Request
from portproof.evaluate.route import evaluate
from portproof.replay.backend import Backend, Session
from portproof.replay.choose import choose
from portproof.replay.invocation import Invocation
from portproof.replay.sandbox import Sandbox
from portproof.replay.tier import Tier
from portproof.suite.submission import read_submission
from portproof.tracks.registry import track

from .conftest import ODD

LARGE = Selection(tasks=("odd/large",))
SLEEPS = """import { write } from './out.mjs';
if (process.argv[2] === '3') await new Promise(resolve => setTimeout(resolve, 3_600_000));
write(1, '');
"""
LOOPS = SLEEPS.replace("await new Promise(resolve => setTimeout(resolve, 3_600_000))", "for (;;);")


@dataclass(frozen=True, slots=True)
class Noting:
    """A backend that notes of every session how many slots it had and which first arguments were replayed; `opening`
    is told when one is about to be opened."""

    real: Backend
    sessions: list[tuple[int, list[bytes]]]
    opening: Callable[[list[tuple[int, list[bytes]]]], None] = lambda _: None

    @property
    def tier(self) -> Tier:
        return self.real.tier

    @property
    def image(self) -> str | None:
        return self.real.image

    @property
    def toolchains(self) -> Mapping[str, Toolchain]:
        return self.real.toolchains

    def open(self, sandbox: Sandbox, slots: int) -> Session:
        self.sessions.append((slots, []))
        self.opening(self.sessions)
        return Noted(self.real.open(sandbox, slots), self.sessions[-1][1])


class Noted:
    """A session of it."""

    def __init__(self, real: Session, replayed: list[bytes]) -> None:
        self._real, self._replayed = real, replayed
        self.walls = real.walls

    def replay(self, invocations: Iterable[Invocation]) -> Iterator[tuple[Invocation, Outcome]]:
        for invocation, outcome in self._real.replay(invocations):
            self._replayed += invocation.case.args[:1]
            yield invocation, outcome

    def __enter__(self) -> Self:
        self._real.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._real.__exit__(kind, error, trace)


@dataclass(frozen=True, slots=True)
class Nothing:
    """What was measured of a tree."""

    lines: int = 0
    counts: Mapping[str, float] = field(default_factory=dict)
    badges: tuple[str, ...] = ()


def evaluated(submit, odd, text: str, cpu: float, wall: float) -> list[tuple[int, list[bytes]]]:
    """The sessions of an evaluation in which the case with the argument 3 hits a time limit."""
    backend = Noting(choose(), [])
    (task,) = odd.suite.tasks
    hurried = replace(task, limits=replace(task.limits, cpu_seconds=cpu, wall_seconds=wall))
    suite = replace(odd.suite, tasks=(hurried,))
    result = submit({"large.mjs": text}, selection=LARGE, suite=suite, backend=backend)
    (hit,) = (r for r in result.records.values() if r.verdict is Verdict.TIME_LIMIT)
    assert hit.observed is not None
    assert hit.observed.limit is (Limit.WALL if wall < cpu else Limit.CPU)
    return [session for session in backend.sessions if b"3" in session[1]]


def test_a_case_that_waited_is_asked_once_more_alone_before_it_is_called_a_time_limit(submit, odd) -> None:
    first, second = evaluated(submit, odd, SLEEPS, cpu=20, wall=3)
    assert first[0] == 2
    assert (second[0], second[1].count(b"3")) == (1, 1)


def test_a_case_that_computed_all_the_time_is_not_asked_again(submit, odd) -> None:
    (only,) = evaluated(submit, odd, LOOPS, cpu=1, wall=60)
    assert only[1].count(b"3") == 1


def test_no_other_tree_is_prepared_while_a_case_is_asked_alone(odd, cache: Path, tmp_path: Path) -> None:
    (task,) = odd.suite.tasks
    hurried = replace(task, layout=Layout.PROGRAM, limits=replace(task.limits, cpu_seconds=20, wall_seconds=1))
    suite = replace(odd.suite, tasks=(hurried,))
    for program in ("bytes", "large"):
        shutil.copytree(ODD / "submissions" / "good" / "odd", tmp_path / "submission" / "odd" / program)
    (tmp_path / "submission" / "odd" / "bytes" / "bytes.mjs").write_text(
        "await new Promise(resolve => setTimeout(resolve, 3_600_000));\n", encoding="utf-8"
    )
    asked_alone = threading.Event()
    disturbed: list[bool] = []

    def measured(tree: Path) -> Nothing:
        """Takes so long with the second tree that it would still be at it when the case is asked alone."""
        if "setTimeout" not in (tree / "bytes.mjs").read_text(encoding="utf-8"):
            disturbed.append(asked_alone.wait(8))
        return Nothing()

    backend = Noting(choose(), [], lambda sessions: asked_alone.set() if len(sessions) == 3 else None)
    request = Request(
        track=replace(track("py2js"), measures=measured),
        suite=suite,
        pack=odd.pack,
        pack_folder=odd.folder,
        submission=read_submission(tmp_path / "submission", suite),
        folder=tmp_path / "run",
        cache=cache,
        backend=backend,
        jobs=2,
        selection=Selection(tasks=("odd/bytes", "odd/large")),
    )
    for _ in evaluate(request):
        pass
    _proof, (slots, first), (one, again), *_ = backend.sessions
    assert (slots, one, sorted(first)) == (2, 1, sorted(again))
    assert disturbed == [False]
