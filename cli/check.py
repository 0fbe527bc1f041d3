"""`check`: the policy checker on a bare folder; no toolchain, no suite, nothing of the tree is run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import options


def check(
    context: typer.Context,
    tree: Annotated[Path | None, typer.Argument(help="Folder of one task's tree, or of a whole submission.")] = None,
    suite: Annotated[Path | None, typer.Option("--suite", help="Apply the tasks' own rules of this suite.")] = None,
    explain: Annotated[str, typer.Option("--explain", help="Explain one rule and stop.")] = "",
    sarif: Annotated[bool, typer.Option("--sarif", help="SARIF on stdout, for editors and code hosts.")] = False,
    json: options.Json = False,
) -> None:
    """Say where TREE breaks the policy: file, line, column and why. Exit status 1 when it does."""
    import json as json_module

    from ..core.errors import Exit, UserError
    from ..core.violation import Severity
    from ..tracks.registry import track
    from ..validators.policy import policy
    from .findings import findings, measures, rule, shown, told

    known = track(str(context.obj))
    name = known.policy
    if explain:
        rule(name, explain, json)
        return
    if tree is None or not tree.is_dir():
        raise UserError(f"{tree or 'TREE'}: no such folder", "give the folder of a submission")
    found = findings(tree, name, suite)
    if sarif:
        from ..validators.sarif import sarif as sarif_data

        typer.echo(json_module.dumps(sarif_data(found, policy(name)), ensure_ascii=False, indent=2))
    elif json:
        typer.echo(json_module.dumps(told(found, known, tree), ensure_ascii=False, indent=2))
    else:
        shown(found, tree)
        measures(known, tree)
    rejected = any(violation.severity is Severity.REJECT for violation in found)
    raise typer.Exit(Exit.GATE if rejected else Exit.DONE)
