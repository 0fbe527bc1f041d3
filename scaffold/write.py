"""Put a draft on disk. Nothing that is there is ever overwritten: all conflicts are told at once, and then nothing is
written."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from ..core.errors import InputError, Mistake


def write(folder: Path, files: Mapping[str, str | bytes]) -> tuple[Path, ...]:
    """Writes `files`, named relative to `folder`. Raises InputError with every file that is in the way."""
    taken = [
        Mistake(str(folder / name), 0, "is there already", "remove it, or choose another --task")
        for name in sorted(files)
        if os.path.lexists(folder / name)
    ]
    if taken:
        raise InputError(taken, "nothing was written")
    for name, content in sorted(files.items()):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as stream:  # never over a file that came since
            stream.write(content if isinstance(content, bytes) else content.encode("utf-8"))
    return tuple(folder / name for name in sorted(files))
