"""The description of a sandbox: what is in view, which programs may run, within which limits.

It is data only. A backend turns it into walls; nothing here touches the machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from ..core.limits import Limits
from .tier import Tier

# A copy of a program and its libraries takes as long as some 25 of its starts are faster. More than this is not copied.
RESIDENT_CASES = 100
RESIDENT_BYTES = 256 << 20


@dataclass(frozen=True, slots=True)
class Mount:
    """A file or folder in view. `target` is its absolute path there. It is read-only unless `writable`; with `noexec`
    nothing on it can be executed or mapped executable (tier `namespaces`), which is right for trees of scripts. A
    `resident` file is copied into memory, in large pages where there are any: it starts faster, and is the same."""

    source: Path
    target: str
    writable: bool = False
    noexec: bool = False
    resident: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """A program: `argv[0]` is the absolute path of its executable in the view; a case's arguments follow the rest."""

    argv: tuple[str, ...]


@dataclass(frozen=True, slots=True, order=True)
class Probe:
    """A denial that a runtime is known to provoke at start-up; `target` is a glob. It is refused, but not reported."""

    syscall: str
    target: str


class Execution(StrEnum):
    """What may be executed: only the target, once; or anything in the view (builds)."""

    TARGET = "target"
    VIEW = "view"


@dataclass(frozen=True, slots=True)
class Sandbox:
    """`environment` is the whole environment, but for HOME and TMPDIR (the scratch directory) and what a case adds.

    `scratch` is the path of the working directory in the view. `proc` says whether the view has a /proc (the sandbox's
    own processes only). `native` says that no target compiles code at run time, so that memory is never both writable
    and executable. Tier `landlock` has no view of its own: there a mount's target is its source, `scratch` is a path of
    the backend's choice, and `hostname` is the host's.
    """

    mounts: tuple[Mount, ...]
    targets: Mapping[str, Target]
    environment: Mapping[str, str]
    limits: Limits = field(default_factory=Limits)
    execution: Execution = Execution.TARGET
    probes: tuple[Probe, ...] = ()
    hostname: str = "portproof"
    scratch: str = "/scratch"
    proc: bool = False
    native: bool = False


def for_cases(sandbox: Sandbox, cases: int) -> Sandbox:
    """The same for so many cases: for many the mounted files (programs and their libraries) are resident."""
    files = {it.target: it.source.stat().st_size for it in sandbox.mounts if it.source.is_file() and not it.writable}
    if cases < RESIDENT_CASES or sum(files.values()) > RESIDENT_BYTES:
        return sandbox
    mounts = (replace(mount, resident=mount.target in files) for mount in sandbox.mounts)
    return replace(sandbox, mounts=tuple(mounts))


def view_path(tier: Tier, source: Path, target: str) -> str:
    """What the mounted `source` is called in the view of `tier`: its target, or itself where nothing can be mounted."""
    return str(source) if tier is Tier.LANDLOCK else target
