"""Judges the paths that a Rust source names: where a use brings one in, and where one is written out."""

from __future__ import annotations

from collections.abc import Sequence

from ..policy import Policy
from .crate import Crate, SourceFile, judged, opens, shown
from .lexer import Tokens
from .scopes import Scope

STARTS = frozenset(("std", "core", "alloc", "crate", "self", "super", "$crate", ""))


def inspect_paths(crate: Crate) -> None:
    """Reports the refused paths of a tree: where they are brought in by a use, otherwise where they are written."""
    brought: set[tuple[str, ...]] = set()
    for file in crate.files:
        _uses(file, crate, brought)
    for file in crate.files:
        _written(file, crate, brought)


def _uses(file: SourceFile, crate: Crate, brought: set[tuple[str, ...]]) -> None:
    policy = crate.policy
    for scope, leaf in file.unit.leaves:
        variable = _variable(leaf.path)
        if variable >= 0:
            if variable == 0 or _could_name(crate, leaf.path[:variable], scope):
                crate.refuse(file, leaf.place, "rust-computed", "a use of a path that a macro puts together")
            continue
        head = leaf.path[1] if leaf.path[0] == "" and len(leaf.path) > 1 else leaf.path[0]
        rule = policy.crate_rules.get(head, "")
        if rule and head not in scope.modules and (leaf.path[0] == "" or head not in (scope.module or scope).modules):
            crate.refuse(file, leaf.place, rule, f"names the crate {head}")
            continue
        if leaf.path[0] == "" and len(leaf.path) == 2 and leaf.name != "*":
            if head not in policy.crates and not crate.resolver.has_crate(head):
                crate.refuse(file, leaf.place, "rust-crate", f"names the crate {head}, which is not in the tree")
            continue
        for path in sorted(crate.resolver.imported(leaf.path, scope)):
            text = "::".join(path)
            listed = policy.paths.get(text)
            if leaf.name == "*" and listed is not None and listed.rule and text != "std::os":
                if path not in brought or leaf.path[0] in STARTS - {"crate", "self", "super"}:
                    crate.refuse(file, leaf.place, listed.rule, f"a glob import of {text}")
                brought.add(path)
                break
            rule = judged(path, policy)
            if rule:
                through = leaf.path[0] not in {"std", "core", "alloc", ""}  # another use, which may be refused already
                known = through and any(path[:length] in brought for length in range(2, len(path) + 1))
                brought.add(path)
                if known:
                    break
                crate.refuse(file, leaf.place, rule, f"uses {shown(path)}{_reason(path, policy)}")
                break


def _written(file: SourceFile, crate: Crate, brought: set[tuple[str, ...]]) -> None:
    tokens, unit = file.tokens, file.unit
    judged_to = -1
    for place in tokens.telling:
        if tokens.texts[place] != "::" or place <= judged_to or not tokens.text(place) or place in unit.path_tokens:
            continue
        first = place
        if tokens.is_name(place - 1) and (place < 2 or tokens.texts[place - 2] != "."):
            first = place - 1
        path, judged_to = _path(tokens, first)
        _judge(file, crate, path, first, brought)


def _path(tokens: Tokens, first: int) -> tuple[list[str], int]:
    """The segments of the path that starts at a place, and its last token. Generic arguments end it."""
    path: list[str] = []
    place = first
    if tokens.text(place) == "::":
        path.append("")
    elif tokens.text(place - 1) == "$":
        path.append("$" + tokens.text(place))
        place += 1
    else:
        path.append(tokens.text(place))
        place += 1
    while tokens.text(place) == "::":
        if tokens.is_name(place + 1):
            path.append(tokens.text(place + 1))
            place += 2
        elif tokens.text(place + 1) == "$" and tokens.is_name(place + 2):
            path.append("$" + tokens.text(place + 2))
            place += 3
        else:
            place += 1
            break
    return path, place - 1


def _judge(file: SourceFile, crate: Crate, path: list[str], first: int, brought: set[tuple[str, ...]]) -> None:
    scope = file.unit.scope(first)
    policy = crate.policy
    if path[0] == "":
        before = file.tokens.text(first - 1)
        if before in {">", ")"} or len(path) < 2:  # `<T>::f`, `$($s)::+`
            return
    variable = _variable(path)
    if variable > 0:
        if crate.names_modules and _could_name(crate, path[:variable], scope):
            crate.refuse(file, first, "rust-computed", "a path that a macro puts together")
        return
    if variable == 0:
        return
    head = path[1] if path[0] == "" else path[0]
    rule = policy.crate_rules.get(head, "")
    if rule and head not in {"test"} and not crate.resolver.local(head, scope):
        crate.refuse(file, first, rule, f"names the crate {head}")
        return
    for found in sorted(crate.resolver.standard(tuple(path), scope)):
        rule = judged(found, policy)
        if rule and not _brought_in(crate, path, found, scope, brought):
            crate.refuse(file, first, rule, f"uses {shown(found)}{_reason(found, policy)}")
            return


def _brought_in(
    crate: Crate, path: list[str], found: tuple[str, ...], scope: Scope, brought: set[tuple[str, ...]]
) -> bool:
    """Whether a use that brings the path in is refused already: one finding a cause."""
    if path[0] in {"std", "core", "alloc", ""} and not crate.resolver.local(path[0], scope):
        return False
    return any(found[:length] in brought for length in range(2, len(found) + 1))


def _reason(path: tuple[str, ...], policy: Policy) -> str:
    """The task's reason, where its own policy forbids the path."""
    names = ("::".join(path[:length]) for length in range(len(path), 1, -1))
    return next((reason for reason in map(policy.amended, names) if reason), "")


def _variable(path: Sequence[str]) -> int:
    """The place of the first segment that is a macro's variable, or -1."""
    return next((i for i, s in enumerate(path) if s.startswith("$") and s != "$crate"), -1)


def _could_name(crate: Crate, prefix: Sequence[str], scope: Scope) -> bool:
    """Whether what follows a prefix could be a module of std with refused members: the prefix is std or such a
    module, or
    it is local and the tree brings such a module in under some name."""
    plain = [segment for segment in prefix if segment]
    if len(plain) == 1 and plain[0] in crate.policy.crates and not crate.resolver.local(plain[0], scope):
        return True
    found = crate.resolver.standard(tuple(prefix), scope)
    return any(opens(path, crate.policy) for path in found) if found else crate.brings_modules
