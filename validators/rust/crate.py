"""What the inspections of a Rust tree share: its files, how paths resolve, and where findings go."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..findings import Findings
from ..policy import Policy
from ..source import Source
from .lexer import NAME, Tokens
from .resolve import TANGLED, Resolver
from .scopes import Unit

SEGMENTS = 64  # of a path that is looked up: none of std has as many


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One source with its tokens and scopes."""

    source: Source
    tokens: Tokens
    unit: Unit


@dataclass(frozen=True)
class Crate:
    """All sources of a tree."""

    files: tuple[SourceFile, ...]
    resolver: Resolver
    paths: frozenset[str]
    policy: Policy
    findings: Findings

    def refuse(self, file: SourceFile, place: int, rule: str, message: str, cause: str = "") -> None:
        """A finding at a token."""
        self.findings.at(rule, file.source, file.tokens.offsets[place], message, cause)

    @cached_property
    def brings_modules(self) -> bool:
        """Whether any use of the tree brings in a module of std with refused members."""
        return any(
            opens(path, self.policy)
            for file in self.files
            for scope, leaf in file.unit.leaves
            if not any(segment.startswith("$") for segment in leaf.path) and leaf.name not in self.policy.crates
            for path in self.resolver.imported(leaf.path, scope)
        )

    @cached_property
    def names_modules(self) -> bool:
        """Whether the tree anywhere spells a module of std that has refused members: without, no macro can name one."""
        telling = {name.split("::")[1] for name in self.policy.paths}
        return any(
            text in telling and file.tokens.kinds[place] == NAME
            for file in self.files
            for place, text in enumerate(file.tokens.texts)
        )

    @cached_property
    def macros(self) -> frozenset[str]:
        """The names of all macros that the tree defines."""
        found = set()
        for file in self.files:
            tokens = file.tokens
            for place in tokens.telling:
                if tokens.texts[place] == "macro_rules" and tokens.text(place + 1) == "!":
                    found.add(tokens.text(place + 2))
        return frozenset(found)


def judged(path: tuple[str, ...], policy: Policy) -> str:
    """The rule that refuses naming a path of std; empty where it is fine. The longest listed prefix decides."""
    if path == TANGLED:
        return "rust-computed"
    for length in range(min(len(path), SEGMENTS), 0, -1):
        listed = policy.paths.get("::".join(path[:length]))
        if listed is not None:
            if len(path) == length:
                return "" if listed.keeps or (length == 2 and path[1] == "os") else listed.rule
            return "" if path[length] in listed.keeps else listed.rule
    return ""


def opens(path: tuple[str, ...], policy: Policy) -> bool:
    """Whether a path is a module of std with refused members."""
    text = "::".join(path)
    listed = policy.paths.get(text)
    return (listed is not None and bool(listed.rule)) or any(name.startswith(text + "::") for name in policy.paths)


def shown(path: tuple[str, ...]) -> str:
    """A path as a message names it."""
    return "a path that takes too many steps to follow" if path == TANGLED else "::".join(path)
