"""The list of all cases in the page, packed for the browser: rows of numbers and short strings, names written once."""

from __future__ import annotations

from ..core.bytestring import Json
from ..core.run import CaseRecord
from ..core.verdict import Diagnosis, Verdict
from .invocation import words
from .view import RunView, every_case
from .visible import visible

ARGUMENTS = 80  # characters of a case's arguments that are listed and searched
WINDOW = 120  # characters of each side at the first difference
ROOM = 3_000_000  # bytes of all texts together; past them a case has its names and numbers only


def listing(view: RunView) -> dict[str, Json]:
    """`cases` has a row per case: program, id, verdict, diagnosis (-1: none), CPU in ms and memory in MiB (-1: did not
    run), arguments; then for a mismatch where it is and both windows, for another failure its message."""
    verdicts, diagnoses = list(Verdict), list(Diagnosis)
    programs = {(program.task, program.program): index for index, program in enumerate(view.summary.programs)}
    rows: list[Json] = []
    room = ROOM
    for record in every_case(view):
        place = programs.setdefault((record.task, record.program), len(programs))
        row: list[Json] = [place, record.case, verdicts.index(record.verdict)]
        row.append(-1 if record.diagnosis is None else diagnoses.index(record.diagnosis))
        row += _used(record)
        texts = [_arguments(view, record), *_detail(record)] if room > 0 else [""]
        room -= sum(len(text.encode("utf-8")) for text in texts)
        rows.append([*row, *texts])
    return {
        "verdicts": [verdict.value for verdict in verdicts],
        "diagnoses": [diagnosis.value for diagnosis in diagnoses],
        "programs": [visible(f"{task}/{program}") for task, program in programs],
        "quarantine": _causes(view),
        "cases": rows,
    }


def _used(record: CaseRecord) -> list[Json]:
    if record.usage is None:
        return [-1, -1]
    return [round(record.usage.cpu_us / 1000, 1), round(record.usage.peak_kib / 1024, 1)]


def _arguments(view: RunView, record: CaseRecord) -> str:
    case = view.suite_cases.get(record.case)
    if case is None:
        return ""
    text = words(case)
    return visible(text if len(text) <= ARGUMENTS else text[: ARGUMENTS - 1] + "…")


def _detail(record: CaseRecord) -> list[str]:
    at = record.difference
    if at is None:
        return [visible(record.message, WINDOW)] if record.message else []
    where = at.stream if at.stream == "exit" else f"{at.stream}, line {at.line}, column {at.column}"
    return [visible(where, WINDOW), visible(at.expected, WINDOW), visible(at.actual, WINDOW)]


def _causes(view: RunView) -> dict[str, Json]:
    return {case: visible(f"{q.cause}: {q.detail}", 200) for case, q in sorted(view.quarantine.items())}
