"""Enter a run on a board: checked, recomputed, then copied. Nothing is written unless everything holds."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from ...core.errors import InputError, Mistake
from ...core.pack import Pack
from ...core.task import Suite
from ...evaluate import store
from .files import COPIED, BoardFile, EntryFile, Metadata, digests, read, slug, write
from .recompute import run_problems
from .terms import differences, folder, manifest, terms, unfinished


def add(boards: Path, run: Path, about: Metadata, suite: Suite, pack: Pack) -> Path:
    """The folder of the new entry. The first run of a track and suite version sets the terms of its board.

    Raises InputError with every reason why the run is refused."""
    header, summary = store.read_header(run), store.read_summary(run)
    place = folder(boards, header)
    board = read(place / "board.json", BoardFile) if (place / "board.json").is_file() else None
    reasons = [*(differences(board, header) if board else ()), *unfinished(summary, header)]
    reasons += run_problems(run, suite, pack)
    entry = EntryFile(**about.model_dump(), id=_id(about, run), digests=digests(run))
    reasons += _known(place, entry)
    if reasons:
        raise InputError([Mistake(str(run), 0, reason) for reason in reasons], "the run is not entered")
    if board is None:
        write(place / "board.json", BoardFile(terms=terms(header), tasks=manifest(suite, pack)))
    target = place / "entries" / entry.id
    target.mkdir(parents=True)
    for name in entry.digests:
        shutil.copyfile(run / name, target / name)
    write(target / "entry.json", entry)
    return target


def _id(about: Metadata, run: Path) -> str:
    parts = [slug(part) for part in (about.model, about.agent) if part]
    return f"{'-'.join(parts)}-{EntryFile(**about.model_dump(), id='x', digests=digests(run)).run[:8]}"


def _known(place: Path, entry: EntryFile) -> Iterator[str]:
    for path in sorted((place / "entries").glob("*/entry.json")):
        other = read(path, EntryFile)
        if other.digests.get(COPIED[2]) == entry.digests[COPIED[2]]:
            yield f"this run is on the board already, as {other.id}"
        elif _system(other) == _system(entry):
            yield f"attempt {entry.attempt} of this model and agent is on the board already, as {other.id}"


def _system(entry: EntryFile) -> tuple[str, str, str, int]:
    return entry.model, entry.agent, entry.organisation, entry.attempt
