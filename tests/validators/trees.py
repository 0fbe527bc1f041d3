"""Lays example trees out on disk, for the tests of the checker."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from pathlib import Path

from portproof.core.violation import Violation
from portproof.validators.check import check
from portproof.validators.policy import policy
from portproof.validators.rules import Content


def lay(tree: Path, files: Mapping[str, Content]) -> Path:
    """Writes an example (as validators.rules describes one) under `tree`."""
    for path, content in files.items():
        file = tree / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            file.write_bytes(content.encode())
        elif "base64" in content:
            file.write_bytes(base64.b64decode(str(content["base64"])))
        elif "link" in content:
            file.symlink_to(str(content["link"]))
        else:
            repeat = content["repeat"]
            assert isinstance(repeat, list)
            file.write_text(str(repeat[0]) * int(repeat[1]))
    return tree


def found(tree: Path, track: str, files: Mapping[str, Content]) -> tuple[Violation, ...]:
    """What the track's policy finds in these files."""
    return check(lay(tree, files), policy(track))


def rule_ids(tree: Path, track: str, files: Mapping[str, Content]) -> set[str]:
    """The rules that these files break."""
    return {violation.rule for violation in found(tree, track, files)}
