"""The audit of a suite as one HTML page that opens from disk and asks no network, dressed as the report of a run is.

Source lines of originals are other people's text: they are shown through `visible` and Jinja's escaping only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import resources

from markupsafe import Markup

from ..audit.findings import KILLED_AIM, LINES_AIM
from ..audit.result import Audit, Share, Survivor, TaskAudit, power, reached
from .audit_view import NOTHING, Row, difference, estimate, facts, grouped, ranges, rate, rows, size
from .webpage import environment, policy

LISTED = 200  # findings of one kind on the page
SURVIVORS = 300  # of one task on the page, so that a browser can still show it
MISSED = 12  # ranges of missed lines of one file
COLUMNS = (
    "cases",
    "fail",
    "outcomes",
    "quarantined",
    "lines",
    "branches",
    "functions",
    "killed",
    "survived",
    "input",
    "output",
)
SEVERITIES = {"defect": "submission", "weakness": "harness", "note": "task"}  # the classes of colours in report.css
SIGNS = {"-": "out", "+": "in", " ": "both"}


@dataclass(frozen=True, slots=True)
class Card:
    """One of the large numbers: `share` and `aim` from 0 to 1 draw the bar."""

    name: str
    big: str
    exact: str
    note: str
    share: float | None = None
    aim: float | None = None
    style: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the table of programs."""

    text: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """One task's section."""

    task: TaskAudit
    gaps: int
    estimate: str
    survivors: tuple[tuple[Survivor, list[tuple[str, str]]], ...]


FILTERS: dict[str, Callable[..., object]] = {
    "rate": rate,
    "ranges": lambda missed: ranges(missed, MISSED),
    "cells": lambda row: list(_cells(row)),
}


def html(audit: Audit, command: str) -> str:
    """The page. `command` is how the user may ask again."""
    style, script = _template("report.css") + _template("audit.css"), _template("audit.js")
    order = {task.task: index for index, (task, _) in enumerate(rows(audit))}
    shown = environment(_template, FILTERS).get_template("audit.html")
    return shown.render(
        audit=audit,
        cards=list(_cards(audit)),
        groups=rows(audit),
        columns=COLUMNS,
        findings=grouped(audit.findings),
        severities=SEVERITIES,
        listed=LISTED,
        tasks=[_part(task) for task in sorted(audit.tasks, key=lambda task: order[task.id])],
        signs=SIGNS,
        timings=sorted(audit.measured.timings.items(), key=lambda item: (-item[1].cpu_us.median, item[0])),
        facts=facts(audit),
        command=command,
        policy=policy(style, [script]),
        style=Markup(style),
        script=Markup(script),
    )


def _cards(audit: Audit) -> Iterator[Card]:
    every = [row for row, _ in rows(audit)]
    refused = sum(row.quarantined for row in every)
    programs = sum(len(task.programs) for task in audit.tasks)
    cases = f"{sum(row.cases for row in every):,}"
    yield Card("cases", cases, f"{programs:,} programs of {len(audit.tasks):,} tasks", f"{refused:,} quarantined")
    found = reached(audit)
    if found is not None:
        yield _card("lines reached", found.lines, LINES_AIM, "of the code that is meant to be exercised")
        yield _card("branches reached", found.branches, None, "")
    tried = power(audit)
    if tried is not None:
        yield _card("mutants killed", tried.certain, KILLED_AIM, estimate(tried) or "survivors may be equivalent")


def _card(name: str, share: Share, aim: float | None, note: str) -> Card:
    style = "" if aim is None or share.rate is None else "good" if share.rate >= aim else "bad"
    return Card(name, rate(share), f"{share.done:,} of {share.of:,}", note, share.rate, aim, style)


def _cells(row: Row) -> Iterator[Cell]:
    found, tried = row.reached, row.power
    yield Cell(f"{row.cases:,}")
    yield Cell(rate(Share(row.errors, row.stable)))
    yield Cell(f"{row.outcomes:,}")
    yield Cell(f"{row.quarantined:,}" if row.quarantined else "")
    yield _rated(found.lines if found else None, LINES_AIM)
    yield _rated(found.branches if found else None, None)
    yield _rated(found.functions if found else None, None)
    yield _rated(tried.certain if tried else None, KILLED_AIM)
    yield Cell(f"{tried.survived - tried.judged:,}" if tried and tried.plain.of else NOTHING)
    yield Cell(size(row.input_bytes))
    yield Cell(size(row.output_bytes))


def _rated(share: Share | None, aim: float | None) -> Cell:
    if share is None or share.rate is None:
        return Cell(NOTHING, "quiet")
    return Cell(rate(share), "" if aim is None else "good" if share.rate >= aim else "bad")


def _part(task: TaskAudit) -> Part:
    shown = tuple((one, difference(one)) for one in task.survivors[:SURVIVORS])
    return Part(task, sum(one.gap for one in task.used), estimate(task.power) if task.power else "", shown)


def _template(name: str) -> str:
    return (resources.files(__package__) / "templates" / name).read_text("utf-8")
