"""The kinds and fields of a language as a flat tree numbers them: equal names have one number, and the order of the
numbers says what becomes of a node."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from tree_sitter import Language

ERROR = 0xFFFF  # tree-sitter's number for the kind of what it could not parse
BYTE = 256
COMMENTS = {"comment", "line_comment", "block_comment"}
HTML = "html_comment"  # no comment in a module: kept, though no operand
PUNCTUATION = frozenset("(){}[],.")  # never a field of its parent


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """`numbers` maps tree-sitter's number of a kind to the one here, the place in `names` and `named`. Nodes of kinds
    below `fields_from` are left out; below `kept_from` they are kept where they are a field; below `entered_from` they
    are kept without what is in them."""

    names: tuple[str, ...]
    named: tuple[bool, ...]
    fields: tuple[str, ...]
    field_numbers: Mapping[str, int]
    numbers: bytes | array[int]
    fields_from: int
    kept_from: int
    entered_from: int
    _marks: dict[frozenset[str], bytes] = field(default_factory=dict)

    def marks(self, kinds: frozenset[str]) -> bytes:
        """A byte for each number of a kind (256 at least), 1 for those of these names."""
        found = self._marks.get(kinds)
        if found is None:
            found = self._marks[kinds] = bytes(name in kinds for name in self.names).ljust(BYTE, b"\0")
        return found


@cache
def grammar(language: Language, sparse: bool, whole: frozenset[str]) -> Grammar:
    """The grammar for trees with everything, or for `sparse` ones, where the kinds that are `whole` are not entered."""
    kinds = [("ERROR", True)]
    for number in range(1, language.node_kind_count):
        name = language.node_kind_for_id(number) or "?"
        kinds.append((name, language.node_kind_is_named(number) and name not in COMMENTS | {HTML}))
    turns = {kind: _turn(*kind, whole) if sparse else 3 for kind in kinds}
    ordered = sorted(turns, key=lambda kind: (turns[kind], kind))
    place = {kind: number for number, kind in enumerate(ordered)}
    numbers = [place[kind] for kind in kinds] + [place[kinds[0]]] * (ERROR + 1 - len(kinds))
    fields_from, kept_from, entered_from = (sum(turn < least for turn in turns.values()) for least in (1, 2, 3))
    fields = ("", *(language.field_name_for_id(i) or "" for i in range(1, language.field_count + 1)))
    return Grammar(
        tuple(name for name, _ in ordered),
        tuple(named for _, named in ordered),
        fields,
        {name: number for number, name in enumerate(fields) if number},
        packed(numbers, len(ordered)),
        fields_from,
        kept_from,
        entered_from,
    )


def _turn(name: str, named: bool, whole: frozenset[str]) -> int:
    """0 for what is left out, 1 for what is kept as a field, 2 for what is kept alone, 3 for what is entered."""
    if named or name == HTML:
        return 2 if name in whole else 3
    return 0 if name in PUNCTUATION else 1


def packed(numbers: list[int], count: int) -> bytes | array[int]:
    """Numbers below a count, in as little room as that takes."""
    return bytes(numbers) if count <= BYTE else array("H", numbers)
