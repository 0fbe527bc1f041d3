"""What stands between a run and a number that may be published: every form shows it before any rate."""

from __future__ import annotations

from ..core.verdict import MEANING, Whose
from .rates import part
from .view import RunView, selected, tally


def warnings(view: RunView) -> list[str]:
    """What stands between this run and a number that may be published, as sentences."""
    said = []
    harness = [(v, n) for v, n in tally(view.summary.programs) if MEANING[v].whose is Whose.HARNESS]
    part_of_suite = selected(view.header)
    if part_of_suite:
        said.append(f"Only a part of the suite was asked for ({part_of_suite}); the rest is not_run.")
    elif not view.summary.complete:
        said.append("The run is not complete: run the same command again to go on where it stopped.")
    for verdict, number in harness:
        said.append(f"{number:,} × {verdict}: {MEANING[verdict].sentence} Not in any rate below.")
    valid = part(view.summary, "valid")
    if view.summary.score.get("rankable") is False:
        share = f" ({valid.passed:,} of {valid.total:,} cases are valid)" if valid else ""
        said.append(f"Not rankable{share}: fix what is the harness's fault, or reach the cases that were not run.")
    if view.header.profile != "strict":
        said.append(f"Profile {view.header.profile}: looser than byte for byte; not comparable with strict numbers.")
    return said
