"""The schemas say what the files are: real files of every format are held against them."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from portproof.cli.schemas import schema_of
from portproof.core.wire import FORMATS
from portproof.tracks.registry import TRACKS

SUITES = Path(__file__).parents[2] / "suites"
jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is in the dev extra")


def dated(value: object) -> object:
    """TOML dates as JSON Schema sees them: text."""
    return json.loads(json.dumps(value, default=str))


def lines(path: Path) -> list[object]:
    """The objects of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def files(odd: Path, command, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[object]]:
    """A value of every format, from files that were really written."""
    run = tmp_path_factory.mktemp("schema") / "run"
    assert command("py2js-eval", "run", odd, odd / "submissions" / "good", "-o", run, "-q").returncode == 0
    good = odd / "submissions" / "good"
    board = run.parent / "board"
    words = (
        "--model",
        "Ada",
        "--date",
        "2026-11-20",
        "--cutoff",
        "2026-01-31",
        "--tokens",
        "5",
        "--cost",
        "0.5",
        "--json",
    )
    told = json.loads(command("py2js-eval", "leaderboard", "add", board, run, *words).stdout)
    verify = ("--suite", odd, "--rerun", "2", "--submission", good, "--sign", "us", "--date", "2026-11-25")
    assert command("py2js-eval", "leaderboard", "verify", told["entry"], *verify).returncode == 0
    task = odd / "tasks" / "odd"
    return {
        "suite": [dated(tomllib.loads((odd / "suite.toml").read_text()))],
        "task": [dated(tomllib.loads((task / "task.toml").read_text()))],
        "case": [row for path in (task / "cases").iterdir() for row in lines(path)],
        "submission": [dated(tomllib.loads((good / "submission.toml").read_text()))],
        "expect": [dated(tomllib.loads((good / "expect.toml").read_text()))],
        "pack": [json.loads((odd / "pack" / "pack.json").read_text())],
        "outcome": lines(odd / "pack" / "outcomes.jsonl"),
        "quarantine": [{"case": "0" * 32, "task": "t", "program": "p", "cause": "TZ", "detail": "d"}],
        "run": [json.loads((run / "run.json").read_text())],
        "row": lines(_imported(run.parent, command) / "import" / "rows.jsonl")[1:],
        "declared": [tomllib.loads((SUITES / "py2js-mini" / "tasks" / "base58" / "audit.toml").read_text())],
        "audit": [json.loads(command("py2js-eval", "audit", odd, "--mutants", "3", "--json").stdout)],
        "build": lines(run / "builds.jsonl"),
        "measures": lines(run / "measures.jsonl"),
        "check": [json.loads(command(f"{track}-eval", "check", good, "--json").stdout) for track in TRACKS],
        "journal": lines(run / "journal.jsonl"),
        "board": [json.loads(path.read_text()) for path in board.rglob("board.json")],
        "entry": [json.loads(path.read_text()) for path in board.rglob("entry.json")],
        "verification": [json.loads(path.read_text()) for path in board.rglob("verification.json")],
        "summary": [json.loads((run / "summary.json").read_text())],
    }


def _imported(place: Path, command) -> Path:
    """A suite that was imported."""
    library = place / "source" / "dataset" / "lib"
    library.mkdir(parents=True)
    (library / "test1.py").write_text("print(1)\n")
    (place / "source" / "testcase_lib.jsonl").write_text('{"filename": "lib/test1.py", "é": NaN}\n', "utf-8")
    assert command("py2js-eval", "import", "repozero", place / "source", place / "imported").returncode == 0
    return place / "imported"


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {"frames"}))
def test_real_files_fit_their_schema(files: dict[str, list[object]], name: str) -> None:
    validator = jsonschema.Draft202012Validator(schema_of(name))
    assert files[name]
    for value in files[name]:
        validator.validate(value)
        if isinstance(value, dict):
            with pytest.raises(jsonschema.ValidationError):
                validator.validate({**value, "no such key": 1})


def test_every_format_has_a_version_and_a_history() -> None:
    assert all(entry.version == len(entry.history) >= 1 for entry in FORMATS.values())
