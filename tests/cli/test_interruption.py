"""A run that is killed at any moment judges again what was not written: the same command ends in the same summary."""

from __future__ import annotations

import hashlib
import os
import random
import signal
import subprocess
import time
from pathlib import Path

from .conftest import SCRIPTS

KILLS = 5
SEED = 20_261_129


def digest(run: Path) -> str:
    """The digest of a run's summary."""
    return hashlib.sha256((run / "summary.json").read_bytes()).hexdigest()


def started(odd: Path, run: Path, environment: dict[str, str]) -> subprocess.Popen[str]:
    """A run in a process group of its own."""
    words = [SCRIPTS / "py2js-eval", "run", odd, odd / "submissions" / "good", "-o", run, "-j", "1"]
    return subprocess.Popen(
        words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def test_sigkill_at_random_moments_changes_nothing(odd: Path, environment, tmp_path: Path) -> None:
    undisturbed = started(odd, tmp_path / "whole", environment)
    begun = time.monotonic()
    _, said = undisturbed.communicate(timeout=120)
    length = time.monotonic() - begun
    assert undisturbed.returncode == 0, said
    chance = random.Random(SEED)
    for _ in range(KILLS):
        process = started(odd, tmp_path / "killed", environment)
        time.sleep(chance.uniform(0.2, length))
        process.kill()  # the command only: what it started must die with it
        process.communicate()
    last = started(odd, tmp_path / "killed", environment)
    _, said = last.communicate(timeout=120)
    assert last.returncode == 0, said
    assert digest(tmp_path / "killed") == digest(tmp_path / "whole")


def test_ctrl_c_saves_the_state_and_exits_130(odd: Path, environment, tmp_path: Path) -> None:
    process = started(odd, tmp_path / "run", environment)
    journal = tmp_path / "run" / "journal.jsonl"
    while process.poll() is None and not (journal.exists() and journal.read_bytes()):
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to every process of the group
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert "the same command goes on from there" in said
    assert "Traceback" not in said
    again = started(odd, tmp_path / "run", environment)
    _, said = again.communicate(timeout=120)
    assert again.returncode == 0, said
    assert "of them already judged" in said


def test_two_commands_do_not_write_to_one_run(odd: Path, environment, tmp_path: Path) -> None:
    first = started(odd, tmp_path / "run", environment)
    while first.poll() is None and not (tmp_path / "run" / "run.json").exists():
        time.sleep(0.01)
    first.send_signal(signal.SIGSTOP)  # it holds the run however slow this machine is
    second = started(odd, tmp_path / "run", environment)
    _, said = second.communicate(timeout=60)
    assert (second.returncode, "another process is writing" in said) == (2, True), said
    first.send_signal(signal.SIGCONT)
    first.communicate(timeout=120)
    assert first.returncode == 0
