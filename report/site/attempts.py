"""Several attempts of one model and agent: did any pass a program, did all? It never mixes attempts into one entry:
each is a row and is ranked as what it is."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

from ...scoring.passk import pass_at_k, pass_hat_k
from ...scoring.rates import Standing
from .table import Board, Row


@dataclass(frozen=True, slots=True)
class Attempts:
    """One model and agent with `n` attempts, over the `programs` that count in all of them; shares from 0 to 1, means
    over programs. `one` is pass@1, `any` pass@n, `all` pass^n."""

    model: str
    agent: str
    organisation: str
    n: int
    programs: int
    one: float
    any: float
    all: float


def attempts(board: Board) -> list[Attempts]:
    """Those with at least two attempts, the best pass@1 first."""
    groups: dict[tuple[str, str, str], list[Row]] = {}
    for row in board.rows:
        groups.setdefault((row.about.model, row.about.agent, row.about.organisation), []).append(row)
    found = [_summed(who, rows) for who, rows in sorted(groups.items()) if len(rows) > 1]
    return sorted((it for it in found if it.programs), key=lambda it: -it.one)


def _summed(who: tuple[str, str, str], rows: list[Row]) -> Attempts:
    n, counted = len(rows), (Standing.PASSED, Standing.FAILED)
    programs = [
        [cell.standing for cell in cells]
        for cells in zip(*(row.cells for row in rows), strict=True)
        if all(cell.standing in counted for cell in cells)
    ]
    passed = [standings.count(Standing.PASSED) for standings in programs]

    def mean(values: list[float]) -> float:
        return fsum(values) / len(values) if values else 0.0

    return Attempts(
        *who,
        n=n,
        programs=len(programs),
        one=mean([pass_at_k(n, c, 1) for c in passed]),
        any=mean([pass_at_k(n, c, n) for c in passed]),
        all=mean([pass_hat_k(n, c, n) for c in passed]),
    )
