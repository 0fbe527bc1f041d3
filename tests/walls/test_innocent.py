"""The innocent cases are not blind: each thing that a program could leave changes what they say. Here without walls, so
that a green run of the other tests means something."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rig import outside
from rig.stage import Stage

CHANGES: dict[str, Callable[[], object]] = {
    "umask": lambda: os.umask(0o77),
    "priority": lambda: os.nice(3),
    "cores": lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}),
    "a limit": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100)),
    "an ignored signal": lambda: signal.signal(signal.SIGUSR1, signal.SIG_IGN),
    "a blocked signal": lambda: signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM}),
    "a running timer": lambda: signal.setitimer(signal.ITIMER_REAL, 3600),
    "a variable": lambda: os.environ.update(BREACH="1"),
    "a file in scratch": lambda: Path("portproof-breach").write_text("x"),
    "an attribute of scratch": lambda: Path().chmod(0o700),
    "an open descriptor": lambda: os.set_inheritable(os.dup(0), True),
}
LEAVERS = ("leaves_system_v", "leaves_posix_ipc", "leaves_an_abstract_socket")


def says(stage: Stage, name: str, folder: Path, change: Callable[[], object] = lambda: None) -> bytes:
    """What an innocent case prints when it runs in `folder` without walls."""

    def prepare() -> None:
        change()
        os.execve(stage.folder / "bin" / name, [str(stage.folder / "bin" / name)], dict(os.environ))

    return subprocess.run(
        ["never executed"],
        executable="/bin/true",
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        close_fds=False,
        preexec_fn=prepare,
        check=False,
    ).stdout


@pytest.mark.parametrize("what", CHANGES)
def test_the_canary_sees(stage: Stage, tmp_path: Path, what: str) -> None:
    outputs = []
    for index, change in enumerate([lambda: None, lambda: None, CHANGES[what]]):
        folder = tmp_path / str(index)
        folder.mkdir(0o755)
        (folder / "innocent.txt").write_text("innocent")
        outputs.append(says(stage, "canary", folder, change))
    assert b"child 5" in outputs[0]
    assert outputs[0] == outputs[1]
    assert outputs[0] != outputs[2]


@pytest.fixture
def leave(stage: Stage) -> Iterator[Callable[[str, Path], None]]:
    """Runs a program that leaves something, and removes that in the end."""
    marker = uuid.uuid4().hex

    def run(leaver: str, folder: Path) -> None:
        command = [str(stage.folder / "bin" / leaver)]
        nothing = subprocess.DEVNULL
        subprocess.run(command, cwd=folder, env={"MARKER": marker}, stdout=nothing, stderr=nothing, check=True)

    yield run
    for pid in outside.marked(marker):
        os.kill(pid, signal.SIGKILL)
    subprocess.run([str(stage.folder / "bin" / "remover")], check=True)


@pytest.mark.parametrize("leaver", LEAVERS)
def test_the_seeker_finds(stage: Stage, tmp_path: Path, leaver: str, leave: Callable[[str, Path], None]) -> None:
    before = says(stage, "seeker", tmp_path)
    leave(leaver, tmp_path)
    after = says(stage, "seeker", tmp_path)
    assert before != after
    assert after.count(b"FOUND") > before.count(b"FOUND")


def test_the_look_from_outside_finds_a_daemon(stage: Stage, tmp_path: Path, leave: Callable[[str, Path], None]) -> None:
    machine = outside.Machine.now()
    leave("leaves_an_abstract_socket", tmp_path)
    assert "an abstract socket" in machine.changes()


def test_the_look_from_outside_finds_what_is_shared(
    stage: Stage, tmp_path: Path, leave: Callable[[str, Path], None]
) -> None:
    machine = outside.Machine.now()
    leave("leaves_system_v", tmp_path)
    leave("leaves_posix_ipc", tmp_path)
    changes = machine.changes()
    assert {"System V shm", "System V msg", "System V sem", "a file /dev/shm/portproof-breach"} <= set(changes)
