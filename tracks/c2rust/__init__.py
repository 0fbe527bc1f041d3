"""c2rust: a C or C++ library re-implemented in Rust."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...core.track import Measured, Track


def _measures(tree: Path) -> Measured:
    from .measures import measures  # parsers are loaded when a tree is measured, not when the track is named

    return measures(tree)


def _reference() -> Mapping[str, Measured]:
    from .reference import REFERENCE

    return REFERENCE


TRACK = Track(
    name="c2rust",
    command="c2rust-eval",
    title="C and C++ to Rust",
    sources=("gcc", "g++"),
    target="rust",
    policy="c2rust",
    entry="a binary target <program> of a Cargo package",
    bundled="c2rust-mini",
    measures=_measures,
    reference=_reference,
    extensions=(".rs",),
)
