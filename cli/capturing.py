"""What `capture` does, and the part of it that `verify` shares: suite, originals, progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from ..core.errors import NothingSelected, UserError
from ..core.pack import Pack
from ..core.task import Suite
from ..oracle.capture import capture
from ..oracle.rounds import Event
from ..replay.choose import choose
from ..suite.read import read
from ..tracks.registry import track
from .originals import prepare, proved
from .places import cache_folder, cores, pack_folder, suite_folder
from .tiers import tier_named


@dataclass(frozen=True, slots=True)
class Asked:
    """The options that `capture` and `verify` share."""

    track: str
    suite: Path
    pack: Path | None
    tasks: tuple[str, ...]
    jobs: int
    tier: str
    cache: Path | None


def suite_of(asked: Asked) -> Suite:
    """The suite, if it is one of this track."""
    suite = read(suite_folder(asked.suite))
    known = track(asked.track)
    if suite.track != known.name:
        raise UserError(f"{suite.name} is a suite of track {suite.track}, not {known.name}", f"use {suite.track}-eval")
    return suite


def selected(suite: Suite, globs: tuple[str, ...]) -> frozenset[str] | None:
    """The ids of the tasks that match; None for all."""
    if not globs:
        return None
    found = frozenset(task.id for task in suite.tasks if any(fnmatchcase(task.id, glob) for glob in globs))
    if not found:
        raise NothingSelected("no task matches", f"tasks of {suite.name}: {', '.join(t.id for t in suite.tasks)}")
    return found


def captured(asked: Asked) -> tuple[Suite, Pack]:
    """Capture the selected tasks and write the pack."""
    suite = suite_of(asked)
    cache = cache_folder(asked.cache)
    backend = choose(tier_named(asked.tier), "originals")
    proved(suite.tasks, backend, cache)
    with Steps() as steps:
        pack = capture(
            suite,
            pack_folder(asked.pack, suite),
            backend,
            prepare(cache, backend),
            jobs=asked.jobs or cores(),
            cache=cache,
            tasks=selected(suite, asked.tasks),
            progress=steps.hear,
        )
    return suite, pack


class Steps:
    """Progress of a capture on stderr: a bar on a terminal, a line per step of a task otherwise."""

    def __init__(self) -> None:
        self._console = Console(stderr=True, highlight=False, markup=False)
        self._bar: Progress | None = None
        self._rows: dict[str, TaskID] = {}
        if self._console.is_terminal:
            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
            self._bar = Progress(*columns, console=self._console, transient=True)

    def __enter__(self) -> Steps:
        if self._bar:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar:
            self._bar.stop()

    @property
    def hear(self) -> Callable[[Event], None]:
        """What a capture calls with each event."""
        return self._hear

    def _hear(self, event: Event) -> None:
        name = f"{event.task}: {event.step}"
        if self._bar is None:
            if event.done == event.total:
                self._console.print(f"{name}: {event.done:,}", soft_wrap=True)
            return
        row = self._rows.get(name)
        if row is None:
            row = self._rows[name] = self._bar.add_task(name, total=event.total)
        self._bar.update(row, completed=event.done, visible=event.done < event.total)
