"""`leaderboard`: runs entered on a board, checked, and made into a static site."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import options

leaderboard = typer.Typer(
    help="Enter runs on a board, check them, and make its static site.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
Folder = Annotated[Path, typer.Argument(help="Folder of the entries.", metavar="FOLDER", show_default=False)]
Suite = Annotated[
    Path | None, typer.Option("--suite", help="Folder with suite.toml [default: where it was when the run was made].")
]


@leaderboard.command("add")
def add(
    context: typer.Context,
    folder: Folder,
    run: options.RunFolder,
    model: Annotated[str, typer.Option("--model", help="Name of the model.", show_default=False)],
    date: Annotated[str, typer.Option("--date", help="Day of the run, YYYY-MM-DD.", show_default=False)],
    agent: Annotated[str, typer.Option("--agent", help="Name and version of the agent.")] = "",
    organisation: Annotated[str, typer.Option("--organisation", help="Who enters the run.")] = "",
    cutoff: Annotated[str, typer.Option("--cutoff", help="Last day of the model's training data, YYYY-MM-DD.")] = "",
    attempt: Annotated[int, typer.Option("--attempt", min=1, help="Which attempt of this model and agent.")] = 1,
    tokens: Annotated[int | None, typer.Option("--tokens", min=0, help="Tokens used, for the whole suite.")] = None,
    cost: Annotated[float | None, typer.Option("--cost", min=0, help="US dollars, for the whole suite.")] = None,
    unsafe_share: Annotated[
        float | None, typer.Option("--unsafe-share", min=0, max=100, help="Percent of unsafe lines, as stated.")
    ] = None,
    submission: Annotated[
        Path | None, typer.Option("--submission", help="The submitted tree, to measure its unsafe lines.")
    ] = None,
    link: Annotated[str, typer.Option("--link", help="An https address with more about it.")] = "",
    suite: Suite = None,
    pack: options.Pack = None,
    json: options.Json = False,
) -> None:
    """Enter RUN on its board in FOLDER: recomputed from its journal, and refused with every reason at once."""
    from ..report.site.add import add as enter
    from .entries import measured, metadata, oracle, told

    about = metadata(
        model=model, agent=agent, organisation=organisation, date=date, cutoff=cutoff or None, attempt=attempt,
        tokens=tokens, cost_usd=cost, link=link or None,
        unsafe_share=None if unsafe_share is None else unsafe_share / 100,
    )  # fmt: skip
    read_suite, read_pack, _ = oracle(run.absolute(), suite, pack)
    if submission is not None:
        about = measured(about, submission, read_suite, run.absolute())
    entry = enter(folder.absolute(), run.absolute(), about, read_suite, read_pack)
    told({"entry": str(entry), "board": entry.parent.parent.name}, f"entered as {entry}", json)


@leaderboard.command("verify")
def verify(
    context: typer.Context,
    entry: Annotated[Path, typer.Argument(help="Folder of an entry.", metavar="ENTRY", show_default=False)],
    suite: Annotated[Path, typer.Option("--suite", help="Folder with suite.toml.", show_default=False)],
    pack: options.Pack = None,
    rerun: Annotated[int, typer.Option("--rerun", min=0, help="Evaluate so many of its cases again.")] = 0,
    submission: Annotated[Path | None, typer.Option("--submission", help="The submitted tree, for --rerun.")] = None,
    against: Annotated[Path | None, typer.Option("--against", help="Or: a run of your own, of the same tree.")] = None,
    sign: Annotated[str, typer.Option("--sign", help="Your name: note the success, which gives the badge.")] = "",
    date: Annotated[str, typer.Option("--date", help="The day, YYYY-MM-DD, for --sign.")] = "",
    jobs: options.Jobs = 0,
    tier: options.Tier = "",
    cache: options.Cache = None,
    json: options.Json = False,
) -> None:
    """Recompute every number of ENTRY from its journal; evaluate a sample of its cases again where asked to."""
    from .entries import Again, verified

    how = Again(rerun, submission, against, sign, date, jobs, tier, cache)
    raise typer.Exit(verified(str(context.obj), entry.absolute(), suite, pack, how, json))


@leaderboard.command("build")
def build(
    folder: Folder,
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder of the site.", show_default=False)],
    json: options.Json = False,
) -> None:
    """Make the static site of FOLDER's boards."""
    from ..report.site.build import build as make
    from .entries import told

    made = make(folder.absolute(), out.absolute())
    rows = {board.name: len(board.rows) for board in made}
    told(
        {"site": str(out), "boards": rows},
        f"{out / 'index.html'}: {len(rows)} boards, {sum(rows.values())} entries",
        json,
    )


@leaderboard.command("serve")
def serve(
    site: Annotated[Path, typer.Argument(help="Folder of a site.", metavar="SITE", show_default=False)],
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0 takes a free one.")] = 8000,
) -> None:
    """Show SITE on this machine alone (127.0.0.1), until it is interrupted."""
    from ..report.site.serve import ADDRESS, server

    with server(site.absolute(), port) as listening:
        typer.echo(f"http://{ADDRESS}:{listening.server_port}/")
        try:
            listening.serve_forever()
        except KeyboardInterrupt:
            typer.echo("stopped", err=True)


@leaderboard.command("demo")
def demo(
    context: typer.Context,
    out: Annotated[Path, typer.Argument(help="A new folder.", metavar="OUT", show_default=False)],
    pack: options.Pack = None,
    jobs: options.Jobs = 0,
    tier: options.Tier = "",
    cache: options.Cache = None,
    json: options.Json = False,
) -> None:
    """Evaluate some bundled submissions, enter them on a board in OUT and make its site."""
    from .demoboard import demonstrate

    demonstrate(str(context.obj), out.absolute(), pack, jobs, tier, cache, json)
