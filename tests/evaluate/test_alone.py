"""A case that used up its wall time with little CPU time is asked once more, alone, and only then judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from portproof.core.limits import Limit
from portproof.core.outcome import Outcome
from portproof.core.toolchain import Toolchain
from portproof.core.verdict import Verdict
from portproof.evaluate.plan import Selection
from portproof.replay.backend import Backend, Session
from portproof.replay.choose import choose
from portproof.replay.invocation import Invocation
from portproof.replay.sandbox import Sandbox
from portproof.replay.tier import Tier

LARGE = Selection(tasks=("odd/large",))
SLEEPS = """import { write } from './out.mjs';
if (process.argv[2] === '3') await new Promise(resolve => setTimeout(resolve, 3_600_000));
write(1, '');
"""
LOOPS = SLEEPS.replace("await new Promise(resolve => setTimeout(resolve, 3_600_000))", "for (;;);")


@dataclass(frozen=True, slots=True)
class Noting:
    """A backend that notes of every session how many slots it had and which first arguments were replayed."""

    real: Backend
    sessions: list[tuple[int, list[bytes]]]

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
