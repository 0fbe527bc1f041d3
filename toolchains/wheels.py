"""Python distributions without running anything of theirs here: wheels are fetched, and unpacked in a container.

A wheel is an archive of files to lay down; a source distribution is a program that builds one, and is refused. pip
downloads with the recorded hashes and installs nothing; what opens the archives is `UNPACK`, behind the walls."""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
import zipfile
from collections.abc import Sequence
from email.parser import BytesHeaderParser
from pathlib import Path

from ..core.canonical import digest
from ..core.case import Case
from ..core.errors import HarnessError
from ..core.limits import Limits
from ..core.toolchain import Toolchain
from ..replay.backend import Backend
from ..replay.invocation import Invocation
from ..replay.sandbox import Execution, Mount, Sandbox, Target
from . import cpython
from .kept import kept
from .requirements import Pinned

RECIPE = 1  # enters the cache key: raise it whenever what is unpacked below changes
METADATA_BYTES = 8 << 20
UNPACKING = Limits(
    cpu_ms=300_000, wall_ms=300_000, memory_bytes=2 << 30, file_bytes=256 << 20, scratch_bytes=64 << 20, processes=16
)
# Lays down what belongs into site-packages, and compiles it for the place where it will be seen.
UNPACK = """import compileall, pathlib, py_compile, sys, zipfile
site, seen = pathlib.Path("/site"), sys.argv[1]
for wheel in sorted(pathlib.Path("/wheels").glob("*.whl")):
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.infolist():
            first, _, rest = member.filename.partition("/")
            kind, _, inside = rest.partition("/")
            if first.endswith(".data"):
                if kind not in ("purelib", "platlib"):
                    continue
                member.filename = inside
            if member.filename and not member.filename.endswith("/"):
                archive.extract(member, site)
mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
compileall.compile_dir(site, quiet=2, stripdir=site, prependdir=seen, invalidation_mode=mode)
"""


def installed(pinned: Sequence[Pinned], python: Toolchain, backend: Backend, cache: Path) -> Path:
    """A virtual environment of the image's `python` with exactly these distributions, from the cache or made now."""
    wanted = [[item.name, item.version, list(item.hashes)] for item in pinned]
    key = digest([RECIPE, backend.image, UNPACK, wanted])
    return kept(cache / "cpython" / key, lambda folder: _install(folder, pinned, python, backend))


def dependencies(venv: Path) -> dict[str, str]:
    """Which file was chosen for each distribution: `{"name version": "sha256:…"}`."""
    return dict(json.loads((venv / cpython.INSTALLED).read_text(encoding="utf-8")))


def _install(folder: Path, pinned: Sequence[Pinned], python: Toolchain, backend: Backend) -> None:
    number = re.search(r"(\d+)\.(\d+)\.\d+", python.version)
    if number is None:
        raise HarnessError(f"the image's Python calls itself {python.version!r}, which names no version")
    library = f"lib/python{number[1]}.{number[2]}/site-packages"
    cpython.lay_out(folder, python.executable, number[0])
    (folder / library).mkdir(parents=True)
    chosen: dict[str, str] = {}
    if pinned:
        with tempfile.TemporaryDirectory(prefix="portproof-wheels-") as name:
            place = Path(name)
            cpython.download(pinned, place, f"{number[1]}.{number[2]}")
            chosen = dict(_named(wheel) for wheel in sorted(place.glob("*.whl")))
            _unpack(place, folder / library, f"{cpython.VENV}/{library}", python, backend)
    (folder / cpython.INSTALLED).write_text(json.dumps(chosen, sort_keys=True), encoding="utf-8")


def _unpack(wheels: Path, site: Path, seen: str, python: Toolchain, backend: Backend) -> None:
    """Fills `site`, which originals see as `seen`."""
    script = Target((str(python.executable), "-I", "-B", "-c", UNPACK))
    mounts = (Mount(wheels, "/wheels"), Mount(site, "/site", writable=True))
    walls = Sandbox(mounts, {"unpack": script}, {"PATH": "", "LC_ALL": "C"}, UNPACKING, Execution.VIEW)
    asked = Invocation(Case("", "unpack", (seen.encode(),)), "unpack")
    with backend.open(walls, 1) as session:
        [(_, outcome)] = session.replay([asked])
        if outcome.exit != 0:
            said = (outcome.stderr.data or b"")[-400:].decode("utf-8", "replace").strip()
            how = f"exit {outcome.exit}, signal {outcome.signal}, limit {outcome.limit}"
            raise HarnessError(f"wheels cannot be unpacked in {backend.image} ({how}): {said}")


def _named(wheel: Path) -> tuple[str, str]:
    """Name and version as the distribution writes them, and the digest of its file. Raises HarnessError."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            found = [name for name in archive.namelist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", name)]
            with archive.open(found[0]) as stream:
                told = BytesHeaderParser().parsebytes(stream.read(METADATA_BYTES))
    except (OSError, zipfile.BadZipFile, IndexError) as error:
        raise HarnessError(f"{wheel.name} is no wheel: {error}") from error
    return f"{told['Name']} {told['Version']}", "sha256:" + hashlib.sha256(wheel.read_bytes()).hexdigest()
