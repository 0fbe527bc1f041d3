"""From the journal to `summary.json`: a fixed manifest, so that every case of the suite has exactly one verdict.

Nothing in it depends on time, machine or tier: equal evaluations give equal bytes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict

from ..core.canonical import digest
from ..core.pack import Pack
from ..core.run import CaseRecord, ProgramSummary, Summary
from ..core.submission import Submission
from ..core.task import Suite
from ..core.verdict import Verdict
from ..core.violation import Violation
from ..scoring.rates import score
from ..scoring.table import CaseResult


def verdicts(suite: Suite, pack: Pack, records: Mapping[str, CaseRecord]) -> list[CaseResult]:
    """One result per case of the suite, in order; what the journal lacks is `quarantined` or `not_run`."""
    results = []
    for task in suite.tasks:
        for program in task.programs:
            for case in program.cases:
                if case.id in pack.quarantine:
                    verdict = Verdict.QUARANTINED
                elif case.id in records:
                    verdict = records[case.id].verdict
                else:
                    verdict = Verdict.NOT_RUN
                results.append(CaseResult(task.id, task.library, program.id, case.id, verdict))
    return results


def summary(
    suite: Suite,
    pack: Pack,
    submission: Submission,
    profile: str,
    records: Mapping[str, CaseRecord],
    violations: Iterable[Violation],
) -> Summary:
    """The result of a run so far; `complete` says whether every case of the suite has a verdict of its own."""
    results = verdicts(suite, pack, records)
    counts: dict[tuple[str, str, str], Counter[str]] = {}
    for result in results:
        counts.setdefault((result.task, result.library, result.program), Counter())[result.verdict.value] += 1
    open_ = (Verdict.NOT_RUN, Verdict.HARNESS_ERROR)
    numbers: dict[str, object] = json.loads(json.dumps(asdict(score(results))))
    return Summary(
        suite=f"{suite.name} {suite.version}",
        suite_digest=suite.digest,
        pack_digest=pack.digest,
        submission_digest=submission.digest,
        profile=profile,
        complete=not any(result.verdict in open_ for result in results),
        programs=tuple(
            ProgramSummary(task, library, program, {v.value: seen[v.value] for v in Verdict if seen[v.value]})
            for (task, library, program), seen in counts.items()
        ),
        score=numbers,
        violations=tuple(sorted(violations)),
        results=digest([[f"{r.task}/{r.program}/{r.case}", r.verdict.value] for r in results]),
    )
