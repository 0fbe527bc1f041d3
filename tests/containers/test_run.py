"""A whole evaluation, build included: the summary is the same bytes whatever stands around the programs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import portproof
import pytest
from portproof.core.errors import HarnessError
from portproof.evaluate.gold import expectation, materialised
from portproof.replay.docker_engine import Engine, connect
from portproof.replay.docker_image import look
from portproof.suite.read import read
from portproof.toolchains import rust
from portproof.toolchains.images import build
from portproof.toolchains.images.catalogue import IMAGES

from .relay import LOCAL, Relay

SUITES = Path(portproof.__file__).parent / "suites"
RUNS = [
    ("c2rust", "all-but-one-case", "libb64", "pass"),
    ("c2rust", "does-not-compile", "libb64", "build_failed"),
    ("py2js", "all-but-one-case", "base58", "pass"),
]


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that every user can reach."""
    with tempfile.TemporaryDirectory(prefix="portproof-tests-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.mark.parametrize(("track", "submission", "task", "verdict"), RUNS)
def test_every_tier_gives_the_same_summary(
    engine: Engine, track: str, submission: str, task: str, verdict: str, place: Path
) -> None:
    suite, tree = prepared(track, submission, place)
    summaries = {tier: summary(track, suite, tree, task, tier, place) for tier in tiers(track)}
    journal = (place / "namespaces" / "journal.jsonl").read_text(encoding="utf-8")
    assert f'"verdict":"{verdict}"' in journal
    assert [tier for tier in summaries if summaries[tier] != summaries["namespaces"]] == []


def test_a_run_whose_engine_dies_goes_on_when_there_is_one_again(engine: Engine, place: Path) -> None:
    track, submission, task, _ = RUNS[0]
    suite, tree = prepared(track, submission, place)
    if os.environ.get("DOCKER_HOST") or not Path(LOCAL).exists():
        pytest.skip("no Docker engine at its usual socket")
    relay = Relay(attaches=3)  # the echo program is built and run, the tree is built; then cases would be replayed
    try:
        died = evaluated(track, suite, tree, task, "container", place, DOCKER_HOST=relay.address)
    finally:
        relay.cut()
    assert died.returncode == 3, died.stderr
    assert "harness_error" in (place / "container" / "journal.jsonl").read_text(encoding="utf-8")
    assert summary(track, suite, tree, task, "container", place) == summary(
        track, suite, tree, task, "namespaces", place
    )


def tiers(track: str) -> tuple[str, ...]:
    """Those that can judge the track here: behind Landlock alone, root's programs are another user, who may not be
    able to reach a Rust that is installed below root's home."""
    if track == "c2rust" and os.geteuid() == 0:
        rust_is_open = all(folder.stat().st_mode & 0o001 for folder in rust.find().executable.parents)
        return ("namespaces", *(("landlock",) if rust_is_open else ()), "container")
    return ("namespaces", "landlock", "container")


def prepared(track: str, submission: str, place: Path) -> tuple[Path, Path]:
    """The suite of a track and a bundled submission as a tree of its own; the image of the track is made."""
    folder = SUITES / f"{track}-mini"
    if not (folder / "pack" / "pack.json").is_file():
        pytest.skip(f"{folder.name} has no pack")
    overlay = folder / "submissions" / submission
    with materialised(overlay, expectation(overlay, read(folder))) as tree:
        shutil.copytree(tree, place / "tree", symlinks=True)
    try:
        look(connect(), track)
    except HarnessError:
        build.from_host(IMAGES[track])
    return folder, place / "tree"


def summary(track: str, suite: Path, tree: Path, task: str, tier: str, place: Path) -> bytes:
    """`summary.json` of one evaluation, nothing cached from another."""
    done = evaluated(track, suite, tree, task, tier, place)
    assert done.returncode == 0, done.stderr
    return (place / tier / "summary.json").read_bytes()


def evaluated(
    track: str, suite: Path, tree: Path, task: str, tier: str, place: Path, **environment: str
) -> subprocess.CompletedProcess[str]:
    """One evaluation as a command."""
    program = f"from portproof.cli.main import {track}; {track}()"
    where = ("--tier", tier, "--out", str(place / tier), "--cache", str(place / f"cache-{tier}"))
    command = [sys.executable, "-c", program, "run", str(suite), str(tree), "--task", task, "--quiet", *where]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment}, timeout=300)
