"""Every command: its result on stdout, its talk on stderr, its exit code, and bad input met with a sentence."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from portproof import __version__

from .conftest import SCRIPTS

COMMANDS = ["demo", "run", "check", "capture", "verify", "report", "explain", "doctor", "schema"]


@pytest.fixture(scope="session")
def run(odd: Path, command, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run of the good port."""
    folder = tmp_path_factory.mktemp("run") / "run"
    done = command("py2js-eval", "run", odd, odd / "submissions" / "good", "-o", folder, "-q")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.parametrize("name", ["py2js-eval", "c2rust-eval"])
def test_both_tracks_have_the_same_commands(command, name: str) -> None:
    said = command(name, "--help")
    assert said.returncode == 0
    assert all(f"  {word} " in said.stdout for word in COMMANDS)


@pytest.mark.parametrize("word", COMMANDS)
def test_every_command_explains_itself_and_takes_json(command, word: str) -> None:
    said = command("py2js-eval", word, "--help")
    assert said.returncode == 0
    assert "--json" in said.stdout


def test_run_tells_the_result_on_stdout_and_the_talk_on_stderr(run: Path, odd: Path, command) -> None:
    again = command("py2js-eval", "run", odd, odd / "submissions" / "good", "-o", run)
    assert "12 / 14" in again.stdout
    assert again.stderr.startswith("14 cases, 14 of them already judged")


def test_run_as_json_is_one_document(run: Path, odd: Path, command) -> None:
    said = command("py2js-eval", "run", odd, odd / "submissions" / "good", "-o", run, "--json")
    told = json.loads(said.stdout)
    assert told["verdicts"] == {"pass": 12, "wrong_stdout": 1, "wrong_stderr": 1}


def test_a_gate_fails_with_exit_1(run: Path, odd: Path, command) -> None:
    words = ("py2js-eval", "run", odd, odd / "submissions" / "good", "-o", run, "-q", "--fail-under")
    assert command(*words, "99").returncode == 1
    assert command(*words, "85").returncode == 0


def test_report_and_explain_show_a_finished_run(run: Path, command) -> None:
    assert "12 / 14" in command("py2js-eval", "report", run).stdout
    said = command("py2js-eval", "explain", run, "odd/bytes")
    assert said.returncode == 0
    assert "line 1, column 7" in said.stdout
    assert "first difference at byte 6" in said.stdout
    told = json.loads(command("py2js-eval", "explain", run, "odd/bytes", "--json").stdout)
    assert told["verdict"] == "wrong_stdout"


def test_explain_refuses_a_name_that_is_none(run: Path, command) -> None:
    said = command("py2js-eval", "explain", run, "odd/nothing")
    assert (said.returncode, "no judged case" in said.stderr) == (2, True)


def test_verify_replays_the_originals(odd: Path, command) -> None:
    said = command("py2js-eval", "verify", odd)
    assert said.returncode == 0, said.stdout
    assert "the originals answer as the pack records" in said.stdout


def test_verify_says_what_an_original_changed(odd: Path, command, tmp_path: Path) -> None:
    folder = tmp_path / "odd"
    shutil.copytree(odd, folder)
    said = command("py2js-eval", "verify", folder, "--submissions")
    assert said.returncode == 0, said.stdout


def test_the_pack_of_another_suite_ends_with_exit_5(odd: Path, command, tmp_path: Path) -> None:
    folder = tmp_path / "odd"
    shutil.copytree(odd, folder)
    with (folder / "tasks/odd/cases/ends.jsonl").open("a", encoding="utf-8") as stream:
        stream.write('{"args": ["2"]}\n')
    said = command("py2js-eval", "run", folder, folder / "submissions" / "good", "-o", tmp_path / "run")
    assert said.returncode == 5
    assert "suite" in said.stderr


@pytest.mark.parametrize("name", ["pack.json", "outcomes.jsonl"])
def test_one_flipped_byte_in_a_pack_ends_with_exit_5(odd: Path, command, tmp_path: Path, name: str) -> None:
    pack = tmp_path / "pack"
    shutil.copytree(odd / "pack", pack)
    data = bytearray((pack / name).read_bytes())
    data[len(data) // 2] ^= 1
    (pack / name).write_bytes(data)
    good = odd / "submissions" / "good"
    said = command("py2js-eval", "run", odd, good, "--pack", pack, "-o", tmp_path / "run")
    assert said.returncode == 5
    assert "Traceback" not in said.stderr


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("run", "/nowhere", "/nowhere"), 2, "no suite here"),
        (("run", "ODD", "/nowhere"), 2, "no such folder"),
        (("run", "ODD", "ODD"), 2, "no folder here is a task of odd"),
        (("run", "ODD", "GOOD", "-t", "nothing"), 4, "no program matches"),
        (("run", "ODD", "GOOD", "--shard", "3/2"), 2, "shard 3/2"),
        (("run", "ODD", "GOOD", "--shard", "x"), 2, "expected I/N"),
        (("run", "ODD", "GOOD", "--tier", "moon"), 2, "there is no tier 'moon'"),
        (("run", "ODD", "GOOD", "--pack", "/nowhere"), 2, "pack"),
        (("report", "/nowhere"), 2, "run.json"),
        (("schema", "nothing"), 2, "there is no format"),
        (("check", "/nowhere"), 2, "no such folder"),
        (("check", "--explain", "nothing"), 2, "there is no rule"),
        (("run", "ODD", "GOOD", "--cache", "/dev/null/cache"), 3, "error: Not a directory: /dev/null"),
        (("run",), 2, "Missing argument"),
    ],
)
def test_bad_input_is_met_with_a_sentence(odd: Path, command, tmp_path: Path, words, code: int, says: str) -> None:
    names = {"ODD": str(odd), "GOOD": str(odd / "submissions" / "good")}
    said = command("py2js-eval", *(names.get(word, word) for word in words), cwd=tmp_path)
    assert (said.returncode, says in said.stderr) == (code, True), said.stderr
    assert "Traceback" not in said.stderr


@pytest.mark.parametrize("track", ["py2js", "c2rust"])
def test_every_rule_is_explained_with_two_trees(command, tmp_path: Path, track: str) -> None:
    listed = command(f"{track}-eval", "check", "--explain", "nothing", cwd=tmp_path).stderr
    names = listed.split("rules: ")[1].replace(",", " ").split()
    assert {"file-link", "data-blob"} < set(names)
    for name in ("file-link", "file-binary", "source-unreadable"):
        told = command(f"{track}-eval", "check", "--explain", name, cwd=tmp_path).stdout
        assert told.startswith(f"{name} (reject, layer ")
        assert "{'" not in told
    assert "    ../../secret.txt" in command(f"{track}-eval", "check", "--explain", "file-link", cwd=tmp_path).stdout
    data = json.loads(command(f"{track}-eval", "check", "--explain", "file-link", "--json", cwd=tmp_path).stdout)
    assert {"id", "severity", "layer", "reason", "breaks", "keeps"} == set(data)


def test_a_disk_without_room_is_a_sentence_and_the_run_goes_on_when_there_is_some(
    odd: Path, command, environment, tmp_path: Path
) -> None:
    words = [SCRIPTS / "py2js-eval", "run", odd, odd / "submissions" / "good", "-o", tmp_path / "run", "-q"]
    little = ["sh", "-c", 'ulimit -f 2 && exec "$@"', "sh", *words]  # no file above a kibibyte: a journal outgrows that
    said = subprocess.run(little, capture_output=True, text=True, env=environment, timeout=300, check=False)
    assert (said.returncode, "error: File too large" in said.stderr) == (3, True), said.stderr
    assert "Traceback" not in said.stderr
    assert command("py2js-eval", *words[1:]).returncode == 0


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_a_result_that_cannot_be_written_is_a_sentence(run: Path, environment, more: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        said = subprocess.run(
            [SCRIPTS / "py2js-eval", "report", run, *more],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
            timeout=300,
            check=False,
        )
    assert (said.returncode, "error: No space left on device" in said.stderr) == (3, True), said.stderr
    assert "Traceback" not in said.stderr


BUG = """
from portproof.cli import main
def doctor():
    return {}["a mistake of ours"]
main.COMMANDS["doctor"] = doctor
main.py2js()
"""


def buggy(environment: dict[str, str], place: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command with a bug in it."""
    return subprocess.run(
        [sys.executable, "-c", BUG, "doctor", *words],
        capture_output=True,
        text=True,
        env={**environment, "TMPDIR": str(place)},
        timeout=60,
        check=False,
    )


def test_a_bug_of_ours_is_no_failed_gate_and_asks_for_a_report(environment, tmp_path: Path) -> None:
    said = buggy(environment, tmp_path)
    (written,) = tmp_path.glob("portproof-bug-*.txt")
    assert (said.returncode, str(written) in said.stderr) == (3, True), said.stderr
    assert "bug of portproof" in said.stderr
    assert "KeyError" in said.stderr
    assert "Traceback" not in said.stderr
    told = written.read_text(encoding="utf-8")
    assert "in doctor" in told
    assert f"portproof {__version__}" in told


def test_a_bug_whose_traceback_can_be_written_nowhere_is_told_with_it(environment, tmp_path: Path) -> None:
    full = ["sh", "-c", 'ulimit -f 0 && exec "$@"', "sh", sys.executable, "-c", BUG, "doctor"]
    said = subprocess.run(full, capture_output=True, text=True, env=environment, timeout=60, check=False)
    assert (said.returncode, "bug of portproof" in said.stderr, "in doctor" in said.stderr) == (3, True, True)


def test_an_error_is_json_where_json_was_asked_for(command, tmp_path: Path) -> None:
    said = command("py2js-eval", "run", tmp_path, tmp_path, "--json")
    assert json.loads(said.stdout)["exit"] == said.returncode == 2


def test_the_other_tracks_command_is_named(odd: Path, command) -> None:
    said = command("c2rust-eval", "run", odd, odd / "submissions" / "good")
    assert (said.returncode, "py2js-eval" in said.stderr) == (2, True)


def test_a_run_folder_that_holds_something_else_is_left_alone(odd: Path, command, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    said = command("py2js-eval", "run", odd, odd / "submissions" / "good", "-o", tmp_path)
    assert (said.returncode, "holds no run" in said.stderr) == (2, True)
    assert (tmp_path / "mine.txt").read_text(encoding="utf-8") == "mine"


def test_check_names_file_line_and_reason_and_exits_1(command, tmp_path: Path) -> None:
    (tmp_path / "go.mjs").write_text("\nimport { exec } from 'child_process';\nexec('true');\n", encoding="utf-8")
    said = command("py2js-eval", "check", tmp_path)
    assert said.returncode == 1
    assert "go.mjs:2" in said.stdout
    (tmp_path / "go.mjs").write_text("process.stdout.write('exec');\n", encoding="utf-8")
    assert command("py2js-eval", "check", tmp_path).returncode == 0


def test_check_as_json_holds_the_measures_beside_those_of_mechanical_translations(command, tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "Cargo.toml").write_text('[package]\nname = "p"\nversion = "0.1.0"\nedition = "2021"\n')
    (tmp_path / "src" / "main.rs").write_text("fn main() {\n    unsafe { std::hint::unreachable_unchecked() }\n}\n")
    told = json.loads(command("c2rust-eval", "check", tmp_path, "--json").stdout)
    assert (told["violations"], told["measures"]["counts"]["unsafe blocks"]) == ([], 1)
    other = told["reference"][0]
    assert other["counts"].keys() == told["measures"]["counts"].keys()
    assert (other["name"], other["counts"]["share of unsafe lines"]) == ("c2rust of cJSON 1.7.15", 0.9305)


def test_check_refuses_command_in_rust(command, tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "Cargo.toml").write_text('[package]\nname = "p"\nversion = "0.1.0"\nedition = "2021"\n')
    (tmp_path / "src" / "main.rs").write_text('fn main() {\n    std::process::Command::new("ls");\n}\n')
    said = command("c2rust-eval", "check", tmp_path)
    assert (said.returncode, "src/main.rs:2" in said.stdout) == (1, True)


def test_doctor_tries_walls_and_lets_the_toolchain_echo(command) -> None:
    said = command("py2js-eval", "doctor", "--json")
    told = json.loads(said.stdout)
    assert said.returncode == 0
    assert told["toolchain"]["available"] is True
    assert {"namespaces", "landlock"} <= set(told["tiers"])
