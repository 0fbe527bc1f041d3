"""A container is as closed as it says, and nothing of it stays on the engine, however its client ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from portproof.core.case import Case
from portproof.core.errors import HarnessError
from portproof.replay import docker_leftovers
from portproof.replay.docker import DockerBackend, backend
from portproof.replay.docker_engine import Engine
from portproof.replay.docker_image import look
from portproof.replay.docker_leftovers import OWNER, SEPARATOR, owner, sweep
from portproof.replay.invocation import Invocation
from portproof.replay.sandbox import Execution, Mount, Target
from portproof.replay.tier import Tier

from .conftest import REFERENCE, load, sandbox, until

CLIENT = """
import sys
from pathlib import Path
from portproof.core.case import Case
from portproof.replay.docker import backend
from portproof.replay.invocation import Invocation
from portproof.replay.sandbox import Mount, Sandbox, Target
sandbox = Sandbox((Mount(Path(sys.argv[2]), "/app/acts"),), {"acts": Target(("/app/acts",))}, {})
with backend(sys.argv[1]).open(sandbox, 1) as session:
    print("open", flush=True)
    for _ in session.replay([Invocation(Case("t", "p", (b"hold",)), "acts")]):
        pass
"""


def containers(engine: Engine, pid: int) -> list[str]:
    """The containers of one process of this machine."""
    found = engine.containers(all=True, filters={"label": OWNER})
    return [row["Id"] for row in found if (row["Labels"] or {}).get(OWNER, "").split(SEPARATOR)[4:5] == [str(pid)]]


def volumes(engine: Engine, pid: int) -> list[str]:
    """The volumes of one process of this machine."""
    found = engine.volumes(filters={"label": OWNER})["Volumes"] or []
    return [row["Name"] for row in found if (row["Labels"] or {}).get(OWNER, "").split(SEPARATOR)[4:5] == [str(pid)]]


@pytest.fixture
def tidy(engine: Engine) -> Iterator[None]:
    """Afterwards the engine has no container and no volume more of ours."""
    before = set(containers(engine, os.getpid()))  # those that hold images
    yield
    assert until(lambda: set(containers(engine, os.getpid())) <= before)
    assert until(lambda: not volumes(engine, os.getpid()))


def echo() -> list[Invocation]:
    return [Invocation(Case("t", "p", (b"echo", b"hello")), "acts")]


def test_a_container_is_closed_on_every_side(engine: Engine, tiny: DockerBackend, acts: Path, tidy: None) -> None:
    with tiny.open(sandbox(Tier.CONTAINER, acts), 2) as session:
        told = engine.inspect_container(session._container)
        host: Any = told["HostConfig"]
        assert host["NetworkMode"] == "none"
        assert host["ReadonlyRootfs"] is True
        assert host["CapDrop"]
        assert not host["CapAdd"]
        assert "no-new-privileges" in host["SecurityOpt"]
        assert host["PidsLimit"] > 0
        assert 0 < host["Memory"] == host["MemorySwap"]
        assert host["CpuQuota"] > 0
        assert host["Privileged"] is False
        assert not any(bind.startswith("/") for bind in host["Binds"] or ())  # Podman counts volumes as well
        assert all(mount["Type"] == "volume" and not mount["RW"] for mount in told["Mounts"])  # type: ignore[typeddict-item]
        # Two slots, and two more for cases that are watched: each has a file system of its own, of its own size.
        assert set(host["Tmpfs"]) == {f"/scratch/{slot}" for slot in range(4)}
        assert all("size=" in options and "noexec" in options for options in host["Tmpfs"].values())
        assert told["Config"]["User"] == "1000:1000"  # type: ignore[typeddict-item]
        assert {"docker:memory", "docker:processes", "docker:cpu"} <= set(session.walls)
        assert {"landlock:scope", "seccomp-notify", "no-new-privs"} <= set(session.walls)
        status = Path(f"/proc/{told['State']['Pid']}/status").read_text(encoding="ascii")  # type: ignore[typeddict-item]
        assert [line.split()[1] for line in status.splitlines() if line.startswith("Cap")] == ["0" * 16] * 5
        [(_, outcome)] = session.replay(echo())
        assert outcome.exit == 7


@pytest.mark.parametrize("path", ["/app/acts", "/app/new", "/etc/empty", "/portproof/portproof-replayer", "/new"])
def test_nothing_of_the_container_can_be_written(tiny: DockerBackend, acts: Path, path: str) -> None:
    with tiny.open(sandbox(Tier.CONTAINER, acts), 1) as session:
        [(_, outcome)] = session.replay([Invocation(Case("t", "p", (b"write", path.encode())), "acts")])
    assert outcome.stdout.data is not None
    assert outcome.stdout.data.startswith(b"open: ")


def test_the_container_goes_when_the_block_is_left_by_an_error(tiny: DockerBackend, acts: Path, tidy: None) -> None:
    def fails() -> None:
        with tiny.open(sandbox(Tier.CONTAINER, acts), 1) as session:
            for _ in session.replay(echo()):
                raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails()


def test_the_container_goes_when_a_wall_cannot_be_raised(tiny: DockerBackend, acts: Path, tidy: None) -> None:
    absent = sandbox(Tier.CONTAINER, acts, targets={"acts": Target(("/app/absent",))})
    with pytest.raises(HarnessError, match="absent"), tiny.open(absent, 1) as session:
        list(session.replay(echo()))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_the_container_goes_with_its_client(
    engine: Engine, tiny: DockerBackend, acts: Path, number: signal.Signals, tidy: None
) -> None:
    client = subprocess.Popen(
        [sys.executable, "-c", CLIENT, REFERENCE, acts], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert client.stdout is not None
    assert client.stdout.readline() == b"open\n"
    assert containers(engine, client.pid)
    assert volumes(engine, client.pid)
    client.send_signal(number)
    client.wait()
    client.stdout.close()
    # What was not started does not end by itself, nor does Podman remove a volume with a name: a later start does.
    assert until(lambda: len(containers(engine, client.pid)) <= 1)
    assert until(lambda: sweep(engine) == 0)
    assert not containers(engine, client.pid)
    assert until(lambda: not volumes(engine, client.pid))


def test_what_a_writable_mount_holds_comes_back(tiny: DockerBackend, acts: Path, tmp_path: Path, tidy: None) -> None:
    (tmp_path / "kept").write_bytes(b"kept")
    mount = Mount(tmp_path, "/build", writable=True)
    writing = sandbox(Tier.CONTAINER, acts, mounts=(Mount(acts, "/app/acts"), mount), execution=Execution.VIEW)
    with tiny.open(writing, 1) as session:
        [(_, outcome)] = session.replay([Invocation(Case("t", "p", (b"file", b"/build/made", b"5")), "acts")])
    assert outcome.exit == 0
    assert (tmp_path / "made").read_bytes() == b"xxxxx"
    assert (tmp_path / "kept").read_bytes() == b"kept"


def left(engine: Engine, label: str) -> str:
    """A container that was created and never started, of the owner that `label` names."""
    return engine.create_container(REFERENCE, command=["/none"], labels={OWNER: label})["Id"]


def test_a_later_start_removes_what_dead_commands_left_and_nothing_else(engine: Engine, tiny: DockerBackend) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    machine, (boot, _, _) = docker_leftovers.machine(), owner().split(SEPARATOR)[3:]
    dead = left(engine, SEPARATOR.join((machine, boot, str(gone.pid), "1")))
    reused = left(engine, SEPARATOR.join((machine, boot, str(os.getpid()), "1")))
    earlier_boot = left(engine, SEPARATOR.join((machine, "another-boot", str(os.getpid()), "1")))
    elsewhere = left(engine, SEPARATOR.join(("other", "id", "pid:[1]", boot, str(gone.pid), "1")))
    volume = engine.create_volume(labels={OWNER: SEPARATOR.join((machine, boot, str(gone.pid), "1"))})["Name"]
    unclear = left(engine, "what?")
    mine = left(engine, owner())
    try:
        backend(REFERENCE)
        there = {row["Id"] for row in engine.containers(all=True, filters={"label": OWNER})}
        assert not {dead, reused, earlier_boot} & there
        assert {elsewhere, unclear, mine} <= there
        assert volume not in volumes(engine, gone.pid)
    finally:
        for container in (elsewhere, unclear, mine):
            engine.remove_container(container, v=True, force=True)


def test_a_missing_image_is_said_with_the_command_that_makes_it(engine: Engine) -> None:
    with pytest.raises(HarnessError, match=r"the image is not there.*portproof/nothing") as caught:
        backend("nothing")
    assert "images build" in caught.value.hint


def test_an_image_that_is_not_ours_is_refused(engine: Engine) -> None:
    load(engine, "portproof/foreign:1", {"etc/empty": Path("/dev/null")}, {})
    try:
        with pytest.raises(HarnessError, match="no toolchain image of portproof"):
            look(engine, "portproof/foreign:1")
    finally:
        engine.remove_image("portproof/foreign:1", force=True)
