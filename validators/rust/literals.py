"""Judges the string literals of a Rust source that name files of the system."""

from __future__ import annotations

from .computed import is_system
from .crate import Crate, SourceFile


def inspect_literals(file: SourceFile, crate: Crate) -> None:
    """Reports literals that are paths of the system; what is made of others is `computed`'s."""
    texts = file.tokens.texts
    for place in file.tokens.strings:
        if texts[place][:1] == "/" and is_system(texts[place]):
            crate.refuse(file, place, "rust-path", f"names {texts[place][:80]}")
