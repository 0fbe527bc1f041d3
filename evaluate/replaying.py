"""Replay the planned cases of one tree and judge what comes back, as it comes back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..core.errors import HarnessError, WallError
from ..core.limits import Limit
from ..core.outcome import Capture, Outcome
from ..core.run import CaseRecord
from ..core.toolchain import Built
from ..core.verdict import Verdict
from ..oracle import store as packs
from ..replay.sandbox import for_cases
from ..toolchains.selftest import sandbox
from ..validators.policy import Policy
from . import store
from .event import Event, Judged, Trouble
from .judge import invocation, judged, unrun
from .limits import within
from .plan import PlannedCase, PlannedTree
from .request import Request
from .workshop import Workshop

WATCHED = 2  # cases of each program whose use of files is looked at call by call
EXPLAINED = 16  # of so many cases of each program those that fail are replayed once more, watched
UNEXPLAINED = frozenset(
    {Verdict.CRASH, Verdict.WRONG_EXIT, Verdict.WRONG_STDOUT, Verdict.WRONG_STDERR, Verdict.WRONG_FILE}
)


def replayed(
    request: Request, tree: PlannedTree, cases: list[PlannedCase], rules: Policy, built: Built, workshop: Workshop
) -> Iterator[Event]:
    by_id = {planned.case.id: planned for planned in cases}
    programs = {program.id: program for program in tree.programs}
    outcomes: dict[str, list[Outcome]] = {}
    alone: list[PlannedCase] = []
    failed: dict[str, tuple[CaseRecord, Outcome]] = {}  # by case: judged, and to be explained
    keeping = store.Outcomes(request.folder)
    # What is opened is looked at in every case. To watch other uses of a path costs context switches for each, so a
    # sample is watched, the same one every time.
    watched = {case.id for program in tree.programs for case in program.cases[:WATCHED]}
    explained = {case.id for program in tree.programs for case in program.cases[:EXPLAINED]} - watched

    def data(capture: Capture) -> bytes:
        return packs.data(request.pack_folder, capture)

    def round_(queue: Sequence[PlannedCase], slots: int, last: bool) -> Iterator[Event]:
        walls = for_cases(sandbox(built, request.backend, tree.limits), len(queue) * request.repeat)
        requests = (
            invocation(p, programs[p.case.program], tree.task, p.case.id in watched, request.load())
            for p in queue
            for _ in range(request.repeat)
        )
        with request.backend.open(walls, slots) as session:
            for asked, outcome in session.replay(requests):
                planned = by_id[asked.case.id]
                gathered = outcomes.setdefault(planned.case.id, [])
                gathered.append(within(outcome, planned.limits))
                if len(gathered) < request.repeat:
                    continue
                del outcomes[planned.case.id]
                if not last and any(_starved(o, planned) for o in gathered):
                    alone.append(planned)
                    continue
                record, telling = judged(planned, gathered, tree.task, rules, data, request.profile)
                if record.verdict in UNEXPLAINED and planned.case.id in explained:
                    failed[planned.case.id] = record, telling
                else:
                    yield settled(record, telling)

    def explanation() -> Iterator[Event]:
        """What failed is replayed once more, watched. What it tries then is shown beside the verdict that it has, and
        never changes it: a program that has gone wrong may look for files that no wall was meant to judge it by."""
        queue = [by_id[case] for case in sorted(failed)]
        walls = for_cases(sandbox(built, request.backend, tree.limits), len(queue))
        requests = (invocation(p, programs[p.case.program], tree.task, True, request.load()) for p in queue)
        with request.backend.open(walls, min(request.jobs, len(queue))) as session:
            for asked, outcome in session.replay(requests):
                record, telling = failed.pop(asked.case.id)
                tried = {(it.syscall, it.target, it.thread): it for it in (*outcome.denials, *record.denials)}
                yield settled(replace(record, denials=tuple(sorted(tried.values()))), telling)

    def settled(record: CaseRecord, telling: Outcome) -> Event:
        if record.verdict is not Verdict.PASS:
            keeping.keep(record.case, telling)
        del by_id[record.case]
        return Judged(record)

    try:
        if cases:
            yield from round_(cases, request.jobs, last=False)
        if alone:
            outcomes.clear()
            with workshop.still():
                yield from round_(sorted(alone, key=lambda p: p.case.id), 1, last=True)
        if failed:
            yield from explanation()
    except WallError:
        raise
    except HarnessError as error:
        yield Trouble(f"{tree.name}: {error.message}", error.hint)
        yield from [settled(record, telling) for record, telling in failed.values()]
        yield from [Judged(unrun(p, Verdict.HARNESS_ERROR, error.message)) for p in list(by_id.values())]


def _starved(outcome: Outcome, planned: PlannedCase) -> bool:
    """A wall limit while the CPU was far below its own: perhaps the machine was busy, so it is asked again, alone."""
    return outcome.limit is Limit.WALL and outcome.usage.cpu_us < planned.limits.cpu_ms * 500
