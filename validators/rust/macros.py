"""Judges the macros that a Rust source calls: assembly, compile-time reads of files and of the environment, foreign
blocks."""

from __future__ import annotations

import posixpath

from .crate import Crate, SourceFile
from .lexer import STRING, Tokens

ROOT = "/\ue000"  # CARGO_MANIFEST_DIR in a folded path
INCLUDING = {"include", "include_str", "include_bytes"}
NESTED = 40  # concat! in concat!
ASSEMBLY = {"asm", "global_asm", "naked_asm", "llvm_asm"}


def inspect_macros(file: SourceFile, crate: Crate) -> None:
    """Reports the refused macro calls and foreign blocks of one file."""
    tokens = file.tokens
    for place in tokens.telling:
        text = tokens.texts[place]
        if text == "!" and tokens.text(place + 1) in {"(", "[", "{"} and tokens.is_name(place - 1):
            _call(file, crate, place - 1, place + 1)
        elif text == "extern" and tokens.is_name(place) and not tokens.raw(place, file.source.data):
            _extern(file, crate, place)


def _extern(file: SourceFile, crate: Crate, place: int) -> None:
    tokens = file.tokens
    following = place + 1
    if following < len(tokens) and tokens.kinds[following] == STRING:
        following += 1
    elif tokens.text(following) == "$" and tokens.is_name(following + 1):
        following += 2
    after = tokens.text(following)
    if after == "{":
        crate.refuse(file, place, "rust-ffi", "a block of foreign functions")
    elif after in {"$", ",", ")", "]", "}"}:
        crate.refuse(file, place, "rust-ffi", "the word extern apart from what is foreign, for a macro to put together")


def _call(file: SourceFile, crate: Crate, place: int, opened: int) -> None:
    tokens = file.tokens
    name = _standard_name(file, crate, place)
    rule = crate.policy.macros.get(name, "")
    if not rule:
        return
    close = tokens.partner[opened]
    if name in ASSEMBLY:
        if name not in crate.macros and not _brought_in(file, crate, place):
            crate.refuse(file, place, rule, f"the macro {name}!")
    elif name in INCLUDING:
        _include(file, crate, place, name, folded(tokens, opened + 1, close))
    elif name in {"env", "option_env"}:
        argument = folded(tokens, opened + 1, _comma(tokens, opened + 1, close))
        if argument is None or argument not in crate.policy.environment:
            shown = "a name that is no literal" if argument is None else argument
            crate.refuse(file, place, rule, f"{name}! reads {shown}")
    else:
        crate.refuse(file, place, rule, f"the macro {name}!")


def _standard_name(file: SourceFile, crate: Crate, place: int) -> str:
    """The name by which std knows the called macro."""
    tokens = file.tokens
    name = tokens.text(place)
    segments, first = [name], place
    while tokens.text(first - 1) == "::":
        segments.insert(0, tokens.text(first - 2) if tokens.is_name(first - 2) else "")
        first -= 2
    for path in crate.resolver.standard(tuple(segments), file.unit.scope(place)):
        if path[-1] in crate.policy.macros:
            return path[-1]
    return name


def _brought_in(file: SourceFile, crate: Crate, place: int) -> bool:
    """Whether a use or a written path names the macro itself: then that place has the finding."""
    name = file.tokens.text(place)
    if file.tokens.text(place - 1) == "::":
        return True
    return any(leaf.name == name for other in crate.files for _, leaf in other.unit.leaves)


def _include(file: SourceFile, crate: Crate, place: int, name: str, path: str | None) -> None:
    if path is None:
        crate.refuse(file, place, "rust-include", f"{name}! of a path that is no literal")
        return
    folder = posixpath.dirname(file.source.path)
    if path.startswith(ROOT):
        target = posixpath.normpath(_package(folder, crate) + "/" + path.removeprefix(ROOT)).lstrip("/")
    elif path.startswith("/"):
        target = ".."
    else:
        target = posixpath.normpath(posixpath.join(folder, path.replace("\\", "/")))
    if target == ".." or target.startswith("../"):
        crate.refuse(file, place, "rust-include", f"{name}! of {path}, outside the tree")
    elif target not in crate.paths:
        crate.refuse(file, place, "rust-include", f"{name}! of {path}, which is not a file of the tree")
    elif name == "include" and not target.endswith(".rs"):
        crate.refuse(
            file, place, "rust-include", f"include! of {path}, which is not called .rs and so not read as Rust"
        )


def _package(folder: str, crate: Crate) -> str:
    while folder and f"{folder}/Cargo.toml" not in crate.paths:
        folder = posixpath.dirname(folder)
    return folder


def _comma(tokens: Tokens, place: int, end: int) -> int:
    while place < end and tokens.text(place) != ",":
        place = max(place, tokens.partner[place]) + 1
    return place


def folded(tokens: Tokens, place: int, end: int, depth: int = 0) -> str | None:
    """The string that a macro argument is: a literal, `concat!` of literals, or the manifest's folder."""
    if tokens.text(end - 1) == ",":
        end -= 1
    if end - place == 1 and tokens.kinds[place] == STRING:
        return tokens.texts[place]
    while tokens.is_name(place) and tokens.text(place + 1) == "::":
        place += 2
    name, opened = tokens.text(place), place + 2
    if tokens.text(place + 1) != "!" or tokens.text(opened) not in {"(", "[", "{"} or tokens.partner[opened] != end - 1:
        return None
    inner, close = opened + 1, tokens.partner[opened]
    if name == "env":
        return ROOT if close - inner == 1 and tokens.texts[inner] == "CARGO_MANIFEST_DIR" else None
    if name != "concat":
        return None
    text = ""
    while inner < close:
        comma = _comma(tokens, inner, close)
        part = folded(tokens, inner, comma, depth + 1) if depth < NESTED else None
        if part is None:
            return None
        text += part
        inner = comma + 1
    return text
