"""An image of one file on a real engine, a session in a container of it, and whether that container is gone."""

from __future__ import annotations

import os
import tempfile
from contextlib import closing
from pathlib import Path

from portproof.core.errors import HarnessError
from portproof.replay import docker
from portproof.replay.docker_engine import connect
from portproof.replay.docker_image import IMAGE, PROVIDES, TOOLCHAINS, look
from portproof.replay.sandbox import Sandbox
from portproof.toolchains.images import archive
from portproof.toolchains.images.contents import Entry

REFERENCE = f"portproof/tests:walls-{os.getpid()}"  # each worker, and each run of the tests, has its own


def made() -> str:
    """Makes and loads the image; its reference. Raises HarnessError where no engine answers."""
    with tempfile.TemporaryDirectory() as name, closing(connect(120)) as client:
        folder = Path(name)
        content = archive.layer([Entry("etc/empty", Path("/dev/null"))], folder / "layer.tar")
        config = archive.configuration(content, {IMAGE: "tests", TOOLCHAINS: "{}", PROVIDES: "[]"})
        archive.wrap(folder / "layer.tar", content, config, REFERENCE, folder / "image.tar")
        with (folder / "image.tar").open("rb") as stream:
            for line in client.load_image(stream) or ():
                if "error" in line:
                    raise HarnessError(f"the image cannot be loaded: {line}")
    return REFERENCE


def removed(reference: str) -> None:
    """Removes the image."""
    with closing(connect(120)) as client:
        client.remove_image(reference, force=True)


def session(reference: str, sandbox: Sandbox, slots: int, in_flight: int) -> docker.DockerSession:
    """An open session in a container of the image. Raises HarnessError."""
    docker.IN_FLIGHT = in_flight
    with closing(connect()) as client:
        inside = look(client, reference)
    return docker.DockerSession(inside, sandbox, slots)


def there(container: str) -> bool:
    """Whether the engine still has the container."""
    with closing(connect()) as client:
        return any(row["Id"] == container for row in client.containers(all=True, filters={}))
