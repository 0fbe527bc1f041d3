"""docs/suites.md, from audits as JSON: `python -m portproof.report.suites_page AUDIT.json… > docs/suites.md`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path

from ..audit.counts import Spread
from ..audit.findings import ERRORS_MANY, FEW, KILLED_AIM, KINDS, LINES_AIM
from ..audit.result import Audit, Power, Share, TaskAudit, power, reached
from .audit_file import read
from .audit_view import NOTHING, Row, rate, rows, size
from .rates import percent

COLUMNS = ("task, program", "cases", "fail", "outcomes", "lines", "branches", "killed", "survivors", "size")

EXACT = (
    *("task", "lines", "of the whole library", "branches", "functions", "mutants killed", "judged", "not counted"),
    "estimated",
)


def page(audits: Sequence[Audit]) -> str:
    """The page as Markdown."""
    template = (resources.files(__package__) / "templates" / "suites.md").read_text("utf-8")
    parts = {
        "tables": "\n\n".join(_suite(audit) for audit in audits),
        "findings": "\n".join(_kinds()),
        "lines_aim": f"{100 * LINES_AIM:.0f} %",
        "killed_aim": f"{100 * KILLED_AIM:.0f} %",
        "few": str(FEW),
        "errors_many": f"{100 * ERRORS_MANY:.0f} %",
    }
    for name, text in parts.items():
        template = template.replace("{{" + name + "}}", text)
    return template


def _suite(audit: Audit) -> str:
    lines = [f"### {audit.suite} {audit.suite_version}", "", *_summary(audit), ""]
    lines += ["| " + " | ".join(COLUMNS) + " |", "|---|" + "---:|" * (len(COLUMNS) - 1)]
    for task, programs in rows(audit):
        lines.append(_line(f"**{task.task}**", task))
        lines += [_line(f"&nbsp;&nbsp;{program.program}", program) for program in programs]
    lines += ["", "Exact counts, and what an estimate rests on:", ""]
    lines += ["| " + " | ".join(EXACT) + " |", "|---|" + "---:|" * (len(EXACT) - 2) + "---|"]
    lines += [_exact(task) for task in sorted(audit.tasks, key=lambda task: task.id)]
    under = list(_under(audit))
    if under:
        lines += ["", "Under the aims:", "", *(f"- {sentence}" for sentence in under)]
    notes = [f"{one.where}: {one.kind}" for one in audit.findings if KINDS[one.kind].severity.value != "note"]
    lines += ["", "Findings that are more than notes: " + ("; ".join(notes) or "none") + "."]
    return "\n".join(lines)


def _summary(audit: Audit) -> Iterator[str]:
    every = [row for row, _ in rows(audit)]
    found, tried = reached(audit), power(audit)
    cases, refused = sum(row.cases for row in every), sum(row.quarantined for row in every)
    told = [f"{cases:,} cases of {sum(len(task.programs) for task in audit.tasks):,} programs, {refused:,} quarantined"]
    if found is not None:
        told.append(f"{found.lines.done:,} of {found.lines.of:,} lines reached ({rate(found.lines)})")
    if tried is not None:
        told.append(f"{tried.certain.done:,} of {tried.certain.of:,} mutants killed ({rate(tried.certain)})")
    yield "; ".join(told) + "."
    mutants = f"at most {audit.mutants:,} mutants a program, seed {audit.seed}" if audit.mutants else "no mutants"
    yield f"Audited with {mutants}, on the suite with digest `{audit.suite_digest[:16]}…`."
    cpu = [one.cpu_us for one in audit.measured.timings.values()]
    if cpu:
        middle, most = Spread.of(one.median for one in cpu).median, max(one.most for one in cpu)
        times = f"{middle / 1000:,.0f} ms as a rule, at most {most / 1000:,.0f} ms"
        yield f"CPU time of a case on the machine of the audit: {times}."


def _line(name: str, row: Row) -> str:
    cells = [
        f"{row.cases:,}",
        rate(Share(row.errors, row.stable)),
        f"{row.outcomes:,}",
        rate(row.reached.lines if row.reached else None),
        rate(row.reached.branches if row.reached else None),
        rate(row.power.certain if row.power else None),
        f"{row.power.survived - row.power.judged:,}" if row.power and row.power.plain.of else NOTHING,
        size(row.input_bytes + row.output_bytes),
    ]
    return "| " + " | ".join([name, *cells]) + " |"


def _exact(task: TaskAudit) -> str:
    code, tried = task.coverage, task.power
    cells = [NOTHING] * 4
    if code is not None:
        shares = (code.reached.lines, code.all.lines, code.reached.branches, code.reached.functions)
        cells = [_counts(share) for share in shares]
    more = [NOTHING] * 4
    if tried is not None:
        others = (("same code", tried.same), ("invalid", tried.invalid), ("untried", tried.untried))
        left = ", ".join(f"{number:,} {what}" for what, number in others if number)
        more = [_counts(tried.certain), f"{tried.judged:,}", left or NOTHING, _sample(tried)]
    return "| " + " | ".join([task.id, *cells, *more]) + " |"


def _sample(tried: Power) -> str:
    found = tried.estimated
    if not tried.sampled or found is None:
        return NOTHING
    resisted = f"{tried.resisted:,} of {tried.sampled:,} survivors resisted up to {tried.inputs:,} inputs"
    return f"{resisted}: {100 * found.share:.0f} % ({100 * found.low:.0f} to {100 * found.high:.0f} %)"


def _counts(share: Share) -> str:
    return f"{share.done:,} / {share.of:,}"


def _under(audit: Audit) -> Iterator[str]:
    for task in audit.tasks:
        lines = task.coverage.reached.lines if task.coverage else Share()
        killed = task.power.certain if task.power else Share()
        for share, aim, what in ((lines, LINES_AIM, "lines"), (killed, KILLED_AIM, "mutants")):
            if share.rate is not None and share.rate < aim:
                why = f". {task.note}" if task.note else ""
                yield f"{task.id} with {percent(share.done, share.of)} of its {what}{why}"


def _kinds() -> Iterator[str]:
    yield "| finding | how bad | what it means | what to do |"
    yield "|---|---|---|---|"
    for name, kind in KINDS.items():
        yield f"| `{name}` | {kind.severity.value} | {kind.means} | {kind.todo} |"


if __name__ == "__main__":
    print(page([read(Path(name)) for name in sys.argv[1:]]), end="")
