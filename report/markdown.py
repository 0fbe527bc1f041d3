"""The Markdown form: for a README, a pull request or an issue. Rates first; programs and failures fold away.

Whatever somebody else wrote stands in a code span or a fenced block, where it mentions nobody, links nowhere and is no
HTML; the fence is longer than any run of backticks in it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..core.run import CaseRecord
from ..core.verdict import Verdict
from ..core.violation import Severity
from .measured import measured
from .mismatch import mismatches
from .rates import interval_words, parts, percent, rates
from .sidebyside import Comparison, Line
from .view import RunView, by_task, command, counts, first_failures, key, passed, reached, toolchain
from .visible import paragraph, visible
from .warnings import warnings

SHOWN = 10  # failures, findings and quarantined cases that are listed; the rest is counted
BACKTICKS = re.compile("`+")


def markdown(view: RunView, run: str = "RUN", shown: int = SHOWN) -> str:
    """The report of a run as GitHub-flavoured Markdown. `run` is the run folder as the user named it."""
    header = view.header
    blocks = [
        f"### {code(header.submission.get('name') or 'unnamed')} on {code(f'{header.suite} {header.suite_version}')}",
        *(f"> **Note:** {visible(warning)}" for warning in warnings(view)),
        _headline(view),
        folded("Programs", _programs(view)),
        folded("One failure of each program", _failures(view, shown)),
        folded("Builds that failed", _builds(view, shown)),
        folded("Policy findings", _findings(view, shown)),
        folded("Measures, told and not judged", _measures(view)),
        folded("Quarantined: the original is not stable here", _quarantine(view, shown)),
        folded("What was graded against what", _graded(view)),
        f"Everything: {code(f'{command(header)} report {run} --html report.html')}",
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def code(text: str | bytes, limit: int = 200) -> str:
    """Foreign text as a code span that nothing in it can end, safe in a table too."""
    shown = visible(text, limit).replace("|", "\\|")
    fence = "`" * (1 + max((len(run) for run in BACKTICKS.findall(shown)), default=0))
    space = " " if shown.startswith("`") or shown.endswith("`") or not shown.strip() else ""
    return f"{fence}{space}{shown}{space}{fence}"


def fenced(lines: Iterable[str], language: str = "") -> str:
    """Lines that are already visible as a fenced block that nothing in them can end."""
    body = "\n".join(lines)
    fence = "`" * max(3, 1 + max((len(run) for run in BACKTICKS.findall(body)), default=0))
    return f"{fence}{language}\n{body}\n{fence}"


def folded(title: str, body: str) -> str:
    """A part that a click unfolds; empty where it has no body."""
    return f"<details><summary>{title}</summary>\n\n{body}\n\n</details>" if body else ""


def _headline(view: RunView) -> str:
    rows = [
        f"| {rate.name} | {rate.passed:,} / {rate.total:,} | **{rate.percent}** | {interval_words(rate)} |"
        for rate in rates(view.summary)
    ]
    rows += [
        f"| {label} | {rate.passed:,} / {rate.total:,} | {rate.percent} | |"
        for label, rate in parts(view.summary)
        if rate.passed != rate.total
    ]
    return "\n".join(["| | passed | rate | interval |", "|---|--:|--:|---|", *rows])


def _programs(view: RunView) -> str:
    rows = ["| program | passed | rate | everything else |", "|---|--:|--:|---|"]
    for task, programs in by_task(view).items():
        for program in filter(reached, programs):
            done, total = passed(program)
            others = ", ".join(f"{n:,} {v}" for v, n in counts(program) if v is not Verdict.PASS)
            name = code(f"{task}/{program.program}")
            rows.append(f"| {name} | {done:,} / {total:,} | {percent(done, total)} | {others} |")
    left = sum(not reached(program) for program in view.summary.programs)
    return "\n".join(rows + [f"| {left:,} more | | | not run |"] * bool(left))


def _failures(view: RunView, shown: int) -> str:
    first = list(first_failures(view).values())
    return "\n\n".join([_failure(view, record) for record in first[:shown]] + _more(len(first), shown))


def _failure(view: RunView, record: CaseRecord) -> str:
    diagnosis = f", {record.diagnosis}" if record.diagnosis else ""
    said = f": {code(record.message)}" if record.message else ""
    blocks = [f"**{code(key(record))}** {record.verdict}{diagnosis}{said}"]
    for mismatch in mismatches(view, record, rows=8)[:1]:
        blocks.append(fenced([f"@@ {visible(mismatch.stream)} @@", *_diff(mismatch.comparison)], "diff"))
    return "\n\n".join(blocks)


def _diff(comparison: Comparison) -> list[str]:
    def text(line: Line) -> str:
        return "".join(segment.text for segment in line.segments)

    lines = []
    for row in comparison.rows:
        if row.same and row.expected:
            lines.append(f"  {text(row.expected)}")
            continue
        lines += [f"- {text(row.expected)}"] if row.expected else []
        lines += [f"+ {text(row.actual)}"] if row.actual else []
    return lines


def _builds(view: RunView, shown: int) -> str:
    failed = [build for build in view.builds if not build.ok]
    blocks = []
    for build in failed[:shown]:
        name = code("/".join(part for part in (build.task, build.program) if part))
        blocks.append(f"**{name}**\n\n{fenced(paragraph(build.log.encode('utf-8', 'surrogatepass'), 8))}")
    return "\n\n".join(blocks + _more(len(failed), shown))


def _findings(view: RunView, shown: int) -> str:
    violations = sorted(view.summary.violations, key=lambda v: (v.severity is Severity.FLAG, v))
    lines = []
    for violation in violations[:shown]:
        where = f"{violation.file}:{violation.line}:{violation.column}" if violation.line else violation.file
        flag = " (flagged, changes no verdict)" if violation.severity is Severity.FLAG else ""
        excerpt = f"<br>{code(violation.excerpt.strip(), 120)}" if violation.excerpt.strip() else ""
        lines.append(f"- {code(where)} {code(violation.rule)}{flag}: {code(violation.message)}{excerpt}")
    return "\n".join(lines + [f"- {more}" for more in _more(len(violations), shown)])


def _quarantine(view: RunView, shown: int) -> str:
    cases = sorted(view.quarantine.values(), key=lambda q: (q.task, q.program, q.case))
    lines = [f"- {code(f'{q.task}/{q.program}/{q.case}')} {code(f'{q.cause}: {q.detail}')}" for q in cases[:shown]]
    return "\n".join(lines + [f"- {more}" for more in _more(len(cases), shown)])


def _measures(view: RunView) -> str:
    told = measured(view)
    if told is None:
        return ""
    rows = [f"| {' | '.join(['tree', *told.counts])} |", f"|---|{'--:|' * len(told.counts)}"]
    rows += [f"| {code(row.name) if row.own else row.name} | {' | '.join(row.values)} |" for row in told.rows]
    return "\n".join(rows)


def _graded(view: RunView) -> str:
    header = view.header
    facts = {
        "suite": header.suite_digest,
        "pack": header.pack_digest,
        "submission": header.submission_digest,
        "results": view.summary.results,
        "profile": header.profile,
        "tier": header.tier,
        "toolchain": toolchain(header),
        "portproof": header.portproof,
    }
    return "\n".join(["| | |", "|---|---|", *(f"| {name} | {code(value)} |" for name, value in facts.items())])


def _more(total: int, shown: int) -> list[str]:
    return [f"… and {total - shown:,} more"] if total > shown else []
