"""What `demo` does: the bundled reference, then the bundled near-miss, then one explanation."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from ..core.run import CaseRecord
from ..core.verdict import Verdict
from ..evaluate.gold import expectation, materialised
from ..evaluate.plan import Selection
from ..report import explain
from ..report.json import json as as_data
from ..report.load import load
from ..report.text import text
from ..suite.read import read
from ..tracks.registry import track
from .evaluate import asked, exit_code, followed
from .places import bundled
from .progress import Talk

NEAR_MISS = "missing-final-newline"


def demonstrate(name: str, out: Path | None, jobs: int, tier: str, cache: Path | None, as_json: bool) -> int:
    """Run both evaluations and print both results; the exit code of the first that is not 0, or 0."""
    known = track(name)
    folder_of_suite = bundled(known.bundled)
    suite = read(folder_of_suite)
    base = (out or Path("runs") / "demo").absolute() / name
    console = Console(highlight=False)
    told: dict[str, object] = {}
    codes = []
    for entry in ("reference", NEAR_MISS):
        folder = folder_of_suite / "submissions" / entry
        if (base / entry / "run.json").is_file():  # an earlier demo's: it is shown from the start again
            shutil.rmtree(base / entry)
        expected = expectation(folder, suite)
        with materialised(folder, expected) as tree, Talk() as talk:
            selection = Selection(tasks=tuple(expected.tasks or ()))
            request = asked(name, folder_of_suite, tree, base / entry, None, selection, 1, jobs, tier, cache)
            talk.say(f"{known.command} run {known.bundled} {entry}")
            finished = followed(request, talk)
        codes.append(exit_code(finished, None))
        view = load(base / entry)
        told[entry] = as_data(view)
        if not as_json:
            console.rule(entry, align="left")
            console.print(expected.reason)
            text(view, console, run=str(base / entry))
            if (failed := _failed(view.records)) is not None:
                console.rule(f"{known.command} explain … {failed.task}/{failed.program}", align="left")
                explain.explain(view, f"{failed.task}/{failed.program}", console, run=str(base / entry))
    if as_json:
        print(json.dumps(told, ensure_ascii=False, indent=2))
    return max(codes)


def _failed(records: Sequence[CaseRecord]) -> CaseRecord | None:
    return next((r for r in records if r.verdict is not Verdict.PASS and r.difference is not None), None)
