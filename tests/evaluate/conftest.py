"""The suite of odd outputs with its pack, and evaluations on it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from portproof.cli.originals import prepare
from portproof.core.pack import Pack
from portproof.core.run import CaseRecord, Summary
from portproof.core.task import Suite
from portproof.core.verdict import Verdict
from portproof.evaluate.event import Judged
from portproof.evaluate.plan import Selection
from portproof.evaluate.request import Finished, Request
from portproof.evaluate.route import evaluate
from portproof.oracle import store
from portproof.oracle.capture import capture
from portproof.replay.choose import choose
from portproof.suite.read import read
from portproof.suite.submission import read_submission
from portproof.tracks.registry import track

ODD = Path(__file__).parents[1] / "data" / "odd"


@dataclass(frozen=True, slots=True)
class Oracle:
    """A suite and its pack."""

    suite: Suite
    pack: Pack
    folder: Path


@pytest.fixture(scope="session")
def odd(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Oracle:
    """The suite of odd outputs, captured for this session."""
    folder = tmp_path_factory.mktemp("odd") / "odd"
    shutil.copytree(ODD, folder)
    suite = read(folder)
    capture(suite, folder / "pack", choose(), prepare(cache), jobs=2, cache=cache)
    return Oracle(suite, store.read(folder / "pack", suite), folder / "pack")


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What an evaluation told."""

    records: dict[str, CaseRecord]
    summary: Summary
    digest: str
    request: Request

    def verdicts(self, program: str) -> list[Verdict]:
        """The verdicts of a program's cases, in the order of the case file's ids."""
        return [r.verdict for _, r in sorted(self.records.items()) if r.program == program]


Submit = Callable[..., Evaluation]


@pytest.fixture
def submit(odd: Oracle, cache: Path, tmp_path: Path) -> Submit:
    """Evaluates the good port with some of its files replaced (None removes one)."""

    def submitted(changes: dict[str, str | None], **more: object) -> Evaluation:
        tree = tmp_path / "submission"
        shutil.rmtree(tree, ignore_errors=True)
        shutil.copytree(ODD / "submissions" / "good", tree)
        for name, text in changes.items():
            if text is None:
                (tree / "odd" / name).unlink()
            else:
                (tree / "odd" / name).write_text(text, encoding="utf-8")
        given: dict[str, object] = {"folder": tmp_path / "run", "jobs": 2, "selection": Selection()}
        options = {**given, "suite": odd.suite, "backend": choose(), **more}
        request = Request(
            track=track("py2js"),
            pack=odd.pack,
            pack_folder=odd.folder,
            submission=read_submission(tree, odd.suite),
            cache=cache,
            **options,  # type: ignore[arg-type]
        )
        records: dict[str, CaseRecord] = {}
        for event in evaluate(request):
            if isinstance(event, Judged):
                records[event.record.case] = event.record
            if isinstance(event, Finished):
                return Evaluation(records, event.summary, event.digest, request)
        raise AssertionError("no summary")

    return submitted
