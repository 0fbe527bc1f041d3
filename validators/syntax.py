"""A syntax tree in flat arrays, in the order of the source: made once from tree-sitter's, then walked without
recursion.

tree-sitter's own `parent` walks down from the root each time, and its nodes are objects; a hostile file of a million
tokens
makes both too slow. Here a node is an index, its parent a look-up, its children a stride.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import compress

from tree_sitter import Language, Node, Parser, Point

from .grammar import Grammar, grammar, packed

CHUNK = 1 << 10
# Calls of the progress callback (one per 100 steps of the parser) that a byte may cost: ordinary code needs 0.02, the
# densest (`;;;;`) 0.07, garbage that drives the error recovery wild thousands.
CALLS_PER_BYTE = 0.1
CALLS_AT_LEAST = 20_000
# How often the parser may read a byte: ordinary code needs 2.2 at most. A comment that never ends is read to the end of
# the file from each of its beginnings, without a call of the progress callback.
READS = 16
READS_AT_LEAST = 1 << 20  # bytes


class TooTangled(Exception):
    """The parser gave up within its bound, or the tree is deeper than the limit."""


@dataclass(frozen=True, slots=True)
class Syntax:
    """`kind(i)`, `parents[i]`, `starts[i]`, `ends[i]`; the subtree of i is the range i to `after[i]`. Node 0 is the
    root."""

    data: bytes
    grammar: Grammar
    names: tuple[str, ...]
    named: tuple[bool, ...]
    fields: tuple[str, ...]
    field_numbers: Mapping[str, int]
    kinds: bytes | array[int]
    field_ids: bytes | array[int]
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

    def children(self, node: int) -> list[int]:
        """The children in order."""
        after, found = self.after, []
        child, end = node + 1, after[node]
        while child < end:
            found.append(child)
            child = after[child]
        return found

    def child(self, node: int, field: str) -> int:
        """The first child of that field, or -1."""
        wanted, ids, after = self.field_numbers.get(field, 0), self.field_ids, self.after
        child, end = node + 1, after[node]
        while child < end:
            if ids[child] == wanted:
                return child
            child = after[child]
        return -1

    def operands(self, node: int) -> list[int]:
        """The children that are neither punctuation, keywords nor comments."""
        named, kinds, after, found = self.named, self.kinds, self.after, []
        child, end = node + 1, after[node]
        while child < end:
            if named[kinds[child]]:
                found.append(child)
            child = after[child]
        return found

    def of_kinds(self, kinds: frozenset[str]) -> Iterator[int]:
        """The nodes of these kinds, in order."""
        marks = self.grammar.marks(kinds)
        if not isinstance(self.kinds, bytes):
            return compress(range(len(self.kinds)), map(marks.__getitem__, self.kinds))
        return compress(range(len(self.kinds)), self.kinds.translate(marks))

    def at(self, offset: int) -> int:
        """The deepest node that starts at or before a byte offset and is nearest to it: a token's own node."""
        return bisect_right(self.starts, offset) - 1

    def first_from(self, offset: int) -> int:
        """The first node that starts at or after an offset."""
        return bisect_left(self.starts, offset)


def parsed(
    parser: Parser,
    language: Language,
    data: bytes,
    nodes: int,
    nesting: int,
    *,
    sparse: bool = False,
    whole: frozenset[str] = frozenset(),
) -> Syntax:
    """The tree of a source; a `sparse` one has no comments and none of the punctuation and keywords that are no field
    of their parent, and costs two thirds. Of the kinds that are `whole` it has nothing within, unless the source has an
    error: then anything may stand there.
    Raises TooTangled for what is nested deeper than `nesting` or exhausts the parser's bound."""
    calls = 0
    bound = max(CALLS_AT_LEAST, int(len(data) * CALLS_PER_BYTE))
    unread = max(READS_AT_LEAST, len(data) * READS)

    def chunk(offset: int, _point: Point) -> bytes:
        nonlocal unread
        read = data[offset : offset + CHUNK]
        unread -= len(read)
        return read if unread > 0 else b""  # the end for the parser, so that it comes to the next call of progress

    def progress(_offset: int, _error: bool) -> bool:
        nonlocal calls
        calls += 1
        return calls > bound or unread <= 0  # true cancels

    parser.reset()
    try:
        tree = parser.parse(chunk, progress_callback=progress)
    except ValueError as error:
        raise TooTangled("the parser gave up on it") from error
    if unread <= 0:
        raise TooTangled("the parser gave up on it")
    if tree.root_node.descendant_count > nodes:
        raise TooTangled(f"more than {nodes:,} syntax nodes")
    root = tree.root_node
    return _flattened(root, grammar(language, sparse, frozenset() if root.has_error else whole), data, nesting)


def _flattened(root: Node, words: Grammar, data: bytes, nesting: int) -> Syntax:
    """The tree in arrays. One turn of the loop is what a node costs, so it does nothing that can be done for all at
    once."""
    kinds: list[int] = []
    fields: list[int] = []
    starts: list[int] = []
    ends: list[int] = []
    parents: list[int] = []
    after: list[int] = []
    add_kind, add_field, add_start, add_end = kinds.append, fields.append, starts.append, ends.append
    add_parent, add_after = parents.append, after.append
    numbers, fields_from, kept_from = words.numbers, words.fields_from, words.kept_from
    entered_from = words.entered_from
    cursor = root.walk()
    down, right, up = cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent
    stack: list[int] = []
    parent = -1
    index = 0
    while True:
        node = cursor.node
        assert node is not None
        kind = numbers[node.kind_id]
        if kind >= fields_from:
            field = cursor.field_id or 0
            if kind >= kept_from or field:
                add_kind(kind)
                add_field(field)
                add_start(node.start_byte)
                add_end(node.end_byte)
                add_parent(parent)
                index += 1
                add_after(index)  # right for a leaf; corrected for others when their last child is done
                if kind >= entered_from and down():
                    stack.append(parent)
                    if len(stack) > nesting:
                        raise TooTangled(f"nested deeper than {nesting:,} levels")
                    parent = index - 1
                    continue
        while not right():
            if not up():
                return Syntax(
                    data, words, words.names, words.named, words.fields, words.field_numbers,
                    packed(kinds, len(words.names)), packed(fields, len(words.fields)),
                    array("I", starts), array("I", ends), array("i", parents), array("I", after), root.has_error,
                )  # fmt: skip
            after[parent] = index
            parent = stack.pop()
