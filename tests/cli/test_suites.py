"""`suite new` and `suite check` as their author types them, with a real package and a real C library: what was drafted
can be captured at once, and is not clean before a person has worked on it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from portproof.suite.read import read
from portproof.toolchains import requirements

from .conftest import Command

BASE58 = "11a36f4d3ce51dfc1043f3218591ac4eb1ceb172919cebe05b52a5bcc8d245c2"


@pytest.fixture(scope="module")
def python_suite(command: Command, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("drafts") / "mine"
    done = command(
        "py2js-eval", "suite", "new", folder, "--task", "base58", "--package", "base58==2.1.1", "--most", "2"
    )
    assert done.returncode == 0, done.stderr
    assert "licence MIT (permissive)" in done.stderr
    assert str(folder / "tasks" / "base58" / "SPEC.md") in done.stdout.split("\n")
    return folder


def test_a_package_is_pinned_as_the_index_has_it(python_suite: Path) -> None:
    (task,) = read(python_suite).tasks
    assert (task.version, task.licence, task.released.isoformat()) == ("2.1.1", "MIT", "2021-10-30")
    assert task.source.startswith("https://")
    assert task.original.requirements is not None
    assert [one.hashes for one in requirements.read(task.original.requirements)] == [(BASE58,)]


def test_a_drafted_package_can_be_captured(python_suite: Path, command: Command) -> None:
    done = command("py2js-eval", "capture", python_suite, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["quarantine"] == []
    outcomes = [json.loads(line) for line in (python_suite / "pack" / "outcomes.jsonl").read_text().splitlines()]
    assert {one["exit"] for one in outcomes} == {0, 2}
    assert "ZiCa\n" in {one["stdout"] for one in outcomes}  # abc


def test_a_draft_is_not_clean(python_suite: Path, command: Command) -> None:
    done = command("py2js-eval", "suite", "check", python_suite, "--json")
    assert done.returncode == 1, done.stderr
    told = json.loads(done.stdout)
    assert {one["rule"] for one in told["remarks"] if one["severity"] == "error"} == {"draft"}
    assert told["errors"] > 20
    first = told["remarks"][0]
    assert (first["file"], first["line"]) == ("mine/suite.toml", 5)
    text = command("py2js-eval", "suite", "check", python_suite)
    assert "error draft: do what the mark asks for, then delete it" in text.stdout
    assert text.stderr.rstrip().endswith(f"{told['errors']} errors, {told['warnings']} warnings")


def test_the_same_task_is_not_drafted_twice(python_suite: Path, command: Command) -> None:
    words = ("py2js-eval", "suite", "new", python_suite, "--task", "base58", "--package", "base58==2.1.1")
    done = command(*words)
    assert done.returncode == 2
    assert "there already" in done.stderr


def test_a_debian_source_is_pinned_and_captured(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    words = ("--task", "cjson", "--debian", "cjson", "--header", "cJSON.h", "--name", "cJSON_Minify", "--name")
    done = command("c2rust-eval", "suite", "new", folder, *words, "cJSON_Parse")
    assert done.returncode == 0, done.stderr
    (task,) = read(folder).tasks
    assert [program.id for program in task.programs] == ["minify", "parse"]
    assert task.licence == "MIT"
    assert task.original.sources[0].sha256
    captured = command("c2rust-eval", "capture", folder, "--json")
    assert captured.returncode == 0, captured.stderr
    assert json.loads(captured.stdout)["quarantine"] == []


@pytest.mark.parametrize("track", ["py2js", "c2rust"])
def test_the_bundled_suites_are_clean(track: str, command: Command) -> None:
    done = command(f"{track}-eval", "suite", "check", f"{track}-mini", "--strict")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_only_the_tasks_that_were_asked_for(command: Command) -> None:
    assert command("py2js-eval", "suite", "check", "py2js-mini", "-t", "base*").returncode == 0
    assert command("py2js-eval", "suite", "check", "py2js-mini", "-t", "none").returncode == 4


@pytest.mark.parametrize(
    ("track", "words"),
    [
        ("py2js", ["--header", "a.h"]),
        ("py2js", []),
        ("c2rust", ["--package", "a==1"]),
        ("c2rust", ["--debian", "cjson"]),
        ("py2js", ["--package", "not a name"]),
        ("c2rust", ["--header", "/nowhere/a.h"]),
    ],
)
def test_what_does_not_fit_the_track_is_a_usage_error(
    track: str, words: list[str], command: Command, tmp_path: Path
) -> None:
    done = command(f"{track}-eval", "suite", "new", tmp_path / "s", "--task", "a", *words)
    assert done.returncode == 2
    assert "error: " in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "s").exists()
