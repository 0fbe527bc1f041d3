"""What the operators of all languages share: a parsed source, an edit of it, and what an edit must not do to the tokens
beside it. It never decides what is worth changing: `operators_python` and `operators_c` do."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from tree_sitter import Language as Grammar
from tree_sitter import Parser

from ...core.errors import UserError
from ...validators.syntax import Syntax, TooTangled, parsed
from ..model import Language, Source

NODES, NESTING = 8_000_000, 4_000  # far beyond what people write: a source of 40 MB, and a chain of 4,000 `+`
NEGATED = {"==": "!=", "!=": "==", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}
SHIFTED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
TABLE, KEPT = 64, 8  # a literal of more constants than TABLE is data, not code: KEPT of its constants are changed
SIGNS = frozenset(b"+-*/%&|^<>=!~@.")
WORD = frozenset(b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") | frozenset(range(128, 256))
FILLER = "portproof"  # what an empty string becomes


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """The bytes from `start` to `end` become `text`; `node` is the syntax node that it is about."""

    start: int
    end: int
    operator: str
    text: str
    node: int


def tree(source: Source) -> Syntax:
    """The source's syntax. Raises UserError for a file that no parser should be asked to read."""
    grammar, parser = _parser(source.language)
    try:
        return parsed(parser, grammar, source.data, NODES, NESTING)
    except TooTangled as error:
        raise UserError(f"{source.path} cannot be mutated: {error}", "exclude it in the task's audit.toml") from error


@cache
def _parser(language: Language) -> tuple[Grammar, Parser]:
    grammar = Grammar(import_module(f"tree_sitter_{language.value}").language())
    return grammar, Parser(grammar)


def replaced(syntax: Syntax, node: int, operator: str, text: str) -> Edit:
    """The edit that puts `text` in the place of a whole node, apart from the tokens on both sides."""
    start, end = syntax.starts[node], syntax.ends[node]
    before = syntax.data[start - 1 : start]
    after = syntax.data[end : end + 1]
    if text:
        text = (" " if _joins(before, text[:1].encode()) else "") + text
        text += " " if _joins(text[-1:].encode(), after) else ""
    return Edit(start, end, operator, text, node)


def _joins(left: bytes, right: bytes) -> bool:
    """Whether two neighbouring bytes would become one token: `return1`, `a--b`, `a/*b`."""
    if not left or not right:
        return False
    one, other = left[0], right[0]
    return (one in WORD and other in WORD) or (one in SIGNS and other in SIGNS)


def text(syntax: Syntax, node: int) -> str:
    """A node's text; what is not UTF-8 is shown by replacement characters, and never written back."""
    return syntax.text(node).decode("utf-8", "replace")


def marked(syntax: Syntax, roots: Iterable[int]) -> bytearray:
    """One byte a node, 1 for every node of the subtrees at `roots`."""
    marks = bytearray(len(syntax.kinds))
    for root in roots:
        marks[root : syntax.after[root]] = b"\1" * (syntax.after[root] - root)
    return marks


def above(syntax: Syntax, node: int, wanted: Callable[[str], bool]) -> int:
    """The nearest node at or above `node` whose kind is wanted, or -1."""
    while node >= 0 and not wanted(syntax.kind(node)):
        node = syntax.parents[node]
    return node


def thinned(
    syntax: Syntax, edits: Iterable[Edit], containers: frozenset[str], literals: frozenset[str]
) -> Iterator[Edit]:
    """The edits, but of the constants of one table only KEPT, spread evenly: otherwise the tables of a library outweigh
    its code a hundredfold."""
    tables = _tables(syntax, containers, literals)
    starts = [first for first, _ in tables]
    held: dict[int, list[Edit]] = {}
    for edit in edits:
        place = bisect_left(starts, edit.node + 1) - 1
        if edit.operator in ("constant", "string") and place >= 0 and edit.node < tables[place][1]:
            held.setdefault(place, []).append(edit)
        else:
            yield edit
    for group in held.values():
        group.sort()
        count = min(KEPT, len(group))
        yield from (group[(2 * number + 1) * len(group) // (2 * count)] for number in range(count))


def _tables(syntax: Syntax, containers: frozenset[str], literals: frozenset[str]) -> list[tuple[int, int]]:
    """The outermost literals of more than TABLE constants, as ranges of nodes."""
    places = [node for node in range(len(syntax.kinds)) if syntax.kind(node) in literals]
    found: list[tuple[int, int]] = []
    node = 0
    while node < len(syntax.kinds):
        end = syntax.after[node]
        if syntax.kind(node) in containers and bisect_left(places, end) - bisect_left(places, node) > TABLE:
            found.append((node, end))
            node = end
        else:
            node += 1
    return found


def integers(value: int, shown: Callable[[int], str]) -> Iterator[str]:
    """The neighbours of a whole number that is written without a sign."""
    yield shown(value + 1)
    if value > 0:
        yield shown(value - 1)


def floating(value: float) -> str | None:
    """Another number of the same kind, or None where there is no safe one."""
    other = value + 1.0
    if other == value:
        other = value * 2.0
    return repr(other) if math.isfinite(other) and other != value else None
