"""An image as the one file that `docker load` reads, byte for byte the same whenever its inputs are.

Files are sorted, dated 1970, owned by root, and either 0755 or 0644; the configuration holds no clock. So the
identifier of the image, the digest of its configuration, depends on its content and its labels alone."""

from __future__ import annotations

import hashlib
import io
import json
import platform
import tarfile
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import IO, cast

from ...core.canonical import canonical, sha256
from .contents import Entry

EPOCH = "1970-01-01T00:00:00Z"
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
PATH = "PATH=/usr/bin"


class _Hashing:
    """Writes through and hashes."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._sum = hashlib.sha256()

    def write(self, data: bytes) -> int:
        self._sum.update(data)
        return self._stream.write(data)

    def hexdigest(self) -> str:
        return self._sum.hexdigest()


def layer(entries: Iterable[Entry], out: Path) -> str:
    """Writes the files as one layer and returns its SHA-256. Raises OSError."""
    with out.open("wb") as stream:
        hashing = _Hashing(stream)
        made: set[str] = set()
        with tarfile.open(fileobj=cast(IO[bytes], hashing), mode="w|", format=tarfile.PAX_FORMAT) as tar:
            for entry in entries:
                for parent in reversed(PurePosixPath(entry.path).parents[:-1]):
                    if str(parent) not in made:
                        made.add(str(parent))
                        tar.addfile(_member(str(parent), tarfile.DIRTYPE, 0o755))
                if entry.source is None:
                    link = _member(entry.path, tarfile.SYMTYPE, 0o777)
                    link.linkname = entry.link
                    tar.addfile(link)
                    continue
                with entry.source.open("rb") as source:
                    status = entry.source.stat()
                    member = _member(entry.path, tarfile.REGTYPE, 0o755 if status.st_mode & 0o111 else 0o644)
                    member.size = status.st_size
                    tar.addfile(member, source)
        return hashing.hexdigest()


def configuration(digest: str, labels: Mapping[str, str]) -> bytes:
    """The image's configuration; its SHA-256 is the image's identifier."""
    machine = platform.machine()
    return canonical(
        {
            "architecture": ARCHITECTURES.get(machine, machine),
            "os": "linux",
            "created": EPOCH,
            "config": {"Env": [PATH], "WorkingDir": "/", "Labels": dict(labels)},
            "rootfs": {"type": "layers", "diff_ids": [f"sha256:{digest}"]},
            "history": [{"created": EPOCH, "created_by": "portproof images build --from-host"}],
        }
    )


def wrap(layer_file: Path, digest: str, config: bytes, reference: str, out: Path) -> str:
    """Writes the archive and returns the image's identifier, 64 hexadecimal digits."""
    identifier = sha256(config)
    names = {"config": f"{identifier}.json", "layer": f"{digest}.tar"}
    manifest = [{"Config": names["config"], "RepoTags": [reference], "Layers": [names["layer"]]}]
    with out.open("wb") as stream, tarfile.open(fileobj=stream, mode="w|", format=tarfile.PAX_FORMAT) as tar:
        for name, data in ((names["config"], config), ("manifest.json", json.dumps(manifest).encode())):
            member = _member(name, tarfile.REGTYPE, 0o644)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
        member = _member(names["layer"], tarfile.REGTYPE, 0o644)
        member.size = layer_file.stat().st_size
        with layer_file.open("rb") as source:
            tar.addfile(member, source)
    return identifier


def _member(path: str, kind: bytes, mode: int) -> tarfile.TarInfo:
    member = tarfile.TarInfo(path)
    member.type, member.mode = kind, mode
    return member
