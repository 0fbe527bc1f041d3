"""Names of one JavaScript module: where a name is declared, what it refers to, who refers to it. Looked up on demand.

Only the names that something asks about are resolved, so a large file costs a text search per name and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
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
_ESCAPED = re.compile(
    rb"[\w$\x80-\xff]*\\u(?:[0-9a-fA-F]{4}|\{[0-9a-fA-F]+\})(?:[\w$\x80-\xff]|\\u[0-9a-fA-F]{4}|\\u\{[0-9a-fA-F]+\})*"
)
_ESCAPE = re.compile(r"\\u(?:([0-9a-fA-F]{4})|\{([0-9a-fA-F]+)\})")
# The bytes of which names consist; b"" is the end of the file.
WORD = frozenset(bytes([code]) for code in range(256) if code >= 0x80 or chr(code).isalnum() or chr(code) in "_$\\")
PLAIN = frozenset(word[0] for word in WORD if word != b"\\")
IDENTIFIERS = frozenset(("identifier", "shorthand_property_identifier", "shorthand_property_identifier_pattern"))
# Every kind of node that `tokens` may give: also names of properties and labels.
NAMING = IDENTIFIERS | {"property_identifier", "private_property_identifier", "statement_identifier"}
SHORT = 2  # bytes of a name that is searched among the names only


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
    _tokens: dict[str, tuple[int, ...]] = field(default_factory=dict)
    _bindings: dict[str, dict[int, Binding]] = field(default_factory=dict)
    _references: dict[str, dict[int, list[int]]] = field(default_factory=dict)
    _escaped: dict[str, list[int]] | None = None
    _short: dict[bytes, list[int]] | None = None

    def name(self, node: int) -> str:
        """The name that an identifier's node spells, escapes undone."""
        text = self.syntax.text(node).decode("utf-8", "replace")
        return plain(text) if "\\" in text else text

    def mentioned(self, names: Iterable[str]) -> list[str]:
        """Those of the names whose characters, or whose escapes, stand anywhere in the source."""
        data, escapes = self.syntax.data, self._escapes()
        return [name for name, spelled in _spellings(names) if spelled in data or name in escapes]

    def tokens(self, name: str) -> tuple[int, ...]:
        """Every node that spells the name: identifiers, property names and shorthands, in order."""
        found = self._tokens.get(name)
        if found is None:
            spelled = name.encode()
            nodes = list(self._escapes().get(name, ()))
            if len(spelled) <= SHORT:
                nodes += self._indexed().get(spelled, ())
            elif spelled in self.syntax.data:
                nodes += [self._token(place, place + len(spelled)) for place in self._spelled(spelled)]
            found = self._tokens[name] = tuple(sorted(node for node in nodes if node >= 0))
        return found

    def _indexed(self) -> dict[bytes, list[int]]:
        """The nodes of every short name: a text search for one letter would stop at every other character."""
        if self._short is None:
            self._short = {}
            syntax = self.syntax
            data, starts, ends = syntax.data, syntax.starts, syntax.ends
            for node in syntax.of_kinds(NAMING):
                start, end = starts[node], ends[node]
                if end - start <= SHORT:
                    self._short.setdefault(data[start:end], []).append(node)
        return self._short

    def _spelled(self, name: bytes) -> Iterator[int]:
        """Where the name stands as a word. A plain search: an expression with word boundaries is ten times slower."""
        data = self.syntax.data
        place = data.find(name)
        while place >= 0:
            end = place + len(name)
            if data[end : end + 1] not in WORD and (place == 0 or data[place - 1 : place] not in WORD):
                yield place
            place = data.find(name, end)

    def declared(self, node: int) -> Binding | None:
        """The binding that an identifier's node declares, if it stands where names are declared."""
        if self.syntax.kind(node) == "shorthand_property_identifier":
            return None
        return self._declaration(node)

    def binding(self, node: int) -> Binding | None:
        """What an identifier's node refers to; None for a global."""
        scopes = self._scopes(self.name(node))
        return self._visible(node, scopes) if scopes else None

    def _visible(self, node: int, scopes: dict[int, Binding]) -> Binding | None:
        """The binding of the innermost of the scopes that a node stands in."""
        parents = self.syntax.parents
        at = node
        while at >= 0:
            found = scopes.get(at)
            if found is not None:
                return found
            at = parents[at]
        return None

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
            if not self.tokens(name):
                return {}
            found = self._references[name] = {}
            kind, scopes = self.syntax.kind, self._scopes(name)
            only = scopes.get(0) if len(scopes) == 1 else None  # the module's own, seen from everywhere
            for node in self.tokens(name):
                if kind(node) in IDENTIFIERS:
                    binding = only or (self._visible(node, scopes) if scopes else None)
                    declaration = binding.node if binding else -1
                    if declaration != node:
                        found.setdefault(declaration, []).append(node)
        return found

    def written(self, binding: Binding) -> bool:
        """Whether anything but the declaration assigns to the name."""
        return any(self._assigned(node) for node in self.references(binding))

    def _assigned(self, node: int) -> bool:
        syntax = self.syntax
        parent = syntax.parents[node]
        kind = syntax.kind(parent)
        if kind in {"assignment_expression", "augmented_assignment_expression", "for_in_statement"}:
            return syntax.field(node) == "left"
        return kind in {"update_expression", "array_pattern", "object_pattern", "pair_pattern", "rest_pattern"} or (
            kind in {"assignment_pattern", "object_assignment_pattern"} and syntax.field(node) == "left"
        )

    def _token(self, start: int, end: int) -> int:
        syntax = self.syntax
        node = syntax.at(start)
        while node > 0 and syntax.starts[node] == start and syntax.ends[node] != end:
            node -= 1
        if node < 0 or syntax.starts[node] != start or syntax.ends[node] != end:
            return -1
        while syntax.after[node] > node + 1:
            node += 1
        return node if syntax.kind(node).endswith("identifier") or syntax.kind(node) in IDENTIFIERS else -1

    def _escapes(self) -> dict[str, list[int]]:
        if self._escaped is None:
            self._escaped = {}
            if b"\\u" in self.syntax.data:
                for match in _escaped(self.syntax.data):
                    node = self._token(match.start(), match.end())
                    if node >= 0:
                        self._escaped.setdefault(plain(match.group().decode("utf-8", "replace")), []).append(node)
        return self._escaped

    def _scopes(self, name: str) -> dict[int, Binding]:
        found = self._bindings.get(name)
        if found is None:
            found = self._bindings[name] = {}
            for node in self.tokens(name):
                binding = self.declared(node)
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


def _escaped(data: bytes) -> Iterator[re.Match[bytes]]:
    """The words of a source that hold an escape: searched from the escapes, since most words have none."""
    end, place = 0, data.find(b"\\u")
    while place >= 0:
        start = place
        while start > end and data[start - 1] in PLAIN:
            start -= 1
        match = _ESCAPED.match(data, start)
        if match:
            end = match.end()
            yield match
        place = data.find(b"\\u", max(end, place + 2))


@lru_cache(maxsize=16)
def _encoded(names: tuple[str, ...]) -> tuple[tuple[str, bytes], ...]:
    return tuple((name, name.encode()) for name in names)


def _spellings(names: Iterable[str]) -> tuple[tuple[str, bytes], ...]:
    """Names with their bytes."""
    return _encoded(tuple(names))


def plain(text: str) -> str:
    """An identifier with its Unicode escapes undone; an escape beyond Unicode stays as it is."""

    def character(match: re.Match[str]) -> str:
        code = int(match.group(1) or match.group(2), 16)
        return chr(code) if code < 0x110000 else match.group()

    return _ESCAPE.sub(character, text)
