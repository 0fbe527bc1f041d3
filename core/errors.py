"""The one tree of errors, and the exit code that each ends a command with. It never holds what a submission did wrong:
that is a verdict, not an exception.

    PortproofError
    ├── UserError            the user's mistake: what, where, what to do next            exit 2
    │   ├── InputError       mistakes in files people write, all of one file at once     exit 2
    │   └── NothingSelected  the selection matches no case                               exit 4
    ├── IntegrityError       a digest does not match what was recorded                   exit 5
    └── HarnessError         our fault or the machine's: never scored                    exit 3
        └── WallError        a wall was asked for and cannot be raised                   exit 3
"""

from __future__ import annotations

import errno
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path


class Exit(IntEnum):
    """The documented exit codes of every command (docs/commands.md)."""

    DONE = 0
    GATE = 1
    USAGE = 2
    INCOMPLETE = 3
    NOTHING = 4
    INTEGRITY = 5
    INTERRUPTED = 130


class PortproofError(Exception):
    """What went wrong, as a sentence, and what to do next."""

    exit = Exit.INCOMPLETE

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UserError(PortproofError):
    """The user asked for something that cannot be done as asked."""

    exit = Exit.USAGE


class NothingSelected(UserError):
    """The task globs, shard or program selection leave no case to run."""

    exit = Exit.NOTHING


@dataclass(frozen=True, slots=True, order=True)
class Mistake:
    """One mistake in a file that a person wrote: `line` counts from 1, 0 means the file as a whole."""

    file: str
    line: int
    message: str
    hint: str = ""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{where}: {self.message}" + (f" ({self.hint})" if self.hint else "")


class InputError(UserError):
    """Mistakes in input files, all of them."""

    def __init__(self, mistakes: Sequence[Mistake], hint: str = "") -> None:
        self.mistakes = tuple(sorted(set(mistakes)))
        count = len(self.mistakes)
        super().__init__(f"{count} mistake{'s' if count != 1 else ''} in the input", hint)


class IntegrityError(PortproofError):
    """A pack, tree or journal is not what its digest says; nothing is graded against it."""

    exit = Exit.INTEGRITY

    def __init__(self, message: str, path: Path | None = None, hint: str = "") -> None:
        super().__init__(f"{path}: {message}" if path else message, hint)


class HarnessError(PortproofError):
    """Our fault or the machine's: the affected cases become `harness_error` and are never scored."""

    exit = Exit.INCOMPLETE


class WallError(HarnessError):
    """A wall was asked for and this machine cannot raise it."""


def of_the_machine(error: OSError) -> HarnessError:
    """What this machine would not do, as a sentence: what is said where nobody nearer could act on it."""
    paths = " -> ".join(str(path) for path in (error.filename, error.filename2) if path is not None)
    said = (error.strerror or str(error)) + (f": {paths}" if paths else "")
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return HarnessError(said, "make room, or choose other places (--out, --cache, TMPDIR); then run it again")
    return HarnessError(said, "is the place there, and may it be written? --out, --cache and TMPDIR choose another")
