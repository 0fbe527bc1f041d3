"""Judges what macros of the tree could put together: names of std handed to one as loose words, words of which it could
make a path, an attribute or the call of a refused macro."""

from __future__ import annotations

from dataclasses import dataclass

from .crate import Crate, SourceFile, opens
from .lexer import Tokens
from .resolve import STANDARD
from .scopes import Scope

ATTRIBUTES = {"no_mangle", "export_name", "link_section", "link_name", "no_main", "global_allocator"}
# Macros whose names mean nothing else: a macro that is handed one calls it. The others of the policy (`env`, `asm`) are
# also names of variables.
CALLED = {"include_str", "include_bytes", "option_env", "global_asm", "naked_asm", "llvm_asm"}
OWN = {"crate", "self", "super"}


@dataclass(frozen=True, slots=True)
class Making:
    """What macros of the tree do with what they are handed: make `paths` of it, or call a macro that it names, which
    those in `calls` do. `telling` are
    the modules of std with refused members, `modules` the names under which uses bring such a module in. `told` is
    whether a path that a macro puts together is refused where the macro does so."""

    paths: bool
    calls: frozenset[str]
    telling: frozenset[str]
    modules: frozenset[str]
    told: bool


def inspect_expansion(crate: Crate) -> None:
    """Reports loose words that only make sense as parts of what a macro puts together."""
    if not crate.macros:
        return
    making = Making(
        paths=any(_composes(file) for file in crate.files),
        calls=frozenset(_calling(crate)),
        telling=frozenset(name.split("::")[1] for name in crate.policy.paths),
        modules=frozenset(_modules(crate)),
        told=crate.findings.has("rust-computed"),
    )
    for file in crate.files:
        _calls(file, crate, making)


def _modules(crate: Crate) -> set[str]:
    """The names under which a use of the tree brings in std itself or a listed module of it."""
    found = set()
    for file in crate.files:
        for scope, leaf in file.unit.leaves:
            if leaf.name in {"*", "_", ""} or leaf.path[-1].startswith("$"):
                continue
            for path in crate.resolver.imported(leaf.path, scope):
                listed = crate.policy.paths.get("::".join(path))
                if len(path) == 1 or (listed is not None and listed.rule):
                    found.add(leaf.name)
    return found


def _composes(file: SourceFile) -> bool:
    """Whether a macro of the file makes a path of its variables: `$a::$b`, `$a::f`, `$(…)::*`."""
    tokens = file.tokens
    for place in tokens.telling:
        if tokens.texts[place] == "::" and tokens.kinds[place] == "mark":
            if tokens.text(place - 2) == "$" and tokens.text(place - 1) != "crate":
                return True
            if tokens.text(place + 1) == "$" and tokens.text(place + 2) != "crate":
                return True
            last = place - 1 if tokens.text(place - 1) == ")" else place - 2  # `$($t)::*`, `$($t)*::f`
            if tokens.text(last) == ")" and tokens.text(tokens.partner[last] - 1) == "$":
                return True
    return False


def _calling(crate: Crate) -> set[str]:
    """The macros that call one that a variable names, `$m!(…)` or `$($m)*!(…)`, or that call such a macro."""
    found: set[str] = set()
    calls: dict[str, set[str]] = {}
    for file in crate.files:
        tokens, name, end = file.tokens, "", -1
        for place in tokens.telling:
            if tokens.texts[place] == "macro_rules" and tokens.text(place + 1) == "!" and place > end:
                name, end = tokens.text(place + 2), tokens.partner[min(place + 3, len(tokens) - 1)]
            elif tokens.texts[place] != "!" or place > end or tokens.text(place + 1) not in {"(", "[", "{", "$"}:
                continue
            elif tokens.text(place - 2) == "$" or tokens.text(place - 1) in {"*", ")"}:
                found.add(name)
            else:
                calls.setdefault(tokens.text(place - 1), set()).add(name)
    pending = list(found)
    while pending:
        for caller in calls.get(pending.pop(), set()) - found:
            found.add(caller)
            pending.append(caller)
    return found


def _calls(file: SourceFile, crate: Crate, making: Making) -> None:
    tokens = file.tokens
    end = defined = -1
    for place in tokens.telling:
        if tokens.texts[place] != "!" or place < end:
            continue
        called, opened = tokens.text(place - 1), place + 1
        if called == "macro_rules" and tokens.is_name(place + 1):
            if place > defined and place + 2 < len(tokens):
                _words(file, crate, place + 2, making, defined=True)
                defined = tokens.partner[place + 2]
        elif called in crate.macros and tokens.text(opened) in {"(", "[", "{"}:
            _words(file, crate, opened, making)
            end = tokens.partner[opened]


def _words(file: SourceFile, crate: Crate, opened: int, making: Making, *, defined: bool = False) -> None:
    """Judges the words between two brackets: what a macro is handed, or what one is made of."""
    tokens, scope = file.tokens, file.unit.scope(opened)
    lone = _lone_mark(tokens, opened)
    for place in range(opened + 1, tokens.partner[opened]):
        if not tokens.is_name(place) or tokens.text(place - 1) == ".":
            continue
        text = tokens.text(place)
        if tokens.text(place + 1) != "::" and not making.told and _backwards(tokens, place, crate, scope, making):
            _compose(file, crate, place)
            return
        if defined or tokens.text(place - 1) in {"::", "$"}:
            continue
        rule = crate.policy.macros.get(text, "") if tokens.text(place + 1) != "!" else ""
        if (
            rule
            and not crate.findings.has(rule)
            and (text in CALLED or tokens.text(opened - 2) in making.calls or lone)
        ):
            crate.refuse(file, place, rule, f"hands a macro the name of the macro {text}")
        elif text in ATTRIBUTES and tokens.text(place + 1) != "::":
            crate.refuse(file, place, "rust-ffi", f"hands a macro the attribute {text}")
        elif not making.told and _makes_path(tokens, place, crate, scope, making):
            _compose(file, crate, place)
            return


def _backwards(tokens: Tokens, place: int, crate: Crate, scope: Scope, making: Making) -> bool:
    """Whether std, or a module of it under another name, ends what is no path of the tree: a macro turns it round or
    puts marks between."""
    text = tokens.text(place)
    first = place
    while tokens.text(first - 1) == "::" and tokens.is_name(first - 2):
        first -= 2
    if text == "std":
        return tokens.text(place - 1) not in {"crate", "$", "as"} and (first == place or tokens.text(first) not in OWN)
    if first == place or text not in making.modules or tokens.text(first) in OWN | STANDARD:
        return False
    return tokens.text(first - 1) not in {"::", "$", ">"} and not crate.resolver.local(tokens.text(first), scope)


def _lone_mark(tokens: Tokens, opened: int) -> bool:
    """Whether an exclamation mark stands where it neither calls nor negates: a macro puts it behind a name."""
    return any(
        tokens.texts[place] == "!" and tokens.kinds[place] == "mark" and tokens.text(place + 1) in {",", ";", ")", "]"}
        for place in range(opened + 1, tokens.partner[opened])
    )


def _makes_path(tokens: Tokens, place: int, crate: Crate, scope: Scope, making: Making) -> bool:
    """Whether a macro could make a refused path of the words from a place on."""
    path = [tokens.text(place)]
    while tokens.text(place + 1) == "::" and tokens.is_name(place + 2):
        place += 2
        path.append(tokens.text(place))
    ends = tokens.text(place + 1) != "::"
    if len(path) == 1 and ends and path[0] in making.modules - making.telling:
        return True
    if not making.paths:
        return False
    if len(path) == 1 and ends:
        return path[0] in STANDARD or path[0] in making.telling
    if path[0] in making.telling and not crate.resolver.local(path[0], scope):
        return True
    return ends and any(opens(found, crate.policy) for found in crate.resolver.standard(tuple(path), scope))


def _compose(file: SourceFile, crate: Crate, place: int) -> None:
    word = file.tokens.text(place)
    crate.refuse(file, place, "rust-computed", f"hands a macro the word {word}, from which it could make a path")
