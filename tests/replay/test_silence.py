"""A replayer that says nothing any more is our fault, said in time; one whose cases take long is left alone."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import replace

import pytest
from portproof.core.case import Case
from portproof.core.errors import HarnessError
from portproof.replay import host
from portproof.replay.host import HostSession
from portproof.replay.invocation import Invocation

from .conftest import SMALL, Walls
from .test_death import holding, running, until

MARGIN = 3  # seconds: also on a busy machine the walls are up in less
SHORT = replace(SMALL, wall_ms=500)


def waits(mark: str = "") -> Invocation:
    """A case that never ends by itself."""
    return Invocation(Case("t", "p", (b"hold", mark.encode())), "acts", limits=SHORT)


def test_a_replayer_that_is_stopped_is_an_error_and_all_of_it_dies(
    walls: Walls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "CLOSING_SECONDS", 1)
    mark = f"stopped-{walls.tier}-{walls.root}-{os.getpid()}"
    with HostSession(walls.sandbox(), walls.tier, 1, margin=MARGIN) as session:
        holding(session, mark)
        session._process.send_signal(signal.SIGSTOP)
        began = time.monotonic()
        with pytest.raises(HarnessError, match="it hangs") as caught:
            list(session.replay([waits()]))
        assert time.monotonic() - began >= MARGIN + SHORT.wall_ms / 1000
    assert "goes on from there" in caught.value.hint
    assert until(lambda: not running(mark))


def test_a_replayer_that_is_stopped_before_its_walls_are_up_is_an_error(
    walls: Walls, monkeypatch: pytest.MonkeyPatch, tmp_path
) -> None:
    stopped = tmp_path / "replayer"
    stopped.write_text("#!/bin/sh\nkill -STOP $$\n", encoding="utf-8")
    stopped.chmod(0o755)
    monkeypatch.setattr(host, "CLOSING_SECONDS", 1)
    monkeypatch.setenv("PORTPROOF_REPLAYER", str(stopped))
    with pytest.raises(HarnessError, match="it hangs"):
        HostSession(walls.sandbox(), walls.tier, 1, margin=1)


def test_a_case_that_uses_up_its_wall_time_is_no_silence(walls: Walls) -> None:
    long = replace(SMALL, wall_ms=round(MARGIN * 1300))
    with HostSession(walls.sandbox(limits=long), walls.tier, 1, margin=MARGIN) as session:
        outcomes = [outcome.limit for _, outcome in session.replay([replace(waits(), limits=None)])]
    assert outcomes == ["wall"]
