"""Whatever ends a session, and however, nothing of it stays: no process, no control group, no mount."""

from __future__ import annotations

import os
import signal
import threading
import time
import uuid
from collections.abc import Callable

import pytest
from rig import outside
from rig.client import Broken, Client, Setting, Unavailable
from rig.stage import Stage

USERS = ("root", "plain") if os.geteuid() == 0 else ("plain",)
SETTINGS = [Setting(tier, user, "native") for tier in ("namespaces", "landlock") for user in USERS]


def first_replayer(client: Client) -> int:
    """The supervisor: the oldest of the replayer's processes."""
    return min(outside.replayers(client.process.pid, client.executable))


ENDINGS: dict[str, Callable[[Client], None]] = {
    "the client is killed": lambda client: os.kill(client.process.pid, signal.SIGKILL),
    "the replayer is asked to end": lambda client: os.kill(first_replayer(client), signal.SIGTERM),
    "the replayer is killed": lambda client: os.kill(first_replayer(client), signal.SIGKILL),
}


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@pytest.mark.parametrize("ending", ENDINGS)
def test_nothing_stays_when(ending: str, setting: Setting, stage: Stage) -> None:
    machine = outside.Machine.now()
    try:
        client = Client(stage, setting, f"walls-{uuid.uuid4().hex}")
    except Unavailable as error:
        pytest.skip(str(error))
    running = outside.replayers(client.process.pid, client.executable)

    def end() -> None:
        deadline = time.monotonic() + 20
        while not outside.marked(client.marker) and time.monotonic() < deadline:
            time.sleep(0.005)
        ENDINGS[ending](client)

    ender = threading.Thread(target=end)
    ender.start()
    with pytest.raises(Broken):
        client.ask("burns_cpu_in_children", [[]] * 4, {"cpu_ms": 20_000, "wall_ms": 30_000})
    ender.join()
    client.process.wait(20)
    # A killed replayer cannot remove its control groups; the next one does.
    killed = ending == "the replayer is killed"
    remains = [line for line in client.remains(running) if not (killed and "control group" in line)]
    assert not remains + machine.changes()


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_next_replayer_removes_the_groups_of_a_killed_one(setting: Setting, stage: Stage) -> None:
    try:
        client = Client(stage, setting, f"walls-{uuid.uuid4().hex}")
    except Unavailable as error:
        pytest.skip(str(error))
    running = outside.replayers(client.process.pid, client.executable)
    for pid in running:
        os.kill(pid, signal.SIGKILL)
    with pytest.raises(Broken):
        client.ask("sleeps_for_ever", [[]], {"wall_ms": 30_000})
    client.process.wait(20)
    successor = Client(stage, setting, f"walls-{uuid.uuid4().hex}")
    assert not outside.groups(running)
    assert not successor.close()
