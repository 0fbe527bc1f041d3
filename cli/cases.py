"""`cases`: for authors of suites: which cases of a suite earn their place."""

from __future__ import annotations

from typing import Annotated

import typer

from . import options

cases = typer.Typer(help="Which cases of a suite earn their place.", no_args_is_help=True, rich_markup_mode=None)


@cases.callback()
def _group() -> None:
    """Keeps `prune` a command of its own while it is the only one."""


@cases.command("prune")
def prune(
    context: typer.Context,
    suite: options.SuiteFolder,
    pack: options.Pack = None,
    task: options.Tasks = [],
    jobs: options.Jobs = 0,
    tier: options.Tier = "",
    mutants: Annotated[int, typer.Option("--mutants", min=0, help="Mutants a program that must stay killed.")] = 100,
    budget: Annotated[float, typer.Option("--budget", min=0, help="Seconds for the mutants of one task.")] = 300,
    seed: Annotated[int, typer.Option("--seed", help="Which mutants are sampled.")] = 0,
    write: Annotated[bool, typer.Option("--write", help="Take the lines out of the case files.")] = False,
    cache: options.Cache = None,
    json: options.Json = False,
) -> None:
    """Find the cases of SUITE whose lines, branches and mutants other cases of their program reach and notice as well.
    Visible cases stay, and those with a tag that audit.toml names under `keep`."""
    from . import growing
    from .capturing import Asked

    asked = Asked(str(context.obj), suite, pack, tuple(task), jobs, tier, cache)
    growing.pruned(asked, growing.Effort(mutants, budget, seed), write, json)
