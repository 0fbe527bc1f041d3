"""Words that an original printed: what one program writes another one reads, and no chance makes a valid checksum."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.pack import Pack
from ...core.task import Task

LONGEST = 120  # bytes of a word
MOST = 1500  # words of all outputs


def harvested(task: Task, pack: Pack) -> tuple[bytes, ...]:
    """Words and lines of what the task's cases print, as far as the pack holds them inline."""
    return words(
        data
        for program in task.programs
        for case in program.cases
        if case.id in pack.outcomes and (data := pack.outcomes[case.id].stdout.data) is not None
    )


def words(outputs: Iterable[bytes]) -> tuple[bytes, ...]:
    """Their words and lines, sorted, each once; of too many, evenly spread ones."""
    found: set[bytes] = set()
    for data in outputs:
        for line in data.splitlines():
            found |= {part for part in (line, *line.split()) if 1 < len(part) <= LONGEST and b"\0" not in part}
    ordered = sorted(found)
    return tuple(ordered[:: max(1, -(-len(ordered) // MOST))])
