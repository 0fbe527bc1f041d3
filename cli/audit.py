"""`audit`: is a suite any good? What its cases reach, what they would notice, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import options

Mutants = Annotated[int, typer.Option("--mutants", min=0, help="Mutants to try, at most so many a program.")]


def audit(
    context: typer.Context,
    suite: options.SuiteFolder,
    pack: options.Pack = None,
    task: options.Tasks = [],  # noqa: B006 — typer copies it
    jobs: options.Jobs = 0,
    tier: options.Tier = "",
    budget: Annotated[
        float, typer.Option("--budget", min=0, help="Seconds for all mutants; what is left is kept.")
    ] = 180,
    mutants: Mutants = 100,
    seed: Annotated[int, typer.Option("--seed", help="Which mutants are sampled, and which survivors.")] = 0,
    no_mutants: Annotated[bool, typer.Option("--no-mutants", help="Try no mutants.")] = False,
    no_coverage: Annotated[
        bool, typer.Option("--no-coverage", help="Measure no coverage; so no mutants either.")
    ] = False,
    survivors: Annotated[bool, typer.Option("--survivors", help="List each surviving mutant with its diff.")] = False,
    html: Annotated[Path | None, typer.Option("--html", help="Write one self-contained page; - is stdout.")] = None,
    fail_under_coverage: Annotated[
        float | None,
        typer.Option(
            "--fail-under-coverage", min=0, max=100, help="Exit 1 when fewer % of any task's lines are reached."
        ),
    ] = None,
    fail_under_killed: Annotated[
        float | None,
        typer.Option(
            "--fail-under-killed", min=0, max=100, help="Exit 1 when fewer % of any task's mutants are killed."
        ),
    ] = None,
    cache: options.Cache = None,
    json: options.Json = False,
) -> None:
    """Audit the cases of SUITE: how they end, what they reach of the originals, which mutants they notice. The same
    command goes on with an audit that was interrupted, or whose budget ended."""
    from ..core.errors import Exit
    from . import auditing
    from .capturing import Asked

    asked = Asked(str(context.obj), suite, pack, tuple(task), jobs, tier, cache)
    wanted = 0 if no_mutants or no_coverage else mutants
    gates = auditing.Gates(fail_under_coverage, fail_under_killed)
    gates.check(coverage=not no_coverage, mutants=wanted > 0)
    found = auditing.audited(asked, coverage=not no_coverage, mutants=wanted, budget=budget, seed=seed)
    auditing.show(found, json, html, survivors, f"{context.obj}-eval audit {suite}")
    under = gates.under(found)
    for line in under:
        typer.echo(line, err=True)
    raise typer.Exit(Exit.GATE if under else Exit.DONE)
