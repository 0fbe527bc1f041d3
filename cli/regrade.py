"""`regrade`: a stored run under RepoZero's loose rules, beside the strict ones. Nothing is run again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import options

if TYPE_CHECKING:
    from ..evaluate.request import Request


def regrade(
    context: typer.Context,
    run: options.RunFolder,
    profile: Annotated[str, typer.Option("--profile", help="The loose rules to show beside strict.")] = "repozero",
    suite: Annotated[Path | None, typer.Option("--suite", help="Where the suite is now.")] = None,
    pack: options.Pack = None,
    json: options.Json = False,
) -> None:
    """Show RUN under RepoZero's own loose rules beside the strict ones, with the cases on which they part."""
    from ..core.errors import UserError

    if profile not in ("repozero", f"repozero-{context.obj}"):
        raise UserError(f"no loose profile is called {profile!r}", "there is one: repozero")
    show(run.absolute(), suite, pack, json)


def profiled(request: Request, profile: str, out: Path | None) -> Request:
    """The request with the profile that `run --profile` names; a loose run has a default folder of its own."""
    from dataclasses import replace

    from ..core.errors import UserError

    if profile in ("strict", "both"):
        return request
    if profile != "repozero":
        raise UserError(f"no profile is called {profile!r}", "there are: strict, repozero, both")
    folder = request.folder if out is not None else request.folder.with_name(f"{request.folder.name}-{profile}")
    return replace(request, profile=f"repozero-{request.track.name}", folder=folder)


def both(run: Path, json: bool) -> None:
    """The result of a strict run, then the same run under the loose rules."""
    import json as json_module

    from ..exchange.published import data
    from ..exchange.regrade import regraded
    from ..report.json import json as as_data
    from ..report.load import load
    from .evaluate import show as shown

    if json:
        told = {"report": as_data(load(run)), "regrade": data(regraded(run))}
        typer.echo(json_module.dumps(told, ensure_ascii=False, indent=2))
        return
    shown(run, False)
    typer.echo("")
    show(run, None, None, False)


def show(run: Path, suite: Path | None, pack: Path | None, json: bool) -> None:
    """Print both sides."""
    import json as json_module

    from ..exchange.published import data, text
    from ..exchange.regrade import regraded

    graded = regraded(run, suite, pack)
    if json:
        typer.echo(json_module.dumps(data(graded), ensure_ascii=False, indent=2))
        return
    for line in text(graded):
        typer.echo(line)
