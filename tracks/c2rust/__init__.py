"""c2rust: a C or C++ library re-implemented in Rust."""

from __future__ import annotations

from ...core.track import Track

TRACK = Track(
    name="c2rust",
    command="c2rust-eval",
    title="C and C++ to Rust",
    sources=("gcc", "g++"),
    target="rust",
    policy="c2rust",
    entry="a binary target <program> of a Cargo package",
    bundled="c2rust-mini",
    extensions=(".rs",),
)
