"""Layer 3 for Rust: splits every source of a tree into tokens and judges its paths, attributes, macros and literals
together."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ..files import File
from ..findings import Findings
from ..policy import Policy
from ..source import Source
from .attributes import inspect_attributes
from .computed import inspect_computed
from .crate import Crate, SourceFile
from .expansion import inspect_expansion
from .lexer import tokens
from .literals import inspect_literals
from .macros import inspect_macros
from .paths import inspect_paths
from .resolve import Resolver
from .scopes import unit


def check(
    sources: Sequence[File], crates: Mapping[str, str], files: Collection[str], policy: Policy, findings: Findings
) -> None:
    """Judges the sources of a tree. `crates` maps the names of its own crates to their root files, `files` are the
    paths of
    everything in it that was read."""
    parsed: list[SourceFile] = []
    for read in sources:
        source = Source(read.path, read.data)
        split = tokens(read.data)
        if split.depth > policy.limits.nesting:
            findings.add("source-unreadable", read.path, f"nested deeper than {policy.limits.nesting:,} levels")
        if split.trouble is not None:
            offset, message = split.trouble
            findings.at("source-unreadable", source, offset, message)
        parsed.append(SourceFile(source, split, unit(read.path, split)))
    resolver = Resolver({file.source.path: file.unit.root for file in parsed}, crates)
    crate = Crate(tuple(parsed), resolver, frozenset(files), policy, findings)
    inspect_paths(crate)
    for file in parsed:
        inspect_attributes(file, crate)
        inspect_macros(file, crate)
        inspect_literals(file, crate)
    inspect_computed(crate)
    inspect_expansion(crate)
