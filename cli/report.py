"""`report`: the result of a run, in the form that is asked for."""

from __future__ import annotations

import typer

from . import options


def report(context: typer.Context, run: options.RunFolder, json: options.Json = False) -> None:
    """Show the result of RUN again."""
    from .evaluate import show

    show(run.absolute(), json)
