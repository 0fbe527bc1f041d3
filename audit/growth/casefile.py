"""Write a program's case file anew while what stays in it keeps its bytes: lines are added at the end or taken out."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Sequence
from pathlib import Path

from ...core.canonical import sha256
from ...core.case import Case
from ...suite.caseline import case_line
from ...suite.cases import case_of

LINE = re.compile(rb"[^\n]*\n|[^\n]+")


def with_cases(data: bytes, cases: Sequence[Case]) -> bytes:
    """The file's bytes with these cases after all that was there."""
    if data and not data.endswith(b"\n"):
        data += b"\n"
    return data + b"".join(case_line(case) + b"\n" for case in cases)


def only(data: bytes, task: str, program: str, ids: Collection[str]) -> bytes:
    """The file's bytes with the lines of these cases alone, each once: a line that repeats an earlier case goes."""
    kept: list[bytes] = []
    seen: set[str] = set()
    for line in LINE.findall(data):
        if not line.strip():
            kept.append(line)
            continue
        case = case_of(line, task, program)
        if isinstance(case, Case) and case.id in ids and case.id not in seen:
            seen.add(case.id)
            kept.append(line)
    return b"".join(kept)


def replaced(path: Path, data: bytes) -> None:
    """The file has these bytes now; never some of them."""
    beside = path.with_name(f".{path.name}.{sha256(data)[:8]}")
    beside.write_bytes(data)
    os.replace(beside, path)
