"""Whose the containers on the engine are: labels, and the removal of what a killed command left there.

A running container ends by itself when its client goes: its input ends, the replayer exits, the engine removes it.
What can stay is a container between its creation and its start. Each carries who made it (`portproof.owner`); only what
was made by a process of this machine that is provably gone is removed, never what belongs to another machine or to a
living process."""

from __future__ import annotations

import atexit
import contextlib
import os
import platform
import threading
import time
import uuid
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.errors import HarnessError
from .docker_engine import asking, connect

if TYPE_CHECKING:
    from .docker_engine import Engine

OWNER, RUN = "portproof.owner", "portproof.run"
RUN_ID = uuid.uuid4().hex
SEPARATOR = "|"
HOLD_SECONDS = 5  # what the end of a process may be late
PATIENCE_SECONDS = 20  # for removing something nobody waits for, before it is left to a later command


@cache
def machine() -> str:
    """What tells this machine from others that share the engine: its name, its id, and the pid namespace."""
    identity = _read("/etc/machine-id") or _read("/var/lib/dbus/machine-id")
    return SEPARATOR.join((platform.node(), identity, os.readlink("/proc/self/ns/pid")))


def owner() -> str:
    """Who this process is: machine, boot, pid and the tick at which it started, so that a pid used again is another."""
    pid = os.getpid()
    return SEPARATOR.join((machine(), _read("/proc/sys/kernel/random/boot_id"), str(pid), _started(pid)))


def labels() -> dict[str, str]:
    """What every container and volume of this process carries."""
    return {OWNER: owner(), RUN: RUN_ID}


def hold(client: Engine, image: str) -> None:
    """Keeps `image` on the engine until this process ends, also between two of its containers: one that never starts
    uses it. Raises HarnessError."""
    with asking("create a container"):
        made = client.create_container(image, command=["/none"], labels=labels())["Id"]
    atexit.register(_removed, (made,), (), HOLD_SECONDS)


def sweep(client: Engine) -> int:
    """Removes what dead processes of this machine left; how many containers those were. Raises HarnessError."""
    removed = 0
    with asking("look for what was left behind"):
        containers = client.containers(all=True, filters={"label": OWNER})
    for container in containers:
        if abandoned((container["Labels"] or {}).get(OWNER, "")):
            remove(client, container["Id"])
            removed += 1
    with asking("look for what was left behind"):
        volumes = client.volumes(filters={"label": OWNER})["Volumes"] or []
    for volume in volumes:
        if abandoned((volume["Labels"] or {}).get(OWNER, "")):
            with contextlib.suppress(HarnessError), asking("remove a volume"):  # it may go with its container
                client.remove_volume(volume["Name"])
    return removed


def remove_soon(containers: list[str], volumes: list[str]) -> None:
    """Removes containers, then volumes that have a name, while the caller goes on; Python waits for it before it ends.
    An engine that is gone is no error here: what stays is swept away later."""
    threading.Thread(target=_removed, args=(tuple(containers), tuple(volumes)), name="portproof-removal").start()


def _removed(containers: tuple[str, ...], volumes: tuple[str, ...], seconds: int = PATIENCE_SECONDS) -> None:
    with contextlib.suppress(HarnessError):
        client = connect(seconds)
        try:
            for container in containers:
                remove(client, container)
            for volume in volumes:
                _remove_volume(client, volume)
        finally:
            client.close()


def _remove_volume(client: Engine, volume: str) -> None:
    """Removes a volume as soon as the container that had it is gone; who else removes that says not when it is done."""
    import docker.errors

    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            with asking("remove a volume"):
                return client.remove_volume(volume)
        except HarnessError as error:
            if isinstance(error.__cause__, docker.errors.NotFound) or time.monotonic() > deadline:
                return
            time.sleep(0.1)


def remove(client: Engine, container: str) -> None:
    """Removes a container, if it is still there, and those of its anonymous volumes that no other container has.

    Raises HarnessError."""
    import docker.errors

    with asking("remove a container"):
        try:
            client.remove_container(container, v=True, force=True)
        except docker.errors.NotFound:
            pass
        except docker.errors.APIError as error:
            if "already in progress" not in str(error):
                raise


def abandoned(label: str) -> bool:
    """Whether `label` names a process of this machine that is gone for certain."""
    parts = label.split(SEPARATOR)
    if len(parts) != 6 or SEPARATOR.join(parts[:3]) != machine() or not parts[4].isdigit():
        return False
    return parts[3] != _read("/proc/sys/kernel/random/boot_id") or parts[5] != _started(int(parts[4]))


def _started(pid: int) -> str:
    """When a process started, in clock ticks since boot; empty when there is none."""
    fields = _read(f"/proc/{pid}/stat").rpartition(")")[2].split()
    return fields[19] if len(fields) > 19 and fields[0] not in ("Z", "X") else ""


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""
