"""Several runs of one suite, held against each other: paired by program, judged by library, ranked in ranges.

It never compares runs that were graded against different things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import combinations
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..core.bytestring import Json
from ..core.errors import InputError, Mistake, UserError
from ..core.plain import plain
from ..core.run import RunHeader, Summary
from ..core.verdict import Verdict
from ..evaluate import store
from ..scoring.compare import Comparison, Program, pass_rates
from ..scoring.ranks import RankRange, compare_all, rank_ranges
from ..scoring.rates import Standing, program_standing
from .rates import percent
from .styles import BAD, DIM, GOOD, HEAD, WARN, foreign

FORMAT = 1  # 1: first
MUST = {
    "track": "track",
    "suite_digest": "suite digest",
    "pack_digest": "pack digest",
    "profile": "profile",
    "comparer": "comparer",
}
SHOULD = {"tier": "tier", "limits": "limits", "toolchain": "toolchain", "policy_digests": "policy", "repeat": "repeats"}


@dataclass(frozen=True, slots=True)
class Compared:
    """`names` in the order given; `notes` say what the runs do not share and what was left out."""

    names: tuple[str, ...]
    standings: dict[str, dict[Program, Standing]]
    pairs: tuple[Comparison, ...]
    ranks: dict[str, RankRange]
    notes: tuple[str, ...]


def compared(folders: Sequence[Path], shown: Sequence[str]) -> Compared:
    """The runs in `folders`, called as `shown`. Raises InputError with everything that makes them incomparable."""
    if len(folders) < 2:
        raise UserError("one run cannot be compared", "give the folders of two or more runs")
    if len({folder.resolve() for folder in folders}) < len(folders):
        raise UserError("a run is given twice", "give different folders")
    headers = [store.read_header(folder) for folder in folders]
    summaries = [store.read_summary(folder) for folder in folders]
    names = _names(headers, shown)
    mistakes = [
        Mistake(shown[index], 0, f"another {words} than {shown[0]}: {_short(theirs)}, not {_short(ours)}")
        for index, header in enumerate(headers)
        for field, words in MUST.items()
        if (theirs := getattr(header, field)) != (ours := getattr(headers[0], field))
    ]
    if mistakes:
        raise InputError(mistakes, "only runs that were graded against the same suite and pack can be compared")
    standings = {name: standings_of(summary) for name, summary in zip(names, summaries, strict=True)}
    pairs = compare_all({name: pass_rates(found) for name, found in standings.items()})
    order = {name: position for position, name in enumerate(names)}
    pairs = sorted((_turned(pair, order) for pair in pairs), key=lambda pair: (order[pair.left], order[pair.right]))
    notes = (*_notes(headers, shown), *_left_out(summaries, shown))
    return Compared(names, standings, tuple(pairs), rank_ranges(names, pairs), notes)


def standings_of(summary: Summary) -> dict[Program, Standing]:
    """(library, task, program) to its standing, from the verdict counts of a summary."""
    return {
        (part.library, part.task, part.program): program_standing(Verdict(name) for name in part.verdicts)
        for part in summary.programs
    }


def _names(headers: Sequence[RunHeader], shown: Sequence[str]) -> tuple[str, ...]:
    names = [header.submission.get("name", "") for header in headers]
    return tuple(names if all(names) and len(set(names)) == len(names) else shown)


def _turned(pair: Comparison, order: dict[str, int]) -> Comparison:
    """The pair with the run that was given first on the left."""
    if order[pair.left] < order[pair.right]:
        return pair
    return Comparison(
        pair.right, pair.left, pair.programs, pair.libraries, pair.lost, pair.won, pair.tied,
        None if pair.difference is None else -pair.difference,
        None if pair.high is None else -pair.high,
        None if pair.low is None else -pair.low,
        pair.p, pair.adjusted, pair.flips, pair.detectable,
    )  # fmt: skip


def _notes(headers: Sequence[RunHeader], shown: Sequence[str]) -> Iterator[str]:
    for field, words in SHOULD.items():
        differ = [
            name for name, h in zip(shown, headers, strict=True) if getattr(h, field) != getattr(headers[0], field)
        ]
        if differ:
            yield f"another {words} than {shown[0]}: {', '.join(differ)}"


def _left_out(summaries: Sequence[Summary], shown: Sequence[str]) -> Iterator[str]:
    for summary, name in zip(summaries, shown, strict=True):
        missing = sum(standing is Standing.UNSCORED for standing in standings_of(summary).values())
        if missing:
            yield f"{name}: {missing} programs were not scored and are left out"


def _short(value: object) -> str:
    return f"{value[:12]}…" if isinstance(value, str) and len(value) == 64 else str(value)


def differing(found: Compared, left: str, right: str) -> list[tuple[str, str]]:
    """The programs that one of two runs passed and the other failed, with who passed."""
    one, other = found.standings[left], found.standings[right]
    both = {Standing.PASSED, Standing.FAILED}
    return [
        (f"{key[1]}/{key[2]}", left if one[key] is Standing.PASSED else right)
        for key in sorted(one.keys() & other.keys(), key=lambda key: key[1:])
        if {one[key], other[key]} == both
    ]


def as_json(found: Compared) -> dict[str, Json]:
    """The comparison as a JSON value."""
    return {
        "format": FORMAT,
        "kind": "comparison",
        "runs": [
            {"name": name, "rank": {"best": found.ranks[name].best, "worst": found.ranks[name].worst}}
            for name in found.names
        ],
        "pairs": [
            {
                **{
                    field.name: plain(getattr(pair, field.name)) for field in fields(pair) if field.name != "difference"
                },
                "difference": None if pair.difference is None else float(pair.difference),
                "differing": dict[str, Json](differing(found, pair.left, pair.right)),
            }
            for pair in found.pairs
        ],
        "notes": list[Json](found.notes),
    }


def text(found: Compared, console: Console, shown: int | None) -> None:
    """Print ranks, then every pair, then up to `shown` programs on which a pair differs (None is all)."""
    for note in found.notes:
        console.print(foreign(f"! {note}", 400, WARN))
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=DIM)
    for column in ("rank", "run", "programs", ""):
        table.add_column(column, justify="left" if column == "run" else "right", overflow="fold")
    for name in sorted(found.names, key=lambda name: (found.ranks[name].best, found.ranks[name].worst)):
        rank, values = found.ranks[name], list(found.standings[name].values())
        passed, total = values.count(Standing.PASSED), values.count(Standing.PASSED) + values.count(Standing.FAILED)
        place = str(rank.best) if rank.best == rank.worst else f"{rank.best}–{rank.worst}"
        table.add_row(place, foreign(name, 120), f"{passed:,} / {total:,}", percent(passed, total))
    console.print(table)
    for left, right in combinations(found.names, 2):
        pair = next(pair for pair in found.pairs if (pair.left, pair.right) == (left, right))
        console.print()
        console.print(foreign(f"{left} – {right}", 300, HEAD))
        for line in sentences(pair, len(found.names)):
            console.print(Text(f"  {line}"), soft_wrap=True)
        programs = differing(found, left, right)
        for program, who in programs[:shown]:
            style = GOOD if who == left else BAD
            console.print(foreign(f"    {program}: passed by {who} alone", 400, style), soft_wrap=True)
        if shown is not None and len(programs) > shown:
            console.print(Text(f"    … and {len(programs) - shown:,} more (--programs lists all)", style=DIM))


def sentences(pair: Comparison, runs: int) -> Iterator[str]:
    """A pair in two or three lines."""
    yield (
        f"won {pair.won:,}, lost {pair.lost:,}, tied {pair.tied:,} of {pair.programs:,} programs "
        f"in {pair.libraries:,} librar{'y' if pair.libraries == 1 else 'ies'}"
    )
    if pair.difference is None:
        return
    reach = ""
    if pair.low is not None and pair.high is not None:
        reach = f" (95 % interval {100 * pair.low:+.1f} to {100 * pair.high:+.1f})"
    yield f"difference {100 * float(pair.difference):+.1f} points{reach}"
    way = "exact" if pair.flips == 0 else f"{pair.flips:,} flips"
    holm = f", {pair.adjusted:.4f} after Holm's correction over all pairs" if runs > 2 else ""
    yield f"p {pair.p:.4f} (sign flips over libraries, {way}){holm}"
    if pair.detectable is not None:
        yield f"a true difference of {100 * pair.detectable:.1f} points would be found with 80 % power"
