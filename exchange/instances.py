"""Which task or program of a suite somebody means: the spellings that other formats use for one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from ..core.task import Layout, Program, Suite, Task


@dataclass(frozen=True, slots=True)
class Instance:
    """A tree's place in a submission. `program` is None where the tree is the whole task's."""

    task: Task
    program: Program | None

    @property
    def folder(self) -> str:
        """Below the submission's folder."""
        if self.program is None or self.task.layout is Layout.TASK:
            return self.task.id
        return f"{self.task.id}/{self.program.id}"


class Index:
    """Finds instances by name. A name that fits two is given to neither."""

    def __init__(self, suite: Suite) -> None:
        found: dict[str, Instance | None] = {}
        for name, instance in _names(suite):
            known = found.get(name)
            found[name] = instance if name not in found or known == instance else None
        self._found = found
        self._example = next(iter(found), "")

    def find(self, name: str) -> Instance | str:
        """The instance called `name`, or a sentence that says why there is none."""
        if name not in self._found:
            return f"{name[:80]!r} is no task or program of the suite; a name is such as {self._example!r}"
        instance = self._found[name]
        return instance if instance is not None else f"{name[:80]!r} fits several programs: write task/program"

    def driver(self, library: str, stem: str) -> Instance | str:
        """The program of `library` whose driver is called `stem`."""
        return self.find(f"{library}/{stem}")


def _names(suite: Suite) -> Iterator[tuple[str, Instance]]:
    for task in suite.tasks:
        if task.layout is Layout.TASK:
            yield from ((name, Instance(task, None)) for name in {task.id, task.library})
        for program in task.programs:
            instance = Instance(task, program)
            driver = PurePosixPath(program.driver.relative_to(task.folder / "original").as_posix())
            yield f"{task.id}/{program.id}", instance
            for library in {task.id, task.library}:
                yield f"{library}/{driver}", instance
                for name in {program.id, driver.stem}:
                    yield from ((f"{library}{sign}{name}", instance) for sign in ("/", "__", "_", "-"))
