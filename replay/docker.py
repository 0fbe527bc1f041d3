"""The backend that replays inside Docker: one fresh container per session, thrown away after it.

    loader     created, never started: its volumes are filled by one tar each, and outlive it in the container
    container  the replayer is its main process; those volumes read-only, root read-only, no network, no capability,
               no privilege to gain, an unprivileged user, a tmpfs a slot for what cases write

When the client goes, however it goes, the container's input ends, the replayer exits, and the engine removes the
container with its volumes. What a client leaves that is killed between two calls, a later one sweeps away."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from ..core.errors import WallError
from ..core.outcome import Outcome
from ..core.toolchain import Toolchain
from . import docker_files, messages
from .conversation import Conversation
from .docker_channel import AttachedChannel
from .docker_engine import UNLIMITED, ability, asking, connect
from .docker_image import Inside, look
from .docker_leftovers import hold, labels, remove_soon, sweep
from .executable import NAME, executable
from .invocation import Invocation
from .sandbox import Execution, Mount, Sandbox
from .tier import Tier

REPLAYER = f"/portproof/{NAME}"
OWN_BYTES = 256 << 20  # what the replayer and the engine's own processes may need beside the cases
OWN_PROCESSES = 32
OWN_FILES = 1024
SLOT_BYTES = 128 << 20  # for a case's stdin, and what a program writes before it is seen to write too much
PROCESSES = 1 << 15  # of all that have the programs' user id on the engine's machine; `pids_limit` is the container's
IN_FLIGHT = 64  # cases a slot: the engine's own processes stand between, and each waits for its turn


@dataclass(frozen=True, slots=True)
class DockerBackend:
    """Replays in containers of the image `inside`, at tier `container`, with the toolchains that the image brings."""

    inside: Inside

    @property
    def tier(self) -> Tier:
        """Always `container`."""
        return Tier.CONTAINER

    @property
    def image(self) -> str | None:
        """The identifier of the image."""
        return self.inside.identifier

    @property
    def toolchains(self) -> Mapping[str, Toolchain]:
        """Those of the image."""
        return self.inside.toolchains

    def open(self, sandbox: Sandbox, slots: int) -> DockerSession:
        """Starts a container. Raises WallError when a wall cannot be raised in it, HarnessError for the engine."""
        return DockerSession(self.inside, sandbox, slots)


def backend(image: str) -> DockerBackend:
    """The backend on image `image` (`py2js`, or a full reference), which is kept from now until this process ends.

    Removes what earlier commands left on the engine. Raises HarnessError when no engine answers, or the image is not
    there, WallError when the engine cannot limit containers."""
    client = connect()
    try:
        inside = look(client, image)
        ability(client)
        sweep(client)
        hold(client, inside.identifier)
    finally:
        client.close()
    return DockerBackend(inside)


class DockerSession:
    """One container and the walls that its replayer raised (`walls`, their names)."""

    def __init__(self, inside: Inside, sandbox: Sandbox, slots: int) -> None:
        self._client = connect()
        self._channel: AttachedChannel | None = None
        self._mine: list[str] = []
        self._volumes: list[str] = []
        self._writable = [it for it in sandbox.mounts if it.writable]
        try:
            can = ability(self._client)
            self._podman = can.podman
            brought = [it for it in sandbox.mounts if not inside.provides(it.target)]
            self._container = self._created(inside, sandbox, slots, brought)
            with asking("attach to the container"):
                params = {"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1}
                attached = self._client.attach_socket(self._container, params=params)
            self._channel = AttachedChannel(attached, self._alive)
            with asking("start the container"):
                self._client.start(self._container)
            opening = messages.open_header(_inside(sandbox, inside, brought), Tier.LANDLOCK, slots)
            self._conversation = Conversation(self._channel, opening, slots, IN_FLIGHT, sandbox.limits)
        except BaseException:  # an interruption too must not leave a container behind
            self._end()
            raise
        self.walls = ("docker", *can.walls, *self._conversation.walls)

    def replay(self, invocations: Iterable[Invocation]) -> Iterator[tuple[Invocation, Outcome]]:
        """Yields each invocation with its outcome as it finishes; see `Session.replay`."""
        return self._conversation.replay(invocations)

    def _created(self, inside: Inside, sandbox: Sandbox, slots: int, brought: list[Mount]) -> str:
        replayer = Mount(executable(), REPLAYER)
        fixed = self._loaded(inside, [replayer, *(it for it in brought if not it.writable)])
        sources = [f"{fixed}:ro"]
        if self._writable:
            sources.append(f"{self._loaded(inside, self._writable)}:rw")
        walls = _walls(sandbox, slots)
        with asking("create a container"):
            settings = self._client.create_host_config(**walls, volumes_from=sources)
            made = self._client.create_container(
                inside.identifier,
                command=[],
                entrypoint=[REPLAYER],
                user=f"{docker_files.USER}:{docker_files.USER}",
                environment={"PORTPROOF_SLOTS": sandbox.scratch},
                hostname=sandbox.hostname,
                working_dir="/",
                stdin_open=True,  # and closed when our one connection to it ends
                host_config=settings,
                labels=labels(),
            )
        self._mine.append(made["Id"])
        # Before the start: two removals at once would each leave the volumes to the other.
        for loader in self._mine[:-1]:
            with asking("remove a loader"):
                self._client.remove_container(loader, v=False, force=True)
        self._mine = self._mine[-1:]
        with asking("look at the container"):
            limits = self._client.inspect_container(made["Id"])["HostConfig"]
        if (limits["Memory"], limits["PidsLimit"]) != (walls["mem_limit"], walls["pids_limit"]):
            raise WallError("the engine made a container without its limits on memory and processes", UNLIMITED)
        return made["Id"]

    def _loaded(self, inside: Inside, mounts: list[Mount]) -> str:
        """A container that never runs, whose anonymous volumes hold `mounts`."""
        from docker.types import Mount as Volume

        roots = docker_files.roots(mounts)
        with asking("create a volume"):
            if self._podman:
                self._volumes += [self._client.create_volume(labels=labels())["Name"] for _ in roots]
                named: list[str | None] = [*self._volumes[-len(roots) :]]
            else:
                named = [None] * len(roots)
            volumes = [
                Volume(root, name, type="volume", labels=labels()) for root, name in zip(roots, named, strict=True)
            ]
            settings = self._client.create_host_config(mounts=volumes, network_mode="none")
            made = self._client.create_container(
                inside.identifier, command=[REPLAYER], host_config=settings, labels=labels()
            )
        self._mine.append(made["Id"])
        for root in roots:  # each on its own: Podman copies into a volume only where that is the named place
            self._copy(made["Id"], root, partial(docker_files.pack, mounts, root))
            if any(mount.writable and mount.target == root for mount in mounts):
                self._copy(made["Id"], "/", partial(docker_files.owned, root))
        return made["Id"]

    def _copy(self, container: str, root: str, packed: Callable[[IO[bytes]], None]) -> None:
        with tempfile.TemporaryFile() as stream:
            packed(stream)
            stream.seek(0)
            with asking("copy into a container"):
                self._client.put_archive(container, root, stream)

    def _alive(self) -> None:
        """Raises HarnessError where the engine does not answer or is gone; a container that ended says so itself."""
        with asking("reach the engine that runs the cases"):
            self._client.ping()

    def _bring_back(self) -> None:
        for mount in self._writable:
            with asking(f"copy {mount.target} out of the container"):
                pieces, _ = self._client.get_archive(self._container, mount.target)
                docker_files.unpack(iter(pieces), mount.source)

    def _end(self) -> None:
        """Ends the container and has it removed, if the engine is still there; else a later command sweeps it away."""
        if self._channel is not None:
            self._channel.close()
        self._client.close()
        remove_soon(self._mine, self._volumes)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                self._bring_back()
        finally:
            self._end()


def _inside(sandbox: Sandbox, inside: Inside, brought: list[Mount]) -> Sandbox:
    """The sandbox as the replayer finds it in the container: every path is where it is seen already."""
    there = [Mount(Path(path), path) for path in inside.provided]
    there += [replace(mount, source=Path(mount.target)) for mount in brought]
    return replace(sandbox, mounts=tuple(there))


def _walls(sandbox: Sandbox, slots: int) -> dict[str, object]:
    """The engine's own walls, in the words of its API."""
    limits = sandbox.limits
    # Each slot has a file system for its scratch directory and its files that are stdin, stdout and stderr: what one
    # fills is not another's. A slot whose cases are watched takes the place of one whose cases are not.
    files = limits.stdout_bytes + limits.stderr_bytes + limits.scratch_bytes + SLOT_BYTES
    files_open = limits.open_files + OWN_FILES
    memory = slots * (limits.memory_bytes + files) + OWN_BYTES
    runs = "exec" if sandbox.execution is Execution.VIEW else "noexec"
    return {
        "network_mode": "none",
        "ipc_mode": "none",
        "read_only": True,
        "cap_drop": ["ALL"],
        # Of two filters the one that refuses outright wins over the one that reports: the engine's own would hide what
        # a program tried. Ours stands around every case before its first instruction, and refuses more.
        "security_opt": ["no-new-privileges", "seccomp=unconfined"],
        "pids_limit": slots * (limits.processes + 2) + OWN_PROCESSES,
        "mem_limit": memory,
        "memswap_limit": memory,
        "cpu_period": 100_000,
        "cpu_quota": 100_000 * (slots + 1),
        "cpu_shares": 1024 * (slots + 1),  # a busy machine counts a container as one process, not as those in it
        "tmpfs": {
            f"{sandbox.scratch}/{slot}": f"rw,nosuid,nodev,{runs},mode=1777,size={files}" for slot in range(2 * slots)
        },
        "ulimits": [
            {"Name": "nofile", "Soft": files_open, "Hard": files_open},
            # Podman asks for more than a machine may grant where nothing is said.
            {"Name": "nproc", "Soft": PROCESSES, "Hard": PROCESSES},
        ],
        "log_config": {"Type": "none"},
        "auto_remove": True,
    }
