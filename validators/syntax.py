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
from functools import cache
from itertools import compress

from tree_sitter import Language, Node, Parser, Point

CHUNK = 1 << 10
ERROR = 0xFFFF  # tree-sitter's number for the kind of what it could not parse
DROP, INTO, KEEP = 0, 1, 2  # leave a node out unless it is a field; take it and what is in it; take it alone
EVERY = bytes([INTO]) * (ERROR + 1)
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
    names: tuple[str, ...]
    named: tuple[bool, ...]
    fields: tuple[str, ...]
    field_numbers: Mapping[str, int]
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
        return compress(range(len(self.kinds)), map(self.marks(kinds).__getitem__, self.kinds))

    def marks(self, kinds: frozenset[str]) -> bytes:
        """A byte for each number that a kind can have, 1 for those of these names."""
        return _marks(self.names, kinds)

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
    turns = _turns(language, frozenset() if root.has_error else whole) if sparse else EVERY
    return _flattened(root, language, data, nesting, turns)


def _flattened(root: Node, language: Language, data: bytes, nesting: int, turns: bytes) -> Syntax:
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
    cursor = root.walk()
    down, right, up = cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent
    stack: list[int] = []
    parent = -1
    index = 0
    while True:
        node = cursor.node
        assert node is not None
        kind = node.kind_id
        field = cursor.field_id or 0
        turn = turns[kind]
        if turn or field:
            add_kind(kind)
            add_field(field)
            add_start(node.start_byte)
            add_end(node.end_byte)
            add_parent(parent)
            index += 1
            add_after(index)  # right for a leaf; corrected for others when their last child is done
            if turn == INTO and down():
                stack.append(parent)
                if len(stack) > nesting:
                    raise TooTangled(f"nested deeper than {nesting:,} levels")
                parent = index - 1
                continue
        while not right():
            if not up():
                if root.has_error:
                    kinds = [0 if kind == ERROR else kind for kind in kinds]  # name 0 is "end", never a node's
                flat = (array("H", kinds), array("H", fields), array("I", starts), array("I", ends))
                return Syntax(data, *_words(language), *flat, array("i", parents), array("I", after), root.has_error)
            after[parent] = index
            parent = stack.pop()


@cache
def _turns(language: Language, whole: frozenset[str]) -> bytes:
    """What to do with a node of each kind, by the kind's number: punctuation, keywords and comments go, but for those
    on which the front ends of a language differ."""
    names = _names(language)
    turns = bytearray(ERROR + 1)
    for number, (name, named) in enumerate(zip(names, _named(language), strict=True)):
        turns[number] = (KEEP if name in whole else INTO) if named or name == "html_comment" else DROP
    turns[ERROR] = INTO
    return bytes(turns)


@cache
def _marks(names: tuple[str, ...], kinds: frozenset[str]) -> bytes:
    """A byte for each kind of the grammar, 1 for those of these names."""
    return bytes(name in kinds for name in names)


@cache
def _words(language: Language) -> tuple[tuple[str, ...], tuple[bool, ...], tuple[str, ...], Mapping[str, int]]:
    fields = _fields(language)
    return _names(language), _named(language), fields, {name: number for number, name in enumerate(fields) if number}


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
