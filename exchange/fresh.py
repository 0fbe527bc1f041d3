"""A folder that appears whole or not at all, and never over something that is there."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..core.errors import UserError


@contextmanager
def fresh(out: Path) -> Iterator[Path]:
    """A folder to write into, which becomes `out` at the end. Raises UserError where `out` is not free."""
    if out.is_symlink() or (out.exists() and not (out.is_dir() and not any(out.iterdir()))):
        raise UserError(f"{out} is not empty", "choose another folder, or remove this one")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        place = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
    except OSError as error:
        raise UserError(f"{out} cannot be written: {error.strerror}", "choose another folder") from error
    try:
        os.chmod(place, 0o755)
        yield place
        if out.exists():
            out.rmdir()
        os.rename(place, out)
    finally:
        shutil.rmtree(place, ignore_errors=True)
