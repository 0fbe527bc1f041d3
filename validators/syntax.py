"""A syntax tree in flat arrays, in the order of the source: made once from tree-sitter's, then walked without
recursion.

tree-sitter's own `parent` walks down from the root each time, and its nodes are objects; a hostile file of a million
tokens
makes both too slow. Here a node is an index, its parent a look-up, its children a stride.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from tree_sitter import Language, Node, Parser, Point

CHUNK = 1 << 16
# Calls of the progress callback (one per 100 steps of the parser) that a byte may cost: ordinary code needs under 0.05,
# garbage that drives the error recovery wild needs thousands.
CALLS_PER_BYTE = 0.3
CALLS_AT_LEAST = 20_000


class TooTangled(Exception):
    """The parser gave up within its bound, or the tree is deeper than the limit."""


@dataclass(frozen=True, slots=True)
class Syntax:
    """`kind(i)`, `parents[i]`, `starts[i]`, `ends[i]`; the subtree of i is the range i to `after[i]`. Node 0 is the
    root."""

    data: bytes
    names: tuple[str, ...]
    named: tuple[bool, ...]
    fields: tuple[str, ...]
    kinds: array[int]
    field_ids: array[int]
    starts: array[int]
    ends: array[int]
    parents: array[int]
    after: array[int]
    has_error: bool

    def kind(self, node: int) -> str:
        """The grammar's name of a node."""
        return self.names[self.kinds[node]]

    def field(self, node: int) -> str:
        """The field under which the parent holds the node; empty where none."""
        return self.fields[self.field_ids[node]]

    def text(self, node: int) -> bytes:
        """The node's bytes."""
        return self.data[self.starts[node] : self.ends[node]]

    def children(self, node: int) -> Iterator[int]:
        """The children in order, punctuation included."""
        child, end = node + 1, self.after[node]
        while child < end:
            yield child
            child = self.after[child]

    def child(self, node: int, field: str) -> int:
        """The first child of that field, or -1."""
        for child in self.children(node):
            if self.fields[self.field_ids[child]] == field:
                return child
        return -1

    def operands(self, node: int) -> list[int]:
        """The children that are neither punctuation, keywords nor comments."""
        named = self.named
        kinds = self.kinds
        return [child for child in self.children(node) if named[kinds[child]]]

    def at(self, offset: int) -> int:
        """The deepest node that starts at or before a byte offset and is nearest to it: a token's own node."""
        return bisect_right(self.starts, offset) - 1

    def first_from(self, offset: int) -> int:
        """The first node that starts at or after an offset."""
        return bisect_left(self.starts, offset)


def parsed(parser: Parser, language: Language, data: bytes, nodes: int, nesting: int) -> Syntax:
    """The tree of a source. Raises TooTangled for what is nested deeper than `nesting` or exhausts the parser's
    bound."""
    calls = 0
    bound = max(CALLS_AT_LEAST, int(len(data) * CALLS_PER_BYTE))

    def chunk(offset: int, _point: Point) -> bytes:
        return data[offset : offset + CHUNK]

    def progress(_offset: int, _error: bool) -> bool:
        nonlocal calls
        calls += 1
        return calls > bound  # true cancels

    parser.reset()
    try:
        tree = parser.parse(chunk, progress_callback=progress)
    except ValueError as error:
        raise TooTangled("the parser gave up on it") from error
    if tree.root_node.descendant_count > nodes:
        raise TooTangled(f"more than {nodes:,} syntax nodes")
    return _flattened(tree.root_node, language, data, nesting)


def _flattened(root: Node, language: Language, data: bytes, nesting: int) -> Syntax:
    kinds: list[int] = []
    fields: list[int] = []
    starts: list[int] = []
    ends: list[int] = []
    parents: list[int] = []
    add_kind, add_field, add_start, add_end = kinds.append, fields.append, starts.append, ends.append
    add_parent = parents.append
    after = array("I", bytes(4 * root.descendant_count))
    cursor = root.walk()
    down, right, up = cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent
    stack: list[int] = []
    parent = -1
    index = 0
    while True:
        node = cursor.node
        assert node is not None
        add_kind(node.kind_id)
        add_field(cursor.field_id or 0)
        add_start(node.start_byte)
        add_end(node.end_byte)
        add_parent(parent)
        if down():
            stack.append(index)
            parent = index
            index += 1
            if len(stack) > nesting:
                raise TooTangled(f"nested deeper than {nesting:,} levels")
            continue
        index += 1
        after[index - 1] = index
        while not right():
            if not up():
                kinds = [0 if kind == 0xFFFF else kind for kind in kinds]  # ERROR: name 0 is "end", never a node's
                words = (_names(language), _named(language), _fields(language))
                flat = (
                    array("H", kinds),
                    array("H", fields),
                    array("I", starts),
                    array("I", ends),
                    array("i", parents),
                )
                return Syntax(data, *words, *flat, after, root.has_error)
            after[stack.pop()] = index
            parent = stack[-1] if stack else -1


@cache
def _names(language: Language) -> tuple[str, ...]:
    names = [language.node_kind_for_id(i) or "" for i in range(language.node_kind_count)]
    names[0] = "ERROR"
    return tuple(name or "?" for name in names)


@cache
def _named(language: Language) -> tuple[bool, ...]:
    comments = {"comment", "html_comment", "line_comment", "block_comment"}
    names = _names(language)
    return (True, *(language.node_kind_is_named(i) and names[i] not in comments for i in range(1, len(names))))


@cache
def _fields(language: Language) -> tuple[str, ...]:
    return ("", *(language.field_name_for_id(i) or "" for i in range(1, language.field_count + 1)))
