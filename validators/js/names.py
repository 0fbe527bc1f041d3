"""Names of one JavaScript module: where a name is declared, what it refers to, who refers to it. Looked up on demand.

The nodes of every name are gathered once; only the names that something asks about are resolved, each in one sweep.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from ..syntax import Syntax

FUNCTIONS = frozenset(
    (
    "function_declaration", "generator_function_declaration", "function_expression", "generator_function",
    "arrow_function", "method_definition", "class_static_block", "program"
)
)  # fmt: skip
BLOCKS = FUNCTIONS | {
    "statement_block", "for_statement", "for_in_statement", "catch_clause", "switch_body", "class",
    "class_declaration", "class_body"
}  # fmt: skip
PATTERNS = frozenset(
    (
        "object_pattern",
        "array_pattern",
        "pair_pattern",
        "rest_pattern",
        "assignment_pattern",
        "object_assignment_pattern",
    )
)
_ESCAPE = re.compile(r"\\u(?:([0-9a-fA-F]{4})|\{([0-9a-fA-F]+)\})")
IDENTIFIERS = frozenset(("identifier", "shorthand_property_identifier", "shorthand_property_identifier_pattern"))
# Every kind of node that `tokens` may give: also names of properties and labels.
NAMING = IDENTIFIERS | {"property_identifier", "private_property_identifier", "statement_identifier"}
# The kinds of node in which a name may be declared.
DECLARERS = PATTERNS | {
    "variable_declarator", "formal_parameters", "arrow_function", "catch_clause", "function_declaration",
    "generator_function_declaration", "class_declaration", "function_expression", "generator_function", "class",
    "import_clause", "namespace_import", "import_specifier", "for_in_statement",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Binding:
    """A declared name: the scope it is visible in and the node that declares it (an identifier)."""

    name: str
    scope: int
    node: int


@dataclass(slots=True)
class Names:
    """The names of one syntax tree."""

    syntax: Syntax
    _tokens: dict[bytes, list[int]] | None = None
    _bindings: dict[str, dict[int, Binding]] = field(default_factory=dict)
    _resolved: dict[str, dict[int, Binding]] = field(default_factory=dict)
    _references: dict[str, dict[int, list[int]]] = field(default_factory=dict)
    _written: dict[int, bool] = field(default_factory=dict)

    def name(self, node: int) -> str:
        """The name that an identifier's node spells, escapes undone."""
        text = self.syntax.text(node).decode("utf-8", "replace")
        return plain(text) if "\\" in text else text

    def mentioned(self, names: Iterable[str]) -> list[str]:
        """Those of the names that stand anywhere in the source as a name."""
        nodes = self._nodes()
        return [name for name, spelled in _spellings(names) if spelled in nodes]

    def tokens(self, name: str) -> Sequence[int]:
        """Every node that spells the name: identifiers, property names and shorthands, in order."""
        return self._nodes().get(_spelling(name), ())

    def _nodes(self) -> dict[bytes, list[int]]:
        """The nodes of every name, by its bytes with escapes undone."""
        if self._tokens is None:
            syntax = self.syntax
            data, starts, ends = syntax.data, syntax.starts, syntax.ends
            found: defaultdict[bytes, list[int]] = defaultdict(list)
            for node in syntax.of_kinds(NAMING):
                found[data[starts[node] : ends[node]]].append(node)
            for word in [word for word in found if b"\\" in word] if b"\\u" in data else ():
                nodes = found.pop(word)
                known = found[_spelling(plain(word.decode("utf-8", "replace")))]
                known += nodes
                known.sort()
            found.default_factory = None
            self._tokens = found
        return self._tokens

    def declared(self, node: int) -> Binding | None:
        """The binding that an identifier's node declares, if it stands where names are declared."""
        if self.syntax.kind(node) == "shorthand_property_identifier":
            return None
        return self._declaration(node)

    def binding(self, node: int) -> Binding | None:
        """What an identifier's node refers to; None for a global."""
        return self._bound(self.name(node)).get(node)

    def _bound(self, name: str) -> Mapping[int, Binding]:
        """What each node of a name refers to: the binding of the innermost scope that it stands in. Globals are left
        out."""
        found = self._resolved.get(name)
        if found is None:
            scopes = self._scopes(name)
            if not scopes:
                found = {}
            elif len(scopes) == 1 and 0 in scopes:  # the module's own, seen from everywhere
                found = dict.fromkeys(self.tokens(name), scopes[0])
            else:
                found = dict(self._swept(name, scopes))
            self._resolved[name] = found
        return found

    def _swept(self, name: str, scopes: Mapping[int, Binding]) -> Iterator[tuple[int, Binding]]:
        """One walk over the nodes of a name and the scopes that declare it, both in the order of the source."""
        after = self.syntax.after
        ahead = sorted(scopes, reverse=True)
        around: list[int] = []  # the scopes entered, the innermost last
        for node in self.tokens(name):
            while ahead and ahead[-1] <= node:
                around.append(ahead.pop())
            while around and after[around[-1]] <= node:
                around.pop()
            seen = next((scope for scope in reversed(around) if not self._beyond(scopes[scope], node)), -1)
            if seen >= 0:
                yield node, scopes[seen]

    def _beyond(self, found: Binding, node: int) -> bool:
        """Whether a node stands in the parameters of a function whose body declares the name: they do not see it."""
        if found.scope == 0 or node >= found.node:
            return False
        parameters = self.syntax.child(found.scope, "parameters")
        return parameters <= node < self.syntax.after[parameters] <= found.node if parameters >= 0 else False

    def references(self, binding: Binding) -> list[int]:
        """The nodes that refer to a binding, its declaration left out."""
        return self._referring(binding.name).get(binding.node, [])

    def globals(self, name: str) -> list[int]:
        """The nodes that refer to a global of that name."""
        return self._referring(name).get(-1, [])

    def _referring(self, name: str) -> dict[int, list[int]]:
        """The references of a name by the node that declares what they refer to; -1 for the global."""
        found = self._references.get(name)
        if found is None:
            found = self._references[name] = {}
            bound, marks, kinds = self._bound(name), self.syntax.grammar.marks(IDENTIFIERS), self.syntax.kinds
            for node in self.tokens(name):
                if marks[kinds[node]]:
                    binding = bound.get(node)
                    declaration = binding.node if binding else -1
                    if declaration != node:
                        found.setdefault(declaration, []).append(node)
        return found

    def written(self, binding: Binding) -> bool:
        """Whether anything but the declaration assigns to the name."""
        found = self._written.get(binding.node)
        if found is None:
            found = self._written[binding.node] = any(self._assigned(node) for node in self.references(binding))
        return found

    def _assigned(self, node: int) -> bool:
        syntax = self.syntax
        parent = syntax.parents[node]
        kind = syntax.kind(parent)
        if kind in {"assignment_expression", "augmented_assignment_expression", "for_in_statement"}:
            return syntax.field(node) == "left"
        return kind in {"update_expression", "array_pattern", "object_pattern", "pair_pattern", "rest_pattern"} or (
            kind in {"assignment_pattern", "object_assignment_pattern"} and syntax.field(node) == "left"
        )

    def _scopes(self, name: str) -> dict[int, Binding]:
        found = self._bindings.get(name)
        if found is None:
            found = self._bindings[name] = {}
            syntax = self.syntax
            marks, kinds, parents = syntax.grammar.marks(DECLARERS), syntax.kinds, syntax.parents
            for node in self.tokens(name):
                binding = self.declared(node) if marks[kinds[parents[node]]] else None
                if binding is not None:
                    found.setdefault(binding.scope, binding)
        return found

    def _declaration(self, node: int) -> Binding | None:
        syntax = self.syntax
        parent = syntax.parents[node]
        kind = syntax.kind(parent)
        at = node
        while kind in PATTERNS:
            if kind in {"assignment_pattern", "object_assignment_pattern"} and syntax.field(at) == "right":
                return None
            if kind == "pair_pattern" and syntax.field(at) != "value":
                return None
            at, parent = parent, syntax.parents[parent]
            kind = syntax.kind(parent)
        scope = -1
        if kind == "variable_declarator" and syntax.field(at) == "name":
            var = syntax.kind(syntax.parents[parent]) == "variable_declaration"
            scope = self._enclosing(parent, FUNCTIONS if var else BLOCKS)
        elif kind == "formal_parameters":
            scope = syntax.parents[parent]
        elif kind in {"arrow_function", "catch_clause"} and syntax.field(at) == "parameter":
            scope = parent
        elif kind in {"function_declaration", "generator_function_declaration", "class_declaration"} and at == node:
            scope = self._enclosing(syntax.parents[parent], BLOCKS) if syntax.field(at) == "name" else -1
        elif kind in {"function_expression", "generator_function", "class"} and syntax.field(at) == "name":
            scope = parent
        elif kind in {"import_clause", "namespace_import"}:
            scope = 0
        elif kind == "import_specifier":
            named = syntax.child(parent, "alias")
            scope = 0 if named in {-1, node} else -1
        elif kind == "for_in_statement" and syntax.field(at) == "left" and syntax.child(parent, "kind") >= 0:
            var = syntax.text(syntax.child(parent, "kind")) == b"var"
            scope = self._enclosing(parent, FUNCTIONS) if var else parent
        return Binding(self.name(node), scope, node) if scope >= 0 else None

    def _enclosing(self, node: int, kinds: frozenset[str]) -> int:
        syntax = self.syntax
        while node > 0 and syntax.kind(node) not in kinds:
            node = syntax.parents[node]
        return node


@lru_cache(maxsize=16)
def _encoded(names: tuple[str, ...]) -> tuple[tuple[str, bytes], ...]:
    return tuple((name, name.encode()) for name in names)


def _spellings(names: Iterable[str]) -> tuple[tuple[str, bytes], ...]:
    """Names with their bytes."""
    return _encoded(tuple(names))


def _spelling(name: str) -> bytes:
    """The bytes of a name; an escape may have made half a pair of surrogates of it."""
    return name.encode("utf-8", "surrogatepass")


def plain(text: str) -> str:
    """An identifier with its Unicode escapes undone; an escape beyond Unicode stays as it is."""

    def character(match: re.Match[str]) -> str:
        code = int(match.group(1) or match.group(2), 16)
        return chr(code) if code < 0x110000 else match.group()

    return _ESCAPE.sub(character, text)
