"""A file system that is full is our fault: it never cuts what a program writes and calls that the outcome."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from portproof.core.case import Case
from portproof.core.errors import WallError
from portproof.core.outcome import Capture
from portproof.replay.backend import CaseFaults
from portproof.replay.executable import executable
from portproof.replay.invocation import Invocation
from portproof.replay.tier import Tier

from .conftest import SMALL, Walls, perform

LARGE = replace(SMALL, stdout_bytes=32 << 20, file_bytes=32 << 20)


def crowd(walls: Walls, monkeypatch: pytest.MonkeyPatch, *places: str) -> None:
    """Makes the replayer see small file systems at these places."""
    if os.geteuid() != 0 or walls.tier is not Tier.LANDLOCK or shutil.which("unshare") is None:
        pytest.skip("only root mounts; only the landlock tier writes where others do")
    script = walls.stage / "crowded"
    mounts = " && ".join(f"mount -t tmpfs -o size=16m,mode=1777 none {place}" for place in places)
    started = executable()  # opened before a mount hides it
    copy = walls.stage / "crowded-replayer"
    copy.unlink(missing_ok=True)
    shutil.copyfile(Path(started) if walls.root else walls.stage / "replayer", copy)
    copy.chmod(0o755)
    user = "" if walls.root else "setpriv --reuid=1000 --regid=1000 --clear-groups"
    inside = f'exec 9< {copy} && {mounts} && exec {user} /proc/self/fd/9 "$@"'
    script.write_text(f"#!/bin/sh\nexec unshare --mount sh -c '{inside}' sh \"$@\"\n")
    script.chmod(0o755)
    monkeypatch.setenv("PORTPROOF_REPLAYER", str(script))


def test_a_place_with_room_is_chosen(walls: Walls, monkeypatch: pytest.MonkeyPatch) -> None:
    crowd(walls, monkeypatch, "/dev/shm")
    with walls.open(limits=LARGE) as session:
        outcome = perform(session, "flood", "1", str(20 << 20))
    assert outcome.stdout == Capture.of(b"x" * (20 << 20))
    assert outcome.limit is None


def test_where_no_place_has_room_the_session_says_so(walls: Walls, monkeypatch: pytest.MonkeyPatch) -> None:
    crowd(walls, monkeypatch, "/dev/shm", "/tmp")
    monkeypatch.delenv("TMPDIR", raising=False)
    with pytest.raises(WallError, match=r"wall scratch: .*/dev/shm has 16 MiB free.*--shm-size"):
        walls.open(limits=LARGE)


def test_a_case_that_met_a_full_file_system_has_no_outcome(walls: Walls, monkeypatch: pytest.MonkeyPatch) -> None:
    crowd(walls, monkeypatch, "/dev/shm")
    with walls.open() as session:
        for words in (("flood", "1"), ("flood", "2"), ("file", "x")):
            large = replace(LARGE, stderr_bytes=32 << 20, scratch_bytes=32 << 20)
            with pytest.raises(CaseFaults, match="was full while the case ran"):
                perform(session, *words, str(20 << 20), limits=large)
            assert perform(session, "echo").exit == 7
        assert perform(session, "flood", "1", str(20 << 20)).limit is not None  # over its limit, room or not


def test_a_case_beside_one_that_filled_the_file_system_has_no_outcome(
    walls: Walls, monkeypatch: pytest.MonkeyPatch
) -> None:
    crowd(walls, monkeypatch, "/dev/shm")
    with walls.open(slots=2) as session:
        beside = Invocation(Case("t", "beside", (b"sleep",)), "acts", limits=replace(SMALL, wall_ms=1500))
        fills = Invocation(Case("t", "fills", (b"flood", b"1", b"%d" % (20 << 20))), "acts", limits=LARGE)
        with pytest.raises(CaseFaults) as raised:
            list(session.replay([beside, fills]))
        assert {invocation.case.program for invocation, _ in raised.value.faults} == {"beside", "fills"}
        assert perform(session, "echo").exit == 7
