"""What `audit` does: the suite and its pack are read, the audit is made, shown in the form that was asked for, and held
against the gates."""

from __future__ import annotations

import json as json_module
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.console import Console

from ..audit.audit import Asked as Wanted
from ..audit.audit import audit
from ..audit.result import Audit, Share
from ..core.errors import UserError
from ..oracle import store
from ..replay.choose import choose
from ..report.audit_text import text
from ..report.audit_view import rate
from .capturing import Asked, Steps, selected, suite_of
from .originals import fitting, prepare, proved
from .places import cache_folder, cores, pack_folder
from .report import written
from .tiers import tier_named


@dataclass(frozen=True, slots=True)
class Gates:
    """Per cent below which a task fails; None asks for nothing."""

    lines: float | None
    killed: float | None

    def check(self, *, coverage: bool, mutants: bool) -> None:
        """Raises UserError where a gate asks for what will not be measured."""
        if self.lines is not None and not coverage:
            raise UserError("--fail-under-coverage needs coverage", "leave --no-coverage out")
        if self.killed is not None and not mutants:
            raise UserError("--fail-under-killed needs mutants", "leave --no-mutants and --no-coverage out")

    def under(self, found: Audit) -> list[str]:
        """A sentence for each task that is under a gate. What could not be measured is under it."""
        told = []
        for task in found.tasks:
            lines = task.coverage.reached.lines if task.coverage else Share()
            killed = task.power.certain if task.power else Share()
            for gate, share, what in ((self.lines, lines, "lines reached"), (self.killed, killed, "mutants killed")):
                if gate is not None and (share.rate is None or 100 * share.rate < gate):
                    told.append(f"{task.id}: {rate(share)} of {share.of:,} {what}, under {gate:g} %")
        return told


def check_forms(json: bool, html: Path | None) -> None:
    """Raises UserError where two forms would share stdout."""
    if json and html is not None and str(html) == "-":
        raise UserError("--json and --html - both write to stdout", "give --html a file")


def audited(asked: Asked, *, coverage: bool, mutants: int, budget: float, seed: int) -> Audit:
    """The audit of a suite, with progress on stderr."""
    suite = suite_of(asked)
    pack = store.read(pack_folder(asked.pack, suite), suite)
    cache = cache_folder(asked.cache)
    backend = fitting(choose(tier_named(asked.tier), "originals"))
    tasks = selected(suite, asked.tasks)
    proved((task for task in suite.tasks if tasks is None or task.id in tasks), backend, cache)
    wanted = Wanted(tasks, asked.jobs or cores(), coverage, mutants, budget, seed)
    with Steps() as steps:
        return audit(suite, pack, backend, prepare(cache), cache, wanted, steps.hear)


def show(found: Audit, json: bool, html: Path | None, survivors: bool, command: str) -> None:
    """The audit on stdout, unless a page takes stdout or was asked for alone."""
    if html is not None:
        from ..report.audit_html import html as page

        written(html, page(found, command))
    if json:
        typer.echo(json_module.dumps(found.data(), ensure_ascii=False, indent=2))
    elif html is None:
        text(found, Console(highlight=False), command, survivors)
