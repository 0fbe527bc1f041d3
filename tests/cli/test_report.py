"""`report` writes a run in the forms that are asked for, and says where."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest


@pytest.fixture(scope="module")
def run(odd: Path, command, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run of the good port."""
    folder = tmp_path_factory.mktemp("reported") / "run"
    done = command("py2js-eval", "run", odd, odd / "submissions" / "good", "-o", folder, "-q")
    assert done.returncode == 0, done.stderr
    return folder


def test_several_forms_are_written_at_once(run: Path, command, tmp_path: Path) -> None:
    page, tests = tmp_path / "report.html", tmp_path / "report.xml"
    done = command("py2js-eval", "report", run, "--html", page, "--junit", tests)
    assert done.returncode == 0
    assert done.stdout == ""
    assert f"wrote {page}" in done.stderr
    assert page.read_text("utf-8").startswith("<!doctype html>")
    assert ElementTree.parse(tests).getroot().get("failures") == "2"


def test_a_dash_is_stdout(run: Path, command) -> None:
    done = command("py2js-eval", "report", run, "--markdown", "-")
    assert done.stdout.startswith("### `")
    assert done.stdout.endswith("\n")


def test_a_file_that_cannot_be_written_is_the_users_mistake(run: Path, command, tmp_path: Path) -> None:
    done = command("py2js-eval", "report", run, "--html", tmp_path / "nowhere" / "report.html")
    assert done.returncode == 2
    assert "cannot be written: No such file or directory" in done.stderr
