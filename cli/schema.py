"""`schema`: the JSON Schema of each format, its version and its history."""

from __future__ import annotations

from typing import Annotated

import typer

from . import options


def schema(
    context: typer.Context,
    format: Annotated[str, typer.Argument(help="Name of a format; without one, all are listed.")] = "",
    json: options.Json = False,
) -> None:
    """Print the JSON Schema of FORMAT, or list the formats."""
    import json as json_module

    from ..core.errors import UserError
    from ..core.wire import FORMATS
    from .schemas import schema_of

    if format and format not in FORMATS:
        raise UserError(f"there is no format {format!r}", f"formats: {', '.join(FORMATS)}")
    if format:
        typer.echo(json_module.dumps(schema_of(format), ensure_ascii=False, indent=2))
    elif json:
        rows = [{"name": f.name, "version": f.version, "what": f.what, "history": f.history} for f in FORMATS.values()]
        typer.echo(json_module.dumps(rows, ensure_ascii=False, indent=2))
    else:
        for entry in FORMATS.values():
            typer.echo(f"{entry.name:<11} {entry.version}  {entry.what}")
            for number, text in enumerate(entry.history, 1):
                typer.echo(f"{'':<14} {number}: {text}")
