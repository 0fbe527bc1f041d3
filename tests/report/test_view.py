"""What every reporter asks of a run."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from portproof.core.case import Case
from portproof.core.outcome import Denial
from portproof.core.pack import Quarantined
from portproof.core.run import ProgramSummary
from portproof.core.verdict import Verdict
from portproof.core.violation import Violation
from portproof.report.mismatch import denied
from portproof.report.view import RunView, every_case, findings, first_failures, passed

if TYPE_CHECKING:
    from .conftest import Builder


def test_a_case_without_a_line_in_the_journal_is_not_forgotten(made: Builder) -> None:
    made.add(Case("a", "b", (b"1",)))
    shaky, unreached = Case("a", "b", (b"2",)), Case("a", "b", (b"3",))
    made.quarantine[shaky.id] = Quarantined(shaky.id, "a", "b", "TZ", "stdout differs")
    made.cases |= {shaky.id: shaky, unreached.id: unreached}
    verdicts = {record.case: record.verdict for record in every_case(made.view())}
    assert verdicts[shaky.id] is Verdict.QUARANTINED
    assert verdicts[unreached.id] is Verdict.NOT_RUN
    assert len(verdicts) == 3


def test_the_order_of_the_journal_does_not_show(made: Builder) -> None:
    for number in range(50):
        made.add(Case(f"t{number % 3}", "p", (str(number).encode(),)))
    before = every_case(made.view())
    random.Random(7).shuffle(made.records)
    assert every_case(made.view()) == before


def test_a_mismatch_is_shown_before_a_failure_without_one(small: RunView) -> None:
    record = first_failures(small)["idna", "encode"]
    assert record.difference is not None


def test_the_shortest_mismatch_is_shown(made: Builder) -> None:
    for length in (500, 3, 40):
        data = b"x" * length
        seen = made.observed(data)
        made.add(Case("a", "b", (data,)), Verdict.WRONG_STDOUT, {"stdout": (b"y", data)}, observed=seen)
    observed = first_failures(made.view())["a", "b"].observed
    assert observed is not None
    assert observed.stdout[0] == 3


def test_one_denial_by_several_threads_is_one_line(made: Builder) -> None:
    denials = (Denial("io_uring_setup", "", "node", 1), Denial("io_uring_setup", "", "worker", 2))
    assert denied(made.add(Case("a", "b"), denials=denials)) == ["io_uring_setup (× 3, thread node, worker)"]


def test_only_what_is_scored_is_in_the_denominator() -> None:
    counts = {"pass": 3, "crash": 1, "quarantined": 5, "not_run": 7, "harness_error": 9}
    assert passed(ProgramSummary("t", "t", "p", counts)) == (3, 4)


def test_a_finding_concerns_its_program_its_task_or_all(made: Builder) -> None:
    for task, program in (("a", "one"), ("a", "two"), ("b", "one")):
        made.add(Case(task, program))
    made.violations += [
        Violation("a/one.mjs", 1, 1, "r1", "", program="one"),
        Violation("a/shared.mjs", 1, 1, "r2", ""),
        Violation("b/shared.mjs", 1, 1, "r3", ""),
        Violation("package.json", 1, 1, "r4", ""),
    ]
    view = made.view()
    assert [v.rule for v in findings(view, "a", "one")] == ["r1", "r2", "r4"]
    assert [v.rule for v in findings(view, "a", "two")] == ["r2", "r4"]
    assert [v.rule for v in findings(view, "b", "one")] == ["r3", "r4"]
