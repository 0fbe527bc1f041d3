"""py2js: a Python library re-implemented in JavaScript for Node.js."""

from __future__ import annotations

from ...core.track import Track

TRACK = Track(
    name="py2js",
    command="py2js-eval",
    title="Python to JavaScript",
    sources=("cpython",),
    target="node",
    policy="py2js",
    entry="an ES module <program>.mjs",
    bundled="py2js-mini",
    extensions=(".mjs", ".js"),
)
