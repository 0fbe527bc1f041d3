"""The limits of a case: what the task says, else what the original itself used times the track's factor, with floors.

CPU and wall time are apart, the wall limit is looser and stretches with the machine's load, and the original's time is
a coarse step of the pack: a loaded machine does not turn right into wrong. Nor does it turn wrong into right: what the
stretch may forgive is waiting for a processor, never sleeping."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace

from ..core.limits import Limit, Limits, overridden
from ..core.outcome import Outcome
from ..core.pack import Recorded
from ..core.task import Task
from ..core.track import Track

WALL_PER_CPU = 3  # a case that waits three times as long as it may compute is stuck, on any machine that is idle
STRETCH_AT_MOST = 4  # of the wall limit, on a machine that is not: an endless sleep costs no more than that


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


def stretched(limits: Limits, factor: float) -> Limits:
    """`limits` with a wall limit for a machine on which everything takes `factor` times as long."""
    return limits.with_times(limits.cpu_ms, round(limits.wall_ms * factor))


def within(outcome: Outcome, limits: Limits) -> Outcome:
    """What a case that was replayed with a stretched wall limit counts as under `limits`, its own.

    One that ended by itself, but later than its own limit, is taken as it ended only where its CPU time explains the
    rest as waiting for a processor that it shared with others, STRETCH_AT_MOST in all. A case that slept hit its limit,
    as it does on an idle machine."""
    over_us = outcome.usage.wall_us - limits.wall_ms * 1000
    if outcome.limit is not None or over_us <= (STRETCH_AT_MOST - 1) * outcome.usage.cpu_us:
        return outcome
    return replace(outcome, exit=None, signal=None, limit=Limit.WALL)


def recorded_limits(limits: Limits) -> Mapping[str, int]:
    """For `run.json` and cache keys."""
    return asdict(limits)
