"""What differs in one case, in words and side by side: the part of an explanation that every form shares."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.run import CaseRecord, Observed
from .sidebyside import Comparison, compare, first_difference, position
from .view import RunView
from .visible import described


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One stream whose bytes differ: both lengths, the first difference in words, and the lines around it."""

    stream: str
    expected: int
    actual: int
    words: tuple[str, ...]
    comparison: Comparison


def mismatches(view: RunView, record: CaseRecord, rows: int = 16) -> list[Mismatch]:
    """The streams of a case that differ and whose bytes are at hand, the one with the first difference in front."""
    found = []
    for stream in streams(record):
        expected, actual = view.expected(record.case, stream), view.actual(record.case, stream)
        if expected is None or actual is None:
            continue
        offset = first_difference(expected, actual)
        if offset is not None:
            words, lines = where(expected, actual, offset), compare(expected, actual, rows)
            found.append(Mismatch(stream, len(expected), len(actual), words, lines))
    return found


def streams(record: CaseRecord) -> list[str]:
    """The streams that a case may differ in, the one with the first difference in front."""
    names = ["stdout", "stderr", *(path for path, _, _ in record.observed.files)] if record.observed else []
    first = record.difference.stream if record.difference else ""
    if first and first != "exit" and first not in names:
        names.append(first)
    return sorted(names, key=lambda name: name != first)


def where(expected: bytes, actual: bytes, offset: int) -> tuple[str, str]:
    """The first difference in words: its position, and the two characters by their names."""
    line, column = position(expected if offset < len(expected) else actual, offset)
    return (
        f"first difference at byte {offset:,}, line {line:,}, column {column:,} (in bytes)",
        f"expected {described(expected, offset)}, got {described(actual, offset)}",
    )


def ending(observed: Observed) -> str:
    """How a case ended, in words."""
    if observed.limit is not None:
        return f"stopped at the {observed.limit.value} limit"
    if observed.signal is not None:
        return f"signal {observed.signal}"
    return f"exit status {observed.exit}"


def denied(record: CaseRecord) -> list[str]:
    """What the walls refused, in words: each system call and target once, however many threads tried it."""
    tried: dict[tuple[str, str], tuple[int, set[str]]] = {}
    for denial in record.denials:
        count, threads = tried.get((denial.syscall, denial.target), (0, set()))
        tried[denial.syscall, denial.target] = (count + denial.count, threads | {denial.thread})
    return [
        f"{' '.join(filter(None, what))} (× {count}, thread {', '.join(sorted(threads))})"
        for what, (count, threads) in sorted(tried.items())
    ]


def sized(length: int) -> str:
    """A length in words: `1 byte`, `2,048 bytes`."""
    return f"{length:,} byte{'' if length == 1 else 's'}"


def usage(record: CaseRecord) -> str:
    """What a case used, in words; empty where it did not run."""
    used = record.usage
    if used is None:
        return ""
    return f"{used.cpu_us / 1000:,.1f} ms CPU, {used.wall_us / 1000:,.1f} ms wall, {used.peak_kib:,} KiB"
