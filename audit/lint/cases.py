"""Cases: too few of them, too few or too many visible, repeated, or larger than a person can read."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.task import Program, Task
from ...suite.lines import key_lines, line_of
from ..findings import FEW
from .lint import Place, Remark

VISIBLE = 3  # fewer show neither the usual input nor an error
LONGEST = 2 << 20  # bytes of a case line; a driver can make a larger input itself, from an argument


def remarks(task: Task, place: Place) -> Iterator[Remark]:
    """Remarks on the cases of a task."""
    path = task.folder / "task.toml"
    lines = key_lines(path.read_text(encoding="utf-8"))
    if task.visible < VISIBLE:
        seen = f"{task.visible} case{'s' * (task.visible != 1)} of each program, fewer than {VISIBLE}"
        yield place.remark("few-visible", path, f"a model sees {seen}", line_of(lines, ("visible",)))
    for program in task.programs:
        here, count = line_of(lines, ("programs", program.id)), len(program.cases)
        if count < FEW:
            yield place.remark(
                "few-cases", path, f"{program.id} has {count} case{'s' * (count != 1)}, fewer than {FEW}", here
            )
        if 2 * task.visible > count >= FEW:
            said = f"{task.visible} of the {count} cases of {program.id} are visible"
            yield place.remark("all-visible", path, said, here)
        yield from _lines(program, place, task)
    names = {f"{place.suite.folder.name}/tasks/{task.id}/cases/{program.id}.jsonl" for program in task.programs}
    for one in place.suite.duplicates:
        if one.file in names:
            yield Remark(one.file, one.line, "duplicate", f"the same invocation as in line {one.first_line}")


def _lines(program: Program, place: Place, task: Task) -> Iterator[Remark]:
    path = task.folder / "cases" / f"{program.id}.jsonl"
    for number, line in enumerate(path.read_bytes().split(b"\n"), 1):
        if len(line) > LONGEST:
            yield place.remark("long-case", path, f"a case of {len(line):,} bytes", number)
