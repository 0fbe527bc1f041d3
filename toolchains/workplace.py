"""Folders of the cache in which something is being made, beside the place that it is moved to when it is whole.

Each is locked by who works in it, and the lock goes with that process, however it ends. So what a killed command left
can be told from what a living one uses, and is swept away by a later command."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

BUILDING, COPYING = "building-", "copying-"
LEFT = (f"builds/*/{BUILDING}*", f"trees/*/{COPYING}*")
# Between its making and its lock a folder looks abandoned, and not every file system keeps locks between machines. No
# build may take a hundredth of this.
OLD_SECONDS = 24 * 3600


@contextmanager
def workplace(parent: Path, prefix: str) -> Iterator[Path]:
    """A new folder below `parent`, which is made too; what is still in it at the end is removed."""
    parent.mkdir(parents=True, exist_ok=True)
    place = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
    lock = os.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with suppress(OSError):  # a file system without locks: then nobody can take it for abandoned either
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield place
    finally:
        os.close(lock)
        shutil.rmtree(place, ignore_errors=True)


def sweep(cache: Path) -> list[Path]:
    """Removes from the cache what commands left that were killed: folders a day old that no living process works in."""
    return [place for pattern in LEFT for place in sorted(cache.glob(pattern)) if _removed(place)]


def _removed(place: Path) -> bool:
    try:
        if time.time() - place.stat().st_mtime < OLD_SECONDS:
            return False
        lock = os.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:  # gone meanwhile, or another user's
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(place, ignore_errors=True)
    except OSError:  # somebody works in it, or nobody can tell
        return False
    finally:
        os.close(lock)
    return not place.exists()
