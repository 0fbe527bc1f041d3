"""From binds and command lines in view paths to what one tier really mounts and executes.

Behind namespaces a bound folder is seen at its target; where a tier cannot mount, it is seen where it really is. Words
of a command line that name a bound path, or a path below one, are renamed; nothing else of them changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..core.prepared import Bind
from .backend import Tier
from .sandbox import Mount, Target, view_path


def mounts(binds: Iterable[Bind], writable: Iterable[str] = ()) -> tuple[Mount, ...]:
    """The mounts of `binds`; the targets named in `writable` may be written."""
    open_ = frozenset(writable)
    return tuple(Mount(bind.source, bind.target, bind.target in open_, bind.noexec) for bind in binds)


def targets(argv: Mapping[str, tuple[str, ...]], binds: Iterable[Bind], tier: Tier) -> dict[str, Target]:
    """The command line of each program as it must be given behind the walls of `tier`."""
    names = [(bind.target, view_path(tier, bind.source, bind.target)) for bind in binds]
    names.sort(key=lambda pair: -len(pair[0]))
    return {program: Target(tuple(_seen(word, names) for word in words)) for program, words in argv.items()}


def _seen(word: str, names: list[tuple[str, str]]) -> str:
    head, equals, value = word.rpartition("=")  # an option may carry the path: --allow-fs-read=/app
    for target, seen in names:
        if value == target or value.startswith(f"{target}/"):
            return head + equals + seen + value[len(target) :]
    return word
