"""However the talk ends, everything that the replayer started dies with it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from portproof.core.case import Case
from portproof.core.errors import HarnessError
from portproof.replay.frames import encode
from portproof.replay.host import HostSession
from portproof.replay.invocation import Invocation
from portproof.replay.messages import case_header

from .conftest import Walls
from .test_isolation import leftovers, running

CLIENT = """
import sys
from pathlib import Path
from portproof.core.case import Case
from portproof.replay.host import HostBackend
from portproof.replay.invocation import Invocation
from portproof.replay.sandbox import Mount, Sandbox, Target, view_path
from portproof.replay.tier import Tier
tier, acts, mark = Tier(sys.argv[1]), Path(sys.argv[2]), sys.argv[3].encode()
sandbox = Sandbox((Mount(acts, "/acts"),), {"acts": Target((view_path(tier, acts, "/acts"),))}, {})
with HostBackend(tier).open(sandbox, 2) as session:
    print(session._process.pid, flush=True)
    for _ in session.replay(Invocation(Case("t", "p", (b"hold", mark, str(n).encode())), "acts") for n in range(3)):
        pass
"""


def until(true, seconds: float = 20) -> bool:  # type: ignore[no-untyped-def]
    """Whether `true()` becomes true in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if true():
            return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_everything_dies_with_python(walls: Walls, number: signal.Signals) -> None:
    mark = f"python-{walls.tier}-{walls.root}-{number.name}-{os.getpid()}"
    client = subprocess.Popen(
        [sys.executable, "-c", CLIENT, walls.tier, walls.stage / "acts", mark],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert client.stdout is not None
    replayer = int(client.stdout.readline())
    assert until(lambda: running(mark))
    client.send_signal(number)
    client.wait()
    client.stdout.close()
    assert until(lambda: not running(mark))
    assert until(lambda: not Path(f"/proc/{replayer}").exists())


@pytest.mark.parametrize("watch", [False, True])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_everything_dies_with_the_replayer(walls: Walls, number: signal.Signals, watch: bool) -> None:
    mark = f"replayer-{walls.tier}-{walls.root}-{number.name}-{watch}-{os.getpid()}"
    with walls.open() as session:
        holding(session, mark, watch)
        session._process.send_signal(number)
        with pytest.raises(HarnessError, match="died"):
            list(session.replay([Invocation(Case("t", "p", (b"echo",)), "acts")]))
    assert until(lambda: not running(mark))
    if number is signal.SIGTERM:
        assert leftovers(session) == []
    else:  # it could not clean up; the next one does
        with walls.open():
            pass
        assert leftovers(session) == []


def test_a_launcher_that_dies_is_replaced_and_its_case_is_our_fault(walls: Walls) -> None:
    mark = f"launcher-{walls.tier}-{walls.root}-{os.getpid()}"
    with walls.open() as session:
        holding(session, mark)
        children = Path(f"/proc/{session._process.pid}/task/{session._process.pid}/children").read_text().split()
        os.kill(int(children[0]), signal.SIGKILL)
        outcomes = list(session.replay([Invocation(Case("t", "p", (b"echo",)), "acts")]))
        assert [outcome.exit for _, outcome in outcomes] == [7]
    assert until(lambda: not running(mark))


def holding(session: HostSession, mark: str, watch: bool = False) -> None:
    """Starts a case that never ends, without waiting for it."""
    header, body = case_header(1 << 40, Invocation(Case("t", "p", (b"hold", mark.encode())), "acts", watch=watch))
    os.write(session._in, encode({"type": "cases", "cases": [header]}, body))
    assert until(lambda: running(mark))
