"""A whole evaluation, build included: the summary is the same bytes whatever stands around the programs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import portproof
import pytest
from portproof.core.errors import HarnessError
from portproof.replay.docker_engine import Engine
from portproof.replay.docker_image import look
from portproof.toolchains.images import build
from portproof.toolchains.images.catalogue import IMAGES

SUITES = Path(portproof.__file__).parent / "suites"
TIERS = ("namespaces", "landlock", "container")
RUNS = [
    ("c2rust", "all-but-one-case", "libb64"),
    ("c2rust", "does-not-compile", "libb64"),
    ("py2js", "all-but-one-case", "base58"),
]


@pytest.mark.parametrize(("track", "submission", "task"), RUNS)
def test_every_tier_gives_the_same_summary(
    engine: Engine, track: str, submission: str, task: str, tmp_path: Path
) -> None:
    suite = SUITES / f"{track}-mini"
    tree = suite / "submissions" / submission
    if not (suite / "pack" / "pack.json").is_file() or not tree.is_dir():
        pytest.skip(f"{suite.name} has no pack or no {submission}")
    try:
        look(engine, track)
    except HarnessError:
        build.from_host(IMAGES[track])
    summaries = {tier: summary(track, suite, tree, task, tier, tmp_path) for tier in TIERS}
    assert len(set(summaries.values())) == 1, [tier for tier in TIERS if summaries[tier] != summaries["namespaces"]]


def summary(track: str, suite: Path, tree: Path, task: str, tier: str, place: Path) -> bytes:
    """`summary.json` of one evaluation, nothing cached from another."""
    program = f"from portproof.cli.main import {track}; {track}()"
    where = ("--tier", tier, "--out", str(place / tier), "--cache", str(place / f"cache-{tier}"))
    command = [sys.executable, "-c", program, "run", str(suite), str(tree), "--task", task, "--quiet", *where]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ}, timeout=300)
    assert done.returncode == 0, done.stderr
    return (place / tier / "summary.json").read_bytes()
