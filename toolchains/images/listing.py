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


def prune(everything: bool) -> tuple[str, ...]:
    """Removes images of other versions and those that were built over, `everything` the current ones too, and
    containers that killed commands left. What was removed. Raises HarnessError."""
    client = connect()
    try:
        with asking("list images"):
            found = client.images(filters={"label": IMAGE})
        current = {image.reference for image in IMAGES.values()}
        removed = []
        for row in found:
            if everything or not current & tags(row):
                with asking(f"remove {row['Id'][:19]} (is a run using it?)"):
                    client.remove_image(row["Id"], force=True)
                labels = row["Labels"] or {}
                removed.append(f"{labels.get(IMAGE)} {labels.get(VERSION)} {row['Id'][:19]}")
        if containers := sweep(client):
            removed.append(f"{containers} containers that killed commands had left")
        return tuple(removed)
    finally:
        client.close()
