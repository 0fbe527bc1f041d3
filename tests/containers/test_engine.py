"""An engine that is absent, hangs, dies or is far away: a clear message and no waiting for ever, or it simply works."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from portproof.core.case import Case
from portproof.core.errors import HarnessError
from portproof.replay import docker_channel, docker_engine
from portproof.replay.docker import DockerBackend, backend
from portproof.replay.docker_engine import Engine, connect
from portproof.replay.executable import executable
from portproof.replay.invocation import Invocation
from portproof.replay.tier import Tier

from .conftest import REFERENCE, sandbox
from .relay import LOCAL, Relay


@pytest.fixture
def relay(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> Iterator[Relay]:
    """The engine as if it were on another machine."""
    if os.environ.get("DOCKER_HOST") or not Path(LOCAL).exists():
        pytest.skip("no Docker engine at its usual socket")
    made = Relay()
    monkeypatch.setenv("DOCKER_HOST", made.address)
    yield made
    made.cut()


def invocations(count: int) -> Iterator[Invocation]:
    for number in range(count):
        yield Invocation(Case("t", "p", (b"echo", str(number).encode())), "acts")


def replayed(acts: Path, after_each: Callable[[], None]) -> None:
    """Many cases in a container; something happens after each."""
    with backend(REFERENCE).open(sandbox(Tier.CONTAINER, acts), 1) as session:
        for _ in session.replay(invocations(1000)):
            after_each()


def test_an_engine_on_another_machine_is_as_good(tiny: DockerBackend, acts: Path, relay: Relay) -> None:
    with backend(REFERENCE).open(sandbox(Tier.CONTAINER, acts), 2) as session:
        assert sum(outcome.exit == 7 for _, outcome in session.replay(invocations(100))) == 100


def test_what_a_container_holds_is_sent_once_and_what_its_image_holds_never(
    tiny: DockerBackend, acts: Path, relay: Relay
) -> None:
    with backend(REFERENCE).open(sandbox(Tier.CONTAINER, acts), 2) as session:
        assert [outcome.exit for _, outcome in session.replay(invocations(20))] == [7] * 20
    held = acts.stat().st_size + executable().stat().st_size
    assert held < relay.sent < held + 100_000  # the heads of requests and files, and the cases


@contextmanager
def hurried(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The same time-outs, shorter."""
    monkeypatch.setattr(docker_engine, "SECONDS", 2)
    monkeypatch.setattr(docker_engine.connect, "__defaults__", (2,))
    monkeypatch.setattr(docker_channel, "QUIET_MS", 500)
    started = time.monotonic()
    yield
    assert time.monotonic() - started < 40


def test_an_engine_that_hangs_in_the_middle_is_an_error(
    tiny: DockerBackend, acts: Path, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hurried(monkeypatch), pytest.raises(HarnessError, match="did not answer in time"):
        replayed(acts, relay.flowing.clear)


def test_an_engine_that_dies_in_the_middle_is_an_error(tiny: DockerBackend, acts: Path, relay: Relay) -> None:
    with pytest.raises(HarnessError, match="gone or unreachable"):
        replayed(acts, relay.cut)


def test_an_engine_that_never_answers_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX) as deaf:
        deaf.bind(str(tmp_path / "deaf.sock"))
        deaf.listen()
        monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/deaf.sock")
        with pytest.raises(HarnessError, match="did not answer in time"):
            connect(1)


@pytest.mark.parametrize("host", ["unix:///nowhere.sock", "tcp://127.0.0.1:9"])
def test_an_absent_engine_is_an_error_that_says_how_to_name_one(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", host)
    with pytest.raises(HarnessError, match="cannot reach the Docker engine") as caught:
        connect(5)
    assert "DOCKER_HOST" in caught.value.hint


def test_an_engine_that_this_user_may_not_use_is_an_error_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    if os.geteuid() != 0:
        pytest.skip("not root")
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as private:
        Path(folder).chmod(0o755)
        private.bind(f"{folder}/private.sock")
        Path(folder, "private.sock").chmod(0o600)
        private.listen()
        monkeypatch.setenv("DOCKER_HOST", f"unix://{folder}/private.sock")
        with contextlib.suppress(HarnessError):
            connect(1)  # imports what another user could not read
        os.seteuid(61000)
        try:
            with pytest.raises(HarnessError, match="Permission denied") as caught:
                connect(1)
        finally:
            os.seteuid(0)
    assert "may not use its socket" in caught.value.hint


@pytest.mark.parametrize("host", ["foo://x", "tcp://", "tcp://127.0.0.1:99999"])
def test_a_name_that_is_no_engines_is_an_error_that_says_how_to_name_one(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", host)
    with pytest.raises(HarnessError) as caught:
        connect(5)
    assert "DOCKER_HOST" in caught.value.hint


def test_an_engine_over_ssh_is_refused_with_the_way_around(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "ssh://user@host")
    with pytest.raises(HarnessError, match="over ssh") as caught:
        connect()
    assert "ssh -L" in caught.value.hint


def test_a_command_without_its_engine_ends_with_status_3() -> None:
    environment = {**os.environ, "DOCKER_HOST": "unix:///nowhere.sock"}
    program = "from portproof.cli.main import py2js; py2js()"
    done = subprocess.run(
        [sys.executable, "-c", program, "images", "list"], env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 3
    assert "DOCKER_HOST" in done.stderr
