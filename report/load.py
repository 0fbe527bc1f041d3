"""Read a run folder, and the suite and pack it was graded against where they are still at hand, into a RunView."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..core.case import Case
from ..core.errors import IntegrityError, UserError
from ..core.pack import Pack, Recorded
from ..core.run import CaseRecord, RunHeader
from ..core.task import Suite
from ..core.track import Measured
from ..evaluate import journal, store
from ..oracle import store as packs
from ..suite.read import read
from ..tracks.registry import TRACKS
from .view import RunView


def load(folder: Path) -> RunView:
    """The view of the run in `folder`. Without the suite or pack it shows what the run itself kept.

    Raises UserError when there is no finished run, IntegrityError when one of its files is broken."""
    header = store.read_header(folder)
    summary = store.read_summary(folder)
    suite_folder, pack_folder, submission = store.places(folder)
    suite = _suite(suite_folder, header)
    pack = _pack(pack_folder, header)
    records = journal.read(folder)
    known = {case.id: case for task in suite.tasks for p in task.programs for case in p.cases} if suite else {}

    def expected(case: str, stream: str) -> bytes | None:
        if pack is None or case not in pack.outcomes:
            return None
        return _stream(pack_folder, pack.outcomes[case], stream)

    def actual(case: str, stream: str) -> bytes | None:
        bytes_kept = store.kept(folder, case, stream)
        if bytes_kept is None and (record := records.get(case)) and _was_equal(record, case, stream, pack):
            return expected(case, stream)
        return bytes_kept

    return RunView(
        header=header,
        summary=summary,
        records=[records[case] for case in _order(records, known)],
        builds=store.read_builds(folder),
        suite_cases=known,
        quarantine=pack.quarantine if pack else {},
        expected=expected,
        actual=actual,
        submission=str(submission) if submission and submission.is_dir() else "",
        measures=store.read_measures(folder),
        reference=_reference(header.track),
    )


def _reference(name: str) -> Mapping[str, Measured]:
    known = TRACKS.get(name)
    return known.reference() if known and known.reference else {}


def _order(records: dict[str, CaseRecord], known: dict[str, Case]) -> list[str]:
    position = {case: number for number, case in enumerate(known)}
    return sorted(
        records,
        key=lambda id: (position.get(id, len(position)), records[id].task, records[id].program, id),
    )


def _suite(folder: Path | None, header: RunHeader) -> Suite | None:
    if folder is None:
        return None
    try:
        suite = read(folder)
    except UserError:
        return None
    return suite if suite.digest == header.suite_digest else None


def _pack(folder: Path | None, header: RunHeader) -> Pack | None:
    if folder is None:
        return None
    try:
        pack = packs.read(folder)
    except (UserError, IntegrityError):
        return None
    return pack if pack.digest == header.pack_digest else None


def _stream(folder: Path | None, recorded: Recorded, stream: str) -> bytes | None:
    captures = {"stdout": recorded.stdout, "stderr": recorded.stderr, **dict(recorded.files)}
    if folder is None or stream not in captures:
        return None
    return packs.data(folder, captures[stream])


def _was_equal(record: CaseRecord, case: str, stream: str, pack: Pack | None) -> bool:
    if record.observed is None or pack is None or case not in pack.outcomes:
        return False
    recorded = pack.outcomes[case]
    captures = {"stdout": recorded.stdout, "stderr": recorded.stderr, **dict(recorded.files)}
    seen = {"stdout": record.observed.stdout, "stderr": record.observed.stderr}
    seen |= {path: (length, sha256) for path, length, sha256 in record.observed.files}
    wanted = captures.get(stream)
    return wanted is not None and seen.get(stream) == (wanted.length, wanted.sha256)
