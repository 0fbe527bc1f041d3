"""Canonical JSON and digests: one value, one spelling, one SHA-256."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

# made once: every case of every suite passes through it
ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def canonical(value: object) -> bytes:
    """`value` as JSON with sorted keys, no spaces, no escapes beyond JSON's own, no newline. UTF-8 bytes."""
    return ENCODER.encode(value).encode("utf-8")


def sha256(data: bytes) -> str:
    """The SHA-256 of `data`, 64 hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def digest(value: object) -> str:
    """The SHA-256 of the canonical JSON of `value`."""
    return sha256(canonical(value))


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file's bytes. Raises OSError."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def merkle_root(leaves: Iterable[bytes]) -> str:
    """The Merkle root over `leaves` in the order given, as RFC 6962 section 2.1 defines it with SHA-256."""
    level = [hashlib.sha256(b"\0" + leaf).digest() for leaf in leaves]
    if not level:
        return hashlib.sha256(b"").hexdigest()
    while len(level) > 1:
        paired = [hashlib.sha256(b"\1" + level[i] + level[i + 1]).digest() for i in range(0, len(level) - 1, 2)]
        level = paired + ([level[-1]] if len(level) % 2 else [])
    return level[0].hex()


def file_digests(folder: Path) -> dict[str, str]:
    """The SHA-256 of every regular file below `folder` by relative path, Python's bytecode left out. Raises OSError."""
    return {
        path.relative_to(folder).as_posix(): file_sha256(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }
