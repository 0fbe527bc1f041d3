"""Mutants of a source: small changes that a good suite notices, each of one operator. The same source gives the same
mutants in the same order. It runs nothing, and knows of no case."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from ...validators.syntax import Syntax
from ..model import Function, Language, Mutant, Reach, Source
from . import c as operators_c
from . import python as operators_python
from .tree import Edit, above, tree


def mutants(source: Source, lines: Collection[int], counted: Collection[int] | None = None) -> tuple[Mutant, ...]:
    """The mutants in `lines`, in the order of the file. `counted`: the lines that coverage counts at all (`lines` where
    it is not given); a mutant in another line belongs to the first line of its statement."""
    wanted = frozenset(lines)
    known = wanted if counted is None else frozenset(counted)
    return tuple(mutant for mutant in _all(source) if counted_line(mutant, known) in wanted)


def counted_line(mutant: Mutant, counted: Collection[int]) -> int:
    """The line whose execution stands for the mutant's: its own where coverage counts it, else its statement's."""
    return mutant.line if mutant.line in counted else mutant.statement


def sample(
    mutants: Sequence[Mutant], count: int, seed: int, reach: Mapping[str, Reach] | None = None
) -> tuple[Mutant, ...]:
    """`count` of the mutants, or all; each with the same chance, spread evenly over files, functions and operators.

    Any beginning of the answer is such a sample itself: a smaller count gives a beginning of it, and what a time budget
    cuts off is no particular kind. `reach` names the functions."""
    rng = random.Random(seed)
    where = _functions(reach or {})
    ranked = sorted(mutants, key=lambda mutant: mutant.id)
    rng.shuffle(ranked)
    ranked.sort(key=lambda mutant: (mutant.path, where(mutant), mutant.operator))
    offset = rng.random()
    return tuple(ranked[place] for place, _ in zip(_spread(len(ranked), offset), range(count), strict=False))


def _spread(size: int, offset: float) -> Iterator[int]:
    """Every index below `size` once, each beginning of the sequence spread evenly: the van der Corput sequence, turned
    by `offset`; an index that is taken already gives way to the next that is free."""
    free = list(range(size + 1))  # free[i]: some index from i on that is free, by path compression; size: none

    def first(index: int) -> int:
        root = index
        while free[root] != root:
            root = free[root]
        while free[index] != root:
            free[index], index = root, free[index]
        return root

    for number in range(size):
        fraction = (_reversed(number) + offset) % 1.0
        index = first(int(fraction * size))
        if index == size:
            index = first(0)
        free[index] = index + 1
        yield index


def _reversed(number: int) -> float:
    """The bits of a number mirrored at the binary point (van der Corput 1935): 0, ½, ¼, ¾, …"""
    value, weight = 0.0, 0.5
    while number:
        value += weight * (number & 1)
        number >>= 1
        weight /= 2
    return value


def _functions(reach: Mapping[str, Reach]) -> _Where:
    return _Where({path: sorted(of.functions, key=lambda it: (it.first, -it.last)) for path, of in reach.items()})


class _Where:
    """Answers the first line of the innermost function that a mutant stands in, 0 outside of all."""

    def __init__(self, functions: Mapping[str, Sequence[Function]]) -> None:
        self._functions = functions
        self._firsts = {path: [function.first for function in of] for path, of in functions.items()}

    def __call__(self, mutant: Mutant) -> int:
        """The line, in the file of the mutant."""
        functions = self._functions.get(mutant.path, ())
        place = bisect_right(self._firsts.get(mutant.path, []), mutant.line) - 1
        while place >= 0 and functions[place].last < mutant.line:
            place -= 1
        return functions[place].first if place >= 0 else 0


@lru_cache(maxsize=256)
def _all(source: Source) -> tuple[Mutant, ...]:
    syntax = tree(source)
    if source.language is Language.PYTHON:
        return _made(source, syntax, operators_python.edits(syntax))
    return _made(source, syntax, operators_c.edits(syntax, source.language))


def _made(source: Source, syntax: Syntax, edits: Iterable[Edit]) -> tuple[Mutant, ...]:
    python = source.language is Language.PYTHON
    is_statement = operators_python.is_statement if python else operators_c.is_statement
    breaks = [offset for offset, byte in enumerate(source.data) if byte == 10]
    found: dict[tuple[int, int, str], Mutant] = {}
    for edit in sorted(edits):
        original = source.data[edit.start : edit.end]
        if original == edit.text.encode() or _undecodable(original, edit.text):
            continue
        before = bisect_right(breaks, edit.start - 1)
        statement = above(syntax, edit.node, is_statement)
        mutant = Mutant(
            path=source.path,
            line=before + 1,
            column=edit.start - (breaks[before - 1] + 1 if before else 0) + 1,
            operator=edit.operator,
            start=edit.start,
            end=edit.end,
            original=original.decode("utf-8"),
            replacement=edit.text,
            statement=bisect_right(breaks, syntax.starts[statement] - 1) + 1 if statement >= 0 else before + 1,
        )
        found.setdefault((edit.start, edit.end, edit.text), mutant)  # two operators, one change: the first counts
    return tuple(found.values())


def _undecodable(original: bytes, text: str) -> bool:
    """Whether the change cannot be told as text: a source that is not UTF-8."""
    try:
        original.decode("utf-8")
    except UnicodeDecodeError:
        return True
    return "�" in text
