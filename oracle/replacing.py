"""A folder replaced by a new one at once or not at all: a kill at any moment leaves the old or the new one, whole."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(folder: Path) -> Iterator[Path]:
    """A new folder beside `folder` that takes its place when the block ends well. One writer at a time."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    partial = folder.parent / f".{folder.name}.partial"
    lock = os.open(folder.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        shutil.rmtree(partial, ignore_errors=True)  # what a killed writer left
        partial.mkdir()
        try:
            yield partial
            _exchange(partial, folder)
            os.fsync(lock)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
    finally:
        os.close(lock)


def _exchange(new: Path, folder: Path) -> None:
    """Puts `new` where `folder` is, in one step where the file system can (renameat2); the old one is then at `new`."""
    if not folder.exists():
        new.rename(folder)
        return
    at_cwd, exchange = -100, 2  # AT_FDCWD and RENAME_EXCHANGE of linux/fs.h
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.renameat2(at_cwd, os.fsencode(new), at_cwd, os.fsencode(folder), exchange) == 0:
        return
    if ctypes.get_errno() not in (errno.ENOSYS, errno.EINVAL, errno.EXDEV):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), str(folder))
    old = folder.parent / f".{folder.name}.old"
    shutil.rmtree(old, ignore_errors=True)
    folder.rename(old)
    new.rename(folder)
    shutil.rmtree(old)
