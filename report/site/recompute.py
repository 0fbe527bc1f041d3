"""Does an entry add up? Every number of its summary is computed again from its journal, the suite and the pack.

It never trusts what an entry says of itself: what it cannot derive it compares with what it can."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from math import isclose
from pathlib import Path

from ...core.errors import IntegrityError
from ...core.pack import Pack, Recorded
from ...core.run import Build, CaseRecord, RunHeader, Summary
from ...core.submission import Submission
from ...core.task import Observable, Suite
from ...core.verdict import Verdict
from ...evaluate import journal, store
from ...evaluate.summary import summary
from .files import EntryFile, digests, read, strays

SHOWN = 5  # problems of one kind that are listed; the rest is counted
UNBUILT = {Verdict.MISSING, Verdict.BUILD_FAILED, Verdict.POLICY_VIOLATION, Verdict.NOT_RUN, Verdict.HARNESS_ERROR}


def problems(entry: Path, suite: Suite, pack: Pack) -> list[str]:
    """Everything in the entry's folder that does not follow from its journal; empty where it adds up.

    Raises IntegrityError when a file cannot be read."""
    if found := strays(entry):
        return found
    about = read(entry / "entry.json", EntryFile)
    found = [f"{name} is not the file that entry.json names" for name in _changed(entry, about)]
    try:
        return found + run_problems(entry, suite, pack)
    except IntegrityError as error:
        if not found:
            raise
        return [*found, error.message]


def _changed(entry: Path, about: EntryFile) -> list[str]:
    now = digests(entry)
    return sorted(name for name in {*now, *about.digests} if now.get(name) != about.digests.get(name))


def run_problems(folder: Path, suite: Suite, pack: Pack) -> list[str]:
    """The same for the run's own files."""
    header, told = store.read_header(folder), store.read_summary(folder)
    found = [*_foreign(header, told, suite, pack)]
    if found:
        return found
    try:
        records = journal.read(folder)
        builds = store.read_builds(folder)
    except (OSError, ValueError, TypeError) as error:
        raise IntegrityError(f"cannot be read: {error}", folder / "builds.jsonl") from error
    groups = (_unknown(records, suite), _untrue(records, suite, pack), _unbuilt(records, builds))
    for group in groups:
        found += _some(list(group))
    return found + list(_sums(told, records, suite, pack))


def _foreign(header: RunHeader, told: Summary, suite: Suite, pack: Pack) -> Iterator[str]:
    pairs = (
        ("run.json names another suite digest", header.suite_digest, suite.digest),
        ("run.json names another pack digest", header.pack_digest, pack.digest),
        ("summary.json names another suite digest", told.suite_digest, suite.digest),
        ("summary.json names another pack digest", told.pack_digest, pack.digest),
        ("run.json and summary.json name two submissions", header.submission_digest, told.submission_digest),
        ("run.json and summary.json name two profiles", header.profile, told.profile),
        ("the suite has another version", header.suite_version, suite.version),
    )
    for sentence, one, other in pairs:
        if one != other:
            yield f"{sentence}: {one[:16]}, not {other[:16]}"


def _unknown(records: Mapping[str, CaseRecord], suite: Suite) -> Iterator[str]:
    known = {case.id: (case.task, case.program) for t in suite.tasks for p in t.programs for case in p.cases}
    for id, record in sorted(records.items()):
        if known.get(id) != (record.task, record.program):
            yield f"the journal judges {record.task}/{record.program}/{id[:12]}, which is no case of the suite"


def _untrue(records: Mapping[str, CaseRecord], suite: Suite, pack: Pack) -> Iterator[str]:
    observe = {task.id: task.observe for task in suite.tasks}
    for id, record in sorted(records.items()):
        recorded = pack.outcomes.get(id)
        if record.verdict is not Verdict.PASS or recorded is None or record.task not in observe:
            continue
        if record.observed is None:
            yield f"{record.task}/{record.program}/{id[:12]} is a pass without anything observed"
        elif wrong := _unlike(record, recorded, observe[record.task]):
            yield f"{record.task}/{record.program}/{id[:12]} is a pass, yet its {wrong} is not what the pack expects"


def _unlike(record: CaseRecord, recorded: Recorded, observe: frozenset[Observable]) -> str:
    seen = record.observed
    if seen is None:
        return "outcome"
    files = tuple(sorted((path, capture.length, capture.sha256) for path, capture in recorded.files))
    checks = (
        (Observable.EXIT, "exit status", (seen.exit, seen.signal), (recorded.exit, recorded.signal)),
        (Observable.STDOUT, "stdout", seen.stdout, (recorded.stdout.length, recorded.stdout.sha256)),
        (Observable.STDERR, "stderr", seen.stderr, (recorded.stderr.length, recorded.stderr.sha256)),
        (Observable.FILES, "set of files", tuple(sorted(seen.files)), files),
    )
    return next((name for kind, name, a, b in checks if kind in observe and a != b), "")


def _unbuilt(records: Mapping[str, CaseRecord], builds: tuple[Build, ...]) -> Iterator[str]:
    made = {(build.task, build.program): build.ok for build in builds}
    for id, record in sorted(records.items()):
        ok = made.get((record.task, record.program), made.get((record.task, "")))
        if record.verdict not in UNBUILT and not ok:
            yield f"{record.task}/{record.program}/{id[:12]} was run, yet builds.jsonl has no build for it"


def _sums(told: Summary, records: Mapping[str, CaseRecord], suite: Suite, pack: Pack) -> Iterator[str]:
    nobody = Submission(Path(), "", "", "", "", 1, {}, {})
    again = replace(
        summary(suite, pack, nobody, told.profile, records, told.violations),
        submission_digest=told.submission_digest,
    )
    ours, theirs = (json.loads(json.dumps(asdict(value))) for value in (again, told))
    for name in ("suite", "complete", "results"):
        if ours[name] != theirs[name]:
            yield f"summary.json says {name} {str(theirs[name])[:16]}, the journal gives {str(ours[name])[:16]}"
    for name in sorted({*ours["score"], *theirs["score"]}):
        a, b = ours["score"].get(name), theirs["score"].get(name)
        if not same(a, b):
            yield f"summary.json says {name} {_short(b)}, the journal gives {_short(a)}"
    if ours["programs"] != theirs["programs"]:
        differ = [a["program"] for a, b in zip(ours["programs"], theirs["programs"], strict=False) if a != b]
        yield f"summary.json counts other verdicts than the journal{': ' if differ else ''}{', '.join(differ[:SHOWN])}"


def _some(found: list[str]) -> list[str]:
    more = [f"… and {len(found) - SHOWN:,} more like that"] if len(found) > SHOWN else []
    return found[:SHOWN] + more


def same(one: object, other: object) -> bool:
    """Equal, but for the last digits of a float: another machine's mathematics may round them otherwise."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, float) and isinstance(other, float):
        return isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
    return one == other


def _short(value: object) -> str:
    if isinstance(value, dict) and set(value) == {"passed", "total"}:
        return f"{value['passed']} of {value['total']}"
    return json.dumps(value)[:120]


def refuse(found: list[str], where: Path, hint: str) -> None:
    """Raise IntegrityError with every problem, where there is one."""
    if found:
        raise IntegrityError("; ".join(found), where, hint)
