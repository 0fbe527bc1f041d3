"""`demo`: the main job on what ships with portproof: a correct port passes, a near-miss is caught and explained."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import options


def demo(
    context: typer.Context,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Folder for the runs [default: runs/demo].")] = None,
    jobs: options.Jobs = 0,
    tier: options.Tier = "",
    cache: options.Cache = None,
    json: options.Json = False,
) -> None:
    """Evaluate two bundled submissions on the bundled suite: one right, one wrong by a single byte."""
    from .demonstration import demonstrate

    raise typer.Exit(demonstrate(str(context.obj), out, jobs, tier, cache, json))
