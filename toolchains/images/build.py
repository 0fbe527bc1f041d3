"""Make an image: from this host without any registry, or from its Dockerfile for those who have one.

Labels say what is inside, so that a run in a container records the toolchain that was really used:

    portproof.image       py2js, c2rust or originals
    portproof.version     of portproof
    portproof.toolchains  JSON: the identity of each toolchain, as runs record it
    portproof.content     the digest of what the image holds
    portproof.provides    JSON: the folders and files of the toolchains; nothing is ever copied over them
    portproof.origin      host, or the base image of the Dockerfile"""

from __future__ import annotations

import io
import json
import tarfile
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ... import __version__
from ...core.canonical import canonical, digest
from ...core.errors import HarnessError, UserError
from ...replay.docker_engine import advice, asking, connect
from ...replay.docker_image import CONTENT, IMAGE, ORIGIN, PROVIDES, TOOLCHAINS, VERSION, toolchains
from .. import cpython, gcc, node, rust
from . import archive
from .catalogue import Image
from .contents import FOLDERS, entries, provided

if TYPE_CHECKING:
    from ...replay.docker_engine import Engine

SECONDS = 1800  # a Dockerfile fetches its base and compiles nothing
DECLARED = "/toolchain/identity.json"  # what a Dockerfile says of its toolchains, read once after it was built


@dataclass(frozen=True, slots=True)
class Made:
    """An image on the engine: its reference, its identifier (`sha256:…`), and its labels."""

    reference: str
    identifier: str
    labels: dict[str, str]


def from_host(image: Image) -> Made:
    """Makes `image` of this host's toolchains and loads it into the engine. The same inputs give the same identifier.

    Raises HarnessError when a toolchain or the engine is absent."""
    client = connect(SECONDS)
    with tempfile.TemporaryDirectory(prefix="portproof-image-") as name:
        scratch = Path(name)
        inside = entries(image.name, scratch / "made")
        content = archive.layer(inside, scratch / "layer.tar")
        labels = {**_labels(image, identities(image), provided(image.name, inside), "host"), CONTENT: content}
        config = archive.configuration(content, labels)
        archive.wrap(scratch / "layer.tar", content, config, image.reference, scratch / "image.tar")
        (scratch / "layer.tar").unlink()
        with (scratch / "image.tar").open("rb") as stream, asking(f"load {image.reference}"):
            for line in client.load_image(stream) or ():
                if "error" in line:
                    raise HarnessError(f"cannot load {image.reference}: {line['error']}", advice(line["error"]))
    return Made(image.reference, _identifier(client, image.reference), labels)


def from_dockerfile(image: Image, base: str) -> Made:
    """Builds the Dockerfile of `image` on `base`, or on the public image that it pins when that is empty.

    Raises HarnessError when the engine cannot, UserError when the base does not give what it has to."""
    client = connect(SECONDS)
    recipe = image.dockerfile.read_text(encoding="utf-8")
    stage = f"{image.reference}-unlabelled"
    _build(client, recipe, stage, {"BASE": base} if base else {}, {})
    try:
        declared = _declared(client, stage, f"{image.dockerfile.name} on {base or 'its pinned base'}", image)
        with asking(f"look at {stage}"):
            layers = client.inspect_image(stage)["RootFS"]["Layers"]
        labels = {**_labels(image, declared, FOLDERS, base or "its pinned base"), CONTENT: digest(layers)}
        _build(client, f"FROM {stage}\n", image.reference, {}, labels)
    finally:
        with asking(f"untag {stage}"):
            client.remove_image(stage)
    return Made(image.reference, _identifier(client, image.reference), labels)


def identities(image: Image) -> dict[str, dict[str, str]]:
    """What this host's toolchains are, in the words that a run records. Raises HarnessError when one is absent."""
    return {name: host_identity(name) for name in image.toolchains}


def host_identity(name: str) -> dict[str, str]:
    """The same of one toolchain."""
    if name == "node":
        return {key: value for key, value in node.find().identity.items() if key not in node.OURS}
    if name == "rust":
        return rust.find().identity
    if name == "cpython":
        return {"name": "cpython", "version": cpython.version(), "executable": str(cpython.executable())}
    return {"name": "gcc", "version": gcc.version("gcc")}


def _labels(image: Image, brought: dict[str, dict[str, str]], provides: Sequence[str], origin: str) -> dict[str, str]:
    return {
        IMAGE: image.name,
        VERSION: __version__,
        TOOLCHAINS: canonical(brought).decode("utf-8"),
        PROVIDES: canonical(sorted(provides)).decode("utf-8"),
        ORIGIN: origin,
    }


def _identifier(client: Engine, reference: str) -> str:
    with asking(f"look at {reference}"):
        return str(client.inspect_image(reference)["Id"])


def _build(client: Engine, recipe: str, tag: str, arguments: dict[str, str], labels: dict[str, str]) -> None:
    context = io.BytesIO()
    with tarfile.open(fileobj=context, mode="w") as tar:
        member = tarfile.TarInfo("Dockerfile")
        member.size = len(recipe.encode())
        tar.addfile(member, io.BytesIO(recipe.encode()))
    context.seek(0)
    said: list[str] = []
    with asking(f"build {tag}"):
        for line in client.build(
            fileobj=context,
            custom_context=True,
            tag=tag,
            rm=True,
            forcerm=True,
            decode=True,
            buildargs=arguments,
            labels=labels,
        ):
            said.append(str(line.get("stream", "")))
            if "error" in line:
                told = "".join(said)[-2000:]
                hint = "images build --from-host needs no registry"
                raise HarnessError(f"{tag} does not build: {line['error']}\n{told}", hint)


def _declared(client: Engine, tag: str, made: str, image: Image) -> dict[str, dict[str, str]]:
    """What the image says of its toolchains, read from a container that is never started.

    Raises UserError where it does not say it of each toolchain that the image is to bring."""
    import docker.errors

    wanted = ", ".join(image.toolchains)
    hint = f"{DECLARED} gives name and version of each of {wanted}, as the Dockerfiles of portproof write it"
    with asking(f"read {DECLARED} of {tag}"):
        container = client.create_container(tag, command=["/none"])["Id"]
        try:
            stream, _ = client.get_archive(container, DECLARED)
            packed = io.BytesIO(b"".join(stream))
        except docker.errors.NotFound as error:
            raise UserError(f"{made} has no {DECLARED}", hint) from error
        finally:
            client.remove_container(container, v=True, force=True)
    with tarfile.open(fileobj=packed) as tar:
        member = tar.extractfile(Path(DECLARED).name)
        text = member.read().decode("utf-8", "replace") if member is not None else ""
    try:
        declared = json.loads(text)
        found = toolchains(text, made)
    except (ValueError, HarnessError) as error:
        raise UserError(f"{made}: {DECLARED} cannot be read: {error}", hint) from error
    if missing := set(image.toolchains) - set(found):
        raise UserError(f"{made} declares no {', '.join(sorted(missing))} in {DECLARED}", hint)
    return cast(dict[str, dict[str, str]], declared)
