"""What the container tests share: a real engine (else they are skipped, and say so), and an image of one file."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from portproof.core.errors import HarnessError
from portproof.core.limits import Limits
from portproof.replay.docker import DockerBackend
from portproof.replay.docker_engine import Engine, connect
from portproof.replay.docker_image import IMAGE, PROVIDES, TOOLCHAINS, look
from portproof.replay.sandbox import Mount, Sandbox, Target, view_path
from portproof.replay.tier import Tier
from portproof.toolchains.images import archive
from portproof.toolchains.images.contents import Entry

ACTS = Path(__file__).parent.parent / "replay" / "acts.c"
REFERENCE = f"portproof/tests:tiny-{os.getpid()}"  # each worker, and each run of the tests, has its own
SMALL = Limits(
    cpu_ms=2_000,
    wall_ms=20_000,
    memory_bytes=128 << 20,
    stdout_bytes=1 << 20,
    stderr_bytes=1 << 20,
    file_bytes=1 << 20,
    scratch_bytes=4 << 20,
    processes=32,
    open_files=64,
)


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    """The engine that this machine runs."""
    try:
        client = connect(120)
    except HarnessError as error:
        pytest.skip(f"no Docker engine ({error.message})")
    yield client
    client.close()


@pytest.fixture(scope="session")
def acts() -> Iterator[Path]:
    """One static program of many acts."""
    if shutil.which("gcc") is None:
        pytest.skip("no gcc")
    folder = Path(tempfile.mkdtemp(prefix="portproof-tests-"))
    folder.chmod(0o755)
    subprocess.run(["gcc", "-O1", "-w", "-static", "-pthread", "-o", folder / "acts", ACTS], check=True)
    yield folder / "acts"
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def tiny(engine: Engine) -> Iterator[DockerBackend]:
    """The backend on an image that holds one file."""
    image_of_one_file(engine, REFERENCE)
    yield DockerBackend(look(engine, REFERENCE))
    engine.remove_image(REFERENCE, force=True)


def image_of_one_file(engine: Engine, reference: str) -> None:
    """Makes and loads it: a toolchain image without a toolchain, that no `images prune` takes for one of its own."""
    load(engine, reference, {"etc/empty": Path("/dev/null")}, {IMAGE: "tests", TOOLCHAINS: "{}", PROVIDES: "[]"})


def load(engine: Engine, reference: str, files: dict[str, Path], labels: dict[str, str]) -> None:
    """Makes and loads an image of these files."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        entries = [Entry(path, source) for path, source in sorted(files.items())]
        content = archive.layer(entries, folder / "layer.tar")
        config = archive.configuration(content, labels)
        archive.wrap(folder / "layer.tar", content, config, reference, folder / "image.tar")
        with (folder / "image.tar").open("rb") as stream:
            for line in engine.load_image(stream) or ():
                assert "error" not in line, json.dumps(line)


def until(true: Callable[[], bool], seconds: float = 30) -> bool:
    """Whether `true()` becomes true in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if true():
            return True
        time.sleep(0.05)
    return False


def sandbox(tier: Tier, acts: Path, **changes: object) -> Sandbox:
    """A sandbox in which only the acts can be seen."""
    given: dict[str, object] = {
        "mounts": (Mount(acts, "/app/acts"),),
        "targets": {"acts": Target((view_path(tier, acts, "/app/acts"),))},
        "environment": {"LANG": "C.UTF-8", "TZ": "UTC"},
        "limits": SMALL,
        **changes,
    }
    return Sandbox(**given)  # type: ignore[arg-type]
