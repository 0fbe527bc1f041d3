"""The toolchains that submissions are built with, behind one call each: prove, identify, make runnable."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..core.errors import UserError
from ..core.toolchain import Built
from ..replay.backend import Backend
from . import cargo, node, rust, selftest

TARGETS = ("node", "rust")


def identity(name: str, backend: Backend) -> dict[str, str]:
    """Name, version and whatever else of the toolchain decides what a program does.

    The backend's own toolchain, where it brings one, else the host's."""
    own = backend.toolchains.get(_known(name))
    if name == "node":
        return {**(own or node.find()).identity, **node.OURS}
    return (own or rust.find()).identity


def prove(name: str, backend: Backend, cache: Path) -> tuple[str, ...]:
    """The echo program runs; the names of the walls that stood around it.

    Raises HarnessError when it does not; nobody is judged then."""
    if _known(name) == "node":
        return selftest.echo_node(backend)
    return selftest.echo_rust(backend, cache)


def make(name: str, tree: Path, digest: str, programs: Sequence[str], backend: Backend, cache: Path) -> Built:
    """The programs of `tree`, made runnable."""
    if _known(name) == "node":
        return node.ready(tree, digest, programs, backend.toolchains.get(name))
    return cargo.build(tree, digest, programs, backend, cache)


def _known(name: str) -> str:
    if name not in TARGETS:
        raise UserError(f"no toolchain {name!r} for submissions", f"there are: {', '.join(TARGETS)}")
    return name
