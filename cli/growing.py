"""What `audit --grow`, `audit --holdout` and `cases prune` do: each task is measured first, then worked on."""

from __future__ import annotations

import json as json_module
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from ..audit.audit import JOURNAL
from ..audit.coverage.measure import measure
from ..audit.declared import Declared, declared
from ..audit.growth import casefile, holdout_suite
from ..audit.growth.grow import Growth, grow
from ..audit.growth.holdout import Held, holdout
from ..audit.growth.prune import Pruned, prune
from ..audit.model import Coverage, Trial
from ..audit.mutants.power import trials
from ..audit.subject import Subject, subject
from ..core.errors import UserError
from ..core.pack import Pack
from ..core.task import Suite
from ..oracle import store
from ..oracle.capture import capture
from ..replay.backend import Backend
from ..replay.choose import choose
from ..suite.caseline import case_line
from ..suite.read import read
from .capturing import Asked, Steps, selected, suite_of
from .originals import fitting, prepare, proved
from .places import cache_folder, cores, pack_folder
from .tiers import tier_named


@dataclass(frozen=True, slots=True)
class Effort:
    """How many mutants a program are tried, in how many seconds for a task, and which."""

    mutants: int
    budget: float
    seed: int


@dataclass(frozen=True, slots=True)
class Measured:
    """A task that can be worked on."""

    subject: Subject
    coverage: Coverage
    trials: tuple[Trial, ...]
    says: Declared


class Bench:
    """A suite with its pack, and all that running its originals takes."""

    def __init__(self, asked: Asked) -> None:
        self.suite: Suite = suite_of(asked)
        self.pack: Pack = store.read(pack_folder(asked.pack, self.suite), self.suite)
        self.cache = cache_folder(asked.cache)
        self.backend: Backend = fitting(choose(tier_named(asked.tier), "originals"))
        self.jobs = asked.jobs or cores()
        globs = tuple(glob.partition("/")[0] for glob in asked.tasks)
        chosen = selected(self.suite, globs)
        self.tasks = [task for task in self.suite.tasks if chosen is None or task.id in chosen]
        proved(self.tasks, self.backend, self.cache)
        self.says = {task.id: declared(task) for task in self.tasks}  # every mistake before any work

    def measured(self, steps: Steps, effort: Effort) -> Iterator[Measured]:
        """Each task with what its cases reach and, where mutants are asked for, notice."""
        for task in self.tasks:
            about = subject(task, prepare(self.cache)(task), self.backend, self.jobs, self.cache)
            cases = [case for program in task.programs for case in program.cases if case.id in self.pack.outcomes]
            coverage = measure(about, cases, steps.hear, self.pack)
            found: tuple[Trial, ...] = ()
            if effort.mutants:
                found = trials(
                    about,
                    coverage,
                    self.pack,
                    budget=effort.budget,
                    per_program=effort.mutants,
                    seed=effort.seed,
                    journal=about.place / JOURNAL,
                    progress=steps.hear,
                )
            yield Measured(about, coverage, found, self.says[task.id])


def grown(asked: Asked, count: int, effort: Effort, write: bool, json: bool) -> None:
    """New cases on stdout, a line each, or written at the end of the case files."""
    bench = Bench(asked)
    rows: list[dict[str, object]] = []
    added = 0
    with Steps() as steps:
        found = [
            (one, _grow(bench, one, count, effort.seed, asked.tasks, steps)) for one in bench.measured(steps, effort)
        ]
    for one, growth in found:
        for program in one.subject.task.programs:
            cases = [it for it in growth.grown if it.case.program == program.id]
            path = one.subject.task.folder / "cases" / f"{program.id}.jsonl"
            if write and cases:
                casefile.replaced(path, casefile.with_cases(path.read_bytes(), [it.case for it in cases]))
            if cases and not json:
                typer.echo(f"{path.relative_to(bench.suite.folder.parent)}:", err=True)
            for it in cases:
                added += 1
                rows.append({"case": it.case.key, "line": json_module.loads(case_line(it.case)), "reasons": it.reasons})
                if not json:
                    typer.echo(case_line(it.case).decode())
                    typer.echo("".join(f"    {reason}\n" for reason in it.reasons), err=True, nl=False)
        for drop in growth.dropped:
            typer.echo(f"not stable: {drop.case.key}: {drop.cause}: {drop.detail}", err=True)
    tried = sum(sum(growth.tried.values()) for _, growth in found)
    if json:
        typer.echo(json_module.dumps({"grown": rows, "tried": tried, "written": write}, ensure_ascii=False, indent=2))
    what = (
        "written; capture the pack again"
        if write and added
        else "not written (--write writes them)"
        if added
        else "none"
    )
    typer.echo(f"{added} new cases of {tried:,} candidates: {what}", err=True)


def _grow(bench: Bench, one: Measured, count: int, seed: int, globs: Sequence[str], steps: Steps) -> Growth:
    programs = [program.id for program in one.subject.task.programs if _matches(program.key, globs)]
    return grow(
        one.subject,
        one.coverage,
        one.trials,
        bench.pack,
        one.says,
        count=count,
        seed=seed,
        programs=programs,
        progress=steps.hear,
    )


def _matches(key: str, globs: Sequence[str]) -> bool:
    """Whether `task/program` is asked for: a glob without a slash is about tasks."""
    from fnmatch import fnmatchcase

    return not globs or any(fnmatchcase(key if "/" in glob else key.partition("/")[0], glob) for glob in globs)


def held_out(asked: Asked, seed: int, to: Path | None, json: bool) -> None:
    """A holdout beside the suite, with its pack captured."""
    bench = Bench(asked)
    folder = (to or bench.suite.folder.with_name(holdout_suite.name(bench.suite, seed))).absolute()
    if folder.exists():
        raise UserError(f"{folder} is there already", "name another folder with --to, or remove it")
    with Steps() as steps:
        held = [
            holdout(one.subject, one.coverage, bench.pack, one.says, seed, steps.hear)
            for one in bench.measured(steps, Effort(0, 0, 0))
        ]
        holdout_suite.written(bench.suite, held, seed, folder)
        made = read(folder)
        pack = capture(
            made,
            folder / "pack",
            bench.backend,
            prepare(bench.cache),
            jobs=bench.jobs,
            cache=bench.cache,
            progress=steps.hear,
        )
    if json:
        told = {
            "suite": made.name,
            "folder": str(folder),
            "digest": made.digest,
            "pack": pack.digest,
            "quarantined": len(pack.quarantine),
            "tasks": [_told(one) for one in held],
        }
        typer.echo(json_module.dumps(told, ensure_ascii=False, indent=2))
        return
    for one in held:
        _show(one)
    typer.echo(f"{made.name} {made.version}: {len(pack.outcomes):,} outcomes, {len(pack.quarantine)} quarantined")
    typer.echo(str(folder))


def _told(one: Held) -> dict[str, object]:
    every = [successor for own in one.successors.values() for successor in own]
    return {
        "task": one.task,
        "hidden": len(every),
        "without": dict(one.without),
        "relaxed": {successor.of: successor.relaxed for successor in every if successor.relaxed},
        "lines": dict(zip(("suite", "holdout", "of"), one.lines, strict=True)),
        "branches": dict(zip(("suite", "holdout", "of"), one.branches, strict=True)),
    }


def _show(one: Held) -> None:
    every = [successor for own in one.successors.values() for successor in own]
    relaxed = sum(bool(successor.relaxed) for successor in every)
    notes = f", {relaxed} of another kind" if relaxed else ""
    notes += f", {len(one.without)} without a successor" if one.without else ""
    (old, new, of), (old_b, new_b, of_b) = one.lines, one.branches
    typer.echo(
        f"{one.task}: {len(every)} hidden cases{notes}; lines {new:,} of {of:,} (the suite's own {old:,}), "
        f"branches {new_b:,} of {of_b:,} (the suite's own {old_b:,})"
    )
    for id, why in sorted(one.without.items()):
        typer.echo(f"    {id[:12]}: {why}")


def pruned(asked: Asked, effort: Effort, write: bool, json: bool) -> None:
    """Which cases may go; with `write` their lines are gone."""
    bench = Bench(asked)
    rows: list[dict[str, object]] = []
    with Steps() as steps:
        found = [
            (one, prune(one.subject, one.coverage, one.trials, bench.pack, one.says))
            for one in bench.measured(steps, effort)
        ]
    kept = gone = 0
    for one, programs in found:
        for it in programs:
            if not _matches(it.program.key, asked.tasks):
                continue
            kept, gone = kept + len(it.kept), gone + len(it.gone)
            rows.append({"program": it.program.key, "kept": dict(it.kept), "gone": dict(it.gone)})
            if not json:
                _show_pruned(it)
            if write and it.gone:
                path = one.subject.task.folder / "cases" / f"{it.program.id}.jsonl"
                data = casefile.only(path.read_bytes(), it.program.task, it.program.id, it.kept.keys())
                casefile.replaced(path, data)
    tried = sum(len(one.trials) for one, _ in found)
    if json:
        told = {"programs": rows, "kept": kept, "gone": gone, "mutants": tried, "written": write}
        typer.echo(json_module.dumps(told, ensure_ascii=False, indent=2))
        return
    what = "written; capture the pack again" if write and gone else "nothing is written without --write"
    typer.echo(f"{gone} of {kept + gone} cases add nothing to lines, branches and {tried:,} mutants: {what}")


def _show_pruned(one: Pruned) -> None:
    typer.echo(f"{one.program.key}: {len(one.kept)} stay, {len(one.gone)} may go")
    cases = {case.id: case for case in one.program.cases}
    for id, why in one.gone.items():
        line = case_line(cases[id]).decode()
        typer.echo(f"    {id[:12]} {why}\n        {line if len(line) <= 100 else line[:99] + '…'}")
