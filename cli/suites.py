"""`suite`: for authors of suites: the first draft of a task, and what is still wrong with a suite."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import options

SHOWN = 12  # names without a program that are listed
suite = typer.Typer(help="Draft a task; say what is wrong with a suite.", no_args_is_help=True, rich_markup_mode=None)


@suite.command("new")
def new(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(help="Folder of the suite; made where none is there.", metavar="FOLDER")],
    task: Annotated[str, typer.Option("--task", help="Id of the new task.")],
    package: Annotated[str, typer.Option("--package", help="py2js: name==version, from the package index.")] = "",
    module: Annotated[str, typer.Option("--module", help="py2js: whose names [default: the package's own].")] = "",
    header: Annotated[
        list[str], typer.Option("--header", help="c2rust: a header; of --debian, its path in the sources. Repeatable.")
    ] = [],
    debian: Annotated[str, typer.Option("--debian", help="c2rust: a Debian source package, pinned by hash.")] = "",
    source: Annotated[
        list[str], typer.Option("--source", help="c2rust: what is compiled, a glob [default: beside the header].")
    ] = [],
    include: Annotated[
        list[str], typer.Option("--include", help="c2rust: a folder for #include [default: the header's].")
    ] = [],
    names: Annotated[
        list[str], typer.Option("--name", help="A public function or class to draft a program for. Repeatable.")
    ] = [],
    most: Annotated[int, typer.Option("--most", min=1, help="How many programs at most, without --name.")] = 6,
    licences: Annotated[
        list[str], typer.Option("--allow-licence", help="Go on under this SPDX licence, which a person looked at.")
    ] = [],
    cache: options.Cache = None,
    json: options.Json = False,
) -> None:
    """Draft a task of the suite in FOLDER: drivers that run, cases, pins, and a SPEC.md with marks where you decide."""
    import json as json_module

    from ..core.errors import UserError
    from ..scaffold import native
    from ..scaffold import package as packages
    from ..scaffold.model import Draft
    from ..scaffold.task import make
    from .places import cache_folder

    track = str(context.obj)
    own, foreign = (package, header or debian) if track == "py2js" else (header, package or module)
    if not own or foreign:
        raise UserError(
            f"{track}-eval drafts from {'--package' if track == 'py2js' else '--header'}",
            "--package name==version" if track == "py2js" else "--header PATH.h, or --debian PACKAGE --header REL",
        )

    def drafted() -> Draft:
        place = cache_folder(cache)
        if track == "py2js":
            wanted = packages.Wanted(task, package, module, tuple(names), most, tuple(licences))
            return packages.draft(wanted, place)
        asked = native.Wanted(
            task, tuple(header), debian, tuple(source), tuple(include), tuple(names), most, tuple(licences)
        )
        return native.draft(asked, place)

    made = make(folder, task, track, drafted)
    if json:
        told = {
            "files": [str(path) for path in made.files],
            "programs": [program.id for program in made.draft.programs],
            "left_out": {one.name: one.why for one in made.draft.skipped},
            "notes": list(made.draft.notes),
        }
        typer.echo(json_module.dumps(told, ensure_ascii=False, indent=2))
        return
    for path in made.files:
        typer.echo(str(path))
    for note in made.draft.notes:
        typer.echo(note, err=True)
    for one in made.draft.skipped[:SHOWN]:
        typer.echo(f"no program for {one.name}: it {one.why}", err=True)
    if (more := len(made.draft.skipped) - SHOWN) > 0:
        typer.echo(f"no program for {more} more public names (--json lists them)", err=True)
    evaluator = f"{track}-eval"
    typer.echo(f"next: write what is marked, then  {evaluator} suite check {folder}", err=True)
    typer.echo(f"      and when it is clean         {evaluator} capture {folder}", err=True)


@suite.command("check")
def check(
    folder: options.SuiteFolder,
    task: options.Tasks = [],
    originals: Annotated[
        bool, typer.Option("--originals/--no-originals", help="Fetch and install originals, to look into the library.")
    ] = True,
    strict: Annotated[bool, typer.Option("--strict", help="Exit 1 for warnings too.")] = False,
    cache: options.Cache = None,
    json: options.Json = False,
) -> None:
    """Say what is wrong with SUITE before a case is run: file, line, what and what to do. Exit status 1 for errors."""
    import json as json_module
    from datetime import UTC, datetime

    from ..audit.lint.lint import Level
    from ..core.errors import Exit
    from .checking import checked, data, show

    found = checked(folder, tuple(task), cache, datetime.now(UTC).date(), originals)
    if json:
        typer.echo(json_module.dumps(data(found), ensure_ascii=False, indent=2))
    else:
        show(found, folder)
    bad = any(remark.level is Level.ERROR for remark in found)
    raise typer.Exit(Exit.GATE if bad or (strict and found) else Exit.DONE)
