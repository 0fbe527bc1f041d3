"""What `leaderboard demo` does: some bundled submissions are evaluated, entered on a board and shown as a site.

A bundled submission differs from the reference in one task; a case whose key is the same in both runs, and so its tree,
toolchain, policy and limits, is taken over from the reference's journal and not run twice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ..core.errors import UserError
from ..evaluate import journal
from ..evaluate.gold import expectation, materialised
from ..evaluate.plan import Selection
from ..report.site.add import add
from ..report.site.build import build
from ..report.site.files import Metadata
from ..suite.read import read
from ..tracks.registry import track
from .entries import measured, told
from .evaluate import asked, followed
from .places import bundled
from .progress import Talk

DATE = "2026-11-01"  # of every entry: the demo's dates are part of the example, like its names
ENTERED = {  # a submission in every bundled suite, and the cutoff that stands for its model's
    "reference": None,
    "missing-final-newline": "2021-12-31",
    "wrong-exit": "2024-06-30",
    "right-output-then-crash": "2026-09-30",
    "empty": None,
}


def demonstrate(
    name: str, out: Path, pack: Path | None, jobs: int, tier: str, cache: Path | None, as_json: bool
) -> None:
    """Make OUT/runs, OUT/board and OUT/site."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UserError(f"{out} is not empty", "give a new folder")
    known = track(name)
    folder = bundled(known.bundled)
    suite = read(folder)
    first: Path | None = None
    for entry, cutoff in ENTERED.items():
        source, run = folder / "submissions" / entry, out / "runs" / entry
        expected = expectation(source, suite)
        with materialised(source, expected) as tree, Talk() as talk:
            request = asked(name, folder, tree, run, pack, Selection(), 1, jobs, tier, cache)
            talk.say(f"{known.command} run {known.bundled} {entry}")
            if first is not None and expected.base == first.name:
                followed(replace(request, selection=Selection(tasks=tuple(expected.tasks or ()))), talk)
                _take_over(first, run)
            followed(request, talk)
            about = Metadata.model_validate(
                {"model": f"no model: {entry}", "agent": "written by hand", "organisation": "portproof's demo"}
                | {"date": DATE, "cutoff": cutoff}
            )
            about = measured(about, tree, suite, run)
        add(out / "board", run, about, suite, request.pack)
        first = first or run
    build(out / "board", out / "site")
    page = out / "site" / "index.html"
    told(
        {"site": str(page), "entries": len(ENTERED)},
        f"{page}\n  {known.command} leaderboard serve {page.parent}",
        as_json,
    )


def _take_over(source: Path, run: Path) -> None:
    """Records of the reference that this run has not judged itself; its evaluation keeps those with the same key."""
    own = journal.read(run)
    with journal.appending(run) as lines:
        for case, record in sorted(journal.read(source).items()):
            if case not in own:
                lines.append(record)
