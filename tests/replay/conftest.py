"""The stage for the replay tests: one C program of many acts, behind each tier, as root and as an ordinary user."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from portproof.core.case import Case
from portproof.core.limits import Limits
from portproof.core.outcome import Outcome
from portproof.replay.executable import executable
from portproof.replay.host import HostBackend, HostSession
from portproof.replay.invocation import Invocation
from portproof.replay.sandbox import Mount, Sandbox, Target, view_path
from portproof.replay.tier import Tier

ACTS = Path(__file__).with_name("acts.c")
SMALL = Limits(
    cpu_ms=2_000,
    wall_ms=10_000,
    memory_bytes=128 << 20,
    stdout_bytes=1 << 20,
    stderr_bytes=1 << 20,
    file_bytes=1 << 20,
    scratch_bytes=4 << 20,
    processes=32,
    open_files=64,
)


@pytest.fixture(scope="session")
def stage() -> Iterator[Path]:
    """A folder that every user can read, with the compiled acts in it."""
    if shutil.which("gcc") is None:
        pytest.skip("no gcc")
    folder = Path(tempfile.mkdtemp(prefix="portproof-tests-"))
    folder.chmod(0o755)
    subprocess.run(["gcc", "-O1", "-w", "-static", "-pthread", "-o", folder / "acts", ACTS], check=True)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def as_user(stage: Path) -> Path:
    """The replayer, run as an ordinary user."""
    if os.geteuid() == 0 and shutil.which("setpriv") is None:
        pytest.skip("no setpriv")
    copy = stage / "replayer"
    shutil.copyfile(executable(), copy)
    copy.chmod(0o755)
    if os.geteuid() != 0:
        return copy
    script = stage / "as-user"
    script.write_text(f'#!/bin/sh\nexec setpriv --reuid=1000 --regid=1000 --clear-groups {copy} "$@"\n')
    script.chmod(0o755)
    return script


@dataclass(frozen=True, slots=True)
class Walls:
    """Where the acts are performed."""

    tier: Tier
    root: bool
    stage: Path

    def sandbox(self, **changes: object) -> Sandbox:
        """A sandbox in which only the acts can be seen."""
        path = view_path(self.tier, self.stage / "acts", "/app/acts")
        given: dict[str, object] = {
            "mounts": (Mount(self.stage / "acts", "/app/acts"),),
            "targets": {"acts": Target((path,))},
            "environment": {"LANG": "C.UTF-8", "TZ": "UTC"},
            "limits": SMALL,
            **changes,
        }
        return Sandbox(**given)  # type: ignore[arg-type]

    def open(self, slots: int = 1, **changes: object) -> HostSession:
        """A session behind these walls."""
        return HostBackend(self.tier).open(self.sandbox(**changes), slots)


TIERS = [(tier, root) for tier in (Tier.NAMESPACES, Tier.LANDLOCK) for root in (True, False)]


@pytest.fixture(params=TIERS, ids=[f"{tier}-{'root' if root else 'user'}" for tier, root in TIERS])
def walls(request: pytest.FixtureRequest, stage: Path, as_user: Path, monkeypatch: pytest.MonkeyPatch) -> Walls:
    """Each tier, each kind of user."""
    tier, root = request.param
    if root and os.geteuid() != 0:
        pytest.skip("not root")
    if not root:
        monkeypatch.setenv("PORTPROOF_REPLAYER", str(as_user))
    return Walls(tier, root, stage)


Act = Callable[..., Outcome]


@pytest.fixture
def session(walls: Walls) -> Iterator[HostSession]:
    """One slot behind the walls."""
    with walls.open() as opened:
        yield opened


@pytest.fixture
def act(session: HostSession) -> Act:
    """Performs one act and gives its outcome."""
    return lambda *args, **invocation: perform(session, *args, **invocation)


def perform(session: HostSession, *args: str | bytes, **invocation: object) -> Outcome:
    """The outcome of one act in a session. `stdin`, `files` and `env` go to the case, the rest to the invocation."""
    given = {name: invocation.pop(name) for name in ("stdin", "files", "env") if name in invocation}
    words = tuple(arg.encode() if isinstance(arg, str) else arg for arg in args)
    case = Case("task", "acts", words, **given)  # type: ignore[arg-type]
    invocation.setdefault("target", "acts")
    outcomes = list(session.replay([Invocation(case, **invocation)]))  # type: ignore[arg-type]
    assert len(outcomes) == 1
    return outcomes[0][1]


def said(outcome: Outcome) -> bytes:
    """What an act wrote to stdout."""
    assert outcome.stdout.data is not None
    return outcome.stdout.data
