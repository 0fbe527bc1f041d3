"""Policy findings for `check`: of one tree, or of every task's tree of a submission; and the text of a rule."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table

from ..core.bytestring import Json
from ..core.errors import UserError
from ..core.plain import plain
from ..core.task import Amendment, Suite
from ..core.track import Track
from ..core.violation import Severity, Violation
from ..core.wire import FORMATS
from ..report.json import numbers
from ..report.text import finding
from ..suite.read import read
from ..validators.check import check
from ..validators.policy import policy
from ..validators.rules import Content, Example, rules
from ..validators.source import printable
from .places import suite_folder


def findings(tree: Path, name: str, suite: Path | None) -> tuple[Violation, ...]:
    """What breaks policy `name` in `tree`. A folder with submission.toml, or whose folders are the suite's tasks, is a
    submission: each of its folders is checked apart, with the amendments of its task where a suite is given."""
    known = read(suite_folder(suite)) if suite else None
    tasks = {task.id: task.amendment for task in known.tasks} if known else {}
    if not _is_submission(tree, known):
        return check(tree, policy(name, tasks.get(tree.resolve().name, Amendment())))
    found: list[Violation] = []
    for folder in sorted(path for path in tree.iterdir() if path.is_dir() and not path.name.startswith(".")):
        rules_of_task = policy(name, tasks.get(folder.name, Amendment()))
        found += [replace(v, file=f"{folder.name}/{v.file}") for v in check(folder, rules_of_task)]
    return tuple(sorted(found))


def _is_submission(tree: Path, suite: Suite | None) -> bool:
    if (tree / "submission.toml").is_file():
        return True
    return suite is not None and any((tree / task.id).is_dir() for task in suite.tasks)


def shown(found: tuple[Violation, ...], tree: Path) -> None:
    """Findings as text on stdout, and the count on stderr."""
    console = Console(highlight=False)
    for violation in found:
        for line in finding(violation):
            console.print(line, soft_wrap=True)
    rejected = sum(v.severity is Severity.REJECT for v in found)
    typer.echo(f"{tree}: {rejected} to reject, {len(found) - rejected} to look at", err=True)


def measures(known: Track, tree: Path) -> None:
    """What the tree is like in numbers, beside those of mechanical translations: talk, on stderr."""
    if known.measures is None:
        return
    own = known.measures(tree)
    columns = {tree.name or str(tree): own, **(known.reference() if known.reference else {})}
    table = Table(box=None, header_style="")
    table.add_column("measures", no_wrap=True)
    for name in columns:
        table.add_column(name, justify="right")
    table.add_row("lines", *(f"{column.lines:,}" for column in columns.values()))
    for count in own.counts:
        table.add_row(count, *(f"{column.counts[count]:,}" for column in columns.values()))
    Console(stderr=True, highlight=False).print(table)


def told(found: tuple[Violation, ...], known: Track, tree: Path) -> dict[str, Json]:
    """What `check --json` prints: the findings, and the measures beside those of mechanical translations."""
    reference = known.reference() if known.reference else {}
    return {
        "format": FORMATS["check"].version,
        "violations": [plain(violation) for violation in found],
        "measures": numbers(known.measures(tree)) if known.measures else None,
        "reference": [{"name": name, **numbers(measured)} for name, measured in reference.items()],
    }


def rule(track: str, name: str, as_json: bool) -> None:
    """One rule: why it is one, what breaks it and what does not."""
    known = {rule.id: rule for rule in rules(track)}
    if name not in known:
        raise UserError(f"there is no rule {name!r}", f"rules: {', '.join(sorted(known))}")
    told = known[name]
    if as_json:
        data = {"id": told.id, "severity": told.severity, "layer": told.layer, "reason": told.reason}
        typer.echo(json.dumps({**data, "breaks": told.breaks, "keeps": told.keeps}, ensure_ascii=False, indent=2))
        return
    head = f"{told.id} ({told.severity}, layer {told.layer}): {told.title}\n{told.reason}"
    typer.echo(f"{head}\n\nbreaks it:\n{_tree(told.breaks)}\n\ndoes not:\n{_tree(told.keeps)}")


def _tree(example: Example) -> str:
    return "\n".join(f"  {printable(path)}{_content(content)}" for path, content in example.items())


def _content(content: Content) -> str:
    if isinstance(content, str):
        return ":" + "".join(f"\n    {printable(line)}" for line in content.rstrip("\n").split("\n"))
    if "link" in content:
        return f" is a symbolic link to {content['link']}"
    if "base64" in content:
        return f" holds the bytes (Base64) {content['base64']}"
    repeat = content["repeat"]
    assert isinstance(repeat, list)
    return f" repeats {json.dumps(repeat[0])} {repeat[1]:,} times"
