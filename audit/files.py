"""Files that are whole or not there, whoever else writes them."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def written(path: Path, data: bytes) -> None:
    """Writes `path` and the folders that it needs, readable by the user that cases run as."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as stream:
        stream.write(data)
    Path(stream.name).chmod(0o644)
    os.replace(stream.name, path)
