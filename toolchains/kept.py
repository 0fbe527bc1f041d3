"""Folders that are made once and kept: whole or not at all, one maker at a time, and believed only while unchanged.

<folder>/content/…    what the maker wrote
<folder>/digest       the digest of every file, link and mode in it
<folder>.lock         held while it is checked or made"""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ..core.canonical import digest, file_sha256


def kept(folder: Path, make: Callable[[Path], None]) -> Path:
    """The content of `folder`; `make` is called with an empty folder when there is none or it was changed since."""
    with _locked(folder):
        content = folder / "content"
        try:
            if (folder / "digest").read_text(encoding="ascii") == tree_digest(content):
                return content
        except OSError:
            pass
        shutil.rmtree(folder, ignore_errors=True)
        partial = folder.with_name(f".{folder.name}.partial")
        shutil.rmtree(partial, ignore_errors=True)  # what a killed maker left
        try:
            (partial / "content").mkdir(mode=0o755, parents=True)
            make(partial / "content")
            (partial / "digest").write_text(tree_digest(partial / "content"), encoding="ascii")
            partial.rename(folder)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
        return content


def tree_digest(folder: Path) -> str:
    """The digest of every path below `folder` with its kind, its bytes and whether it is a program. Raises OSError."""
    return digest({str(path.relative_to(folder)): _described(path) for path in sorted(folder.rglob("*"))})


def _described(path: Path) -> list[str]:
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        return ["link", os.readlink(path)]
    if stat.S_ISDIR(status.st_mode):
        return ["folder"]
    return ["program" if status.st_mode & 0o100 else "file", file_sha256(path)]


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    folder.parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(folder.with_name(f"{folder.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)
