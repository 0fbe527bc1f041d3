"""The policy of a track as one value with a digest, amended by a task. Two equal digests judge every tree alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

from ..core.canonical import digest, file_sha256
from ..core.errors import UserError
from ..core.task import Amendment
from .rules import TABLES, Rule, rules, table

NOTHING = Amendment()
GRAMMAR = {"py2js": "tree-sitter-javascript", "c2rust": "tree-sitter-rust"}


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes in bytes; beyond them a tree is refused unread (tables/both.toml says why these)."""

    source_bytes: int
    file_bytes: int
    tree_bytes: int
    tree_files: int
    path_depth: int
    nodes: int
    nesting: int
    bundle_line: int
    blob_bytes: int


@dataclass(frozen=True, slots=True)
class Members:
    """What may be used of a closed thing; the rest is refused by `rule`."""

    rule: str
    keeps: frozenset[str]


@dataclass(frozen=True, slots=True)
class Policy:
    """`allowed` and `refused` name Node's built-ins (py2js) or paths of std (c2rust); a refused name maps to its
    rule."""

    name: str
    rules: tuple[Rule, ...]
    limits: Limits
    allowed: frozenset[str]
    refused: Mapping[str, str]
    globals: Mapping[str, str]
    closed: frozenset[str]
    giving: frozenset[str]
    members: Mapping[str, Members]
    denied: Mapping[str, str]
    distinctive: Mapping[str, str]
    paths: Mapping[str, Members]
    crates: frozenset[str]
    crate_rules: Mapping[str, str]
    attributes: Mapping[str, str]
    macros: Mapping[str, str]
    environment: frozenset[str]
    amendment: Amendment
    digest: str

    def amended(self, name: str) -> str:
        """What a message adds where the task's own policy forbids the name: its reason."""
        forbidden = {forbid.removeprefix("node:") for forbid in self.amendment.forbid}
        return f", which this task forbids: {self.amendment.reason}" if name in forbidden else ""

    def rule(self, identifier: str) -> Rule:
        """The rule of that id. Raises KeyError."""
        for rule in self.rules:
            if rule.id == identifier:
                return rule
        raise KeyError(identifier)


def policy(track: str, amendment: Amendment = NOTHING) -> Policy:
    """The bundled policy of a track with a task's amendment. Raises UserError where the amendment names what is
    unknown."""
    data = table(track)
    limits = table("both")["limits"]
    assert isinstance(limits, dict)
    allowed = set(_names(data, "builtins"))
    refused = {name: rule for rule, names in _mapping(data, "refused").items() for name in _strings(names)}
    paths = {
        str(entry["path"]): Members(str(entry["rule"]), frozenset(entry.get("keeps", ()))) for entry in _entries(data)
    }
    for name in amendment.forbid:
        _amend(track, name, allowed, refused, paths, forbid=True)
    for name in amendment.allow:
        _amend(track, name, allowed, refused, paths, forbid=False)
    members = _mapping(data, "members")
    environment = _mapping(data, "environment").get("keeps", ())
    return Policy(
        name=track,
        rules=rules(track),
        limits=Limits(**limits),
        allowed=frozenset(allowed),
        refused=refused,
        globals=_texts(data, "globals"),
        closed=frozenset(_strings(_mapping(data, "closed").get("things", ()))),
        giving=frozenset(_strings(_mapping(data, "closed").get("giving", ()))),
        members={name: _members(value) for name, value in members.items()},
        denied=_texts(data, "denied"),
        distinctive=_texts(data, "distinctive"),
        paths=paths,
        crates=frozenset(_names(data, "crates")),
        crate_rules=_texts(data, "crate_rules"),
        attributes=_texts(data, "attributes"),
        macros=_texts(data, "macros"),
        environment=frozenset(_strings(environment)),
        amendment=amendment,
        digest=digest(
            {
                "checker": _checker(),
                "grammar": [version("tree-sitter"), version(GRAMMAR[track])],
                "track": track,
                "forbid": sorted(amendment.forbid),
                "allow": sorted(amendment.allow),
            }
        ),
    )


def _amend(
    track: str, name: str, allowed: set[str], refused: dict[str, str], paths: dict[str, Members], *, forbid: bool
) -> None:
    if track == "py2js":
        module = name.removeprefix("node:")
        if module not in allowed and module not in refused:
            raise UserError(f"the task's policy names {name!r}, which is no built-in module of Node", "write node:NAME")
        if forbid:
            allowed.discard(module)
            refused.setdefault(module, "js-module")
        else:
            allowed.add(module)
            refused.pop(module, None)
        return
    if not name.startswith("std::"):
        raise UserError(f"the task's policy names {name!r}, which is no path of std", "write std::MODULE or std::PATH")
    if forbid:
        paths[name] = Members("rust-amended", frozenset())
    else:
        paths[name] = Members("", frozenset())


@cache
def _checker() -> str:
    """The digest of the checker itself: its code and its tables."""
    folder = TABLES.parent
    files = sorted((p for p in folder.rglob("*") if p.suffix in {".py", ".toml"}), key=Path.as_posix)
    return digest([[p.relative_to(folder).as_posix(), file_sha256(p)] for p in files])


def _mapping(data: Mapping[str, object], key: str) -> dict[str, object]:
    value = data.get(key, {})
    assert isinstance(value, dict)
    return value


def _texts(data: Mapping[str, object], key: str) -> dict[str, str]:
    return {name: str(value) for name, value in _mapping(data, key).items()}


def _strings(value: object) -> list[str]:
    assert isinstance(value, list | tuple)
    return [str(item) for item in value]


def _names(data: Mapping[str, object], key: str) -> list[str]:
    return _strings(data.get(key, []))


def _entries(data: Mapping[str, object]) -> list[dict[str, str | list[str]]]:
    value = data.get("path", [])
    assert isinstance(value, list)
    return value


def _members(value: object) -> Members:
    assert isinstance(value, dict)
    return Members(str(value["rule"]), frozenset(_strings(value["keeps"])))
