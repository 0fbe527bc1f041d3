"""Judges what macros of the tree could put together: names of std handed to one as loose words, and repeated path
segments."""

from __future__ import annotations

from .crate import Crate, SourceFile
from .resolve import STANDARD

ATTRIBUTES = {"no_mangle", "export_name", "link_section", "link_name", "no_main", "global_allocator"}


def inspect_expansion(crate: Crate) -> None:
    """Reports loose words that only make sense as parts of a path or attribute that a macro puts together."""
    if not crate.macros:
        return
    refused = crate.findings.has("rust-computed")  # where the macro puts the path together: that is the cause
    composes = any(_composes(file) for file in crate.files)
    telling = {name.split("::")[1] for name in crate.policy.paths} if composes else set()
    for file in crate.files:
        _calls(file, crate, telling, composes, refused)


def _composes(file: SourceFile) -> bool:
    """Whether a macro of the file makes a path of its variables: `$a::$b`, `$a::f`, `$(…)::*`."""
    tokens = file.tokens
    for place, text in enumerate(tokens.texts):
        if text == "::" and tokens.kinds[place] == "mark":
            if tokens.text(place - 2) == "$" and tokens.text(place - 1) != "crate":
                return True
            if tokens.text(place + 1) == "$" and tokens.text(place + 2) != "crate":
                return True
            if tokens.text(place - 1) == ")" and tokens.text(tokens.partner[place - 1] - 1) == "$":
                return True
    return False


def _calls(file: SourceFile, crate: Crate, telling: set[str], composes: bool, refused: bool) -> None:
    tokens = file.tokens
    place = 0
    while place < len(tokens):
        opened = place + 2
        if (
            tokens.texts[place] in crate.macros
            and tokens.text(place + 1) == "!"
            and tokens.text(opened) in {"(", "[", "{"}
            and tokens.text(place - 1) != "macro_rules"
        ):
            _words(file, crate, opened, telling, composes, refused)
            place = opened
        place += 1


def _words(file: SourceFile, crate: Crate, opened: int, telling: set[str], composes: bool, refused: bool) -> None:
    tokens = file.tokens
    for place in range(opened + 1, tokens.partner[opened]):
        if not tokens.is_name(place) or tokens.text(place + 1) == "::" or tokens.text(place - 1) in {"::", "."}:
            continue
        text = tokens.text(place)
        if text in ATTRIBUTES:
            crate.refuse(file, place, "rust-ffi", f"hands a macro the attribute {text}")
        elif composes and not refused and (text in STANDARD or text in telling):
            crate.refuse(
                file, place, "rust-computed", f"hands a macro the word {text}, from which it could make a path"
            )
            return
