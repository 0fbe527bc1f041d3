"""Checks a submitted tree against a policy: reads the files, never runs anything, needs no toolchain."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from ..core.errors import UserError
from ..core.violation import Violation
from . import blobs, cargo_manifest, files, node_manifest
from .findings import Findings
from .policy import Policy


def check(tree: Path, policy: Policy, entries: Sequence[str] = ()) -> tuple[Violation, ...]:
    """Every finding, ordered by file and place, one a cause. `entries` are programs or their entry files: a finding
    in one is that program's, all others concern the whole tree. Raises UserError where `tree` is no folder."""
    if not tree.is_dir():
        raise UserError(f"{tree} is no folder", "give the folder of one submitted task")
    with _without_collector():
        found = _findings(tree, policy).ordered()
    owners = {name: Path(entry).stem for entry in entries for name in (entry, f"{entry}.mjs")}
    return tuple(replace(v, program=owners[v.file]) if v.file in owners else v for v in found)


def _findings(tree: Path, policy: Policy) -> Findings:
    findings = Findings(policy)
    every = files.read(tree, policy, findings)
    readable = [file for file in every if files.inspect(file, policy, findings)]
    paths = {file.path for file in every}
    sources = [file for file in readable if file.suffix in files.SOURCES[policy.name]]
    for file in readable:
        blobs.inspect(file, file.suffix in files.SOURCES[policy.name], policy, findings)
    if policy.name == "py2js":
        from .js import check as javascript

        node_manifest.check(readable, findings)
        javascript.check(sources, paths, policy, findings)
    else:
        from .rust import check as rust

        crates = cargo_manifest.check(readable, paths, findings)
        rust.check(sources, crates, paths, policy, findings)
    return findings


@contextmanager
def _without_collector() -> Iterator[None]:
    """No garbage collection meanwhile: it would walk everything held about a tree several times, a sixth of the whole
    time, and free nothing, since the only cycles last as long as the check."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
