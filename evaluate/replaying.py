"""Replay the planned cases of one tree and judge what comes back, as it comes back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..core.errors import HarnessError, WallError
from ..core.limits import Limit
from ..core.outcome import Capture, Outcome
from ..core.toolchain import Built
from ..core.verdict import Verdict
from ..oracle import store as packs
from ..toolchains.selftest import sandbox
from ..validators.policy import Policy
from . import store
from .event import Event, Judged, Trouble
from .judge import invocation, judged, unrun
from .plan import PlannedCase, PlannedTree
from .request import Request

WATCHED = 2  # cases of each program whose opens are looked at one by one


def replayed(
    request: Request, tree: PlannedTree, cases: list[PlannedCase], rules: Policy, built: Built
) -> Iterator[Event]:
    by_id = {planned.case.id: planned for planned in cases}
    programs = {program.id: program for program in tree.programs}
    outcomes: dict[str, list[Outcome]] = {}
    alone: list[PlannedCase] = []
    keeping = store.Outcomes(request.folder)
    # Watching costs a few context switches for each open, so a sample is watched, the same one every time. Node refuses
    # opens itself, before they become system calls.
    watched = {case.id for program in tree.programs for case in program.cases[:WATCHED]} if built.native else set()

    def data(capture: Capture) -> bytes:
        return packs.data(request.pack_folder, capture)

    def round_(queue: Sequence[PlannedCase], slots: int, last: bool) -> Iterator[Event]:
        walls = sandbox(built, request.backend, tree.limits)
        requests = (
            invocation(p, programs[p.case.program], tree.task, p.case.id in watched)
            for p in queue
            for _ in range(request.repeat)
        )
        with request.backend.open(walls, slots) as session:
            for asked, outcome in session.replay(requests):
                planned = by_id[asked.case.id]
                gathered = outcomes.setdefault(planned.case.id, [])
                gathered.append(outcome)
                if len(gathered) < request.repeat:
                    continue
                del outcomes[planned.case.id]
                if not last and any(_starved(o, planned) for o in gathered):
                    alone.append(planned)
                    continue
                record, telling = judged(planned, gathered, tree.task, rules, data, request.profile)
                if record.verdict is not Verdict.PASS:
                    keeping.keep(planned.case.id, telling)
                del by_id[planned.case.id]
                yield Judged(record)

    try:
        if cases:
            yield from round_(cases, request.jobs, last=False)
        if alone:
            outcomes.clear()
            yield from round_(sorted(alone, key=lambda p: p.case.id), 1, last=True)
    except WallError:
        raise
    except HarnessError as error:
        yield Trouble(f"{tree.name}: {error.message}", error.hint)
        yield from [Judged(unrun(p, Verdict.HARNESS_ERROR, error.message)) for p in list(by_id.values())]


def _starved(outcome: Outcome, planned: PlannedCase) -> bool:
    """A wall limit while the CPU was far below its own: perhaps the machine was busy, so it is asked again, alone."""
    return outcome.limit is Limit.WALL and outcome.usage.cpu_us < planned.limits.cpu_ms * 500
