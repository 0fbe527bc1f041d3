"""The limits of a case: what the task says, else what the original itself used times the track's factor, with floors.

CPU and wall time are apart, the wall limit is looser, and the original's time is a coarse step of the pack: a loaded
machine does not turn right into wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from ..core.limits import Limits, overridden
from ..core.pack import Recorded
from ..core.task import Task
from ..core.track import Track

WALL_PER_CPU = 3  # a case that waits three times as long as it may compute is stuck, on any machine we measured


def fixed(task: Task) -> Limits:
    """The limits that are the same for every case of `task`: sizes and counts."""
    return overridden(Limits(), task.limits)


def derived(task: Task, track: Track, recorded: Recorded, base: Limits) -> Limits:
    """`base` with the times of one case."""
    own = task.limits
    cpu = max(track.cpu_floor_ms, track.factor * recorded.cpu_ms)
    if own.cpu_seconds is not None:
        cpu = round(own.cpu_seconds * 1000)
    wall = max(track.wall_floor_ms, WALL_PER_CPU * cpu)
    if own.wall_seconds is not None:
        wall = round(own.wall_seconds * 1000)
    return base.with_times(cpu, wall)


def recorded_limits(limits: Limits) -> Mapping[str, int]:
    """For `run.json` and cache keys."""
    return asdict(limits)
