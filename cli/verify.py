"""`verify`: does the oracle still say what it said, and do the bundled submissions get the verdicts they should?"""

from __future__ import annotations

from typing import Annotated

import typer

from . import options


def verify(
    context: typer.Context,
    suite: options.SuiteFolder,
    pack: options.Pack = None,
    submissions: Annotated[
        bool, typer.Option("--submissions", help="The gold check: bundled submissions instead of originals.")
    ] = False,
    only: Annotated[list[str], typer.Option("--only", help="Only these bundled submissions; may be repeated.")] = [],
    task: options.Tasks = [],
    jobs: options.Jobs = 0,
    tier: options.Tier = "",
    cache: options.Cache = None,
    json: options.Json = False,
) -> None:
    """Replay the originals of SUITE against its pack and say what changed (exit 1). The pack is verified first."""
    import json as json_module

    from ..core.errors import Exit
    from . import verifying
    from .capturing import Asked

    asked = Asked(str(context.obj), suite, pack, tuple(task), jobs, tier, cache)
    rows = verifying.bundled(asked, tuple(only)) if submissions else verifying.originals(asked)
    if json:
        typer.echo(json_module.dumps([row.data for row in rows], ensure_ascii=False, indent=2))
    else:
        for row in rows:
            typer.echo(row.text)
    wrong = sum(not row.good for row in rows)
    typer.echo(f"{len(rows) - wrong} as expected, {wrong} not", err=True)
    raise typer.Exit(Exit.GATE if wrong else Exit.DONE)
