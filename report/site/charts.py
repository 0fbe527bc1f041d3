"""Charts as SVG of our own: positions only, colours are the style sheet's. Each has its numbers in words beside it."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from ...scoring.rates import Rate, Standing
from ..visible import visible
from .table import Board, Row


@dataclass(frozen=True, slots=True)
class Dot:
    """A point of a chart: `x` and `y` in the chart's own units, `size` its radius, `title` says it in words."""

    x: float
    y: float
    size: float
    title: str


@dataclass(frozen=True, slots=True)
class Strip:
    """One library: its programs, the program rate of each row of the board, and a dot for each rate that occurs.
    `released` are the release dates of its tasks, which decide whether it is in a window of dates."""

    library: str
    programs: int
    dots: tuple[Dot, ...]
    rates: tuple[Rate, ...]
    released: tuple[str, ...]

    @property
    def words(self) -> str:
        """The dots in words, for those who do not see them."""
        return "; ".join(dot.title for dot in self.dots) or "no program counts"


@dataclass(frozen=True, slots=True)
class Timeline:
    """One entry: a dot for each task by its release date, and where the model's cutoff is, if that is in the picture.
    `before` and `after` count programs of tasks released up to the cutoff and after it; None without a cutoff."""

    row: Row
    dots: tuple[Dot, ...]
    cutoff: float | None
    before: Rate | None
    after: Rate | None


WIDTH, HEIGHT, MARGIN = 260.0, 110.0, 8.0


def strips(board: Board) -> list[Strip]:
    """Rate by library, libraries by name."""
    places: dict[str, list[int]] = {}
    for index, (task, _) in enumerate(board.programs):
        places.setdefault(task.library, []).append(index)
    made = []
    for library, indices in sorted(places.items(), key=lambda item: (item[0].casefold(), item[0])):
        rates = tuple(program_rate(row, indices) for row in board.rows)
        released = sorted({board.programs[index][0].released.isoformat() for index in indices})
        made.append(Strip(library, len(indices), _dots(board, rates), rates, tuple(released)))
    return made


def _dots(board: Board, rates: Sequence[Rate]) -> tuple[Dot, ...]:
    """One for each rate that occurs, its area growing with the entries that have it."""
    names: dict[float, list[str]] = {}
    for row, rate in zip(board.rows, rates, strict=True):
        if rate.total:
            names.setdefault(100 * rate.passed / rate.total, []).append(visible(row.about.model, 40))
    return tuple(
        Dot(x, 0, min(3.2, 1.2 * sqrt(len(who))), f"{x:.0f} %: {', '.join(who)}") for x, who in sorted(names.items())
    )


def timelines(board: Board) -> list[Timeline]:
    """Rate by release date, one small chart for each entry."""
    dates = [task.released for task in board.file.tasks]
    first, last = min(dates), max(dates)
    return [_timeline(board, row, first, last) for row in board.rows]


def ends(board: Board) -> tuple[datetime.date, datetime.date]:
    """The first and the last release date: the ends of every timeline."""
    dates = [task.released for task in board.file.tasks]
    return min(dates), max(dates)


def _timeline(board: Board, row: Row, first: datetime.date, last: datetime.date) -> Timeline:
    dots, before, after, index = [], Rate(0, 0), Rate(0, 0), 0
    cutoff = row.about.cutoff
    for task in board.file.tasks:
        rate = program_rate(row, range(index, index + len(task.programs)))
        index += len(task.programs)
        if not rate.total:
            continue
        title = f"{task.id}, released {task.released}: {rate.passed} of {rate.total} programs"
        y = HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * rate.passed / rate.total
        dots.append(Dot(_place(task.released, first, last), y, min(7.0, 2.5 + rate.total / 3), title))
        if cutoff is not None and task.released <= cutoff:
            before = Rate(before.passed + rate.passed, before.total + rate.total)
        else:
            after = Rate(after.passed + rate.passed, after.total + rate.total)
    shown = cutoff is not None and first <= cutoff <= last
    return Timeline(
        row,
        tuple(sorted(dots, key=lambda dot: (dot.x, dot.y, dot.title))),
        _place(cutoff, first, last) if shown and cutoff else None,
        before if cutoff else None,
        after if cutoff else None,
    )


def _place(day: datetime.date, first: datetime.date, last: datetime.date) -> float:
    share = (day - first).days / max(1, (last - first).days)
    return round(MARGIN + (WIDTH - 2 * MARGIN) * share, 1)


def program_rate(row: Row, indices: Sequence[int]) -> Rate:
    """Programs passed of those that count, over some cells of a row."""
    standings = [row.cells[index].standing for index in indices]
    passed = standings.count(Standing.PASSED)
    return Rate(passed, passed + standings.count(Standing.FAILED))
