"""A private copy of each submitted tree, in the cache under its digest: what is checked, built and run is one and the
same, whatever happens to the submitted folder meanwhile."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

from ..core.errors import HarnessError, UserError
from ..suite.tree import entries, tree_digest
from ..toolchains.workplace import COPYING, workplace

MAX_FILES = 50_000
MAX_BYTES = 1 << 30  # a re-implementation is source code; a gigabyte of it is a mistake or an attack on our disk


def snapshot(tree: Path, digest: str, cache: Path) -> Path:
    """The copy of `tree`, whose digest is `digest`. Links are copied as links, a special file as a pipe (the policy
    refuses both). Raises UserError when the tree is too large, HarnessError when it changes meanwhile."""
    kept = cache / "trees" / digest[:2] / digest
    if kept.is_dir():
        if tree_digest(kept) == digest:
            return kept
        remove(kept)
    with workplace(kept.parent, COPYING) as part:
        _copied(tree, part)
        if tree_digest(part) != digest:
            raise HarnessError(f"{tree} changed while it was copied", "run again when nothing writes to it")
        _sealed(part)
        try:
            os.rename(part, kept)
        except OSError:  # made by another process meanwhile
            if not kept.is_dir():
                raise
    return kept


def _copied(tree: Path, part: Path) -> None:
    files = entries(tree)
    size = sum(path.lstat().st_size for path in files)
    if len(files) > MAX_FILES or size > MAX_BYTES:
        raise UserError(
            f"{tree} has {len(files):,} files and {size:,} bytes; at most {MAX_FILES:,} and {MAX_BYTES:,} are judged",
            "a submission is source code: leave build output and dependencies out",
        )
    for path in files:
        copy = part / path.relative_to(tree)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if path.is_symlink():
            os.symlink(os.readlink(path), copy)
        elif stat.S_ISREG(path.stat().st_mode):
            shutil.copyfile(path, copy)
            os.chmod(copy, 0o755 if path.stat().st_mode & 0o111 else 0o644)
        else:
            os.mkfifo(copy)  # any special file stands for any other: the digest says "special", the policy refuses it


def _sealed(part: Path) -> None:
    for where, _, names in os.walk(part):
        os.chmod(where, 0o755)
        for name in names:
            os.utime(os.path.join(where, name), ns=(0, 0), follow_symlinks=False)


def remove(folder: Path) -> None:
    """Remove a folder of ours, if it is there."""
    shutil.rmtree(folder, ignore_errors=True)
