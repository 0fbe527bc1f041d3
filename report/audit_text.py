"""The audit of a suite as text: headline, programs with the worst first, what is wrong and what to do about it."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..audit.findings import KILLED_AIM, LINES_AIM
from ..audit.result import Audit, Severity, Share, Survivor, power, reached
from .audit_view import NOTHING, Row, difference, estimate, facts, grouped, ranges, rate, rows, size
from .styles import BAD, DIM, GOOD, HEAD, WARN, foreign, indented
from .visible import visible

SHOWN = 8  # findings of one kind, and files with missed lines, that are listed; the rest is counted
STYLES = {Severity.DEFECT: BAD, Severity.WEAKNESS: WARN, Severity.NOTE: DIM}


def text(audit: Audit, console: Console, command: str, with_survivors: bool = False) -> None:
    """Print an audit. `command` is how the user may ask again, such as `py2js-eval audit py2js-mini`."""
    console.print(_facts(audit))
    console.print(_headline(audit))
    console.print(_table(audit))
    _findings(audit, console)
    _missed(audit, console)
    if with_survivors:
        _survivors(audit, console)
    _times(audit, console)
    _next(audit, console, command, with_survivors)


def _facts(audit: Audit) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style=DIM, no_wrap=True)
    grid.add_column(overflow="fold")
    for label, value in facts(audit):
        grid.add_row(label, foreign(value, 400))
    return grid


def _headline(audit: Audit) -> Padding:
    grid = Table.grid(padding=(0, 2))
    for justify in ("left", "right", "right", "left"):
        grid.add_column(justify=justify, no_wrap=justify == "right")
    every = [row for row, _ in rows(audit)]
    cases, refused = sum(row.cases for row in every), sum(row.quarantined for row in every)
    programs = sum(len(task.programs) for task in audit.tasks)
    sizes = (
        f"input {size(sum(row.input_bytes for row in every))}, output {size(sum(row.output_bytes for row in every))}"
    )
    note = f"{programs:,} programs, {refused:,} quarantined, {sizes}"
    grid.add_row(Text("cases", style=HEAD), f"{cases:,}", "", Text(note, style=DIM))
    found = reached(audit)
    if found is not None:
        for label, share, aim in (
            ("lines", found.lines, LINES_AIM),
            ("branches", found.branches, None),
            ("functions", found.functions, None),
        ):
            note = "of the code that is meant to be exercised" if label == "lines" else ""
            grid.add_row(Text(label, style=HEAD), *_share(share, aim), Text(note, style=DIM))
    tried = power(audit)
    if tried is not None:
        grid.add_row(
            Text("mutants killed", style=HEAD), *_share(tried.certain, KILLED_AIM), Text(estimate(tried), style=DIM)
        )
        others = (("judged equivalent", tried.judged), ("same code", tried.same), ("invalid", tried.invalid))
        left = ", ".join(f"{n:,} {label}" for label, n in (*others, ("untried", tried.untried)) if n)
        if left:
            grid.add_row("", "", "", Text(f"not counted: {left}", style=DIM))
    return Padding(grid, (1, 0))


def _share(share: Share, aim: float | None) -> tuple[str, Text]:
    style = "" if aim is None or share.rate is None else GOOD if share.rate >= aim else BAD
    return f"{share.done:,} / {share.of:,}", Text(rate(share), style=f"bold {style}".strip())


def _table(audit: Audit) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), header_style=DIM)
    table.add_column("task/program", overflow="fold", min_width=16)
    for column in ("cases", "fail", "outcomes", "lines", "branches", "killed", "survived"):
        table.add_column(column, justify="right", no_wrap=True)
    for task, programs in rows(audit):
        title = Text(task.task, style=HEAD)
        if task.library and task.library != task.task:
            title.append_text(foreign(f" ({task.library})", style=DIM))
        table.add_row(title, *_cells(task))
        for program in programs:
            table.add_row(Text(f"  {program.program}"), *_cells(program))
    return table


def _cells(row: Row) -> list[Text]:
    lines = row.reached.lines if row.reached else None
    branches = row.reached.branches if row.reached else None
    killed = row.power.certain if row.power else None
    survived = f"{row.power.survived - row.power.judged:,}" if row.power and row.power.plain.of else NOTHING
    aimed = not row.program  # the aims are those of a task: its programs share its code
    return [
        Text(f"{row.cases:,}"),
        Text(rate(Share(row.errors, row.stable))),
        Text(f"{row.outcomes:,}"),
        _rated(lines, LINES_AIM if aimed else None),
        _rated(branches, None),
        _rated(killed, KILLED_AIM if aimed else None),
        Text(survived),
    ]


def _rated(share: Share | None, aim: float | None) -> Text:
    if share is None or share.rate is None:
        return Text(NOTHING, style=DIM)
    return Text(rate(share), style="" if aim is None else GOOD if share.rate >= aim else BAD)


def _findings(audit: Audit, console: Console) -> None:
    for name, kind, found in grouped(audit.findings):
        console.print()
        style = STYLES[kind.severity]
        console.print(Text.assemble((kind.severity.value, style), "  ", (name, HEAD), f"  {kind.means}"))
        for one in found[:SHOWN]:
            line = foreign(one.where, style=HEAD).append_text(foreign(f"  {one.message}", 600))
            if one.cases:
                line.append(f"  {', '.join(case[:12] for case in one.cases)}", style=DIM)
            console.print(indented(line))
        if len(found) > SHOWN:
            console.print(indented(Text(f"… and {len(found) - SHOWN:,} more", style=DIM)))
        console.print(indented(Text(f"→ {kind.todo}", style=DIM)))
    if not audit.findings:
        console.print()
        console.print(Text("nothing is found wrong", style=GOOD))


def _missed(audit: Audit, console: Console) -> None:
    files = [
        (one.reached.lines.of - one.reached.lines.done, task.id, one)
        for task in audit.tasks
        if task.coverage
        for one in task.coverage.files
        if one.missed
    ]
    if not files:
        return
    console.print()
    console.print(
        Text(f"Lines that no case reaches (in {len(files):,} file{'s' if len(files) != 1 else ''})", style=HEAD)
    )
    files.sort(key=lambda entry: (-entry[0], entry[1], entry[2].path))
    for count, task, one in files[:SHOWN]:
        line = foreign(f"{task}  {one.path}").append(f"  {count:,}: {ranges(one.missed, 12)}", style=DIM)
        console.print(indented(line))
    if len(files) > SHOWN:
        console.print(indented(Text(f"… and {len(files) - SHOWN:,} more files", style=DIM)))


def _survivors(audit: Audit, console: Console) -> None:
    for task in audit.tasks:
        if task.survivors:
            console.print()
            console.print(Text(f"Survivors of {task.id} ({len(task.survivors):,})", style=HEAD))
        for one in task.survivors:
            for line in survivor(one):
                console.print(indented(line))


def survivor(one: Survivor) -> list[Text]:
    """A survivor: where, what kind, who reaches it, and its diff."""
    head = foreign(f"{one.path}:{one.line}:{one.column}", style=HEAD)
    head.append(f"  {one.operator}  {one.id}", style=DIM)
    head.append(f"  {one.cases:,} cases of {', '.join(one.programs)}", style=DIM)
    lines = [head]
    if one.judged:
        lines.append(foreign(f"  judged equivalent: {one.judged}", 400, WARN))
    for sign, line in difference(one):
        lines.append(Text(f"  {sign} {visible(line, 200)}", style={"-": BAD, "+": GOOD}.get(sign, DIM)))
    return lines


def _times(audit: Audit, console: Console) -> None:
    found = sorted(audit.measured.timings.items(), key=lambda item: (-item[1].cpu_us.median, item[0]))
    if not found:
        return
    console.print()
    console.print(Text("Time per case, the slowest programs (CPU: middle, most; peak memory)", style=HEAD))
    for name, one in found[:SHOWN]:
        cpu = f"{one.cpu_us.median / 1000:,.1f} ms, {one.cpu_us.most / 1000:,.1f} ms"
        memory = f"{one.peak_kib.most / 1024:,.0f} MiB"
        console.print(indented(foreign(name).append(f"  {cpu}; {memory}; {one.cases} cases measured", style=DIM)))


def _next(audit: Audit, console: Console, command: str, with_survivors: bool) -> None:
    alive = sum(len(task.survivors) for task in audit.tasks)
    told = []
    if alive and not with_survivors:
        told.append(("each survivor with its diff ", f"{command} --survivors"))
    told.append(("everything, as a page       ", f"{command} --html audit.html"))
    console.print()
    for label, call in told:
        console.print(Text(label, style=DIM).append_text(foreign(call, 400)), soft_wrap=True)
