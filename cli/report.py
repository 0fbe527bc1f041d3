"""`report`: the result of a run, in the form that is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import options


def report(
    context: typer.Context,
    run: options.RunFolder,
    json: options.Json = False,
    html: Annotated[Path | None, typer.Option("--html", help="Write one self-contained page; - is stdout.")] = None,
    markdown: Annotated[Path | None, typer.Option("--markdown", help="Write Markdown; - is stdout.")] = None,
    profile: Annotated[
        str,
        typer.Option("--profile", help="both: text or JSON also under RepoZero's loose rules, as regrade shows them."),
    ] = "",
    junit: Annotated[Path | None, typer.Option("--junit", help="Write JUnit XML; - is stdout.")] = None,
) -> None:
    """Show the result of RUN again: as text, as JSON, or written to the files that are asked for."""
    from ..core.errors import UserError
    from .evaluate import show
    from .regrade import both

    if profile not in ("", "both"):
        raise UserError(f"--profile {profile}: there is one: both", "regrade shows the loose rules alone")
    if profile:
        both(run.absolute(), json)
        return
    if html is None and markdown is None and junit is None:
        show(run.absolute(), json)
        return
    if json:
        show(run.absolute(), json)
    from ..report.html import html as as_html
    from ..report.junit import junit as as_junit
    from ..report.load import load
    from ..report.markdown import markdown as as_markdown

    view = load(run.absolute())
    if html is not None:
        written(html, as_html(view, str(run)))
    if markdown is not None:
        written(markdown, as_markdown(view, str(run)))
    if junit is not None:
        written(junit, as_junit(view))


def written(path: Path, text: str) -> None:
    """Write a report, and say so on stderr. Raises UserError when it cannot be written."""
    from ..core.errors import UserError

    if str(path) == "-":
        typer.echo(text, nl=False)
        return
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}", "choose another file") from error
    typer.echo(f"wrote {path} ({len(text.encode('utf-8')):,} bytes)", err=True)
