"""The options that several commands share, each described once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

SuiteFolder = Annotated[Path, typer.Argument(help="Folder with suite.toml.", metavar="SUITE", show_default=False)]
Submission = Annotated[Path, typer.Argument(help="Folder with one folder per task.", metavar="SUBMISSION")]
RunFolder = Annotated[Path, typer.Argument(help="Folder of a run.", metavar="RUN", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="The result as JSON on stdout.")]
Jobs = Annotated[
    int,
    typer.Option(
        "-j", "--jobs", min=0, show_default=False, help="How many cases or builds at once [default: all cores]."
    ),
]
Tasks = Annotated[
    list[str], typer.Option("--task", "-t", help="Only these tasks or task/program: a glob; may be repeated.")
]
Tier = Annotated[
    str,
    typer.Option("--tier", show_default=False, help="namespaces, landlock or container [default: the best to be had]."),
]
Pack = Annotated[Path | None, typer.Option("--pack", help="Folder of the oracle [default: SUITE/pack].")]
Cache = Annotated[
    Path | None, typer.Option("--cache", help="Folder for builds and originals [default: the user's cache folder].")
]
