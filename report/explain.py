"""The explanation of one case: everything a person needs to see why it failed, and to see it again by hand."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..core.case import Case
from ..core.run import CaseRecord
from ..core.verdict import MEANING, Verdict
from .invocation import SUBMISSION, quoted, script, too_long, words
from .mismatch import Mismatch, denied, ending, mismatches, sized, usage
from .sidebyside import Comparison, Line
from .styles import BAD, DIM, GOOD, HEAD, WARN, dressed, foreign, indented, line, verdict_style
from .text import failure, finding
from .view import RunView, against, command, every_case, findings, key, reading
from .visible import paragraph, visible

NARROW = 100  # columns below which the two sides are put one above the other


@dataclass(frozen=True, slots=True)
class Found:
    """What a name stands for: the record to show, and the other failing ones that it also stands for."""

    record: CaseRecord
    others: tuple[CaseRecord, ...]


def find(view: RunView, name: str) -> Found | None:
    """The case called `task/program/case` (a prefix of the id will do), `task/program`, `task`, or by its id's start.

    Where several fit, the failure that is the shortest to read; None where nothing fits."""
    parts = name.strip("/").split("/")
    fits = [record for record in every_case(view) if _fits(record, parts)]
    if not fits:
        return None
    failed = [record for record in fits if record.verdict is not Verdict.PASS]
    ordered = sorted(failed or fits, key=lambda record: (not against(record.verdict), reading(record)))
    others = tuple(record for record in failed if record is not ordered[0])
    return Found(ordered[0], others)


def explain(view: RunView, name: str, console: Console, run: str = "RUN") -> bool:
    """Print the explanation of the case that `name` stands for (see `find`); False, and no output, where none fits."""
    named = find(view, name)
    if named is None:
        return False
    record = named.record
    case = view.suite_cases.get(record.case)
    _head(record, console)
    if case:
        _invocation(case, console)
    else:
        console.print(Text("  The suite that was graded against is not at hand: arguments and input are unknown.", DIM))
    found = mismatches(view, record)
    _mismatches(found, record, console)
    _ending(view, record, console)
    _stderr(view, record, found, console)
    _build(view, record, console)
    _policy(view, record, console)
    if case:
        _by_hand(view, record, case, console)
    if named.others:
        _title(f"{len(named.others):,} more that did not pass", console)
        for other in named.others[:5]:
            call = foreign(f"{command(view.header)} explain {run} {key(other)}", 400)
            line(console, call.append(f"   {other.verdict}", style=DIM))
    return True


def _fits(record: CaseRecord, parts: list[str]) -> bool:
    match parts:
        case [start]:
            return record.task == start or (len(start) >= 4 and record.case.startswith(start))
        case [task, program]:
            return (record.task, record.program) == (task, program)
        case [task, program, start]:
            return (record.task, record.program) == (task, program) and record.case.startswith(start)
    return False


def _head(record: CaseRecord, console: Console) -> None:
    style = f"bold {verdict_style(record.verdict)}"
    console.print(Text.assemble((key(record), HEAD), "  ", (record.verdict.value, style)))
    console.print(Text(f"  {MEANING[record.verdict].sentence}", style=DIM))
    if record.diagnosis:
        console.print(Text.assemble("  diagnosis: ", (record.diagnosis.value, HEAD)))
    if record.message:
        console.print(Text("  ").append_text(foreign(record.message, 1000)))


def _title(title: str, console: Console) -> None:
    console.print()
    console.print(Text(title, style=HEAD))


def _invocation(case: Case, console: Console) -> None:
    _title("Invocation", console)
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style=DIM, no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row("arguments", foreign(words(case) or "none", 2000))
    for name, value in case.env:
        grid.add_row("environment", foreign(f"{name}={quoted(value)}", 500))
    for path, data in case.files:
        grid.add_row(foreign(f"file {path}", 80), _content(data))
    grid.add_row("stdin", _content(case.stdin) if case.stdin else Text("empty", style=DIM))
    if case.tags:
        grid.add_row("tags", foreign(", ".join(case.tags)))
    console.print(indented(grid))


def _content(data: bytes) -> Text:
    text = Text(sized(len(data)), style=DIM)
    for part in data.removesuffix(b"\n").split(b"\n")[:6]:
        text.append("\n").append_text(foreign(part, 200))
    return text if data.count(b"\n") <= 6 else text.append("\n…", style=DIM)


def _mismatches(found: list[Mismatch], record: CaseRecord, console: Console) -> None:
    for mismatch in found:
        lengths = f"{sized(mismatch.expected)} expected, {sized(mismatch.actual)} given"
        _title(f"{visible(mismatch.stream)}: {lengths}", console)
        for sentence in mismatch.words:
            console.print(indented(Text(sentence)))
        console.print()
        console.print(indented(_laid_out(mismatch.comparison, console.width)))
    if record.difference and record.difference.stream not in {mismatch.stream for mismatch in found}:
        _title("First difference", console)
        for text in failure(record)[1:]:
            console.print(text)


def _laid_out(comparison: Comparison, width: int) -> Table:
    narrow = width < NARROW
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=DIM)
    table.add_column("", style=DIM, justify="right", no_wrap=True)
    table.add_column("- expected, + actual" if narrow else "expected", overflow="fold")
    if not narrow:
        table.add_column("", style=DIM, justify="right", no_wrap=True)
        table.add_column("actual", overflow="fold")
    if comparison.before:
        table.add_row("", Text(f"… {comparison.before:,} equal lines", style=DIM))
    for row in comparison.rows:
        if not narrow:
            table.add_row(*_side(row.expected, GOOD), *_side(row.actual, BAD))
        elif row.same and row.expected:
            table.add_row(str(row.expected.number), Text("  ").append_text(dressed(row.expected.segments, "")))
        else:
            for sign, side, style in (("- ", row.expected, GOOD), ("+ ", row.actual, BAD)):
                if side:
                    table.add_row(str(side.number), Text(sign, style).append_text(dressed(side.segments, style)))
    more = [f"… {n:,} more lines" if n else "" for n in (comparison.expected_after, comparison.actual_after)]
    if any(more):
        left, right = (Text(part, style=DIM) for part in more)
        table.add_row(*(("", left.append("  ").append(right)) if narrow else ("", left, "", right)))
    return table


def _side(side: Line | None, style: str) -> tuple[Text, Text]:
    if side is None:
        return Text(), Text("(nothing)", style=DIM)
    return Text(str(side.number)), dressed(side.segments, style)


def _ending(view: RunView, record: CaseRecord, console: Console) -> None:
    observed = record.observed
    if observed is None:
        return
    _title("How it ended", console)
    rows = [("ended", ending(observed))]
    if record.difference and record.difference.stream == "exit":
        rows.append(("expected", visible(record.difference.expected)))
    rows.append(("stdout", f"{sized(observed.stdout[0])}, sha256 {observed.stdout[1]}"))
    rows.append(("stderr", f"{sized(observed.stderr[0])}, sha256 {observed.stderr[1]}"))
    if record.usage:
        rows.append(("used", usage(record)))
    rows += [("denied", denial) for denial in denied(record)]
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style=DIM, no_wrap=True)
    grid.add_column(overflow="fold")
    for label, value in rows:
        grid.add_row(label, foreign(value, 500, WARN if label == "denied" else ""))
    console.print(indented(grid))


def _stderr(view: RunView, record: CaseRecord, found: list[Mismatch], console: Console) -> None:
    stderr = view.actual(record.case, "stderr")
    if stderr and "stderr" not in {mismatch.stream for mismatch in found}:
        _title("stderr, its last lines", console)
        for shown in paragraph(stderr, 12):
            console.print(indented(Text(shown)))


def _build(view: RunView, record: CaseRecord, console: Console) -> None:
    for build in view.builds:
        if build.ok or build.task != record.task or build.program not in ("", record.program):
            continue
        _title("Build log, its last lines", console)
        for shown in paragraph(build.log.encode("utf-8", "surrogatepass"), 40):
            console.print(indented(Text(shown)))


def _policy(view: RunView, record: CaseRecord, console: Console) -> None:
    violations = findings(view, record.task, record.program)
    if violations:
        _title("Policy findings", console)
    for violation in violations:
        for text in finding(violation):
            console.print(indented(text))


def _by_hand(view: RunView, record: CaseRecord, case: Case, console: Console) -> None:
    _title("By hand (bash; without the walls and limits of a run)", console)
    builds = {build.program: build for build in view.builds if build.task == record.task}
    for command_line in script(case, view.header, builds, view.submission or SUBMISSION):
        line(console, foreign(command_line, 20_000))
    if too_long(case):
        console.print(Text("  Inputs that long are in the suite's case file.", style=DIM))
