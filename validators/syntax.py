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
    kinds, field_ids = array("H"), array("H")
    starts, ends, parents, after = array("I"), array("I"), array("i"), array("I")
    cursor = root.walk()
    stack: list[int] = []
    parent = -1
    while True:
        node = cursor.node
        assert node is not None
        index = len(kinds)
        kinds.append(node.kind_id if node.kind_id < 0xFFFF else 0)  # ERROR is 65535: name 0 is "end", never a node's
        field_ids.append(cursor.field_id or 0)
        starts.append(node.start_byte)
        ends.append(node.end_byte)
        parents.append(parent)
        after.append(0)
        if cursor.goto_first_child():
            stack.append(index)
            parent = index
            if len(stack) > nesting:
                raise TooTangled(f"nested deeper than {nesting:,} levels")
            continue
        after[index] = index + 1
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                words = (_names(language), _named(language), _fields(language))
                return Syntax(
                    data, *words, kinds, field_ids, starts, ends, parents, after, root.has_error
                )  # fmt: skip
            after[stack.pop()] = len(kinds)
            parent = stack[-1] if stack else -1


def _names(language: Language) -> tuple[str, ...]:
    names = [language.node_kind_for_id(i) or "" for i in range(language.node_kind_count)]
    names[0] = "ERROR"
    return tuple(name or "?" for name in names)


def _named(language: Language) -> tuple[bool, ...]:
    comments = {"comment", "html_comment", "line_comment", "block_comment"}
    names = _names(language)
    return (True, *(language.node_kind_is_named(i) and names[i] not in comments for i in range(1, len(names))))


def _fields(language: Language) -> tuple[str, ...]:
    return ("", *(language.field_name_for_id(i) or "" for i in range(1, language.field_count + 1)))
