"""`explain`: one mismatch, as a person would want to see it."""

from __future__ import annotations

from typing import Annotated

import typer

from . import options


def explain(
    context: typer.Context,
    run: options.RunFolder,
    case: Annotated[str, typer.Argument(help="TASK/PROGRAM or TASK/PROGRAM/CASE; a prefix of CASE is enough.")],
    json: options.Json = False,
) -> None:
    """Show why one case of RUN did not pass, and how to replay it by hand."""
    import json as json_module

    from rich.console import Console

    from ..core.errors import UserError
    from ..report import explain as form
    from ..report.json import case as case_data
    from ..report.load import load

    view = load(run.absolute())
    found = form.find(view, case)
    if found is None:
        names = ", ".join(f"{p.task}/{p.program}" for p in view.summary.programs[:6])
        raise UserError(f"{case}: no judged case of this run has this name", f"programs: {names}")
    if json:
        typer.echo(json_module.dumps(case_data(found.record), ensure_ascii=False, indent=2))
    else:
        form.explain(view, case, Console(highlight=False), run=str(run))
