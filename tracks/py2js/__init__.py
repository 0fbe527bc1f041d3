"""py2js: a Python library re-implemented in JavaScript for Node.js."""

from __future__ import annotations

from pathlib import Path

from ...core.track import Measured, Track


def _measures(tree: Path) -> Measured:
    from .measures import measures  # parsers are loaded when a tree is measured, not when the track is named

    return measures(tree)


TRACK = Track(
    name="py2js",
    command="py2js-eval",
    title="Python to JavaScript",
    sources=("cpython",),
    target="node",
    policy="py2js",
    entry="an ES module <program>.mjs",
    bundled="py2js-mini",
    measures=_measures,
    extensions=(".mjs", ".js"),
)
