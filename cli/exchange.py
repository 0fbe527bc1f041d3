"""`import`, `export` and `submissions`: other people's formats in, and out again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import options

imports = typer.Typer(help="Make a suite of another format's data set.", no_args_is_help=True, rich_markup_mode=None)
exports = typer.Typer(help="Write a suite in another format.", no_args_is_help=True, rich_markup_mode=None)
submissions = typer.Typer(help="Bring submissions in.", no_args_is_help=True, rich_markup_mode=None)

NewFolder = Annotated[Path, typer.Argument(help="Folder to make; it must not exist or be empty.", metavar="OUT")]
Strict = Annotated[bool, typer.Option("--strict", help="Exit 1 where anything could not be taken over.")]


@imports.command("repozero")
def import_repozero(
    context: typer.Context,
    source: Annotated[Path, typer.Argument(help="RepoZero's repository or data set.", metavar="SOURCE")],
    out: NewFolder,
    name: Annotated[str, typer.Option("--name", help="Name of the suite [default: that of OUT].")] = "",
    cases: Annotated[
        list[Path], typer.Option("--cases", help="File or folder of rows; may be repeated [default: all found].")
    ] = [],
    join_options: Annotated[
        bool, typer.Option("--join-options", help="py2js: --key=value, so that argparse takes values such as -1e-05.")
    ] = False,
    requirements: Annotated[
        list[str], typer.Option("--requirements", help="LIB=FILE: pinned and hashed; may be repeated.")
    ] = [],
    driver_source: Annotated[
        bool, typer.Option("--driver-source/--no-driver-source", help="The drivers' source as a part of SPEC.md.")
    ] = True,
    try_originals: Annotated[
        bool, typer.Option("--try-originals", help="Run each original once; leave out what does not build.")
    ] = False,
    strict: Strict = False,
    jobs: options.Jobs = 0,
    tier: options.Tier = "",
    cache: options.Cache = None,
    json: options.Json = False,
) -> None:
    """Make the suite OUT of a data set in RepoZero's format: a task per library, a program and a tree per driver."""
    import json as json_module

    from ..core.errors import Exit
    from ..exchange.identifiers import identifier
    from ..exchange.report import data, text
    from ..exchange.repozero import Wanted
    from .importing import Trying, imported

    wanted = Wanted(
        name=name or identifier(out.absolute().name),
        join=join_options,
        sources=driver_source,
        requirements=_named(requirements),
    )
    trying = Trying(jobs, tier, cache) if try_originals else None
    report = imported(str(context.obj), source, out.absolute(), tuple(cases), wanted, trying)
    if json:
        typer.echo(json_module.dumps(data(report), ensure_ascii=False, indent=2))
    else:
        for line in text(report):
            typer.echo(_shown(line))
    lost = report.refused or any(trial.problem for trial in report.trials or ())
    raise typer.Exit(Exit.GATE if strict and lost else Exit.DONE)


@exports.command("repozero")
def export_repozero(
    context: typer.Context,
    suite: options.SuiteFolder,
    out: NewFolder,
    strict: Strict = False,
    json: options.Json = False,
) -> None:
    """Write SUITE to OUT in RepoZero's format; the rows of an imported suite come back as they were."""
    import json as json_module

    from ..core.errors import Exit, UserError
    from ..exchange.export import data, exported, text
    from ..exchange.shape import SHAPES
    from ..suite.read import read
    from .places import suite_folder

    known = read(suite_folder(suite))
    if known.track != str(context.obj):
        raise UserError(f"{known.name} is a suite of track {known.track}", f"use {known.track}-eval")
    report = exported(known, SHAPES[known.track], out.absolute())
    if json:
        typer.echo(json_module.dumps(data(report), ensure_ascii=False, indent=2))
    else:
        for line in text(report):
            typer.echo(_shown(line))
    raise typer.Exit(Exit.GATE if strict and report.refused else Exit.DONE)


@submissions.command("import")
def import_submissions(
    context: typer.Context,
    source: Annotated[Path, typer.Argument(help="Predictions, or a folder of RepoZero's or EvalPlus's.")],
    suite: options.SuiteFolder,
    out: NewFolder,
    form: Annotated[
        str, typer.Option("--format", help="repozero, predictions or samples [default: what it looks like].")
    ] = "",
    model: Annotated[str, typer.Option("--model", help="Whose they are, where the source does not say.")] = "",
    strict: Strict = False,
    json: options.Json = False,
) -> None:
    """Make submissions for SUITE of SOURCE: a folder in OUT per model and attempt."""
    import json as json_module

    from ..core.errors import Exit
    from ..exchange.intake import data, text
    from ..exchange.submissions import imported
    from ..suite.read import read
    from .places import suite_folder

    intake = imported(source, read(suite_folder(suite)), out.absolute(), form, model)
    if json:
        typer.echo(json_module.dumps(data(intake), ensure_ascii=False, indent=2))
    else:
        for line in text(intake):
            typer.echo(_shown(line))
    raise typer.Exit(Exit.GATE if strict and intake.refused else Exit.DONE)


def _named(pairs: list[str]) -> dict[str, Path]:
    from ..core.errors import UserError

    found: dict[str, Path] = {}
    for pair in pairs:
        library, equals, file = pair.partition("=")
        if not (library and equals and file):
            raise UserError(f"--requirements {pair}: expected LIB=FILE", "such as base58=base58.txt")
        found[library] = Path(file)
    return found


def _shown(line: str) -> str:
    """A line in which nothing from a file can reach the terminal as a control character."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in line)
