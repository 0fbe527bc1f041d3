"""A board shaped for its page, for machines and for spreadsheets: the same facts three times."""

from __future__ import annotations

import csv
import io
from dataclasses import fields

from ...core.bytestring import Json
from ...core.plain import plain
from ...scoring.compare import Comparison
from ...scoring.interval import Interval
from ...scoring.rates import Rate
from ..visible import visible
from .attempts import attempts
from .charts import program_rate
from .table import Board, Cell, Row, rejected

FORMAT = 1  # 1: first
NAME_LENGTH = 80


def name(row: Row) -> str:
    """A row in one line: model, agent and attempt."""
    parts = [row.about.model, row.about.agent, f"attempt {row.about.attempt}" if row.about.attempt > 1 else ""]
    return visible(", ".join(part for part in parts if part), NAME_LENGTH)


def data(board: Board) -> dict[str, Json]:
    """What the page's script computes from: the manifest, and six numbers for each program of each entry."""
    return {
        "tasks": [[task.id, task.released.isoformat(), len(task.programs)] for task in board.file.tasks],
        "libraries": [visible(task.library, NAME_LENGTH) for task in board.file.tasks],
        "programs": [visible(f"{task.id}/{program}", 2 * NAME_LENGTH) for task, program in board.programs],
        "entries": [
            {
                "id": row.about.id,
                "name": name(row),
                "cutoff": row.about.cutoff.isoformat() if row.about.cutoff else None,
                "cells": [_packed(cell) for cell in row.cells],
            }
            for row in board.rows
        ],
    }


def _packed(cell: Cell) -> Json:
    return [cell.passed, cell.scored, cell.eligible, cell.standing.value[0], _bit(cell.built), _bit(cell.clean)]


def _bit(value: bool | None) -> int:
    return -1 if value is None else int(value)


def as_json(board: Board) -> dict[str, Json]:
    """board.json of the site: terms, manifest, entries with every number, and every pair."""
    return {
        "format": FORMAT,
        "kind": "board",
        "name": board.name,
        "terms": plain(board.file.terms.model_dump(mode="json")),
        "tasks": plain(board.file.model_dump(mode="json")["tasks"]),
        "entries": [
            {
                **{key: plain(value) for key, value in row.about.model_dump(mode="json").items() if key != "format"},
                "run": row.about.run,
                "results": row.results,
                "submission_digest": row.header.submission_digest,
                "tier": row.header.tier,
                "portproof": row.header.portproof,
                "rank": {"best": row.rank.best, "worst": row.rank.worst},
                "score": plain(row.score),
                "verified": plain(row.verification.model_dump(mode="json")) if row.verification else None,
                "programs": {key: _cell_json(cell) for key, cell in zip(_keys(board), row.cells, strict=True)},
            }
            for row in board.rows
        ],
        "attempts": [plain(it) for it in attempts(board)],
        "comparisons": [_pair(pair) for pair in board.comparisons],
    }


def _pair(pair: Comparison) -> Json:
    difference = None if pair.difference is None else float(pair.difference)
    return {
        field.name: plain(difference if field.name == "difference" else getattr(pair, field.name))
        for field in fields(pair)
    }


def _keys(board: Board) -> list[str]:
    return [f"{task.id}/{program}" for task, program in board.programs]


def _cell_json(cell: Cell) -> Json:
    return {"passed": cell.passed, "scored": cell.scored, "eligible": cell.eligible, "standing": cell.standing.value}


RATES = ("program", "case", "task")


def board_csv(board: Board) -> str:
    """One line for each entry."""
    heads = ["id", "model", "agent", "organisation", "attempt", "date", "cutoff", "rank_best", "rank_worst"]
    for part in RATES:
        heads += [f"{part}_passed", f"{part}_total", f"{part}_low", f"{part}_high"]
    heads += ["built", "built_total", "rejected", "unsafe_share", "tokens", "cost_usd", "verified_cases", "run"]
    lines: list[list[object]] = [list(heads)]
    for row in board.rows:
        about, score = row.about, row.score
        line: list[object] = [about.id, about.model, about.agent, about.organisation, about.attempt, about.date]
        line += [about.cutoff, row.rank.best, row.rank.worst]
        for rate, interval in rates(row):
            line += [rate.passed, rate.total, interval and interval.low, interval and interval.high]
        line += [score.built.passed, score.built.total, rejected(score.policy_clean).passed]
        line += [about.unsafe_share, about.tokens, about.cost_usd]
        line += [row.verification.cases if row.verification else None, about.run]
        lines.append(line)
    return _csv(lines)


def programs_csv(board: Board) -> str:
    """One line for each program of each entry."""
    lines: list[list[object]] = [
        ["id", "task", "library", "released", "program", "passed", "scored", "eligible", "standing"]
    ]
    for row in board.rows:
        for (task, program), cell in zip(board.programs, row.cells, strict=True):
            where = [row.about.id, task.id, task.library, task.released, program]
            lines.append([*where, cell.passed, cell.scored, cell.eligible, cell.standing.value])
    return _csv(lines)


def rates(row: Row) -> list[tuple[Rate, Interval | None]]:
    """Program, case and task rate of a row with their intervals, in the order of RATES."""
    score = row.score
    return [
        (score.program, score.interval_program),
        (score.case, score.interval_case),
        (score.task, score.interval_task),
    ]


def _csv(lines: list[list[object]]) -> str:
    """RFC 4180; a text that a spreadsheet would take for a formula gets an apostrophe before it."""
    stream = io.StringIO()
    writer = csv.writer(stream)
    for line in lines:
        writer.writerow(["" if value is None else _inert(value) for value in line])
    return stream.getvalue()


def _inert(value: object) -> object:
    if isinstance(value, str):
        text = visible(value)
        return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text
    return value


def libraries(board: Board, row: Row) -> list[tuple[str, Rate]]:
    """The program rate of each library of one row, by name."""
    places: dict[str, list[int]] = {}
    for index, (task, _) in enumerate(board.programs):
        places.setdefault(task.library, []).append(index)
    return [(library, program_rate(row, places[library])) for library in sorted(places, key=str.casefold)]
