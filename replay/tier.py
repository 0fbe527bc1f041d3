"""The isolation tiers: which set of walls stands around a program."""

from __future__ import annotations

from enum import StrEnum


class Tier(StrEnum):
    """`namespaces` has every wall; `landlock` needs no user namespaces; `container` is inside Docker."""

    NAMESPACES = "namespaces"
    LANDLOCK = "landlock"
    CONTAINER = "container"
