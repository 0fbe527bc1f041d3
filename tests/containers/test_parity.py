"""One list of checks on every backend: whatever the walls are made of, a program's outcome is the same."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import pytest
from portproof.core.canonical import sha256
from portproof.core.case import Case
from portproof.core.errors import WallError
from portproof.core.outcome import Outcome, Usage
from portproof.replay import docker
from portproof.replay.backend import Backend
from portproof.replay.choose import choose
from portproof.replay.docker import DockerBackend, backend
from portproof.replay.docker_engine import Ability, Engine, connect
from portproof.replay.docker_image import look
from portproof.replay.doctor import container_status
from portproof.replay.invocation import Expected, Invocation
from portproof.replay.tier import Tier

from . import engines
from .conftest import REFERENCE, SMALL, image_of_one_file, sandbox, until

EVERY_BYTE = bytes(range(256))
KINDS = (engines.remote, engines.remapped, engines.podman, engines.rootless, engines.rootless_podman)


def asked(*words: str | bytes, **given: object) -> Invocation:
    """One check: an act with its words; `stdin`, `files` and `env` belong to the case, the rest to the invocation."""
    case = {name: given.pop(name) for name in ("stdin", "files", "env") if name in given}
    args = tuple(word.encode() if isinstance(word, str) else word for word in words)
    return Invocation(Case("parity", "acts", args, **case), "acts", **given)  # type: ignore[arg-type]


CHECKS = {
    "bytes": asked("echo", EVERY_BYTE[1:], "", "-x", stdin=EVERY_BYTE * 1000),
    **{f"signal {number}": asked("signal", str(number)) for number in (1, 2, 6, 9, 11, 13, 15)},
    "files": asked(
        "file", "out/put", "5", files=(("out/in", b"in"), ("a", b"\0")), outputs=("out/put", "a", "missing")
    ),
    "equal": asked("flood", "1", "10", expected=Expected((10, sha256(b"x" * 10)), (0, sha256(b"")))),
    "different": asked("flood", "1", "10", expected=Expected((10, sha256(b"y" * 10)), None), keep_bytes=4),
    "cpu": asked("spin", limits=replace(SMALL, cpu_ms=300)),
    "cpu of threads": asked("spin_threads", limits=replace(SMALL, cpu_ms=300)),
    "wall": asked("sleep", "60", limits=replace(SMALL, wall_ms=500)),
    "memory": asked("memory", str(512 << 20)),
    "stdout": asked("flood", "1", str(3 << 20), keep_bytes=0, expected=Expected()),
    "file": asked("file", "large", str(3 << 20)),
    "execute": asked("exec", "/usr/bin/python3", "-c", "1"),
    "execute in a thread": asked("exec_thread", "/bin/sh"),
    "memfd": asked("memfd"),
    **{f"socket {family}": asked("socket", family) for family in ("1", "2", "10", "16")},
    "pair": asked("socketpair"),
    "ptrace": asked("ptrace"),
    "namespace": asked("unshare"),
    "mount": asked("mount"),
    "io_uring": asked("iouring"),
    "shared memory": asked("shm"),
    "signal to the first process": asked("kill", "1"),
    "signal to a child": asked("kill_child"),
    "orphans": asked("orphans"),
    "no such act": asked("nothing"),
}


@pytest.fixture(scope="module")
def reference(acts: Path) -> dict[str, Outcome]:
    """What every check gives behind namespaces."""
    try:
        return all_of_them(choose(Tier.NAMESPACES), acts)
    except WallError as error:
        pytest.skip(error.message)


def all_of_them(backend: Backend, acts: Path) -> dict[str, Outcome]:
    """Every check in one session."""
    names = {id(invocation): name for name, invocation in CHECKS.items()}
    with backend.open(sandbox(backend.tier, acts), 2) as session:
        return {names[id(invocation)]: outcome for invocation, outcome in session.replay(CHECKS.values())}


def differing(backend: Backend, acts: Path, reference: dict[str, Outcome]) -> dict[str, tuple[Outcome, Outcome]]:
    """The checks whose outcome is another on `backend` than behind namespaces, with both."""
    here = all_of_them(backend, acts)
    assert set(here) == set(reference) == set(CHECKS)
    both = {name: (comparable(here[name]), comparable(reference[name])) for name in CHECKS}
    return {name: pair for name, pair in both.items() if pair[0] != pair[1]}


def test_landlock_alone_gives_what_namespaces_give(acts: Path, reference: dict[str, Outcome]) -> None:
    try:
        backend = choose(Tier.LANDLOCK)
    except WallError as error:
        pytest.skip(error.message)
    assert differing(backend, acts, reference) == {}


def test_a_container_gives_what_namespaces_give(tiny: DockerBackend, acts: Path, reference: dict[str, Outcome]) -> None:
    assert differing(tiny, acts, reference) == {}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_engine_gives_what_namespaces_give_or_says_what_it_lacks(
    kind: Callable[[], AbstractContextManager[engines.Running]],
    acts: Path,
    reference: dict[str, Outcome],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with kind() as running:
        for name, value in running.environment.items():
            monkeypatch.setenv(name, value)
        engine = connect()
        image_of_one_file(engine, REFERENCE)
        if forgets_limits(engine):
            with pytest.raises(WallError, match="cannot limit memory and processes of containers") as refused:
                backend(REFERENCE)
            assert "cgroup v2" in refused.value.hint
            assert [wall.reason for wall in container_status()] == [refused.value.message]
            if kind is engines.rootless_podman:  # whatever it says, each container is looked at before it starts
                monkeypatch.setattr(docker, "ability", lambda client: Ability(podman=True, walls=()))
                with pytest.raises(WallError, match="without its limits"):
                    DockerBackend(look(engine, REFERENCE)).open(sandbox(Tier.CONTAINER, acts), 1)
                assert until(lambda: not engine.containers(all=True, filters={}))
            return
        found = backend(REFERENCE)
        assert container_status() == ()
        assert differing(found, acts, reference) == {}
        assert until(lambda: len(engine.containers(all=True, filters={})) == 1)  # the one that holds the image
        assert until(lambda: not engine.volumes(filters={})["Volumes"])


def forgets_limits(engine: Engine) -> bool:
    """Whether an engine takes the limits of a container and ignores them: a rootless one where cgroup v2 is missing."""
    told = engine.info()
    rootless = told.get("Rootless") or "name=rootless" in str(told["SecurityOptions"])
    return bool(rootless) and told["CgroupVersion"] == "1"


def comparable(outcome: Outcome) -> Outcome:
    """An outcome without what no two runs share: how long it took, and how far it came before a limit ended it."""
    kept = replace(outcome, usage=Usage(0, 0, 0))
    if outcome.limit is None:
        return kept
    return replace(kept, stdout=replace(outcome.stdout, length=0, sha256="", data=None), stderr=kept.stderr, files=())
