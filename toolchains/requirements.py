"""Read a pinned, hashed requirements file: `name==version --hash=sha256:…`, nothing else; mistakes have lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ..core.errors import InputError, Mistake, UserError

NAME = r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?"  # PEP 508
PINNED = re.compile(rf"({NAME})==([0-9A-Za-z][0-9A-Za-z.!+_-]*)\s*((?:--hash=\S+\s*)*)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class Pinned:
    """One distribution. `hashes` are the SHA-256 of the files that may be installed."""

    name: str
    version: str
    hashes: tuple[str, ...]


def read(path: Path) -> tuple[Pinned, ...]:
    """The distributions in `path`. Raises UserError when it cannot be read, InputError with all its mistakes."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: cannot be read: {error}") from error
    pinned: dict[str, Pinned] = {}
    mistakes: list[Mistake] = []
    for number, line in _logical(text):
        item = _parsed(line)
        if isinstance(item, str):
            mistakes.append(Mistake(str(path), number, item, "write name==version --hash=sha256:…"))
        elif (key := re.sub(r"[-_.]+", "-", item.name).lower()) in pinned:
            mistakes.append(Mistake(str(path), number, f"{item.name} is pinned twice"))
        else:
            pinned[key] = item
    if mistakes:
        raise InputError(mistakes)
    return tuple(pinned[key] for key in sorted(pinned))


def _logical(text: str) -> list[tuple[int, str]]:
    """Lines with their continuations joined and comments taken away, each with the number of its first line."""
    found: list[tuple[int, str]] = []
    start, held = 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        start = start or number
        bare = re.sub(r"(^|\s)#.*$", "", line).rstrip()
        if bare.endswith("\\"):
            held += bare[:-1] + " "
            continue
        if (whole := (held + bare).strip()) != "":
            found.append((start, whole))
        start, held = 0, ""
    return [*found, (start, held.strip())] if held.strip() else found


def _parsed(line: str) -> Pinned | str:
    """What the line pins, or what is wrong with it."""
    match = PINNED.fullmatch(line)
    if match is None:
        return "an option is not allowed here" if line.startswith("-") else f"not pinned: {line.split()[0]}"
    name, version, options = match.groups()
    hashes = []
    for option in options.split():
        if (found := HASH.fullmatch(option)) is None:
            return f"{name} has a hash that is not SHA-256"
        hashes.append(found[1])
    return Pinned(name, version, tuple(sorted(hashes))) if hashes else f"{name} has no hash"
