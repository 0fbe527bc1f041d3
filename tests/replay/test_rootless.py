"""Root of a user namespace (a rootless container) has no ids to give to its programs: it raises a user's walls."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from portproof.replay.executable import executable

from .conftest import Walls, perform, said
from .test_death import holding

WAYS = ("--user --map-root-user", "--user --map-root-user --mount")


@pytest.fixture(params=WAYS, ids=("user", "user-and-mount"))
def rootless(request: pytest.FixtureRequest, walls: Walls, monkeypatch: pytest.MonkeyPatch) -> Walls:
    """The same walls, raised by root of a user namespace."""
    inside = f"unshare {request.param}"
    if shutil.which("unshare") is None or subprocess.run([*inside.split(), "true"], capture_output=True).returncode:
        pytest.skip("no user namespaces")
    script = walls.stage / "rootless"
    path = executable() if walls.root else walls.stage / "replayer"
    user = "setpriv --reuid=1000 --regid=1000 --clear-groups " if os.geteuid() == 0 and not walls.root else ""
    script.write_text(f'#!/bin/sh\nexec {user}{inside} {path} "$@"\n')
    script.chmod(0o755)
    monkeypatch.setenv("PORTPROOF_REPLAYER", str(script))
    return walls


def test_root_of_a_user_namespace_replays(rootless: Walls) -> None:
    with rootless.open(slots=2) as session:
        outcome = perform(session, "echo", "a", stdin=b"b")
        assert (said(outcome), outcome.exit) == (b"a\0b", 7)
        assert perform(session, "litter").limit is None
        assert b"open: " in said(perform(session, "open", "/etc/passwd"))


def test_its_programs_have_no_rights(rootless: Walls) -> None:
    mark = f"rootless-{os.getpid()}"
    with rootless.open() as session:
        holding(session, mark)
        found = subprocess.run(["pgrep", "-f", f"acts hold {mark}"], capture_output=True, text=True, check=True)
        status = Path(f"/proc/{found.stdout.split()[0]}/status").read_text(encoding="ascii")
        for name in ("CapInh", "CapPrm", "CapEff", "CapAmb"):
            assert f"{name}:\t{0:016x}\n" in status, status
