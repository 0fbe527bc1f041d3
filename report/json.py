"""The JSON form: the same facts as the text form, for machines. It holds every case that did not pass; the rest is in
the run's journal."""

from __future__ import annotations

from ..core.bytestring import Json
from ..core.plain import plain
from ..core.run import CaseRecord
from ..core.track import Measured
from ..core.verdict import Verdict
from .rates import percent
from .view import RunView, every_case, key, passed, tally
from .warnings import warnings

FORMAT = 1  # 1: first


def json(view: RunView) -> dict[str, Json]:
    """The report as a JSON value. Bytes are strings where they are UTF-8, else `{"base64": …}`."""
    summary = view.summary
    return {
        "format": FORMAT,
        "kind": "report",
        "run": plain(view.header),
        "complete": summary.complete,
        "results": summary.results,
        "warnings": list[Json](warnings(view)),
        "score": plain(summary.score),
        "verdicts": {verdict.value: number for verdict, number in tally(summary.programs)},
        "programs": [_program(view, index) for index in range(len(summary.programs))],
        "cases": [case(record) for record in every_case(view) if record.verdict is not Verdict.PASS],
        "builds": [plain(build) for build in view.builds],
        "violations": [plain(violation) for violation in summary.violations],
        "measures": [plain(tree) for tree in view.measures],
        "reference": [{"name": name, **numbers(own)} for name, own in view.reference.items()] if view.measures else [],
        "quarantine": [plain(view.quarantine[case]) for case in sorted(view.quarantine)],
    }


def numbers(measured: Measured) -> dict[str, Json]:
    """What a tree is like, as a JSON value."""
    return {"lines": measured.lines, "counts": plain(measured.counts), "badges": plain(measured.badges)}


def _program(view: RunView, index: int) -> Json:
    program = view.summary.programs[index]
    done, scored = passed(program)
    shown = plain(program)
    assert isinstance(shown, dict)
    return shown | {"passed": done, "scored": scored, "percent": percent(done, scored)}


def case(record: CaseRecord) -> dict[str, Json]:
    """One case as a JSON value: what the journal says of it, under its full name."""
    shown = plain(record)
    assert isinstance(shown, dict)
    return {"name": key(record), **shown}
