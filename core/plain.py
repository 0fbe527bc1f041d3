"""Records as JSON values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum

from .bytestring import Json, encoded


def plain(value: object) -> Json:
    """A record as JSON: dataclasses become objects, tuples lists, enums their values, bytes byte strings."""
    if isinstance(value, Enum):
        return plain(value.value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, bytes):
        wire = encoded(value)
        return wire if isinstance(wire, str) else dict(wire)
    if isinstance(value, Mapping):
        return {str(name): plain(value[name]) for name in sorted(value, key=str)}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    raise TypeError(f"{type(value).__name__} has no JSON form")
