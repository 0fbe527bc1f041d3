"""From outcomes of one case to its record: the verdict of the oracle, the policy's view of the denials, and repeats."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..core.case import Case
from ..core.outcome import Capture, Denial, Outcome
from ..core.pack import Recorded
from ..core.run import CaseRecord, Observed
from ..core.task import Observable, Program, Task
from ..core.verdict import Verdict
from ..core.violation import Severity
from ..oracle.compare import Comparison, compare
from ..replay.invocation import Expected, Invocation
from ..validators.policy import Policy
from ..validators.runtime import permission_denials, rule_of, violations
from .limits import stretched
from .plan import PlannedCase

KEEP_BYTES = 1 << 20  # of one stream of one mismatch


def invocation(planned: PlannedCase, program: Program, task: Task, watch: bool, stretch: float) -> Invocation:
    """How a case is replayed: equal bytes need not come back. `watch`: other uses of paths outside
    the view than opening them are reported too; `stretch`: so many times longer than on an
    idle machine its end is waited for."""
    recorded = planned.recorded
    return Invocation(
        case=planned.case,
        target=program.id,
        outputs=program.outputs if Observable.FILES in task.observe else (),
        expected=Expected(
            stdout=(recorded.stdout.length, recorded.stdout.sha256),
            stderr=(recorded.stderr.length, recorded.stderr.sha256),
            files=tuple((path, capture.length, capture.sha256) for path, capture in recorded.files),
        ),
        limits=stretched(planned.limits, stretch),
        keep_bytes=KEEP_BYTES,
        watch=watch,
    )


def judged(
    planned: PlannedCase,
    outcomes: Sequence[Outcome],
    task: Task,
    policy: Policy,
    data: Callable[[Capture], bytes],
    profile: str,
) -> tuple[CaseRecord, Outcome]:
    """The record of a case from all its repeats, and the outcome that the record tells of.

    A run-time violation in any repeat comes first; repeats that disagree are `flaky`; else the first speaks for all."""
    comparisons = [compare(planned.recorded, outcome, task.observe, data, profile) for outcome in outcomes]
    for outcome in outcomes:
        denials = (*outcome.denials, *permission_denials(outcome.stderr.data or b""))
        own = [denial for denial in denials if not _asked(planned.case, denial)]
        broken = [v for v in violations(own, policy) if v.severity is Severity.REJECT]
        if broken:
            said = Comparison(Verdict.POLICY_VIOLATION, message=f"{broken[0].rule}: {broken[0].message}")
            return recorded(planned, outcome, said), outcome
    first = (outcomes[0], comparisons[0])
    for outcome, comparison in zip(outcomes[1:], comparisons[1:], strict=True):
        if not _agree(planned.recorded, first, (outcome, comparison), task.observe):
            worse = comparison if comparison.verdict is not Verdict.PASS else first[1]
            telling = outcome if worse is comparison else first[0]
            message = f"{len(outcomes)} repeats disagree: {first[1].verdict} and {comparison.verdict}"
            return recorded(planned, telling, Comparison(Verdict.FLAKY, None, worse.difference, message)), telling
    return recorded(planned, *first), first[0]


def _asked(case: Case, denial: Denial) -> bool:
    """Whether the case itself names the file: a port that opens what it is told to open breaks no rule."""
    if rule_of(denial.syscall) != "run-file" or not denial.target.startswith("/") or len(denial.target) < 2:
        return False
    path = denial.target.encode()
    given = (*case.args, case.stdin, *(data for _, data in case.files), *(value for _, value in case.env))
    return any(path in data for data in given)


def _agree(
    expected: Recorded,
    one: tuple[Outcome, Comparison],
    other: tuple[Outcome, Comparison],
    observe: frozenset[Observable],
) -> bool:
    if one[1].verdict is not other[1].verdict:
        return False
    if one[1].verdict is Verdict.PASS or one[0].limit is not None:
        return True
    a, b = one[0], other[0]
    return (
        (a.exit, a.signal) == (b.exit, b.signal)
        and (Observable.STDOUT not in observe or a.stdout.same(b.stdout))
        and (Observable.STDERR not in observe or a.stderr.same(b.stderr))
        and [(path, c.sha256) for path, c in a.files] == [(path, c.sha256) for path, c in b.files]
    )


def recorded(planned: PlannedCase, outcome: Outcome, comparison: Comparison) -> CaseRecord:
    """The line of the journal for an outcome."""
    return CaseRecord(
        task=planned.case.task,
        program=planned.case.program,
        case=planned.case.id,
        key=planned.key,
        verdict=comparison.verdict,
        diagnosis=comparison.diagnosis,
        message=comparison.message,
        observed=Observed(
            outcome.exit,
            outcome.signal,
            outcome.limit,
            (outcome.stdout.length, outcome.stdout.sha256),
            (outcome.stderr.length, outcome.stderr.sha256),
            tuple((path, capture.length, capture.sha256) for path, capture in outcome.files),
        ),
        difference=comparison.difference,
        usage=outcome.usage,
        denials=outcome.denials,
    )


def unrun(planned: PlannedCase, verdict: Verdict, message: str) -> CaseRecord:
    """A case that was not replayed: the tree breaks the policy, does not build, is missing, or we failed."""
    case = planned.case
    return CaseRecord(case.task, case.program, case.id, planned.key, verdict, message=message)
