"""What cases cost on this machine: a few of each program are replayed as they are, and what they used is noted."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.case import Case
from ..core.pack import Pack
from ..core.task import Program
from ..oracle.rounds import Stage, play
from .counts import Spread
from .result import Timing

SAMPLE = 9  # cases of a program: enough for a middle and both ends


def timings(stage: Stage, pack: Pack) -> dict[str, Timing]:
    """The timing of each program of a task, by `task/program`; of a program without stable cases there is none."""
    chosen = {program.key: sample(program, pack) for program in stage.task.programs}
    outcomes = play(stage, "time per case", [case for cases in chosen.values() for case in cases])
    found = {}
    for key, cases in chosen.items():
        used = [outcomes[case.id].usage for case in cases]
        if used:
            cpu, peak = Spread.of(one.cpu_us for one in used), Spread.of(one.peak_kib for one in used)
            found[key] = Timing(len(used), cpu, peak)
    return found


def sample(program: Program, pack: Pack) -> Sequence[Case]:
    """Up to SAMPLE of the stable cases, spread evenly over their sizes of input."""
    stable = [case for case in program.cases if case.id in pack.outcomes]
    ordered = sorted(stable, key=lambda case: (len(case.stdin) + sum(map(len, case.args)), case.id))
    if len(ordered) <= SAMPLE:
        return ordered
    return [ordered[index * (len(ordered) - 1) // (SAMPLE - 1)] for index in range(SAMPLE)]
