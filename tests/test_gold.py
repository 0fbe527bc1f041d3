"""The gold check on the bundled suites: the reference passes everything, an empty tree nothing, and each near-miss gets
exactly the verdicts that its expect.toml foretells."""

from __future__ import annotations

import json
import os
import subprocess
import sysconfig
from pathlib import Path

import pytest
from portproof.cli.places import bundled
from portproof.oracle import store
from portproof.suite.read import read

SCRIPTS = Path(sysconfig.get_path("scripts"))
SUITES = {"py2js": "py2js-mini", "c2rust": "c2rust-mini"}
ENTRIES = [
    (track, folder.name)
    for track, suite in SUITES.items()
    for folder in sorted(path.parent for path in (bundled(suite) / "submissions").glob("*/expect.toml"))
]


@pytest.mark.parametrize(("track", "name"), ENTRIES, ids=[f"{track}-{name}" for track, name in ENTRIES])
def test_a_bundled_submission_gets_exactly_its_verdicts(track: str, name: str, cache: Path) -> None:
    done = subprocess.run(
        [SCRIPTS / f"{track}-eval", "verify", SUITES[track], "--submissions", "--only", name, "--json"],
        capture_output=True,
        text=True,
        env={**os.environ, "PORTPROOF_CACHE": str(cache)},
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (row,) = json.loads(done.stdout)
    assert (row["name"], row["surprises"]) == (name, [])


@pytest.mark.parametrize("suite", SUITES.values())
def test_the_suites_are_as_large_and_real_as_they_say(suite: str) -> None:
    known = read(bundled(suite))
    pack = store.read(bundled(suite) / "pack", known)
    assert len(known.tasks) >= {"py2js-mini": 6, "c2rust-mini": 4}[suite]
    assert not known.duplicates
    for task in known.tasks:
        assert len(task.programs) >= 2, task.id
        assert all(len(program.cases) >= 20 for program in task.programs), task.id
        assert len((task.folder / "SPEC.md").read_text(encoding="utf-8")) > 2_000, task.id
    quarantined = len(pack.quarantine) / (len(pack.quarantine) + len(pack.outcomes))
    assert quarantined < 0.02


def test_the_near_misses_of_the_contract_are_all_there() -> None:
    names = {name for _, name in ENTRIES}
    assert names >= {
        "reference", "empty", "missing-final-newline", "one-extra-space", "crlf", "float-for-integer",
        "other-key-order", "stderr-for-stdout", "wrong-exit", "all-but-one-case", "right-output-then-crash",
        "endless-loop-on-one-case", "beyond-bmp-only",
    }  # fmt: skip
