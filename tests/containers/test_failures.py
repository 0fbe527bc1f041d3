"""An engine that stops, dies or has no room in the middle of a run: exit status 3, a message that says so, no verdict;
and the same command goes on from there to the summary of a run that nothing happened to."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import portproof
import pytest
from portproof.core.errors import HarnessError
from portproof.replay.docker_engine import connect
from portproof.replay.docker_image import IMAGE, ORIGIN, PROVIDES, TOOLCHAINS
from portproof.toolchains import node
from portproof.toolchains.images import build
from portproof.toolchains.images.catalogue import IMAGES

from . import engines
from .conftest import load, until

SUITE = Path(portproof.__file__).parent / "suites" / "py2js-mini"
TASK = "base58/encode"
# The command with the same time-outs, shorter: else an engine that hangs is waited for longer than a test may take.
PROGRAM = """
from portproof.replay import docker_channel, docker_engine, docker_leftovers
docker_engine.connect.__defaults__ = (3,)
docker_channel.QUIET_MS = 1000
docker_leftovers.HOLD_SECONDS = 1
docker_leftovers._removed.__defaults__ = (1,)
from portproof.cli.main import py2js
py2js()
"""


class Work:
    """Runs of one submission in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def start(self, tier: str = "container") -> subprocess.Popen[str]:
        """The command, started."""
        where = ("--tier", tier, "--out", self.folder / tier, "--cache", self.folder / "cache")
        words = ("run", SUITE, SUITE / "submissions" / "reference", "--task", TASK, "--quiet", *where)
        return subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def end(self, running: subprocess.Popen[str]) -> tuple[int, str]:
        """Its exit status and what it said."""
        said = "".join(running.communicate(timeout=200))
        return running.returncode, said

    def records(self) -> str:
        """The journal so far."""
        with contextlib.suppress(FileNotFoundError):
            return (self.folder / "container" / "journal.jsonl").read_text(encoding="utf-8")
        return ""

    def summary(self, tier: str = "container") -> bytes:
        """The summary of a command that runs to its end."""
        status, said = self.end(self.start(tier))
        assert status == 0, said
        return (self.folder / tier / "summary.json").read_bytes()


@pytest.fixture
def work(tmp_path: Path) -> Work:
    return Work(tmp_path)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The summary of a run to which nothing happens, without an engine."""
    return Work(tmp_path_factory.mktemp("undisturbed")).summary("namespaces")


@pytest.fixture(scope="module")
def own() -> Iterator[engines.Running]:
    """An engine that may be ill-treated, with the image of the track."""
    with engines.dockerd() as running, pytest.MonkeyPatch.context() as patch:
        patch.setenv("DOCKER_HOST", running.environment["DOCKER_HOST"])
        build.from_host(IMAGES["py2js"])
        yield running


def stopped(engine: engines.Running) -> Callable[[], None]:
    """Stops the engine, and says how it goes on."""
    engine.send(signal.SIGSTOP)
    return lambda: engine.send(signal.SIGCONT)


def killed(engine: engines.Running) -> Callable[[], None]:
    """Kills the engine and all that it started, and says how there is one again."""
    engine.stop()
    return engine.start


@pytest.mark.parametrize(("harm", "message"), [(stopped, "did not answer in time"), (killed, "gone or unreachable")])
def test_a_run_whose_engine_fails_ends_with_status_3_and_goes_on_later(
    harm: Callable[[engines.Running], Callable[[], None]],
    message: str,
    own: engines.Running,
    work: Work,
    undisturbed: bytes,
) -> None:
    running = work.start()
    assert until(lambda: work.records().count("\n") > 1 or running.poll() is not None, 100)
    heal = harm(own)
    try:
        status, said = work.end(running)
        records = work.records()
    finally:
        heal()
    assert (status, '"verdict":"harness_error"' in records) == (3, True), said
    assert message in records + said
    assert not any(verdict in records for verdict in ("time_limit", "crash", "wrong_"))
    assert work.summary() == undisturbed


def test_a_full_disk_is_said_and_the_run_goes_on_when_there_is_room(
    work: Work, undisturbed: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    with engines.folder() as place:
        (place / "data").mkdir()
        before = f"mount -t tmpfs -o size=400m none {place}/data"
        with engines.dockerd(before=before, place=place) as engine:
            monkeypatch.setenv("DOCKER_HOST", engine.environment["DOCKER_HOST"])
            filler = Path(f"/proc/{engine.pid}/root{place}/data/filler")
            fill(filler)
            with pytest.raises(HarnessError, match="no space left") as full:
                build.from_host(IMAGES["py2js"])
            assert "disk is full" in full.value.hint
            filler.unlink()
            build.from_host(IMAGES["py2js"])
            fill(filler)
            status, said = work.end(work.start())
            assert status == 3, said
            assert "no space left" in said + work.records()
            assert "disk is full" in said + work.records()
            filler.unlink()
            assert work.summary() == undisturbed


def fill(path: Path) -> None:
    """Makes a file that takes all the room there is."""
    with path.open("wb", buffering=0) as stream, contextlib.suppress(OSError):
        while stream.write(bytes(1 << 16)):
            pass


def test_an_image_that_is_missing_or_another_is_said(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    with engines.dockerd() as engine:
        monkeypatch.setenv("DOCKER_HOST", engine.environment["DOCKER_HOST"])
        status, said = work.end(work.start())
        assert status == 3, said
        assert "the image is not there" in said
        assert "images build" in said
        identity = {**build.host_identity("node"), "version": "24.0.0"}
        labels = {IMAGE: "py2js", PROVIDES: "[]", ORIGIN: "elsewhere", TOOLCHAINS: json.dumps({"node": identity})}
        load(connect(), IMAGES["py2js"].reference, {"etc/empty": Path("/dev/null")}, labels)
        command = [sys.executable, "-c", PROGRAM, "doctor"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert f"node version: 24.0.0 in the image, {node.find().version} on this host" in done.stdout
