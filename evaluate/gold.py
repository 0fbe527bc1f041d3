"""The gold check: every bundled submission gets exactly the verdicts that its expect.toml foretells. It shows that the
suite can be passed, that an empty tree passes nothing, and that each kind of near-miss is caught for what it is."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from ..core.canonical import file_sha256
from ..core.errors import InputError, Mistake, UserError
from ..core.run import CaseRecord
from ..core.task import Suite
from ..core.verdict import Diagnosis, Verdict
from ..suite.files import ExpectFile
from ..suite.read import model
from ..suite.submission import read_submission
from .event import Judged
from .plan import Selection
from .request import Request
from .route import evaluate

EXPECT = "expect.toml"


@dataclass(frozen=True, slots=True)
class GoldResult:
    """One bundled submission: `surprises` is empty where every verdict is as foretold. `summary` is the SHA-256 of the
    run's summary: whatever the walls are made of, it is the same."""

    name: str
    reason: str
    cases: int
    summary: str
    surprises: tuple[str, ...]


def submissions(suite: Suite) -> tuple[Path, ...]:
    """The bundled submissions of a suite. Raises UserError when it has none."""
    folder = suite.folder / "submissions"
    found = tuple(sorted(path.parent for path in folder.glob(f"*/{EXPECT}"))) if folder.is_dir() else ()
    if not found:
        raise UserError(f"{folder}: no submission with an {EXPECT}", "the gold check needs bundled submissions")
    return found


def gold(base: Request, folder: Path) -> GoldResult:
    """Evaluate one bundled submission with the suite, pack and walls of `base` and hold it against its expect.toml."""
    expected = expectation(folder, base.suite)
    tasks = tuple(expected.tasks or ())
    with tempfile.TemporaryDirectory(prefix="portproof-gold-") as place, materialised(folder, expected) as tree:
        request = replace(
            base,
            submission=read_submission(tree, base.suite),
            folder=Path(place) / "run",
            selection=Selection(tasks=tasks),
        )
        records = [event.record for event in evaluate(request) if isinstance(event, Judged)]
        summary = file_sha256(request.folder / "summary.json")
    return GoldResult(folder.name, expected.reason, len(records), summary, tuple(_surprises(expected, records)))


def _surprises(expected: ExpectFile, records: list[CaseRecord]) -> Iterator[str]:
    programs: dict[str, list[CaseRecord]] = {}
    for record in records:
        programs.setdefault(f"{record.task}/{record.program}", []).append(record)
    for key in sorted(set(expected.expect) - set(programs)):
        yield f"{key}: named in {EXPECT} but not judged"
    for key, judged in sorted(programs.items()):
        own = expected.expect.get(key)
        wanted = dict(own.verdicts) if own else {expected.default: len(judged)}
        found = dict(Counter(record.verdict.value for record in judged))
        if found != wanted:
            yield f"{key}: expected {_counts(wanted)}, found {_counts(found)}{_example(judged, wanted)}"
        if own and own.diagnosis:
            odd = [r for r in judged if r.diagnosis is not None and r.diagnosis.value != own.diagnosis]
            if odd:
                yield f"{key}: diagnosis {own.diagnosis!r} expected, {odd[0].case[:12]} has {odd[0].diagnosis!s}"


def _example(judged: list[CaseRecord], wanted: dict[str, int]) -> str:
    odd = next((r for r in judged if r.verdict.value not in wanted), None)
    return f" (first: {odd.case[:12]} {odd.verdict} {odd.message[:120]})" if odd else ""


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in sorted(counts.items())) or "nothing"


def expectation(folder: Path, suite: Suite) -> ExpectFile:
    """The expect.toml of a bundled submission. Raises InputError with all its mistakes."""
    mistakes: list[Mistake] = []
    form = model(folder / EXPECT, ExpectFile, folder, mistakes)
    name = f"{folder.name}/{EXPECT}"
    if form is not None:
        known = {verdict.value for verdict in Verdict}
        named = {form.default, *(v for entry in form.expect.values() for v in entry.verdicts)}
        mistakes += [Mistake(name, 0, f"{v!r} is no verdict") for v in sorted(named - known)]
        diagnoses = {entry.diagnosis for entry in form.expect.values() if entry.diagnosis}
        mistakes += [
            Mistake(name, 0, f"{d!r} is no diagnosis") for d in sorted(diagnoses - {d.value for d in Diagnosis})
        ]
        mistakes += [Mistake(name, 0, f"no program {k}") for k in sorted(form.expect) if suite.program(k) is None]
        if form.base and not (folder.parent / form.base).is_dir():
            mistakes.append(Mistake(name, 0, f"base {form.base!r} is no sibling of this folder"))
    if mistakes or form is None:
        raise InputError(mistakes)
    return form


@contextmanager
def materialised(folder: Path, expected: ExpectFile) -> Iterator[Path]:
    """The submission as a tree of its own: an overlay is laid over a copy of its base."""
    if expected.base is None:
        yield folder
        return
    with tempfile.TemporaryDirectory(prefix="portproof-overlay-") as place:
        tree = Path(place) / folder.name
        shutil.copytree(folder.parent / expected.base, tree, symlinks=True, ignore=shutil.ignore_patterns("target"))
        shutil.copytree(folder, tree, symlinks=True, dirs_exist_ok=True)
        yield tree
