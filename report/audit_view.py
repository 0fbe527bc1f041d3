"""What the forms of an audit have in common: its rows, the worst first, and numbers as words."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..audit.findings import KINDS, Kind
from ..audit.result import Audit, Finding, Power, Reached, Share, Survivor, TaskAudit
from .rates import percent

NOTHING = "–"
TAB = 4  # columns of a tab in shown source lines


@dataclass(frozen=True, slots=True)
class Row:
    """A task or one of its programs, as a line of the table. `program` is empty for the task itself."""

    task: str
    program: str
    library: str
    cases: int
    errors: int
    stable: int
    outcomes: int
    quarantined: int
    input_bytes: int
    output_bytes: int
    reached: Reached | None
    power: Power | None

    @property
    def name(self) -> str:
        return f"{self.task}/{self.program}" if self.program else self.task

    @property
    def badness(self) -> tuple[float, float, str]:
        """Sorts the worst first: by mutants killed, then by lines reached; what was not measured comes last."""
        killed = self.power.certain.rate if self.power else None
        lines = self.reached.lines.rate if self.reached else None
        return (2.0 if killed is None else killed, 2.0 if lines is None else lines, self.name)


def rows(audit: Audit) -> list[tuple[Row, list[Row]]]:
    """Each task with its programs, the worst first in both."""
    found = [(_task(task), sorted(_programs(task), key=lambda row: row.badness)) for task in audit.tasks]
    return sorted(found, key=lambda pair: pair[0].badness)


def _programs(task: TaskAudit) -> Iterator[Row]:
    for program in task.programs:
        counts = program.counts
        yield Row(
            task=task.id,
            program=program.id,
            library=task.library,
            cases=counts.cases,
            errors=counts.errors,
            stable=counts.stable,
            outcomes=counts.outcomes,
            quarantined=sum(counts.quarantine.values()),
            input_bytes=counts.input_bytes.total,
            output_bytes=counts.output_bytes.total,
            reached=program.reached,
            power=program.power,
        )


def _task(task: TaskAudit) -> Row:
    every = list(_programs(task))
    return Row(
        task=task.id,
        program="",
        library=task.library,
        cases=sum(row.cases for row in every),
        errors=sum(row.errors for row in every),
        stable=sum(row.stable for row in every),
        outcomes=sum(row.outcomes for row in every),
        quarantined=sum(row.quarantined for row in every),
        input_bytes=sum(row.input_bytes for row in every),
        output_bytes=sum(row.output_bytes for row in every),
        reached=task.coverage.reached if task.coverage else None,
        power=task.power,
    )


def rate(share: Share | None) -> str:
    """A share in per cent; a dash where there is nothing to share."""
    return percent(share.done, share.of) if share is not None and share.of else NOTHING


def estimate(power: Power) -> str:
    """The estimated share of non-equivalent mutants that are killed, with what it rests on; empty without a sample."""
    found = power.estimated
    if found is None or not power.sampled:
        return ""
    sample = f"{power.resisted:,} of {power.sampled:,} sampled survivors resisted up to {power.inputs:,} more inputs"
    interval = f"{100 * found.low:.0f} to {100 * found.high:.0f} %"
    return f"{100 * found.share:.0f} % ({interval}) of those not equivalent, where {sample}"


def size(count: int) -> str:
    """Bytes in the unit that fits: `812 B`, `1.4 KiB`, `3.0 MiB`."""
    if count < 1024:
        return f"{count} B"
    return f"{count / 1024:.1f} KiB" if count < 1024**2 else f"{count / 1024**2:.1f} MiB"


def grouped(findings: Sequence[Finding]) -> list[tuple[str, Kind, list[Finding]]]:
    """The findings by kind, the worst kinds first."""
    present = {one.kind for one in findings}
    return [
        (name, kind, [one for one in findings if one.kind == name]) for name, kind in KINDS.items() if name in present
    ]


def ranges(missed: Sequence[tuple[int, int]], shown: int) -> str:
    """Line ranges in short: `12, 30–41 and 5 more`."""
    words = [str(first) if first == last else f"{first}–{last}" for first, last in missed[:shown]]
    more = f" and {len(missed) - shown:,} more" if len(missed) > shown else ""
    return ", ".join(words) + more


def difference(survivor: Survivor) -> list[tuple[str, str]]:
    """The lines of a survivor's change, each with `-`, `+` or a space, moved to the left as far as they go together."""
    before, after = ([line.expandtabs(TAB) for line in side] for side in (survivor.before, survivor.after))
    margin = min((len(line) - len(line.lstrip(" ")) for line in (*before, *after) if line.strip()), default=0)
    lines = difflib.ndiff([line[margin:] for line in before], [line[margin:] for line in after])
    return [(line[0], line[2:]) for line in lines if line[0] in "-+ "]


def facts(audit: Audit) -> list[tuple[str, str]]:
    """What was audited, as label and value."""
    tried = f"at most {audit.mutants:,} mutants a program, seed {audit.seed}" if audit.mutants else "no mutants"
    return [
        ("suite", f"{audit.suite} {audit.suite_version}, {audit.suite_digest}"),
        ("pack", audit.pack_digest),
        ("audited", f"{audit.track}, tier {audit.tier}, {tried}, portproof {audit.portproof}"),
    ]
