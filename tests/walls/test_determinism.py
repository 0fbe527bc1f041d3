"""The same case gives the same outcome, again and again, in a new session, also beside a core that is kept busy."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from rig import build
from rig.client import Client, Setting, Unavailable
from rig.stage import Stage

USERS = ("root", "plain") if os.geteuid() == 0 else ("plain",)
SETTINGS = [Setting(tier, user, "native") for tier in ("namespaces", "landlock") for user in USERS]
# One of each way to end: exit, signal, limit, denial, output files that must not be collected.
PROGRAMS = (
    "ends_with_every_code",
    "ends_by_signal",
    "output_flood_stdout",
    "executes_a_shell",
    "connects_tcp",
    "disk_many_files",
)
EVALUATIONS = 20
CASES = 2
MARKER = "walls-determinism"  # in the environment of the cases: the same each time


@contextmanager
def busy() -> Iterator[None]:
    """Keeps one core computing."""
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as process:
        try:
            yield
        finally:
            process.kill()


def evaluated(stage: Stage, setting: Setting) -> str:
    """One evaluation: a new session, every program several times. All that a verdict can depend on, as text."""
    try:
        client = Client(stage, setting, MARKER)
    except Unavailable as error:
        pytest.skip(str(error))
    said = {}
    try:
        for name in PROGRAMS:
            args = [["7"]] * CASES if name.startswith("ends") else [[str(stage.tcp.getsockname()[1])]] * CASES
            answer = client.ask(name, args)
            said[name] = [judged(outcome) for outcome in answer["outcomes"]]
            assert all(outcome == said[name][0] for outcome in said[name]), name
            said[f"{name}: canaries"] = sorted(answer["canaries"])
    finally:
        client.close()
    return json.dumps(said, sort_keys=True)


def judged(outcome: dict[str, object]) -> dict[str, object]:
    """What of an outcome a verdict can depend on. Beyond a limit, how far output had come is chance."""
    chance = {"usage"}
    if outcome["limit"] is not None:
        chance |= {key for key in outcome if key.startswith(("stdout", "stderr"))}
    return {key: value for key, value in outcome.items() if key not in chance}


def test_the_programs_are_there() -> None:
    assert set(PROGRAMS) <= {path.stem for path in build.programs()}


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_evaluation_gives_the_same_outcomes(stage: Stage, setting: Setting) -> None:
    said = [evaluated(stage, setting) for _ in range(EVALUATIONS // 2)]
    with busy():
        said += [evaluated(stage, setting) for _ in range(EVALUATIONS // 2)]
    assert len(set(said)) == 1
