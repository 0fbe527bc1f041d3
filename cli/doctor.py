"""`doctor`: which walls and toolchains this machine has, and what to do about those it lacks."""

from __future__ import annotations

import typer

from . import options


def doctor(context: typer.Context, cache: options.Cache = None, json: options.Json = False) -> None:
    """Say which tiers and toolchains are available here, and why not. Exit status 3 when nobody can be judged."""
    import json as json_module

    from ..core.errors import Exit
    from .diagnosis import diagnosed

    found = diagnosed(str(context.obj), cache)
    if json:
        typer.echo(json_module.dumps(found.data, ensure_ascii=False, indent=2))
    else:
        for line in found.lines:
            typer.echo(line)
    raise typer.Exit(Exit.DONE if found.able else Exit.INCOMPLETE)
