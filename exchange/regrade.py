"""A run judged once more under RepoZero's loose rules, without running anything: strict beside loose, case by case.

A stored run holds enough for both. What was equal byte for byte came back without bytes: the pack has them. What
differed was kept, up to 1 MiB a stream. Where that does not decide, the case counts as failed and as undecided."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..core.canonical import sha256
from ..core.errors import IntegrityError, UserError
from ..core.outcome import Capture, Outcome
from ..core.pack import Pack, Recorded
from ..core.run import CaseRecord, Observed, RunHeader
from ..core.task import Suite, Task
from ..core.verdict import Verdict, scored
from ..evaluate import journal, store
from ..oracle import store as packs
from ..oracle.compare import compare, loosely
from ..oracle.loose import PROFILES, Answer
from ..suite.read import read
from .repozero import NOTES, ROWS

STRICT = "strict"


@dataclass(frozen=True, slots=True)
class Graded:
    """One case under both rules. `rows` is how many rows of the imported data set it stands for; 1 elsewhere."""

    task: str
    library: str
    program: str
    case: str
    verdict: Verdict
    strict: bool
    loose: Answer
    rows: int

    @property
    def key(self) -> str:
        """`task/program/case`."""
        return f"{self.task}/{self.program}/{self.case}"

    @property
    def parts(self) -> bool:
        """Whether the two rules disagree."""
        return self.strict is not self.loose.passed


@dataclass(frozen=True, slots=True)
class Regraded:
    """`unscored` counts the suite's cases that are in no denominator, by verdict."""

    header: RunHeader
    profile: str
    cases: tuple[Graded, ...]
    unscored: dict[str, int]


def regraded(folder: Path, suite_folder: Path | None = None, pack_folder: Path | None = None) -> Regraded:
    """The run in `folder` under both rules. Raises UserError where suite or pack are not at hand or the profile is not
    one that tells enough, IntegrityError where they are others than the run's."""
    header = store.read_header(folder)
    profile = f"repozero-{header.track}"
    if profile not in PROFILES or header.profile not in (STRICT, profile):
        raise UserError(f"{folder}: a run of track {header.track} with profile {header.profile} has no loose side")
    known = store.places(folder)
    suite = _suite(suite_folder or known[0], header)
    where = pack_folder or known[1]
    pack = _pack(where, header)
    records = journal.read(folder)
    rows = _rows(suite.folder)

    def data(capture: Capture) -> bytes:
        return packs.data(where or folder, capture)

    cases: list[Graded] = []
    unscored: Counter[str] = Counter()
    for task in suite.tasks:
        for program in task.programs:
            for case in program.cases:
                record = records.get(case.id)
                verdict = Verdict.QUARANTINED if case.id in pack.quarantine else Verdict.NOT_RUN
                if record is None or case.id not in pack.outcomes or not scored(record.verdict):
                    unscored[(record.verdict if record else verdict).value] += 1
                    continue
                strict, loose = _both(task, record, pack.outcomes[case.id], folder, profile, header.profile, data)
                weight = rows.get(case.id, 1)
                place = (task.id, task.library, program.id, case.id)
                cases.append(Graded(*place, record.verdict, strict, loose, weight))
    return Regraded(header, profile, tuple(cases), dict(sorted(unscored.items())))


def _both(
    task: Task,
    record: CaseRecord,
    recorded: Recorded,
    folder: Path,
    profile: str,
    graded: str,
    data: Callable[[Capture], bytes],
) -> tuple[bool, Answer]:
    seen = record.observed
    strict = record.verdict is Verdict.PASS
    if seen is None:
        return strict, Answer(False, reason=f"not run: {record.verdict}")
    outcome = _outcome(seen, store.kept(folder, record.case, "stdout"))
    if graded != STRICT:
        same = compare(recorded, outcome, task.observe, data).verdict is Verdict.PASS
        strict = same and record.verdict not in (Verdict.POLICY_VIOLATION, Verdict.FLAKY)
    if graded == profile and record.verdict is Verdict.PASS:  # a pass keeps no bytes
        return strict, Answer(True, 1, 1)
    if seen.limit is not None:
        return strict, Answer(False, reason=f"hit its limit of {seen.limit}")
    answer, _, _ = loosely(profile, recorded, outcome, data)
    return strict, answer


def _outcome(seen: Observed, kept: bytes | None) -> Outcome:
    """The outcome that the journal tells of; kept bytes count only where they are a prefix of its length at most."""
    length, digest = seen.stdout
    if kept is not None and (len(kept) > length or (len(kept) == length and sha256(kept) != digest)):
        kept = None
    return Outcome(
        exit=seen.exit,
        signal=seen.signal,
        limit=seen.limit,
        stdout=Capture(length, digest, kept),
        stderr=Capture(*seen.stderr),
        files=tuple((path, Capture(size, sha)) for path, size, sha in seen.files),
    )


def _suite(folder: Path | None, header: RunHeader) -> Suite:
    if folder is None:
        raise UserError("where the suite is, is not known any more", "name it with --suite")
    suite = read(folder)
    if suite.digest != header.suite_digest:
        raise IntegrityError(f"the suite at {folder} is not the one that was graded", hint="name it with --suite")
    return suite


def _pack(folder: Path | None, header: RunHeader) -> Pack:
    if folder is None:
        raise UserError("where the pack is, is not known any more", "name it with --pack")
    pack = packs.read(folder)
    if pack.digest != header.pack_digest:
        raise IntegrityError(f"the pack at {folder} is not the one that was graded against", hint="name it with --pack")
    return pack


def _rows(suite: Path) -> Mapping[str, int]:
    """How many rows of the data set each case of an imported suite stands for: RepoZero counts repeats as often."""
    path = suite / NOTES / ROWS
    if not path.is_file():
        return {}
    counts: Counter[str] = Counter()
    with path.open("rb") as stream:
        for number, line in enumerate(stream, 1):
            try:
                note = json.loads(line)
                if number > 1:
                    counts[str(note["case"])] += 1
            except (ValueError, KeyError, TypeError) as error:
                raise IntegrityError(f"line {number} is no note of a row: {error}", path) from error
    return counts


def parting(graded: Regraded) -> Iterator[Graded]:
    """The cases on which the two rules disagree."""
    return (case for case in graded.cases if case.parts)
