"""The route of a submission: check, build, replay, compare, record. It is a generator of events; whoever shows progress
or stops early does so from outside. Interrupted at any moment, it loses at most the cases in flight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from ..core.errors import HarnessError, UserError, WallError
from ..core.limits import Limit
from ..core.outcome import Capture, Outcome
from ..core.pack import Pack
from ..core.run import Build, CaseRecord, RunHeader, Summary
from ..core.submission import Submission
from ..core.task import Suite
from ..core.toolchain import Built
from ..core.track import Track
from ..core.verdict import Verdict, scored
from ..core.violation import Severity, Violation
from ..oracle import store as packs
from ..replay.backend import Backend
from ..toolchains import target
from ..toolchains.selftest import sandbox
from ..validators.check import check
from ..validators.policy import Policy, policy
from ..validators.runtime import violations
from . import store
from .event import Checked, Event, Judged, Made, Planned, Trouble
from .header import header
from .journal import Journal, appending, read
from .judge import invocation, judged, unrun
from .plan import PlannedCase, PlannedTree, Selection, plan
from .snapshot import snapshot
from .summary import summary

EVERYTHING = Selection()
AGAIN = (Verdict.NOT_RUN, Verdict.HARNESS_ERROR)


@dataclass(frozen=True, slots=True)
class Request:
    """What to evaluate and how. `pack_folder` is where large expected outputs are read from."""

    track: Track
    suite: Suite
    pack: Pack
    pack_folder: Path
    submission: Submission
    folder: Path
    cache: Path
    backend: Backend
    jobs: int = 1
    repeat: int = 1
    profile: str = "strict"
    selection: Selection = EVERYTHING


@dataclass(frozen=True, slots=True)
class Finished:
    """The end: the summary, the digest of `summary.json`, and (passed, scored) of the cases judged so far."""

    summary: Summary
    digest: str
    header: RunHeader
    whole: bool
    case_rate: tuple[int, int]


def evaluate(request: Request) -> Iterator[Event | Finished]:
    """Evaluate, or continue an evaluation that was interrupted. The last event is Finished.

    Raises WallError when a wall cannot be raised (nothing is judged then), UserError when the folder is another's."""
    _fits(request)
    walls = target.prove(request.track.target, request.backend, request.cache)
    policies = {task.id: policy(request.track.policy, task.amendment) for task in request.suite.tasks}
    identity = target.identity(request.track.target, request.backend)
    trees = plan(
        request.suite,
        request.pack,
        request.track,
        request.submission,
        policies,
        identity,
        request.selection,
        request.profile,
        request.repeat,
    )
    with store.locked(request.folder):
        head = header(request, policies, identity, walls)
        store.start(request.folder, head)
        store.remember(request.folder, request.suite.folder, request.pack_folder, request.submission.folder)
        records = read(request.folder)
        kept = {p.key for tree in trees for p in tree.cases if _settled(records.get(p.case.id), p)}
        yield Planned(sum(len(tree.cases) for tree in trees), len(kept))
        found: list[Violation] = []
        with appending(request.folder) as journal:
            for event in _trees(request, trees, policies, kept, journal):
                if isinstance(event, Judged):
                    records[event.record.case] = event.record
                if isinstance(event, Checked):
                    found += event.violations
                yield event
        found += _attempts(records, policies)
        result = summary(request.suite, request.pack, request.submission, request.profile, records, found)
        passed = sum(record.verdict is Verdict.PASS for record in records.values())
        rate = (passed, sum(scored(record.verdict) for record in records.values()))
        yield Finished(result, store.write_summary(request.folder, result), head, request.selection.whole, rate)


def _fits(request: Request) -> None:
    if request.suite.track != request.track.name:
        raise UserError(
            f"{request.suite.name} is a suite of track {request.suite.track}, not {request.track.name}",
            f"use the command of its own track: {request.suite.track}-eval",
        )
    if request.pack.header.suite_digest != request.suite.digest:
        raise UserError("the pack was captured from another version of this suite", "capture it again")


def _settled(record: CaseRecord | None, planned: PlannedCase) -> bool:
    return record is not None and record.key == planned.key and record.verdict not in AGAIN


def _attempts(records: dict[str, CaseRecord], policies: dict[str, Policy]) -> list[Violation]:
    return [
        violation
        for record in records.values()
        if record.verdict is Verdict.POLICY_VIOLATION and record.denials and record.task in policies
        for violation in violations(record.denials, policies[record.task])
    ]


@dataclass(frozen=True, slots=True)
class _Prepared:
    built: Built
    violations: tuple[Violation, ...]
    seconds: float


def _trees(
    request: Request,
    trees: Sequence[PlannedTree],
    policies: dict[str, Policy],
    kept: set[str],
    journal: Journal,
) -> Iterator[Event]:
    with ThreadPoolExecutor(max_workers=max(1, request.jobs)) as pool:
        futures = [(tree, _started(pool, request, tree, policies)) for tree in trees]
        try:
            for tree, future in futures:
                left = [planned for planned in tree.cases if planned.key not in kept]
                for event in _tree(request, tree, left, policies[tree.task.id], future):
                    if isinstance(event, Judged):
                        journal.append(event.record)
                    yield event
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _started(
    pool: ThreadPoolExecutor, request: Request, tree: PlannedTree, policies: dict[str, Policy]
) -> Future[_Prepared] | None:
    if tree.name not in request.submission.trees:
        return None
    return pool.submit(_prepared, request, tree, policies[tree.task.id])


def _prepared(request: Request, tree: PlannedTree, rules: Policy) -> _Prepared:
    digest = request.submission.digests[tree.name]
    copy = snapshot(request.submission.trees[tree.name], digest, request.cache)
    programs = [program.id for program in tree.programs]
    found = check(copy, rules, programs)
    if any(violation.severity is Severity.REJECT for violation in found):
        return _Prepared(Built(), _named(found, tree), 0.0)
    every = [program.id for program in tree.task.programs] if tree.name == tree.task.id else programs
    built = target.make(request.track.target, copy, digest, every, request.backend, request.cache)
    return _Prepared(built, _named(found, tree), built.seconds)


def _named(found: Sequence[Violation], tree: PlannedTree) -> tuple[Violation, ...]:
    return tuple(
        Violation(f"{tree.name}/{v.file}", v.line, v.column, v.rule, v.message, v.excerpt, v.severity, v.program)
        for v in found
    )


def _tree(
    request: Request, tree: PlannedTree, left: list[PlannedCase], rules: Policy, future: Future[_Prepared] | None
) -> Iterator[Event]:
    if future is None:
        yield from (Judged(unrun(p, Verdict.MISSING, f"there is no folder {tree.name}")) for p in left)
        return
    try:
        prepared = future.result()
    except WallError:
        raise
    except HarnessError as error:
        yield Trouble(f"{tree.name}: {error.message}", error.hint)
        yield from (Judged(unrun(p, Verdict.HARNESS_ERROR, error.message)) for p in left)
        return
    yield Checked(tree.name, prepared.violations)
    rejected = [v for v in prepared.violations if v.severity is Severity.REJECT]
    if rejected:
        why = f"{rejected[0].rule}: {rejected[0].message} ({rejected[0].file}:{rejected[0].line})"
        yield from (Judged(unrun(p, Verdict.POLICY_VIOLATION, why)) for p in left)
        return
    built = prepared.built
    build = Build(
        tree.task.id,
        "" if tree.name == tree.task.id else tree.programs[0].id,
        not built.error,
        request.submission.digests[tree.name],
        dict(built.artefacts),
        built.log,
        round(built.seconds, 3),
    )
    store.write_builds(request.folder, [build])
    yield Made(build)
    if built.error:
        yield from (Judged(unrun(p, Verdict.BUILD_FAILED, built.error)) for p in left)
        return
    for planned in left:
        if planned.case.program not in built.argv:
            why = f"{tree.name} has no {request.track.entry.replace('<program>', planned.case.program)}"
            yield Judged(unrun(planned, Verdict.MISSING, why))
    yield from _replayed(request, tree, [p for p in left if p.case.program in built.argv], rules, built)


def _replayed(
    request: Request, tree: PlannedTree, cases: list[PlannedCase], rules: Policy, built: Built
) -> Iterator[Event]:
    by_id = {planned.case.id: planned for planned in cases}
    programs = {program.id: program for program in tree.programs}
    outcomes: dict[str, list[Outcome]] = {}
    alone: list[PlannedCase] = []
    keeping = store.Outcomes(request.folder)

    def data(capture: Capture) -> bytes:
        return packs.data(request.pack_folder, capture)

    def replayed(queue: Sequence[PlannedCase], slots: int, last: bool) -> Iterator[Event]:
        walls = sandbox(built, request.backend, tree.limits)
        requests = (invocation(p, programs[p.case.program], tree.task) for p in queue for _ in range(request.repeat))
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
            yield from replayed(cases, request.jobs, last=False)
        if alone:
            outcomes.clear()
            yield from replayed(sorted(alone, key=lambda p: p.case.id), 1, last=True)
    except WallError:
        raise
    except HarnessError as error:
        yield Trouble(f"{tree.name}: {error.message}", error.hint)
        yield from [Judged(unrun(p, Verdict.HARNESS_ERROR, error.message)) for p in list(by_id.values())]


def _starved(outcome: Outcome, planned: PlannedCase) -> bool:
    """A wall limit while the CPU was far below its own: perhaps the machine was busy, so it is asked again, alone."""
    return outcome.limit is Limit.WALL and outcome.usage.cpu_us < planned.limits.cpu_ms * 500
