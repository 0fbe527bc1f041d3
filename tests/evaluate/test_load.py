"""On a busy machine a case is waited for longer. That alone never makes it pass: what slept too long slept too long."""

from __future__ import annotations

from dataclasses import replace

import pytest
from portproof.core.limits import Limit, Limits
from portproof.core.outcome import Outcome, Usage
from portproof.core.verdict import Verdict
from portproof.evaluate.limits import STRETCH_AT_MOST, stretched, within
from portproof.evaluate.load import Load, stretch
from portproof.evaluate.plan import Selection
from portproof.evaluate.store import read_header

LARGE = Selection(tasks=("odd/large",))
OWN = Limits(cpu_ms=2_000, wall_ms=10_000)


@pytest.mark.parametrize(
    ("loadavg", "cores", "factor"),
    [
        ("0.00 0.00 0.00 1/200 77", 2, 1.0),
        ("2.70 0.00 0.00 3/200 77", 2, 1.5),  # our own cases on both cores, and a little more
        ("6.10 3.00 1.00 2/200 77", 2, 3.0),
        ("0.10 0.00 0.00 5/200 77", 2, 2.5),  # it has only just become busy
        ("90.0 0.00 0.00 99/200 77", 2, 4.0),
        ("6.10 3.00 1.00 2/200 77", 8, 1.0),
    ],
)
def test_the_stretch_is_what_wants_to_run_for_each_core_within_bounds(loadavg: str, cores: int, factor: float) -> None:
    assert stretch(loadavg, cores) == factor


def test_this_machine_has_a_load() -> None:
    assert 1 <= Load()() <= STRETCH_AT_MOST


def test_only_the_wall_limit_is_stretched() -> None:
    assert stretched(OWN, 2.5) == replace(OWN, wall_ms=25_000)


def ended(cpu_ms: int, wall_ms: int) -> Limit | None:
    """The limit that a case has hit which ended by itself after so much time."""
    outcome = within(Outcome(0, usage=Usage(cpu_ms * 1000, wall_ms * 1000, 1)), OWN)
    assert (outcome.exit is None) is (outcome.limit is not None)
    return outcome.limit


def test_waiting_for_a_processor_is_forgiven_sleeping_is_not() -> None:
    assert ended(cpu_ms=1, wall_ms=10_000) is None
    assert ended(cpu_ms=1_900, wall_ms=15_000) is None
    assert ended(cpu_ms=1_900, wall_ms=16_000) is Limit.WALL
    assert ended(cpu_ms=50, wall_ms=12_000) is Limit.WALL


def judged(submit, odd, text: str, wall: float, load: float, **more: object):
    """An evaluation of programs that `text` makes slow, on a machine with this load."""
    (task,) = odd.suite.tasks
    hurried = replace(task, limits=replace(task.limits, cpu_seconds=20, wall_seconds=wall))
    suite = replace(odd.suite, tasks=(hurried,))
    return submit({"large.mjs": text}, selection=LARGE, suite=suite, load=lambda: load, **more)


SLEEPS = """import { write } from './out.mjs';
if (process.argv[2] === '3') await new Promise(resolve => setTimeout(resolve, 3_000));
write(1, Array.from({ length: 3 }, (_, i) => `${i}\\n`).join(''));
"""
COMPUTES = SLEEPS.replace(
    "await new Promise(resolve => setTimeout(resolve, 3_000))",
    "while (process.cpuUsage().user + process.cpuUsage().system < 3_000_000);",
)


def test_a_program_that_sleeps_too_long_does_so_on_a_busy_machine_too(submit, odd, tmp_path) -> None:
    busy = judged(submit, odd, SLEEPS, wall=2, load=4)
    assert busy.verdicts("large").count(Verdict.TIME_LIMIT) == 1
    idle = judged(submit, odd, SLEEPS, wall=2, load=1, folder=tmp_path / "idle")
    assert idle.digest == busy.digest
    assert read_header(idle.request.folder).limits == read_header(busy.request.folder).limits


def test_a_program_that_shares_its_processor_is_waited_for(submit, odd) -> None:
    assert judged(submit, odd, COMPUTES, wall=2, load=4).verdicts("large").count(Verdict.TIME_LIMIT) == 0


def test_without_load_it_hits_its_limit(submit, odd) -> None:
    assert judged(submit, odd, COMPUTES, wall=2, load=1).verdicts("large").count(Verdict.TIME_LIMIT) == 1
