"""What the audit adds to the command line of a Python original: a hook, found by the interpreter at its start because
PYTHONPATH names its folder, and an option `-X` that tells the hook what to do.

Everything else is as without: the program's own arguments, its `__main__`, and the frames of a traceback."""

from __future__ import annotations

import py_compile
import shutil
from collections.abc import Sequence
from pathlib import Path

from ..core.canonical import digest, file_digests
from ..replay.sandbox import view_path
from ..toolchains.cpython import FLAGS, version
from ..toolchains.kept import kept
from .installed import seen
from .subject import Subject

HOOK = "/audit/hook"
HOOKS = Path(__file__).parent / "hooks"


def seen_at(subject: Subject, path: str) -> str:
    """What the source called `path` is called behind the walls of the subject's tier."""
    target = seen(path)
    for bind in subject.prepared.binds:
        if target.startswith(f"{bind.target}/"):
            return view_path(subject.backend.tier, bind.source, bind.target) + target[len(bind.target) :]
    return target


def hooked(cache: Path, name: str) -> Path:
    """The folder of a hook, compiled, to be mounted and named by PYTHONPATH."""
    source = HOOKS / name

    def make(content: Path) -> None:
        for path in sorted(source.glob("*.py")):
            shutil.copyfile(path, content / path.name)
            mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
            py_compile.compile(str(content / path.name), dfile=f"{HOOK}/{path.name}", invalidation_mode=mode)

    return kept(cache / "audit" / f"hook-{digest([file_digests(source), version()])}", make)


def inserted(argv: Sequence[str], option: Sequence[str]) -> tuple[str, ...]:
    """The command line of a Python original with one more option of the interpreter."""
    at = 1 + len(FLAGS)
    return (*argv[:at], *option, *argv[at:])
