"""The gold check on the bundled suites: the reference passes everything, an empty tree nothing, and each near-miss gets
exactly the verdicts that its expect.toml foretells. Whatever the walls are made of, its summary is the same bytes."""

from __future__ import annotations

import json
import os
import subprocess
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest
from portproof.cli.places import bundled
from portproof.oracle import store
from portproof.replay.doctor import tier_status
from portproof.replay.tier import Tier
from portproof.suite.read import read
from portproof.toolchains import rust
from portproof.toolchains.images.build import from_host
from portproof.toolchains.images.catalogue import IMAGES

Once = Callable[[str, Callable[[], str]], str]
SCRIPTS = Path(sysconfig.get_path("scripts"))
SUITES = {"py2js": "py2js-mini", "c2rust": "c2rust-mini"}
ENTRIES = [
    (track, folder.name)
    for track, suite in SUITES.items()
    for folder in sorted(path.parent for path in (bundled(suite) / "submissions").glob("*/expect.toml"))
]


@pytest.mark.parametrize(("track", "name"), ENTRIES, ids=[f"{track}-{name}" for track, name in ENTRIES])
def test_a_bundled_submission_gets_exactly_its_verdicts(track: str, name: str, cache: Path, once: Once) -> None:
    row = judged(track, name, Tier.NAMESPACES, cache, once)
    assert (row["name"], row["surprises"]) == (name, [])


@pytest.mark.parametrize("tier", [Tier.LANDLOCK, Tier.CONTAINER])
@pytest.mark.parametrize(("track", "name"), ENTRIES, ids=[f"{track}-{name}" for track, name in ENTRIES])
def test_every_tier_gives_the_same_summary_to_the_byte(
    track: str, name: str, tier: Tier, cache: Path, once: Once
) -> None:
    assert judged(track, name, tier, cache, once) == judged(track, name, Tier.NAMESPACES, cache, once)


def judged(track: str, name: str, tier: Tier, cache: Path, once: Once) -> dict[str, object]:
    """What `verify --submissions` says of one bundled submission at a tier, the digest of its summary too; each is run
    once, whoever asks first."""
    if missing := tier_status()[tier]:
        pytest.skip(f"no tier {tier} ({missing[0].name}: {missing[0].reason})")
    if tier is Tier.CONTAINER:
        once(f"image-{track}", lambda: from_host(IMAGES[track]).identifier)
    asked = ("verify", SUITES[track], "--submissions", "--only", name, "--tier", str(tier), "--json")

    def rows() -> str:
        prefix, environment = reachable(tier, cache)
        command = [*prefix, SCRIPTS / f"{track}-eval", *asked]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=900, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    (row,) = json.loads(once(f"gold-{track}-{name}-{tier}", rows))
    return dict(row)


def reachable(tier: Tier, cache: Path) -> tuple[list[str], dict[str, str]]:
    """What to put before a command and into its environment, so that programs reach their toolchain and themselves:
    behind Landlock alone, root's are another user, who can go neither through root's home nor through the folder of
    the tests. What is there is shown elsewhere as well, to this command alone."""
    environment = {**os.environ, "PORTPROOF_CACHE": str(cache)}
    if tier is not Tier.LANDLOCK or os.geteuid() != 0:
        return [], environment
    shown = (
        "mount -t tmpfs none /mnt; mkdir /mnt/rust /mnt/cache; mount --bind $0 /mnt/rust; mount --bind $1 /mnt/cache"
    )
    sysroot = str(rust.find().executable.parent.parent.resolve())
    prefix = ["unshare", "--mount", "sh", "-ec", f'{shown}; shift; exec "$@"', sysroot, str(cache)]
    path = f"/mnt/rust/bin:{os.environ['PATH']}"
    return prefix, {**environment, "PATH": path, "PORTPROOF_CACHE": "/mnt/cache"}


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
