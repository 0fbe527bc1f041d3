"""`audit --grow`, `audit --holdout` and `cases prune` as a user types them, on a suite of one argparse driver."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from portproof.suite.read import read

pytest.importorskip("coverage", reason="coverage is in the authors extra")
pytest.importorskip("hypothesis", reason="hypothesis is in the authors extra")
SUITE = """format = 1
name = "shapes"
version = "1.0.0"
track = "py2js"
description = "One driver."
licence = "MIT"
"""
TASK = """format = 1
id = "shape"
library = "lib"
version = "1"
licence = "MIT"
source = "https://example.org"
released = 2020-01-01
observe = ["stdout", "stderr", "exit"]
visible = 1
[original]
toolchain = "cpython"
requirements = "original/requirements.txt"
[programs.area]
driver = "original/area.py"
summary = "Areas."
"""
LIB = """def area(kind, width, height):
    if kind == "square":
        return width * width
    if kind == "rectangle":
        return width * height
    if width > 999:
        return -1
    return width * height // 2
"""
DRIVER = """import argparse

from lib import area

parser = argparse.ArgumentParser()
parser.add_argument("--kind", choices=["square", "rectangle", "triangle"], required=True)
parser.add_argument("--width", type=int, required=True)
parser.add_argument("--height", type=int, default=1)
given = parser.parse_args()
print(area(given.kind, given.width, given.height))
"""
CASES = b"""{"args": ["--kind", "square", "--width", "3"],   "visible": true}
{"args": ["--kind", "square", "--width", "4"]}
{"args": ["--kind", "rectangle", "--width", "5", "--height", "7"], "tags": ["two"]}
{"args": ["--kind", "rectangle", "--width", "5", "--height", "8"], "tags": ["two"]}"""


@pytest.fixture
def suite(tmp_path: Path, command) -> Path:
    task = tmp_path / "shapes" / "tasks" / "shape"
    (task / "original" / "lib").mkdir(parents=True)
    (task / "cases").mkdir()
    (tmp_path / "shapes" / "suite.toml").write_text(SUITE)
    (task / "task.toml").write_text(TASK)
    (task / "SPEC.md").write_text("# shape\n")
    (task / "original" / "requirements.txt").write_text("# none\n")
    (task / "original" / "area.py").write_text(DRIVER)
    (task / "original" / "lib" / "__init__.py").write_text(LIB)
    (task / "cases" / "area.jsonl").write_bytes(CASES)
    done = command("py2js-eval", "capture", tmp_path / "shapes")
    assert done.returncode == 0, done.stderr
    return tmp_path / "shapes"


def test_grown_cases_reach_what_the_driver_s_choices_allow_and_are_appended_only_when_asked(
    suite: Path, command
) -> None:
    path = suite / "tasks" / "shape" / "cases" / "area.jsonl"
    said = command("py2js-eval", "audit", suite, "--grow", "3", "--no-mutants")
    assert said.returncode == 0, said.stderr
    lines = said.stdout.splitlines()
    assert lines
    assert any("triangle" in json.loads(line)["args"] for line in lines)
    assert "reaches original/lib/__init__.py:" in said.stderr
    assert path.read_bytes() == CASES
    again = command("py2js-eval", "audit", suite, "--grow", "3", "--no-mutants", "--write")
    assert again.stdout == said.stdout
    assert path.read_bytes() == CASES + b"\n" + said.stdout.encode()
    grown = [case for case in read(suite).tasks[0].programs[0].cases if case.tags == ("grown",)]
    assert len(grown) == len(lines)
    assert not any(case.visible for case in grown)


def test_prune_names_what_adds_nothing_and_takes_it_out_only_when_asked(suite: Path, command) -> None:
    path = suite / "tasks" / "shape" / "cases" / "area.jsonl"
    said = command("py2js-eval", "cases", "prune", suite, "--mutants", "0", "--json")
    assert said.returncode == 0, said.stderr
    told = json.loads(said.stdout)
    assert (told["kept"], told["gone"]) == (2, 2)
    assert path.read_bytes() == CASES
    said = command("py2js-eval", "cases", "prune", suite, "--mutants", "0", "--write")
    assert "2 of 4 cases add nothing" in said.stdout
    left = path.read_bytes().splitlines()
    assert len(left) == 2
    assert set(left) <= set(CASES.splitlines())
    assert left[0] == CASES.splitlines()[0]


def test_a_holdout_is_captured_beside_the_suite_and_a_folder_that_is_there_is_refused(suite: Path, command) -> None:
    said = command("py2js-eval", "audit", suite, "--holdout", "4", "--json")
    assert said.returncode == 0, said.stderr
    told = json.loads(said.stdout)
    folder = suite.with_name("shapes-holdout-4")
    assert told["folder"] == str(folder)
    made, old = read(folder).tasks[0].programs[0], read(suite).tasks[0].programs[0]
    assert len(made.cases) == len(old.cases) == 4
    assert len({case.id for case in made.cases} & {case.id for case in old.cases}) == 1
    assert command("py2js-eval", "verify", folder).returncode == 0
    refused = command("py2js-eval", "audit", suite, "--holdout", "4")
    assert refused.returncode == 2
    assert "is there already" in refused.stderr
    shutil.rmtree(folder)


def test_growth_and_holdout_are_not_asked_for_together(suite: Path, command) -> None:
    said = command("py2js-eval", "audit", suite, "--grow", "1", "--holdout", "1")
    assert said.returncode == 2
    assert "two different things" in said.stderr
