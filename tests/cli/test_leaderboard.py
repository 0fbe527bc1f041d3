"""`compare` and `leaderboard` as a user types them, over runs that were really evaluated."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sysconfig
import urllib.request
from pathlib import Path

import pytest

SCRIPTS = Path(sysconfig.get_path("scripts"))
GOOD = Path(__file__).parents[1] / "data" / "odd" / "submissions" / "good"
ENTRY = ("--model", "Ada", "--date", "2026-11-20", "--agent", "loop 1", "--cutoff", "2026-01-31", "--cost", "12.5")


@pytest.fixture(scope="module")
def runs(odd: Path, command, tmp_path_factory) -> dict[str, Path]:
    """A good run, and two of a tree whose program for files writes nothing."""
    base = tmp_path_factory.mktemp("runs")
    bad = base / "submission"
    shutil.copytree(GOOD, bad)
    (bad / "odd" / "files.mjs").write_text("")
    for name, tree in (("good", GOOD), ("bad", bad), ("again", bad)):
        done = command("py2js-eval", "run", odd, tree, "--out", base / name)
        assert done.returncode == 0, done.stderr
    return {"good": base / "good", "bad": base / "bad", "again": base / "again", "tree": bad}


@pytest.fixture(scope="module")
def entry(runs, command, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("boards") / "board"
    done = command("py2js-eval", "leaderboard", "add", folder, runs["bad"], *ENTRY, "--json")
    assert done.returncode == 0, done.stderr
    return Path(json.loads(done.stdout)["entry"])


def test_compare_says_which_programs_make_the_difference(runs, command) -> None:
    done = command("py2js-eval", "compare", runs["good"], runs["bad"])
    assert done.returncode == 0, done.stderr
    assert "won 1, lost 0, tied 3 of 4 programs in 1 library" in done.stdout
    assert "odd/files: passed by" in done.stdout
    told = json.loads(command("py2js-eval", "compare", runs["bad"], runs["good"], "--json").stdout)
    assert (told["pairs"][0]["won"], told["pairs"][0]["lost"], told["pairs"][0]["p"]) == (0, 1, 1.0)


def test_compare_refuses_runs_of_different_packs(runs, command, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(runs["bad"], other)
    for name in ("run.json", "summary.json"):
        value = json.loads((other / name).read_text())
        (other / name).write_text(json.dumps(value | {"pack_digest": "0" * 64, "suite_digest": "1" * 64}))
    done = command("py2js-eval", "compare", runs["good"], other)
    assert done.returncode == 2
    assert "another suite digest" in done.stderr
    assert "another pack digest" in done.stderr
    assert "Traceback" not in done.stderr


def test_compare_needs_two_different_runs(runs, command) -> None:
    assert command("py2js-eval", "compare", runs["good"]).returncode == 2
    assert command("py2js-eval", "compare", runs["good"], runs["good"]).returncode == 2


def test_every_wrong_option_is_said_at_once(runs, command, tmp_path: Path) -> None:
    words = ("--model", "", "--date", "soon", "--link", "http://example.org")
    done = command("py2js-eval", "leaderboard", "add", tmp_path / "board", runs["good"], *words)
    assert done.returncode == 2
    assert all(option in done.stderr for option in ("--model", "--date", "--link"))


def test_a_tree_that_was_not_graded_is_not_measured(runs, command, tmp_path: Path) -> None:
    words = ("--model", "Bob", "--date", "2026-11-20", "--submission", runs["tree"])
    done = command("py2js-eval", "leaderboard", "add", tmp_path / "board", runs["good"], *words)
    assert done.returncode == 5
    assert "another tree" in done.stderr
    assert not (tmp_path / "board").exists()


def test_verify_recomputes_and_says_so(entry: Path, odd: Path, command) -> None:
    done = command("py2js-eval", "leaderboard", "verify", entry, "--suite", odd)
    assert done.returncode == 0, done.stderr
    assert "adds up" in done.stdout


def test_verify_refuses_an_entry_that_does_not_add_up(entry: Path, odd: Path, command, tmp_path: Path) -> None:
    forged = tmp_path / entry.name
    shutil.copytree(entry, forged)
    text = (forged / "summary.json").read_text()
    (forged / "summary.json").write_text(text.replace('"complete":true', '"complete":false'))
    done = command("py2js-eval", "leaderboard", "verify", forged, "--suite", odd, "--json")
    assert done.returncode == 5
    told = json.loads(done.stdout)
    assert not told["adds_up"]
    assert any("complete" in problem for problem in told["problems"])


def test_a_sample_is_evaluated_again_and_the_badge_is_signed(entry: Path, odd: Path, runs, command) -> None:
    words = ("--rerun", "6", "--submission", runs["tree"], "--sign", "maintainers", "--date", "2026-11-25", "--json")
    done = command("py2js-eval", "leaderboard", "verify", entry, "--suite", odd, *words)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["evaluated_again"] == 6
    assert json.loads((entry / "verification.json").read_text())["by"] == "maintainers"


def test_another_tree_confirms_nothing(entry: Path, odd: Path, command) -> None:
    done = command(
        *("py2js-eval", "leaderboard", "verify", entry, "--suite", odd, "--rerun", "3", "--submission", GOOD)
    )
    assert done.returncode == 5
    assert "another tree" in done.stderr


def test_a_run_of_ones_own_confirms_and_another_verdict_does_not(entry: Path, odd: Path, runs, command) -> None:
    words = ("py2js-eval", "leaderboard", "verify", entry, "--suite", odd, "--against", runs["again"])
    assert command(*words).returncode == 0
    journal = runs["again"] / "journal.jsonl"
    journal.write_text(journal.read_text().replace('"verdict":"pass"', '"verdict":"wrong_stdout"', 1))
    done = command(*words)
    assert done.returncode == 1
    assert "is wrong_stdout and not pass" in done.stdout


def test_the_entrys_own_run_confirms_nothing(entry: Path, odd: Path, runs, command) -> None:
    done = command("py2js-eval", "leaderboard", "verify", entry, "--suite", odd, "--against", runs["bad"])
    assert done.returncode == 2
    assert "the entry's own run" in done.stderr


def test_build_makes_a_site(entry: Path, command, tmp_path: Path) -> None:
    folder = entry.parents[3]
    done = command("py2js-eval", "leaderboard", "build", folder, "--out", tmp_path / "site", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["boards"] == {"py2js-odd-1-0-0": 1}
    page = (tmp_path / "site" / "py2js-odd-1-0-0" / "index.html").read_text()
    assert "Ada" in page


def test_serve_says_its_loopback_address_and_ends_when_interrupted(entry: Path, command, tmp_path: Path) -> None:
    assert command("py2js-eval", "leaderboard", "build", entry.parents[3], "--out", tmp_path / "site").returncode == 0
    words = [SCRIPTS / "py2js-eval", "leaderboard", "serve", tmp_path / "site", "--port", "0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as serving:
        assert serving.stdout is not None
        address = serving.stdout.readline().strip()
        try:
            assert address.startswith("http://127.0.0.1:")
            with urllib.request.urlopen(address) as answer:
                assert b"Leaderboards" in answer.read()
            serving.send_signal(signal.SIGINT)
            assert serving.wait(60) == 0
        finally:
            serving.kill()


def test_a_folder_without_a_board_or_site_is_said(command, tmp_path: Path) -> None:
    done = command("py2js-eval", "leaderboard", "build", tmp_path, "--out", tmp_path / "site")
    assert (done.returncode, "there is no board here" in done.stderr) == (2, True)
    done = command("py2js-eval", "leaderboard", "serve", tmp_path)
    assert (done.returncode, "there is no site here" in done.stderr) == (2, True)


def test_the_demo_board_is_one_command(command, tmp_path: Path) -> None:
    done = command("c2rust-eval", "leaderboard", "demo", tmp_path / "demo")
    assert done.returncode == 0, done.stderr
    (page,) = (tmp_path / "demo" / "site").glob("c2rust-*/index.html")
    text = page.read_text(encoding="utf-8")
    assert "reference" in text
    assert "missing-final-newline" in text
    assert "http://" not in text.replace("http://www.w3.org/", "")
