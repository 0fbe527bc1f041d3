"""A case's limits come from the task, else from the original's own time; a loaded machine is no reason to fail."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

from portproof.core.limits import Limits
from portproof.core.outcome import EMPTY
from portproof.core.pack import Recorded
from portproof.core.task import Layout, LimitOverrides, Observable, Original, Task
from portproof.evaluate.limits import derived, fixed
from portproof.tracks.registry import track

NONE = LimitOverrides()
TASK = Task(
    id="t",
    folder=Path("/nowhere"),
    library="t",
    version="1",
    licence="MIT",
    source="",
    released=date(2024, 1, 1),
    layout=Layout.TASK,
    observe=frozenset(Observable),
    original=Original("cpython"),
    programs=(),
)


def recorded(cpu_ms: int) -> Recorded:
    """What the original answered in so much CPU time."""
    return Recorded("c", "t", "p", 0, None, EMPTY, EMPTY, (), cpu_ms)


def limits(cpu_ms: int, own: LimitOverrides = NONE) -> Limits:
    """The limits of a case."""
    task = replace(TASK, limits=own)
    return derived(task, track("py2js"), recorded(cpu_ms), fixed(task))


def test_times_are_a_multiple_of_the_originals_cpu_time_with_a_floor() -> None:
    assert (limits(10).cpu_ms, limits(10).wall_ms) == (2_000, 10_000)
    assert (limits(2_000).cpu_ms, limits(2_000).wall_ms) == (20_000, 60_000)


def test_the_wall_limit_is_always_looser_than_the_cpu_limit() -> None:
    assert all(limits(cpu).wall_ms > limits(cpu).cpu_ms for cpu in (0, 500, 2_000, 8_000, 32_000))


def test_a_task_may_set_its_own() -> None:
    own = limits(500, LimitOverrides(cpu_seconds=1.5, wall_seconds=4, memory_mib=256, processes=3))
    assert (own.cpu_ms, own.wall_ms, own.memory_bytes, own.processes) == (1_500, 4_000, 256 << 20, 3)
    assert own.stdout_bytes == Limits().stdout_bytes
