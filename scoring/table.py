"""What scoring reads: one line per case of a run. It never looks at bytes, only at verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.verdict import Verdict


@dataclass(frozen=True, slots=True)
class CaseResult:
    """The verdict of one case. `program` and `case` are ids within their task and program; `library` is the cluster."""

    task: str
    library: str
    program: str
    case: str
    verdict: Verdict
