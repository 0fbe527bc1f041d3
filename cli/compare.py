"""`compare`: which of several runs is better, paired by program and judged by library."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import options


def compare(
    context: typer.Context,
    runs: Annotated[list[Path], typer.Argument(help="Folders of two or more runs.", metavar="A B [C …]")],
    programs: Annotated[
        bool, typer.Option("--programs", help="List every program on which two runs differ, not the first ones.")
    ] = False,
    json: options.Json = False,
) -> None:
    """Compare runs of one suite: programs won, lost and tied, the difference with its interval, p after Holm."""
    import json as json_module

    from rich.console import Console

    from ..report.comparison import as_json, compared, text

    found = compared([path.absolute() for path in runs], [str(path) for path in runs])
    if json:
        typer.echo(json_module.dumps(as_json(found), ensure_ascii=False, indent=2))
    else:
        text(found, Console(highlight=False), None if programs else 10)
