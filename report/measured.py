"""What the submitted trees are like in numbers, beside the same numbers of mechanical translations: told, never judged.
The text, HTML and Markdown forms show the same table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .view import RunView


@dataclass(frozen=True, slots=True)
class Row:
    """One tree, or one reference: `own` says which. `values` stand under the table's counts, as text."""

    name: str
    own: bool
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MeasuredTable:
    """`counts` are the heads of the columns, after the name."""

    counts: tuple[str, ...]
    rows: tuple[Row, ...]


def measured(view: RunView) -> MeasuredTable | None:
    """The table of a run; None where nothing was measured."""
    if not view.measures:
        return None
    counts = tuple(view.measures[0].counts)
    return MeasuredTable(("lines", *counts), tuple(_rows(view, counts)))


def _rows(view: RunView, counts: tuple[str, ...]) -> Iterator[Row]:
    for tree in view.measures:
        name = f"{tree.tree} ({', '.join(tree.badges)})" if tree.badges else tree.tree
        yield Row(name, True, (f"{tree.lines:,}", *(number(tree.counts.get(count, 0)) for count in counts)))
    for name, other in view.reference.items():
        yield Row(name, False, (f"{other.lines:,}", *(number(other.counts.get(count, 0)) for count in counts)))


def number(value: float) -> str:
    """A count with separators, a share with four decimals at most."""
    return f"{int(value):,}" if value == int(value) else f"{value:.4f}"
