"""Judges the attributes of a Rust source, also inside `cfg_attr`, `unsafe(…)`, macros and what is configured away."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from .crate import Crate, SourceFile
from .lexer import Tokens

NESTED = 20  # cfg_attr in cfg_attr


def inspect_attributes(file: SourceFile, crate: Crate) -> None:
    """Reports the refused attributes of one file."""
    tokens = file.tokens
    for place in tokens.telling:
        if tokens.texts[place] != "#" or tokens.kinds[place] != "mark":
            continue
        opened = place + 2 if tokens.text(place + 1) == "!" else place + 1
        if tokens.text(opened) == "[":
            for name in _names(tokens, opened + 1, tokens.partner[opened], 0):
                _judge(file, crate, name)


def _names(tokens: Tokens, place: int, end: int, depth: int) -> Iterator[int]:
    """The places of attribute names between two places, at the start and after each comma."""
    start = True
    while place < end:
        text = tokens.text(place)
        if start and tokens.is_name(place):
            start = False
            if text == "unsafe" and tokens.text(place + 1) == "(" and depth < NESTED:
                yield from _names(tokens, place + 2, tokens.partner[place + 1], depth + 1)
            elif text == "cfg_attr" and tokens.text(place + 1) == "(" and depth < NESTED:
                inner = place + 2
                close = tokens.partner[place + 1]
                while inner < close and tokens.text(inner) != ",":
                    inner = tokens.partner[inner] + 1
                yield from _names(tokens, inner + 1, close, depth + 1)
            else:
                yield place
        if text == ",":
            start = True
        place = max(place, tokens.partner[place]) + 1


def _judge(file: SourceFile, crate: Crate, place: int) -> None:
    tokens = file.tokens
    name = tokens.text(place)
    value = tokens.texts[place + 2] if tokens.text(place + 1) == "=" and place + 2 < len(tokens) else ""
    if tokens.text(place + 1) == "::":
        return
    if name == "path" and tokens.text(place + 1) == "=":
        _path(file, crate, place, value if tokens.kinds[place + 2] == "string" else None)
        return
    if name == "crate_type" and value == "proc-macro":
        crate.refuse(file, place, "rust-proc-macro", "builds a procedural macro")
        return
    rule = crate.policy.attributes.get(name, "")
    if rule:
        crate.refuse(file, place, rule, f"the attribute {name}")


def _path(file: SourceFile, crate: Crate, place: int, value: str | None) -> None:
    if value is None:
        crate.refuse(file, place, "rust-include", "a module path that is no literal")
        return
    module = file.unit.scope(place).module
    inline = module is not None and module is not file.unit.root
    base = module.folder if module is not None and inline else posixpath.dirname(file.source.path)
    target = posixpath.normpath(posixpath.join(base, value.replace("\\", "/")))
    if value.startswith("/") or target.startswith(".."):
        crate.refuse(file, place, "rust-include", f"a module at {value}, outside the tree")
    elif not target.endswith(".rs"):
        crate.refuse(file, place, "rust-include", f"a module at {value}, not called .rs and so not read as Rust")
    elif target not in crate.paths:
        crate.refuse(file, place, "rust-include", f"a module at {value}, which is not a file of the tree")
    elif any(part.startswith(".") for part in target.split("/")):
        crate.refuse(file, place, "rust-include", f"a module at {value}, in a hidden folder", target)
