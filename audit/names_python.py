"""The public names of a Python library that its drivers use: what they import from it, however it is renamed, the
attributes of its modules and classes, and members of its objects.

Types are not inferred. An attribute of anything that is not a module counts as a member of the library's where a class
of the library has a public member of that name and no built-in type has one."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from .grammar import nodes, text, tree
from .model import Language, Source

BESIDE = "original/"
BUILT_IN: frozenset[str] = frozenset(
    name
    for kind in (str, bytes, bytearray, int, float, complex, list, tuple, dict, set, frozenset, range, slice, object)
    for name in dir(kind)
) | frozenset(
    name
    for kind in (
        io.TextIOWrapper,
        io.BytesIO,
        BaseException,
        UnicodeError,
        OSError,
        SystemExit,
        re.Match,
        re.Pattern,
        type,
    )
    for name in dir(kind)
)


@dataclass(frozen=True, slots=True)
class Library:
    """What a library defines: its modules by dotted name, every public name in them, and the members of its classes."""

    modules: frozenset[str]
    names: frozenset[str]
    members: frozenset[str]

    @property
    def tops(self) -> frozenset[str]:
        """Its packages and modules that are imported by one name."""
        return frozenset(module.split(".")[0] for module in self.modules)


def library(sources: Sequence[Source]) -> Library:
    """What these source files of a library define."""
    names: set[str] = set()
    members: set[str] = set()
    for source in sources:
        for node in nodes(tree(source.data, Language.PYTHON)):
            defined = _defined(node)
            names |= defined
            if _in_class(node):
                members |= defined
    modules = frozenset(_module(source.path) for source in sources)
    public = frozenset(name for name in names if not name.startswith("_"))
    return Library(modules, public, frozenset(members) & public)


def used(driver: Source, of: Library) -> frozenset[str]:
    """The public names that a driver uses: `furl.furl`, `sqlparse.tokens.Name`, and members as `.normalize`."""
    root = tree(driver.data, Language.PYTHON)
    bound: dict[str, str] = {}
    others: set[str] = set()
    found: set[str] = set()
    for node in nodes(root):
        for name, dotted, named in _imported(node):
            if dotted.split(".")[0] in of.tops:
                bound[name] = dotted
                if named:
                    found.add(dotted)
            else:
                others.add(name)
    for node in nodes(root):
        if node.type != "attribute" or (node.parent is not None and node.parent.type == "attribute"):
            continue
        first, chain = _chain(node)
        if first in bound:
            found.add(_known(f"{bound[first]}.{'.'.join(chain)}", of))
        elif first not in others:
            found |= {f".{name}" for name in chain if name in of.members - BUILT_IN}
    return frozenset(name for name in found if _public(name, of))


def _public(name: str, of: Library) -> bool:
    """Whether this is a public name that is more than a module's."""
    last = name.split(".")[-1]
    return not last.startswith("_") and (name not in of.modules or last in of.names)


def _module(path: str) -> str:
    parts = path.removeprefix(BESIDE).removesuffix(".py").split("/")
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _defined(node: Node) -> set[str]:
    """The names that a statement defines: of a function, a class, or what is assigned to."""
    if node.type in ("function_definition", "class_definition"):
        return {text(node.child_by_field_name("name"))}
    if node.type == "assignment":
        target = node.child_by_field_name("left")
        if target is not None and target.type == "identifier":
            return {text(target)}
        if target is not None and target.type == "attribute" and text(target.child_by_field_name("object")) == "self":
            return {text(target.child_by_field_name("attribute"))}
    return set()


def _in_class(node: Node) -> bool:
    """Whether a definition is a member: directly in a class, or an attribute of `self`."""
    if node.type == "assignment" and text(node.child_by_field_name("left")).startswith("self."):
        return True
    parent = node.parent
    while parent is not None and parent.type in (
        "block",
        "decorated_definition",
        "expression_statement",
        "if_statement",
    ):
        parent = parent.parent
    return parent is not None and parent.type == "class_definition"


def _imported(node: Node) -> Iterator[tuple[str, str, bool]]:
    """What an import binds: the name here, the dotted name there, and whether that is a name of a module."""
    if node.type == "import_statement":
        for child in node.children_by_field_name("name"):
            if child.type == "aliased_import":
                yield text(child.child_by_field_name("alias")), text(child.child_by_field_name("name")), False
            else:
                top = text(child).split(".")[0]
                yield top, top, False
    elif node.type == "import_from_statement":
        module = text(node.child_by_field_name("module_name"))
        for child in node.children_by_field_name("name"):
            aliased = child.type == "aliased_import"
            name = text(child.child_by_field_name("name")) if aliased else text(child)
            yield text(child.child_by_field_name("alias")) if aliased else name, f"{module}.{name}", True


def _chain(node: Node) -> tuple[str, list[str]]:
    """The first name of a chain of attributes, empty where it does not begin with a name, and the attributes."""
    names: list[str] = []
    here: Node | None = node
    while here is not None and here.type == "attribute":
        names.insert(0, text(here.child_by_field_name("attribute")))
        here = here.child_by_field_name("object")
    return (text(here) if here is not None and here.type == "identifier" else ""), names


def _known(dotted: str, of: Library) -> str:
    """`dotted` up to the last part that the library defines: `base58.ALPHABET` of `base58.ALPHABET.decode`."""
    parts = dotted.split(".")
    while len(parts) > 2 and ".".join(parts) not in of.modules and (parts[-1] not in of.names or parts[-1] in BUILT_IN):
        parts.pop()
    return ".".join(parts)
