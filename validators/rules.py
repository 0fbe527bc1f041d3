"""The rules of the policy, read from the tables beside this file: what each refuses or flags, why, and an example of
both sides."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..core.violation import Severity

TABLES = Path(__file__).parent / "tables"
TRACKS = ("py2js", "c2rust")

# A file of an example tree: its text, or {"base64": …}, {"link": target}, {"repeat": [text, times]}.
Content = str | Mapping[str, object]
Example = Mapping[str, Content]


@dataclass(frozen=True, slots=True)
class Rule:
    """`breaks` and `keeps` are small trees (path to content); `given` says under which circumstances, where a tree
    alone cannot show the rule: hidden cases, a task's own policy, what was refused while it ran."""

    id: str
    tracks: tuple[str, ...]
    layer: str
    severity: Severity
    title: str
    reason: str
    breaks: Example
    keeps: Example
    given: Mapping[str, object]


def table(name: str) -> dict[str, object]:
    """The parsed TOML table `name`."""
    return tomllib.loads((TABLES / f"{name}.toml").read_text("utf-8"))


@cache
def rules(track: str) -> tuple[Rule, ...]:
    """Every rule of a track, the common ones first, in the order of the tables. Raises KeyError for an unknown
    track."""
    if track not in TRACKS:
        raise KeyError(track)
    return (*_read("both", TRACKS), *_read(track, (track,)))


def _read(name: str, tracks: tuple[str, ...]) -> list[Rule]:
    entries = table(name)["rule"]
    assert isinstance(entries, list)
    return [
        Rule(
            id=entry["id"],
            tracks=tracks,
            layer=entry["layer"],
            severity=Severity(entry["severity"]),
            title=entry["title"],
            reason=entry["reason"],
            breaks=entry.get("breaks", {}),
            keeps=entry.get("keeps", {}),
            given=entry.get("given", {}),
        )
        for entry in entries
    ]
