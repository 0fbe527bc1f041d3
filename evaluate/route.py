"""The route of a submission: check, build, replay, compare, record. It is a generator of events; whoever shows progress
or stops early does so from outside. Interrupted at any moment, it loses at most the cases in
flight, and the early failures of a tree that wait to be explained: they are run again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path

from ..core.errors import HarnessError, UserError, WallError
from ..core.run import Build, CaseRecord, TreeMeasures
from ..core.toolchain import Built
from ..core.verdict import Verdict, scored
from ..core.violation import Severity, Violation
from ..toolchains import target
from ..toolchains.workplace import sweep
from ..validators.check import check
from ..validators.policy import Policy, policy
from ..validators.runtime import violations
from . import store
from .event import Checked, Event, Judged, Made, Planned, Trouble
from .header import header
from .journal import Journal, appending, read
from .judge import unrun
from .plan import PlannedCase, PlannedTree, plan
from .replaying import replayed
from .request import Finished, Request
from .snapshot import snapshot
from .summary import summary
from .suspicions import gaps, leaked
from .workshop import Workshop

AGAIN = (Verdict.NOT_RUN, Verdict.HARNESS_ERROR)


def evaluate(request: Request) -> Iterator[Event | Finished]:
    """Evaluate, or continue an evaluation that was interrupted. The last event is Finished.

    Raises WallError when a wall cannot be raised (nothing is judged then), UserError when the folder is another's."""
    _fits(request)
    sweep(request.cache)
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
        found += gaps(request.suite, records)
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
        replace(violation, file=f"{record.task}/", program=record.program)
        for record in records.values()
        if record.verdict is Verdict.POLICY_VIOLATION and record.denials and record.task in policies
        for violation in violations(record.denials, policies[record.task])
    ]


@dataclass(frozen=True, slots=True)
class _Prepared:
    built: Built
    violations: tuple[Violation, ...]
    seconds: float
    measures: TreeMeasures | None = None


def _trees(
    request: Request,
    trees: Sequence[PlannedTree],
    policies: dict[str, Policy],
    kept: set[str],
    journal: Journal,
) -> Iterator[Event]:
    with Workshop(request.jobs) as workshop:
        futures = [(tree, _begun(workshop, request, tree, policies)) for tree in trees]
        for tree, future in futures:
            left = [planned for planned in tree.cases if planned.key not in kept]
            for event in _tree(request, tree, left, policies[tree.task.id], future, workshop):
                if isinstance(event, Judged):
                    journal.append(event.record)
                yield event


def _begun(
    workshop: Workshop, request: Request, tree: PlannedTree, policies: dict[str, Policy]
) -> Future[_Prepared] | None:
    if tree.name not in request.submission.trees:
        return None
    return workshop.begin(_prepared, request, tree, policies[tree.task.id])


def _prepared(request: Request, tree: PlannedTree, rules: Policy) -> _Prepared:
    digest = request.submission.digests[tree.name]
    copy = snapshot(request.submission.trees[tree.name], digest, request.cache)
    programs = [program.id for program in tree.programs]
    found = check(copy, rules, programs)
    if any(violation.severity is Severity.REJECT for violation in found):
        return _Prepared(Built(), _named(found, tree), 0.0)
    found = (*found, *leaked(copy, tree.task, request.pack, rules))
    every = [program.id for program in tree.task.programs] if tree.name == tree.task.id else programs
    built = target.make(request.track.target, copy, digest, every, request.backend, request.cache)
    return _Prepared(built, _named(found, tree), built.seconds, _measures(request, tree, copy))


def _measures(request: Request, tree: PlannedTree, copy: Path) -> TreeMeasures | None:
    if request.track.measures is None:
        return None
    own = request.track.measures(copy)
    return TreeMeasures(tree.name, own.lines, dict(own.counts), own.badges)


def _named(found: Sequence[Violation], tree: PlannedTree) -> tuple[Violation, ...]:
    return tuple(
        Violation(f"{tree.name}/{v.file}", v.line, v.column, v.rule, v.message, v.excerpt, v.severity, v.program)
        for v in found
    )


def _tree(
    request: Request,
    tree: PlannedTree,
    left: list[PlannedCase],
    rules: Policy,
    future: Future[_Prepared] | None,
    workshop: Workshop,
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
    if prepared.measures is not None:
        store.write_measures(request.folder, prepared.measures)
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
    yield from replayed(request, tree, [p for p in left if p.case.program in built.argv], rules, built, workshop)
