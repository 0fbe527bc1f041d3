"""Which images the engine has, how they compare with this host's toolchains, and which are no longer needed."""

from __future__ import annotations

import json
from dataclasses import dataclass

from ...core.errors import HarnessError
from ...replay.docker_engine import Engine, ImageRow, asking, connect
from ...replay.docker_image import IMAGE, ORIGIN, TOOLCHAINS, VERSION
from ...replay.docker_leftovers import sweep
from .build import host_identity
from .catalogue import IMAGES, Image

GATHERED = "gathered"  # what the first stage of a Dockerfile leaves
UNTAGGED = "<none>:<none>"
IN_USE = (409, 500)  # Docker's answer, and that of older Podmans


@dataclass(frozen=True, slots=True)
class Row:
    """One of our images; `identifier` is empty where the engine does not have it. `differences` say in which toolchain
    it is not this host's: without any, a run in it and a run on this host must give the same summary."""

    name: str
    reference: str
    identifier: str
    size: int
    origin: str
    toolchains: dict[str, str]
    differences: tuple[str, ...]


def rows() -> tuple[Row, ...]:
    """Every image of this version, there or not. Raises HarnessError when no engine answers."""
    client = connect()
    try:
        with asking("list images"):
            found = client.images(filters={"label": IMAGE})
        there = {tag for row in found for tag in tags(row)}
        return tuple(_row(client, image, image.reference in there) for image in IMAGES.values())
    finally:
        client.close()


def tags(row: ImageRow) -> set[str]:
    """The references of an image; Podman puts the name of this machine before its own."""
    return {tag.removeprefix("localhost/") for tag in row["RepoTags"] or ()}


def _row(client: Engine, image: Image, there: bool) -> Row:
    if not there:
        return Row(image.name, image.reference, "", 0, "", {}, ())
    with asking(f"look at {image.reference}"):
        details = client.inspect_image(image.reference)
    labels = details["Config"]["Labels"] or {}
    inside: dict[str, dict[str, str]] = json.loads(labels.get(TOOLCHAINS, "{}"))
    return Row(
        image.name,
        image.reference,
        details["Id"],
        details["Size"],
        labels.get(ORIGIN, ""),
        {name: identity["version"] for name, identity in inside.items()},
        tuple(line for name, identity in sorted(inside.items()) for line in differences(name, identity)),
    )


def differences(name: str, inside: dict[str, str]) -> tuple[str, ...]:
    """In what a toolchain of an image is not that of this host, one line each."""
    try:
        here = host_identity(name)
    except HarnessError:
        return (f"{name} {inside['version']}: this host has none to compare with",)
    keys = sorted({*here, *inside} - {"executable"})
    return tuple(
        f"{name} {key}: {inside.get(key, 'unknown')} in the image, {here.get(key, 'unknown')} on this host"
        for key in keys
        if here.get(key) != inside.get(key)
    )


@dataclass(frozen=True, slots=True)
class Pruned:
    """What was removed, and what was not because a command that still runs uses it; a line each."""

    removed: tuple[str, ...]
    kept: tuple[str, ...]


def prune(everything: bool) -> Pruned:
    """Removes images of other versions and those that were built over, `everything` the current ones too, and
    containers that killed commands left; never an image that a container uses. Raises HarnessError."""
    client = connect()
    try:
        swept = sweep(client)
        with asking("list images"):
            found = client.images(filters={"label": IMAGE})
        current = {image.reference for image in IMAGES.values()}
        removed: list[str] = []
        kept: list[str] = []
        for row in found:
            labels = row["Labels"] or {}
            if labels.get(IMAGE) not in (*IMAGES, GATHERED) or (not everything and current & tags(row)):
                continue
            line = f"{labels.get(IMAGE)} {labels.get(VERSION, '')} {row['Id'][:19]}"
            (removed if _removed(client, row) else kept).append(line)
        if swept:
            removed.append(f"{swept} containers that killed commands had left")
        return Pruned(tuple(removed), tuple(kept))
    finally:
        client.close()


def _removed(client: Engine, row: ImageRow) -> bool:
    """Whether an image could be removed: the engine itself refuses while a container uses it, started or not."""
    import docker.errors

    if _used(client, row["Id"]):
        return False
    try:
        for name in [tag for tag in row["RepoTags"] or () if tag != UNTAGGED] or [row["Id"]]:
            with asking(f"remove {name}"):
                client.remove_image(name)
    except HarnessError as error:
        if isinstance(error.__cause__, docker.errors.APIError) and error.__cause__.status_code in IN_USE:
            return False
        if isinstance(error.__cause__, docker.errors.NotFound):
            return True
        raise
    return True


def _used(client: Engine, identifier: str) -> bool:
    """Asked first, since removing one of several names of an image that is used would take the name away."""
    with asking("list containers"):
        there = client.containers(all=True, filters={})
    return any(row["ImageID"].removeprefix("sha256:") == identifier.removeprefix("sha256:") for row in there)
