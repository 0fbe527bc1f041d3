"""Attempts of one model and agent are summed as pass@k and pass^k over the programs that count in all of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from portproof.core.verdict import Verdict
from portproof.report.site.add import add
from portproof.report.site.attempts import attempts
from portproof.report.site.build import build
from portproof.report.site.files import Metadata
from portproof.report.site.table import board


@pytest.fixture
def three(oracle, run, tmp_path: Path) -> Path:
    """Three attempts: alder/leaf always fails, pine/leaf twice, oak's two and cedar/leaf once; and another agent."""
    alder, oak, pine = ({name: Verdict.WRONG_STDOUT} for name in ("alder", "oak", "pine/leaf"))
    for number, failing in enumerate((alder | oak, alder | pine, alder | pine), 1):
        about = Metadata.model_validate({"model": "Ada", "agent": "x", "date": "2026-11-20", "attempt": number})
        failing = failing | {"cedar/leaf": Verdict.TIME_LIMIT} if number == 3 else failing
        add(tmp_path / "board", run(str(number), failing), about, oracle.suite, oracle.pack)
    other = Metadata.model_validate({"model": "Ada", "agent": "y", "date": "2026-11-20"})
    add(tmp_path / "board", run("other"), other, oracle.suite, oracle.pack)
    return tmp_path / "board"


def test_pass_at_and_pass_hat_by_hand(three: Path) -> None:
    (path,) = (three / "boards").iterdir()
    (found,) = attempts(board(path))
    assert (found.model, found.agent, found.n, found.programs) == ("Ada", "x", 3, 18)
    failures = [3, 1, 1, 2, 1]  # alder/leaf, oak's two, pine/leaf, cedar/leaf
    assert found.one == pytest.approx(1 - sum(failures) / 3 / 18)
    assert found.any == pytest.approx(17 / 18)
    assert found.all == pytest.approx(13 / 18)


def test_the_page_and_its_json_say_so(three: Path, tmp_path: Path) -> None:
    (made,) = build(three, tmp_path / "site")
    told = json.loads((tmp_path / "site" / made.name / "board.json").read_text())
    assert [(it["agent"], it["n"]) for it in told["attempts"]] == [("x", 3)]
    assert "94.4 %" in (tmp_path / "site" / made.name / "index.html").read_text()
