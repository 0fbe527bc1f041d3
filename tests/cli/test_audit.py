"""`audit` as a user types it: its forms, its gates, its exit codes."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

pytest.importorskip("coverage", reason="coverage is in the authors extra")
FEW = ("--mutants", "4", "--budget", "60")


@pytest.fixture(scope="module")
def made(odd: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The suite of odd outputs, with a library beside one of its drivers, and a pack that still holds."""
    folder = tmp_path_factory.mktemp("audit") / "odd"
    shutil.copytree(odd, folder)
    return folder


def test_the_text_goes_from_numbers_to_findings_to_what_to_do(made: Path, command) -> None:
    said = command("py2js-eval", "audit", made, *FEW)
    assert said.returncode == 0, said.stderr
    assert "task/program" in said.stdout
    assert "→ " in said.stdout
    assert "audit" in said.stdout.splitlines()[-1]
    assert "odd: ignored input" in said.stderr


def test_json_is_one_document_and_equal_audits_are_equal_but_for_what_is_measured(made: Path, command) -> None:
    told = [json.loads(command("py2js-eval", "audit", made, *FEW, "--json").stdout) for _ in range(2)]
    for one in told:
        assert one.pop("measured")["seconds"]
    assert told[0] == told[1]
    assert told[0]["kind"] == "audit"
    assert {program["id"] for program in told[0]["tasks"][0]["programs"]} >= {"bytes", "large", "ends", "files"}


def test_a_page_is_written_that_asks_no_network(made: Path, command, tmp_path: Path) -> None:
    page = tmp_path / "audit.html"
    said = command("py2js-eval", "audit", made, "--no-mutants", "--html", page)
    assert (said.returncode, said.stdout) == (0, "")
    assert f"wrote {page}" in said.stderr
    text = page.read_text("utf-8")
    assert "Content-Security-Policy" in text
    assert not re.search(r"""(?:src|href)=["']https?:""", text)


def test_gates_fail_with_exit_1_and_say_why(made: Path, command) -> None:
    """The suite's programs have no library, so nothing of it is reached: a gate fails closed."""
    said = command("py2js-eval", "audit", made, "--no-mutants", "--fail-under-coverage", "50")
    assert said.returncode == 1
    assert "lines reached, under 50 %" in said.stderr
    said = command("py2js-eval", "audit", made, *FEW, "--fail-under-killed", "1")
    assert said.returncode == 1
    assert "mutants killed, under 1 %" in said.stderr


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("--no-coverage", "--fail-under-coverage", "9"), "--fail-under-coverage needs coverage"),
        (("--no-mutants", "--fail-under-killed", "9"), "--fail-under-killed needs mutants"),
        (("--no-coverage", "--fail-under-killed", "9"), "--fail-under-killed needs mutants"),
        (("--json", "--html", "-"), "both write to stdout"),
    ],
)
def test_what_cannot_be_done_is_refused_before_any_work(made: Path, command, words: tuple[str, ...], hint: str) -> None:
    said = command("py2js-eval", "audit", made, *words)
    assert (said.returncode, hint in said.stderr) == (2, True)


def test_exit_codes_of_bad_input(made: Path, command, tmp_path: Path) -> None:
    assert command("py2js-eval", "audit", made, "-t", "none").returncode == 4
    assert command("c2rust-eval", "audit", made).returncode == 2
    assert command("py2js-eval", "audit", tmp_path).returncode == 2
    other = tmp_path / "odd"
    shutil.copytree(made, other)
    (other / "tasks" / "odd" / "audit.toml").write_text('format = 1\nexercise = ["a"]\nkept = 1\n')
    said = command("py2js-eval", "audit", other)
    assert (said.returncode, "audit.toml:3: unknown key 'kept'" in said.stderr) == (2, True)
    lines = (other / "pack" / "outcomes.jsonl").read_bytes()
    (other / "pack" / "outcomes.jsonl").write_bytes(lines[:-2])
    assert command("py2js-eval", "audit", other).returncode == 5
