"""What an image on the engine says of itself: its labels, read as the toolchains that it brings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .. import __version__
from ..core.errors import HarnessError
from ..core.toolchain import Toolchain
from .docker_engine import asking

if TYPE_CHECKING:
    from .docker_engine import Engine

IMAGE, VERSION, TOOLCHAINS = "portproof.image", "portproof.version", "portproof.toolchains"
CONTENT, ORIGIN, PROVIDES = "portproof.content", "portproof.origin", "portproof.provides"
REPOSITORY = "portproof"
# Where the images have the programs that runs are started with; a toolchain of an image needs no further mounts.
EXECUTABLES = {
    "node": "/toolchain/node",
    "rust": "/toolchain/rust/bin/cargo",
    "cpython": "/usr/local/bin/python3",
    "gcc": "/usr/bin/gcc",
}


@dataclass(frozen=True, slots=True)
class Inside:
    """An image: its reference, its identifier (`sha256:…`), its size in bytes, its labels and toolchains; `provided`
    are the files and folders of its toolchains: what would be mounted there on a host is there already."""

    reference: str
    identifier: str
    size: int
    labels: Mapping[str, str]
    toolchains: Mapping[str, Toolchain]
    provided: tuple[str, ...]

    def provides(self, target: str) -> bool:
        """Whether the image has its own `target`."""
        return any(target == path or target.startswith(f"{path}/") for path in self.provided)


def reference(name: str) -> str:
    """The full reference of one of our images: `py2js` is `portproof/py2js:VERSION`; anything with a / or : stays."""
    return name if "/" in name or ":" in name else f"{REPOSITORY}/{name}:{__version__}"


def look(client: Engine, name: str) -> Inside:
    """What image `name` brings. Raises HarnessError when it is not there or not one of ours."""
    wanted = reference(name)
    with asking(f"find the image {wanted}"):
        found = client.inspect_image(wanted)
    labels = dict(found["Config"].get("Labels") or {})
    if any(label not in labels for label in (IMAGE, TOOLCHAINS, PROVIDES)):
        raise HarnessError(f"{wanted} is no toolchain image of portproof: it lacks our labels", "images build")
    brought, there = toolchains(labels[TOOLCHAINS], wanted), provided(labels[PROVIDES], wanted)
    return Inside(wanted, found["Id"], found["Size"], labels, brought, there)


def provided(label: str, where: str) -> tuple[str, ...]:
    """The paths that a label names. Raises HarnessError when it cannot be read."""
    try:
        paths = json.loads(label)
    except ValueError:
        paths = None
    if not isinstance(paths, list) or not all(isinstance(path, str) and path.startswith("/") for path in paths):
        raise HarnessError(f"the label {PROVIDES} of {where} cannot be read: it is no list of paths", "images build")
    return tuple(paths)


def toolchains(label: str, where: str) -> dict[str, Toolchain]:
    """The toolchains that a label names. Raises HarnessError when it cannot be read."""
    try:
        return {name: _toolchain(name, dict(identity)) for name, identity in json.loads(label).items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise HarnessError(f"the label {TOOLCHAINS} of {where} cannot be read: {error}", "images build") from error


def _toolchain(name: str, identity: dict[str, str]) -> Toolchain:
    details = {key: value for key, value in identity.items() if key not in ("name", "version", "executable")}
    executable = Path(identity.get("executable") or EXECUTABLES[name])
    return Toolchain(identity["name"], identity["version"], executable, (), details)
