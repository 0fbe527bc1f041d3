"""`audit`: is a suite any good? What its cases reach, what they would notice, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import options

if TYPE_CHECKING:
    from .capturing import Asked

Mutants = Annotated[int, typer.Option("--mutants", min=0, help="Mutants to try, at most so many a program.")]


def audit(
    context: typer.Context,
    suite: options.SuiteFolder,
    pack: options.Pack = None,
    task: options.Tasks = [],
    jobs: options.Jobs = 0,
    tier: options.Tier = "",
    budget: Annotated[
        float, typer.Option("--budget", min=0, help="Seconds for all mutants; the same command goes on from there.")
    ] = 180,
    mutants: Mutants = 30,
    seed: Annotated[int, typer.Option("--seed", help="Which mutants are sampled, and which survivors.")] = 0,
    no_mutants: Annotated[bool, typer.Option("--no-mutants", help="Try no mutants.")] = False,
    no_coverage: Annotated[
        bool, typer.Option("--no-coverage", help="Measure no coverage; so no mutants either.")
    ] = False,
    survivors: Annotated[bool, typer.Option("--survivors", help="List each surviving mutant with its diff.")] = False,
    grow: Annotated[
        int, typer.Option("--grow", min=0, help="Instead: find at most so many new cases for each program.")
    ] = 0,
    write: Annotated[bool, typer.Option("--write", help="With --grow: add them to the case files.")] = False,
    holdout: Annotated[
        int | None, typer.Option("--holdout", min=0, help="Instead: make a suite with other hidden cases, by seed.")
    ] = None,
    to: Annotated[Path | None, typer.Option("--to", help="With --holdout: its folder [default: beside SUITE].")] = None,
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
    from .capturing import Asked as Wanted

    asked = Wanted(str(context.obj), suite, pack, tuple(task), jobs, tier, cache)
    wanted = 0 if no_mutants or no_coverage else mutants
    if grow or holdout is not None:
        _instead(asked, grow, write, holdout, to, wanted, budget, seed, json)
        return
    auditing.check_forms(json, html)
    gates = auditing.Gates(fail_under_coverage, fail_under_killed)
    gates.check(coverage=not no_coverage, mutants=wanted > 0)
    found = auditing.audited(asked, coverage=not no_coverage, mutants=wanted, budget=budget, seed=seed)
    auditing.show(found, json, html, survivors, f"{context.obj}-eval audit {suite}")
    under = gates.under(found)
    for line in under:
        typer.echo(line, err=True)
    raise typer.Exit(Exit.GATE if under else Exit.DONE)


def _instead(
    asked: Asked,
    grow: int,
    write: bool,
    holdout: int | None,
    to: Path | None,
    mutants: int,
    budget: float,
    seed: int,
    json: bool,
) -> None:
    """New cases, or a whole suite of them, instead of an audit."""
    from ..core.errors import UserError
    from . import growing

    if grow and holdout is not None:
        raise UserError("--grow and --holdout are two different things", "give one of them")
    if holdout is not None:
        growing.held_out(asked, holdout, to, json)
    else:
        growing.grown(asked, grow, growing.Effort(mutants, budget, seed), write, json)
