"""journal.jsonl: one line per judged case, written as it happens, never changed. The last line of a case counts; a torn
last line (the process was killed in the middle of a write) is passed over and cut off before the next append."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from ..core.bytestring import decoded, encoded
from ..core.errors import IntegrityError
from ..core.limits import Limit
from ..core.outcome import Denial, Usage
from ..core.run import CaseRecord, Difference, Observed
from ..core.verdict import Diagnosis, Verdict

NAME = "journal.jsonl"


def line(record: CaseRecord) -> dict[str, object]:
    """The JSON form of one record; absent parts are left out."""
    out: dict[str, object] = {
        "task": record.task,
        "program": record.program,
        "case": record.case,
        "key": record.key,
        "verdict": record.verdict.value,
    }
    if record.diagnosis is not None:
        out["diagnosis"] = record.diagnosis.value
    if record.message:
        out["message"] = record.message
    if (seen := record.observed) is not None:
        out["observed"] = {
            "exit": seen.exit,
            "signal": seen.signal,
            "limit": seen.limit.value if seen.limit else None,
            "stdout": list(seen.stdout),
            "stderr": list(seen.stderr),
            "files": [list(entry) for entry in seen.files],
        }
    if (difference := record.difference) is not None:
        out["difference"] = {
            "stream": difference.stream,
            "offset": difference.offset,
            "line": difference.line,
            "column": difference.column,
            "expected": encoded(difference.expected),
            "actual": encoded(difference.actual),
        }
    if (usage := record.usage) is not None:
        out["usage"] = {"cpu_us": usage.cpu_us, "wall_us": usage.wall_us, "peak_kib": usage.peak_kib}
    if record.denials:
        out["denials"] = [[d.syscall, d.target, d.thread, d.count] for d in record.denials]
    return out


def record(value: dict[str, object]) -> CaseRecord:
    """The record of one line. Raises ValueError, KeyError or TypeError when it is not one."""
    seen, difference, usage = (_part(value, name) for name in ("observed", "difference", "usage"))
    denials = value.get("denials", [])
    if not isinstance(denials, list):
        raise TypeError("denials is no list")
    return CaseRecord(
        task=_text(value["task"]),
        program=_text(value["program"]),
        case=_text(value["case"]),
        key=_text(value["key"]),
        verdict=Verdict(_text(value["verdict"])),
        diagnosis=Diagnosis(_text(value["diagnosis"])) if "diagnosis" in value else None,
        message=_text(value.get("message", "")),
        observed=None if seen is None else _observed(seen),
        difference=None if difference is None else _difference(difference),
        usage=None if usage is None else Usage(*(_whole(usage[name]) for name in ("cpu_us", "wall_us", "peak_kib"))),
        denials=tuple(Denial(_text(d[0]), _text(d[1]), _text(d[2]), _whole(d[3])) for d in denials),
    )


def _observed(seen: dict[str, object]) -> Observed:
    files = seen["files"]
    if not isinstance(files, list):
        raise TypeError("files is no list")
    return Observed(
        exit=None if seen["exit"] is None else _whole(seen["exit"]),
        signal=None if seen["signal"] is None else _whole(seen["signal"]),
        limit=None if seen["limit"] is None else Limit(_text(seen["limit"])),
        stdout=_length_digest(seen["stdout"]),
        stderr=_length_digest(seen["stderr"]),
        files=tuple((_text(path), _whole(length), _text(sha256)) for path, length, sha256 in files),
    )


def _difference(value: dict[str, object]) -> Difference:
    return Difference(
        _text(value["stream"]),
        _whole(value["offset"]),
        _whole(value["line"]),
        _whole(value["column"]),
        decoded(value["expected"]),
        decoded(value["actual"]),
    )


def _part(value: dict[str, object], name: str) -> dict[str, object] | None:
    part = value.get(name)
    if part is not None and not isinstance(part, dict):
        raise TypeError(f"{name} is no object")
    return part


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no string")
    return value


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r} is no whole number")
    return value


def _length_digest(value: object) -> tuple[int, str]:
    if not isinstance(value, list) or len(value) != 2:
        raise TypeError(f"{value!r} is no length and digest")
    return _whole(value[0]), _text(value[1])


def read(folder: Path) -> dict[str, CaseRecord]:
    """The newest record of each case id. Raises IntegrityError where a line other than the last is broken."""
    path = folder / NAME
    if not path.exists():
        return {}
    records: dict[str, CaseRecord] = {}
    lines = path.read_bytes().split(b"\n")
    for number, text in enumerate(lines, 1):
        try:
            if text:
                found = record(json.loads(text))
                records[found.case] = found
        except (ValueError, KeyError, TypeError, IndexError) as error:
            if number == len(lines):  # torn: no newline after it
                break
            raise IntegrityError(f"line {number} is not a record: {error}", path) from error
    return records


class Journal:
    """Open for appending, without a buffer; `append` returns when the whole line is with the operating system."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def append(self, record: CaseRecord) -> None:
        """Write one line. Raises OSError where not all of it can be written; what was is a torn last line then."""
        text = json.dumps(line(record), ensure_ascii=False, separators=(",", ":"))
        left = memoryview(text.encode("utf-8") + b"\n")
        while left:  # the system may take less than it was given: where the disk is full, where a signal came
            left = left[self._stream.write(left) :]


@contextmanager
def appending(folder: Path) -> Iterator[Journal]:
    """The journal of a run folder; a torn last line is cut off first."""
    path = folder / NAME
    with path.open("ab", buffering=0) as stream:
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole != len(data):
            os.truncate(path, whole)
        yield Journal(stream)
