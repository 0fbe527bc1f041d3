"""Progress on stderr: a bar on a terminal, plain lines otherwise. It reads events and changes nothing."""

from __future__ import annotations

import sys
import time
from collections import Counter
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.text import Text

from ..core.verdict import Verdict
from ..evaluate.event import Checked, Event, Judged, Made, Planned, Trouble

PLAIN_SECONDS = 10.0  # between two plain lines, so that a log of a long run stays short


class Talk:
    """What a person reads while an evaluation goes on."""

    def __init__(self, quiet: bool = False) -> None:
        self._console = Console(stderr=True, quiet=quiet, highlight=False, markup=False)
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._done = self._total = 0
        self._counts: Counter[Verdict] = Counter()
        self._said = time.monotonic()
        if self._console.is_terminal and not quiet:
            self._bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
                console=self._console,
                transient=True,
            )

    def __enter__(self) -> Talk:
        if self._bar:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.stop()
        sys.stderr.flush()

    def say(self, message: str) -> None:
        """One line; control characters cannot reach the terminal."""
        safe = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in message)
        self._console.print(Text(safe), soft_wrap=True)

    def hear(self, event: Event) -> None:
        """Show one event."""
        match event:
            case Planned(cases, kept):
                self._total, self._done = cases, kept
                again = f", {kept:,} of them already judged" if kept else ""
                self.say(f"{cases:,} cases{again}")
                if self._bar:
                    self._task = self._bar.add_task("cases", total=cases, completed=kept)
            case Checked(tree, violations):
                if violations:
                    self.say(f"{tree}: {len(violations)} policy finding{'s' if len(violations) > 1 else ''}")
            case Made(build):
                if not build.ok:
                    self.say(f"{build.task}: does not build")
            case Trouble(message, hint):
                self.say(f"harness error: {message}" + (f" ({hint})" if hint else ""))
            case Judged(record):
                self._counts[record.verdict] += 1
                self._done += 1
                self._judged()

    def _judged(self) -> None:
        if self._bar and self._task is not None:
            wrong = sum(n for verdict, n in self._counts.items() if verdict is not Verdict.PASS)
            description = f"cases, {wrong:,} not passed" if wrong else "cases"
            self._bar.update(self._task, completed=self._done, description=description)
        elif time.monotonic() - self._said >= PLAIN_SECONDS:
            self._said = time.monotonic()
            counts = ", ".join(f"{verdict} {n:,}" for verdict, n in sorted(self._counts.items()))
            self.say(f"{self._done:,} of {self._total:,}: {counts}")
