"""A board as it is shown: every entry counted again from its journal and ranked. It reads no number of an entry's
summary but to refuse an entry whose summary says something else."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from ...core.errors import IntegrityError, UserError
from ...core.run import CaseRecord, RunHeader
from ...core.verdict import Verdict, scored
from ...evaluate import journal, store
from ...scoring.compare import Comparison, pass_rates
from ...scoring.ranks import RankRange, compare_all, rank_ranges
from ...scoring.rates import Rate, Score, Standing, program_standings, score
from ...scoring.table import CaseResult
from .files import BoardFile, EntryFile, TaskManifest, VerificationFile, digests, read, strays
from .recompute import same
from .terms import differences, unfinished

UNBUILT = {Verdict.MISSING, Verdict.BUILD_FAILED}


@dataclass(frozen=True, slots=True)
class Cell:
    """One program of one entry. `scored` cases are in the denominator, `eligible` are all that are not quarantined;
    `built` and `clean` are None where no case was scored."""

    passed: int
    scored: int
    eligible: int
    standing: Standing
    built: bool | None
    clean: bool | None


@dataclass(frozen=True, slots=True)
class Row:
    """One entry: who, its numbers, its cells in the order of the manifest, and how the maintainers confirmed it."""

    about: EntryFile
    header: RunHeader
    results: str
    score: Score
    cells: tuple[Cell, ...]
    rank: RankRange
    verification: VerificationFile | None
    folder: Path


@dataclass(frozen=True, slots=True)
class Board:
    """Rows by rank, then by program rate, then by id; `comparisons` of every pair, by entry id."""

    name: str
    file: BoardFile
    rows: tuple[Row, ...]
    comparisons: tuple[Comparison, ...]

    @property
    def programs(self) -> list[tuple[TaskManifest, str]]:
        """Task and program of each cell, in order."""
        return [(task, program.id) for task in self.file.tasks for program in task.programs]


def boards(folder: Path) -> list[Board]:
    """Every board in `folder`, by name. Raises UserError when there is none, IntegrityError for an unsound entry."""
    found = sorted((folder / "boards").glob("*/board.json"))
    if not found:
        raise UserError(f"{folder}: there is no board here", "enter a run with `leaderboard add`")
    return [board(path.parent) for path in found]


def board(folder: Path) -> Board:
    """One board, counted and ranked."""
    file = read(folder / "board.json", BoardFile)
    paths = sorted(path.parent for path in (folder / "entries").glob("*/entry.json"))
    counted = {path.name: _counted(path, file) for path in paths}
    rates = {id: pass_rates(program_standings(results)) for id, (_, results) in counted.items()}
    comparisons = compare_all(rates)
    ranks = rank_ranges(counted, comparisons)
    rows = [_row(path, file, *counted[path.name], ranks[path.name]) for path in paths]
    rows.sort(key=lambda row: (row.rank.best, row.rank.worst, -(row.score.program.value or 0), row.about.id))
    return Board(folder.name, file, tuple(rows), tuple(comparisons))


Counted = tuple[EntryFile, list[CaseResult]]


def _counted(folder: Path, file: BoardFile) -> Counted:
    about, found = read(folder / "entry.json", EntryFile), strays(folder)
    if about.id != folder.name:
        found.append(f"entry.json is of {about.id}")
    if digests(folder) != about.digests:
        found.append("a file is not the one that entry.json names")
    header, summary, records = store.read_header(folder), store.read_summary(folder), journal.read(folder)
    found += [*differences(file, header), *unfinished(summary, header)]
    results, surplus = recounted(file, records)
    found += surplus
    if not found and not same(json.loads(json.dumps(asdict(score(results)))), summary.score):
        found.append("summary.json says other numbers than the journal")
    if found:
        raise IntegrityError("; ".join(found), folder, "`leaderboard verify` says more; take the entry away or mend it")
    return about, results


def recounted(file: BoardFile, records: Mapping[str, CaseRecord]) -> tuple[list[CaseResult], list[str]]:
    """One result for each case of the manifest: what the journal lacks is quarantined or `not_run`. And what the
    journal has too much of, in words."""
    by_program: dict[tuple[str, str], list[CaseRecord]] = {}
    for record in records.values():
        by_program.setdefault((record.task, record.program), []).append(record)
    results, surplus = [], []
    for task in file.tasks:
        for program in task.programs:
            found = sorted(by_program.pop((task.id, program.id), []), key=lambda record: record.case)
            missing = program.cases - program.quarantined - len(found)
            if missing < 0:
                surplus.append(f"the journal judges {len(found)} cases of {task.id}/{program.id}, which has fewer")
            verdicts = [(record.case, record.verdict) for record in found]
            verdicts += [(f"quarantined {n}", Verdict.QUARANTINED) for n in range(program.quarantined)]
            verdicts += [(f"not run {n}", Verdict.NOT_RUN) for n in range(missing)]
            results += [CaseResult(task.id, task.library, program.id, case, verdict) for case, verdict in verdicts]
    surplus += [f"the journal judges {task}/{program}, which the suite has not" for task, program in sorted(by_program)]
    return results, surplus


def _row(
    folder: Path,
    file: BoardFile,
    about: EntryFile,
    results: list[CaseResult],
    rank: RankRange,
) -> Row:
    verdicts: dict[tuple[str, str], list[Verdict]] = {}
    for result in results:
        verdicts.setdefault((result.task, result.program), []).append(result.verdict)
    standings = {(task, program): value for (_, task, program), value in program_standings(results).items()}
    cells = tuple(
        cell(verdicts.get((task.id, program.id), []), standings.get((task.id, program.id), Standing.ABSENT))
        for task in file.tasks
        for program in task.programs
    )
    verified = read(folder / "verification.json", VerificationFile) if (folder / "verification.json").exists() else None
    if verified is not None and verified.run != about.run:
        verified = None  # of another run: it says nothing of this one
    summary = store.read_summary(folder)
    return Row(about, store.read_header(folder), summary.results, score(results), cells, rank, verified, folder)


def cell(verdicts: Iterable[Verdict], standing: Standing) -> Cell:
    """The counts of one program."""
    counts = Counter(verdicts)
    kinds = {verdict for verdict in counts if scored(verdict)}
    judged = sum(counts[verdict] for verdict in kinds)
    return Cell(
        passed=counts[Verdict.PASS],
        scored=judged,
        eligible=counts.total() - counts[Verdict.QUARANTINED],
        standing=standing,
        built=not kinds & UNBUILT and kinds != {Verdict.POLICY_VIOLATION} if kinds else None,
        clean=Verdict.POLICY_VIOLATION not in kinds if kinds else None,
    )


def rejected(rate: Rate) -> Rate:
    """Programs that break the policy, from the rate of those that keep to it."""
    return Rate(rate.total - rate.passed, rate.total)
