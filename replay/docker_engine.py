"""The Docker engine, reached through its SDK: one connection, every call with a time-out, every failure a HarnessError.

The engine may be remote (DOCKER_HOST over TCP or TLS) or Podman's compatible socket: nothing here assumes that it sees
our file system. Engines over ssh:// are refused: their streams cannot be waited for together with others."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Protocol, TypedDict, cast

from ..core.errors import HarnessError, WallError

SECONDS = 60  # what a call may take; an engine that writes an image of a gigabyte answers within it
ADVICE = "start the engine, or say where it is with DOCKER_HOST; `images list` tries the same connection"
FORBIDDEN = "this user may not use its socket: join the group docker, or name an engine of your own with DOCKER_HOST"
LATE = "the engine did not answer in time"
# What `info` calls the ability to raise each wall. CPU time is limited case by case as well, so that is not needed.
GROUPS = {"docker:memory": "MemoryLimit", "docker:processes": "PidsLimit", "docker:cpu": "CpuCfsQuota"}
NEEDED = ("docker:memory", "docker:processes")
UNLIMITED = (
    "rootless engines need cgroup v2 with the controllers memory and pids delegated to their user; "
    "else use an engine that root runs, or the tier namespaces or landlock"
)
RESTART = "is it overloaded or stopped? restart it; the same command goes on from there"


class _ImageConfig(TypedDict):
    Labels: dict[str, str] | None


class _RootFS(TypedDict):
    Layers: list[str]


class ImageDetails(TypedDict):
    """Of what the engine tells about an image, what is read here."""

    Id: str
    Size: int
    Config: _ImageConfig
    RootFS: _RootFS


class ImageRow(TypedDict):
    """One line of the engine's list of images."""

    Id: str
    RepoTags: list[str] | None
    Labels: dict[str, str] | None
    Size: int


class ContainerRow(TypedDict):
    """One line of the engine's list of containers."""

    Id: str
    ImageID: str
    Labels: dict[str, str] | None


class _State(TypedDict):
    Running: bool
    ExitCode: int
    OOMKilled: bool


class _Limits(TypedDict):
    Memory: int | None
    PidsLimit: int | None


class ContainerDetails(TypedDict):
    """Of what the engine tells about a container, what is read here."""

    State: _State
    HostConfig: _Limits


class VolumeRow(TypedDict):
    """One line of the engine's list of volumes."""

    Name: str
    Labels: dict[str, str] | None


class VolumeList(TypedDict):
    """The engine's list of volumes."""

    Volumes: list[VolumeRow] | None


class Engine(Protocol):
    """The calls of the SDK's low-level client that are made here, with their types: the SDK's own are incomplete."""

    def ping(self) -> bool: ...
    def close(self) -> None: ...
    def version(self) -> dict[str, object]: ...
    def info(self) -> dict[str, object]: ...
    def inspect_image(self, image: str) -> ImageDetails: ...
    def images(self, *, filters: dict[str, str]) -> list[ImageRow]: ...
    def remove_image(self, image: str, force: bool = ...) -> object: ...
    def load_image(self, data: IO[bytes]) -> Iterator[dict[str, str]] | None: ...
    def build(
        self,
        *,
        fileobj: IO[bytes],
        custom_context: bool,
        tag: str,
        rm: bool,
        forcerm: bool,
        decode: bool,
        buildargs: dict[str, str],
        labels: dict[str, str],
    ) -> Iterator[dict[str, str]]: ...
    def create_host_config(self, **options: object) -> dict[str, object]: ...
    def create_container(
        self,
        image: str,
        *,
        command: list[str],
        host_config: dict[str, object] | None = ...,
        user: str = ...,
        environment: dict[str, str] = ...,
        hostname: str = ...,
        stdin_open: bool = ...,
        labels: dict[str, str] = ...,
        network_disabled: bool = ...,
        working_dir: str = ...,
        entrypoint: list[str] = ...,
    ) -> dict[str, str]: ...
    def containers(self, *, all: bool, filters: dict[str, str]) -> list[ContainerRow]: ...
    def inspect_container(self, container: str) -> ContainerDetails: ...
    def remove_container(self, container: str, *, v: bool, force: bool) -> None: ...
    def volumes(self, filters: dict[str, str]) -> VolumeList: ...
    def create_volume(self, *, labels: dict[str, str]) -> VolumeRow: ...
    def remove_volume(self, name: str) -> None: ...
    def start(self, container: str) -> None: ...
    def attach_socket(self, container: str, *, params: dict[str, int]) -> object: ...
    def put_archive(self, container: str, path: str, data: IO[bytes]) -> bool: ...
    def get_archive(self, container: str, path: str) -> tuple[Iterator[bytes], dict[str, object]]: ...
    def export(self, container: str) -> Iterator[bytes]: ...


def connect(seconds: int = SECONDS) -> Engine:
    """A connection to the engine that DOCKER_HOST names, or the local one. Raises HarnessError when none answers."""
    import docker
    import docker.utils

    host = os.environ.get("DOCKER_HOST", "")
    if host.startswith("ssh://"):
        raise HarnessError(
            f"the engine {host} is reached over ssh, which has no stream that can be waited for",
            "forward its socket (ssh -L /tmp/docker.sock:/var/run/docker.sock …) and set "
            "DOCKER_HOST=unix:///tmp/docker.sock",
        )

    class Direct(docker.APIClient):
        """Deaf to REQUESTS_CA_BUNDLE, which would replace the engine's own authority, and to proxies, through which no
        container can be attached to."""

        trust_env = property(lambda self: False, lambda self, value: None)

    with asking("reach the Docker engine"):
        try:
            docker.utils.parse_host(host)
        except ValueError as error:
            raise HarnessError(f"DOCKER_HOST {host} is no address: {error}", ADVICE) from error
        client = cast(Engine, Direct(timeout=seconds, version="auto", **docker.utils.kwargs_from_env()))
        client.ping()
        return client


@dataclass(frozen=True, slots=True)
class Ability:
    """What an engine is and can: whether it is Podman, and the names of the walls that its control groups raise."""

    podman: bool
    walls: tuple[str, ...]


def ability(client: Engine) -> Ability:
    """What the engine can. Raises WallError where it cannot limit what the programs of a container use together: such
    an engine takes the wish, and forgets it with a warning that nobody reads."""
    with asking("ask the engine what it can do"):
        told, version = client.info(), client.version()
    # Rootless Podman on cgroup v1 says that it can, and ignores them.
    ignored = told.get("Rootless") and str(told.get("CgroupVersion")) == "1"
    found = () if ignored else tuple(wall for wall, name in GROUPS.items() if told.get(name))
    if missing := [wall.removeprefix("docker:") for wall in NEEDED if wall not in found]:
        raise WallError(
            f"the engine cannot limit {' and '.join(missing)} of containers "
            f"(its control groups: version {told.get('CgroupVersion')}, driver {told.get('CgroupDriver')})",
            UNLIMITED,
        )
    parts = version.get("Components")
    # Its anonymous volumes carry no labels and do not always go with their container.
    podman = isinstance(parts, list) and any("Podman" in str(part.get("Name")) for part in parts)
    return Ability(podman, found)


@contextmanager
def asking(what: str) -> Iterator[None]:
    """Every call to the engine is made inside of this: what goes wrong there is our fault or the machine's."""
    import docker.errors
    import requests
    import urllib3

    try:
        yield
    except docker.errors.ImageNotFound as error:
        raise HarnessError(
            f"cannot {what}: the image is not there ({_said(error)})", "images build --from-host makes it"
        ) from error
    except docker.errors.APIError as error:
        raise HarnessError(f"cannot {what}: {_said(error)}", advice(_said(error))) from error
    except (requests.exceptions.Timeout, urllib3.exceptions.TimeoutError, TimeoutError) as error:
        raise HarnessError(f"cannot {what}: {LATE}", RESTART) from error
    except docker.errors.DockerException as error:
        if isinstance(_root(error), TimeoutError | urllib3.exceptions.TimeoutError):
            raise HarnessError(f"cannot {what}: {LATE}", RESTART) from error
        hint = FORBIDDEN if isinstance(_root(error), PermissionError) else ADVICE
        raise HarnessError(f"cannot {what}: {error}", hint) from error
    except (requests.exceptions.RequestException, urllib3.exceptions.HTTPError, OSError) as error:
        raise HarnessError(f"cannot {what}: the engine is gone or unreachable ({_root(error)})", ADVICE) from error


def _said(error: Exception) -> str:
    return str(getattr(error, "explanation", None) or error).strip()


def _root(error: BaseException) -> BaseException:
    while (cause := error.__cause__ or error.__context__) is not None and cause is not error:
        error = cause
    return error


def advice(said: str) -> str:
    """What to do about what an engine said."""
    if "no space left" in said.lower():
        return "the engine's disk is full: images prune, docker system df; then run the same command again"
    return ADVICE
