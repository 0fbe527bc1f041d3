"""The text form: what a person sees at the end of a run. Headline first, then what failed, then what to do next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..core.run import CaseRecord, ProgramSummary
from ..core.verdict import Verdict
from ..core.violation import Severity, Violation
from .measured import MeasuredTable, measured
from .mismatch import denied
from .rates import interval_words, macro, parts, percent, rates
from .styles import BAD, DIM, GOOD, HEAD, WARN, foreign, indented, pointed, verdict_style
from .view import RunView, by_task, command, counts, first_failures, key, passed, reached, toolchain
from .warnings import warnings

SHOWN = 10  # failures, findings and quarantined cases that are listed; the rest is counted


def text(view: RunView, console: Console, run: str = "RUN", shown: int = SHOWN) -> None:
    """Print the report of a run. `run` is the run folder as the user named it, for the commands at the end."""
    console.print(_graded(view))
    console.print(_headline(view))
    for warning in warnings(view):
        console.print(foreign(f"! {warning}", 400, WARN))
    if warnings(view):
        console.print()
    console.print(_programs(view))
    sections = (_failures(view, shown), _builds(view, shown), _violations(view, shown), _quarantine(view, shown))
    if (told := measured(view)) is not None:
        console.print()
        console.print(Text("Measures, told and not judged", style=HEAD))
        console.print(indented(_measures(told)))
    for title, lines in sections:
        if lines:
            console.print()
            console.print(Text(title, style=HEAD))
            for line in lines:
                console.print(indented(line))
    console.print()
    for label, call in _next(view, run):
        console.print(Text(label, style=DIM).append_text(foreign(call, 400)), soft_wrap=True)


def _measures(told: MeasuredTable) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=DIM)
    table.add_column("tree", overflow="fold")
    for count in told.counts:
        table.add_column(count, justify="right")
    for row in told.rows:
        table.add_row(foreign(row.name), *row.values, style="" if row.own else DIM)
    return table


def _graded(view: RunView) -> Table:
    header = view.header
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style=DIM, no_wrap=True)
    grid.add_column(overflow="fold")
    name = header.submission.get("name", "")
    rest = ", ".join(f"{k} {v}" for k, v in sorted(header.submission.items()) if k != "name" and v)
    rows = [
        ("submission", f"{name or 'unnamed'}" + (f" ({rest})" if rest else "")),
        ("digest", header.submission_digest),
        ("suite", f"{header.suite} {header.suite_version}, {header.suite_digest}"),
        ("pack", header.pack_digest),
        ("graded", f"{header.track}, profile {header.profile}, tier {header.tier}, portproof {header.portproof}"),
        ("toolchain", toolchain(header)),
    ]
    for label, value in rows:
        grid.add_row(label, foreign(value, 400))
    return grid


def _headline(view: RunView) -> Padding:
    grid = Table.grid(padding=(0, 2))
    for justify in ("left", "right", "right", "left"):
        grid.add_column(justify=justify, no_wrap=justify == "right")
    for rate in rates(view.summary):
        shown = Text(rate.percent, style=f"bold {GOOD if rate.passed == rate.total else BAD}")
        name, interval = Text(rate.name, style=HEAD), Text(interval_words(rate), style=DIM)
        grid.add_row(name, f"{rate.passed:,} / {rate.total:,}", shown, interval)
    for label, value in macro(view.summary):
        grid.add_row(f"mean {label} over libraries", "", f"{100 * value:.2f} %", "")
    for label, share in parts(view.summary):
        if share.passed != share.total:
            grid.add_row(label, f"{share.passed:,} / {share.total:,}", share.percent, "")
    return Padding(grid, (1, 0))


def _programs(view: RunView) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=DIM)
    table.add_column("task/program", overflow="fold")
    table.add_column("pass", justify="right", no_wrap=True)
    table.add_column("rate", justify="right", no_wrap=True)
    table.add_column("everything else", overflow="fold")
    for task, every in by_task(view).items():
        programs = [program for program in every if reached(program)]
        if not programs:
            continue
        done, total = (sum(column) for column in zip(*(passed(p) for p in programs), strict=True))
        library = programs[0].library
        title = Text(task, style=HEAD)
        if library and library != task:
            title.append(f" ({library})", style=DIM)
        table.add_row(title, f"{done:,} / {total:,}", _rate(done, total), "")
        for program in programs:
            done, total = passed(program)
            name = foreign(f"  {program.program}")
            table.add_row(name, f"{done:,} / {total:,}", _rate(done, total), _others(program))
    left = sum(not reached(program) for program in view.summary.programs)
    if left:
        table.add_row(
            Text(f"{left:,} more program{'s' if left > 1 else ''}", style=DIM), "", "", Text("not run", style=WARN)
        )
    return table


def _rate(done: int, total: int) -> Text:
    return Text(percent(done, total), style=DIM if total == 0 else GOOD if done == total else BAD)


def _others(program: ProgramSummary) -> Text:
    others = [Text(f"{n:,} {v}", style=verdict_style(v)) for v, n in counts(program) if v is not Verdict.PASS]
    return Text(", ").join(others)


Section = tuple[str, list[Text]]


def _failures(view: RunView, shown: int) -> Section:
    first = first_failures(view)
    lines: list[Text] = []
    for record in list(first.values())[:shown]:
        lines += failure(record)
    if len(first) > shown:
        lines.append(Text(f"… and {len(first) - shown:,} more programs with failures", style=DIM))
    return f"One failure of each program ({len(first):,})", lines


def failure(record: CaseRecord) -> list[Text]:
    """A failing case in one to four lines: name, verdict and diagnosis, then both sides at the first difference."""
    head = Text.assemble((key(record), HEAD), "  ", (record.verdict.value, verdict_style(record.verdict)))
    if record.diagnosis:
        head.append(f", {record.diagnosis.value}")
    lines = [head]
    if record.message:
        lines.append(Text("  ").append_text(foreign(record.message, 300)))
    at = record.difference
    if at and not record.message:
        lines.append(foreign(f"  {at.stream}, line {at.line}, column {at.column} (byte {at.offset:,})", style=DIM))
    if at:
        expected, actual = pointed(at.expected, at.actual)
        lines.append(Text("  expected  ").append_text(expected))
        lines.append(Text("  actual    ").append_text(actual))
    lines += [foreign(f"  denied: {denial}", style=WARN) for denial in denied(record)[:3]]
    return lines


def _builds(view: RunView, shown: int) -> Section:
    failed = [build for build in view.builds if not build.ok]
    lines: list[Text] = []
    for build in failed[:shown]:
        lines.append(foreign("/".join(part for part in (build.task, build.program) if part), style=HEAD))
        for line in build.log.rstrip("\n").split("\n")[-4:]:
            lines.append(Text("  ").append_text(foreign(line, style=DIM)))
    return f"Builds that failed ({len(failed):,})", lines + _more(failed, shown)


def _violations(view: RunView, shown: int) -> Section:
    violations = sorted(view.summary.violations, key=lambda v: (v.severity is Severity.FLAG, v))
    lines = [line for violation in violations[:shown] for line in finding(violation)]
    return f"Policy findings ({len(violations):,})", lines + _more(violations, shown)


def finding(violation: Violation) -> list[Text]:
    """A policy finding in two or three lines: where and which rule, why, and the source line."""
    flag = violation.severity is Severity.FLAG
    where = f"{violation.file}:{violation.line}:{violation.column}" if violation.line else violation.file
    head = foreign(where, style=HEAD).append_text(foreign(f"  {violation.rule}", style=WARN if flag else BAD))
    if flag:
        head.append("  flagged for a person to look at; changes no verdict", style=DIM)
    lines = [head, Text("  ").append_text(foreign(violation.message, 400))]
    if violation.excerpt:
        lines.append(Text("  │ ", style=DIM).append_text(foreign(violation.excerpt.strip("\n"), 160)))
    return lines


def _quarantine(view: RunView, shown: int) -> Section:
    cases = sorted(view.quarantine.values(), key=lambda q: (q.task, q.program, q.case))
    causes = Counter(case.cause for case in cases)
    lines = [foreign(", ".join(f"{n:,} × {cause}" for cause, n in sorted(causes.items())))] if cases else []
    for case in cases[:shown]:
        lines.append(foreign(f"{case.task}/{case.program}/{case.case}  {case.cause}: {case.detail}", 300, DIM))
    return f"Quarantined: the original is not stable here ({len(cases):,})", lines + _more(cases, shown)


def _more(items: Sequence[object], shown: int) -> list[Text]:
    return [Text(f"… and {len(items) - shown:,} more", style=DIM)] if len(items) > shown else []


def _next(view: RunView, run: str) -> list[tuple[str, str]]:
    first = next(iter(first_failures(view).values()), None)
    evaluator = command(view.header)
    explain = [("one failure in full   ", f"{evaluator} explain {run} {key(first)}")] if first else []
    return [*explain, ("everything, as a page ", f"{evaluator} report {run} --html report.html")]
