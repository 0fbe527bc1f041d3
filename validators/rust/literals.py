"""Judges the string literals of a Rust source that name files of the system."""

from __future__ import annotations

import posixpath
import re

from .crate import Crate, SourceFile
from .lexer import STRING
from .macros import folded

SYSTEM = re.compile(r"/+(?:proc|sys)(?:/|\0?$)|/+dev/(?!null\0?$|\0?$)")
# Functions of std::fs (and File's, OpenOptions') whose first argument is a path that they open.
OPENING = frozenset(
    (
    "open", "create", "create_new", "read", "read_to_string", "read_dir", "read_link", "write", "copy", "metadata",
    "remove_file", "symlink_metadata", "canonicalize", "create_dir", "create_dir_all", "rename", "hard_link",
    "set_current_dir", "exists"
)
)  # fmt: skip
# Methods of Path that look at the file system.
ASKING = frozenset(
    ("exists", "try_exists", "is_file", "is_dir", "is_symlink", "metadata", "symlink_metadata", "read_dir",
     "read_link", "canonicalize")
)  # fmt: skip


def inspect_literals(file: SourceFile, crate: Crate) -> None:
    """Reports literals (and `concat!` of literals) that are paths of the system, or that leave the scratch
    directory."""
    tokens = file.tokens
    concatenated = [place for place in tokens.telling if tokens.texts[place] == "concat"]
    for place in sorted((*tokens.strings, *concatenated)) if concatenated else tokens.strings:
        if tokens.kinds[place] == STRING:
            text = tokens.texts[place]
        elif tokens.texts[place] == "concat" and tokens.text(place + 1) == "!":
            opened = place + 2
            text = folded(tokens, place, tokens.partner[opened] + 1) or "" if opened < len(tokens) else ""
        else:
            continue
        joined = _joined(file, place)
        if joined and SYSTEM.match(joined):
            crate.refuse(file, place, "rust-path", f"names {joined[:80]}")
        elif joined and _asked(file, place) and _leaves(joined):
            crate.refuse(file, place, "rust-path", f"asks for {joined[:80]}, which the case does not pass")
        elif text[:1] == "/" and SYSTEM.match(text):
            crate.refuse(file, place, "rust-path", f"names {text[:80]}")
        elif text[:1] in {"/", "."} and _opened(file, place) and _leaves(text):
            crate.refuse(file, place, "rust-path", f"opens {text[:80]}, which the case does not pass")


def _joined(file: SourceFile, place: int) -> str:
    """The path of `Path::new("a").join("b")…` that ends with the literal at a place; empty where it is none."""
    tokens = file.tokens
    parts: list[str] = []
    while len(parts) < 40 and 0 <= place < len(tokens) and tokens.kinds[place] == STRING:
        parts.append(tokens.texts[place])
        function = place - 2
        if tokens.text(place - 1) != "(":
            return ""
        if tokens.text(function) in {"new", "from"} and tokens.text(function - 2) in {"Path", "PathBuf"}:
            return posixpath.join(*reversed(parts)) if len(parts) > 1 else ""
        if tokens.text(function) != "join" or tokens.text(function - 1) != "." or tokens.text(function - 2) != ")":
            return ""
        place = tokens.partner[function - 2] + 1
    return ""


def _asked(file: SourceFile, place: int) -> bool:
    """Whether a method that looks at the file system follows the call that ends with the literal at a place."""
    tokens = file.tokens
    return tokens.text(place + 1) == ")" and tokens.text(place + 2) == "." and tokens.text(place + 3) in ASKING


def _opened(file: SourceFile, place: int) -> bool:
    tokens = file.tokens
    before = place - 1
    while tokens.text(before) in {"&"}:
        before -= 1
    function = before - 1
    return (
        tokens.text(before) == "("
        and tokens.text(function) in OPENING
        and (
            (tokens.text(function - 1) == "." and tokens.text(function) == "open") or tokens.text(function - 1) == "::"
        )
        and tokens.text(function - 2) in {"fs", "File", ")", "env", "OpenOptions"}
    )


def _leaves(text: str) -> bool:
    plain = posixpath.normpath(text.rstrip("\0"))
    return (plain.startswith("/") and plain != "/dev/null") or plain == ".." or plain.startswith("../")
