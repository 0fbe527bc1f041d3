"""The digest of a tree: every file's path, executable bit and bytes, and every link's target."""

from __future__ import annotations

import os
from pathlib import Path

from ..core.canonical import digest, file_sha256

IGNORED = frozenset({".git", ".hg", ".svn"})  # version control is no part of what is judged, and never copied


def entries(folder: Path) -> list[Path]:
    """All files and links below `folder` but version control's, sorted by path. Links are not followed."""
    found: list[Path] = []
    for where, folders, files in os.walk(folder, followlinks=False):
        folders[:] = sorted(name for name in folders if name not in IGNORED)
        here = Path(where)
        found += [here / name for name in files]
        found += [here / name for name in folders if (here / name).is_symlink()]
    return sorted(found, key=lambda path: os.fsencode(path))


def tree_digest(folder: Path) -> str:
    """The SHA-256 that stands for the tree. Raises OSError where a file cannot be read."""
    return digest([_entry(folder, path) for path in entries(folder)])


def _entry(folder: Path, path: Path) -> list[str]:
    name = os.fsencode(path.relative_to(folder)).decode("utf-8", "backslashreplace")
    if path.is_symlink():
        return [name, "link", os.fsencode(os.readlink(path)).decode("utf-8", "backslashreplace")]
    if not path.is_file():
        return [name, "special", ""]
    kind = "executable" if path.stat().st_mode & 0o111 else "file"
    return [name, kind, file_sha256(path)]
