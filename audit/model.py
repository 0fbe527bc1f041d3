"""The words of an audit: a source file of an original, what a case reached of it, a mutant, and what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ..core.canonical import digest

# Python: from line, to line; a negative target leaves the function or module. C and C++: a line, and the number of the
# branch among those of this line, from 0 (gcov tells no target).
Branch = tuple[int, int]


class Language(StrEnum):
    """What a source file is written in; also the name of its tree-sitter grammar."""

    PYTHON = "python"
    C = "c"
    CPP = "cpp"


class Origin(StrEnum):
    """Whose code: the library's, which a suite is about, or a driver's, which only calls it."""

    LIBRARY = "library"
    DRIVER = "driver"


@dataclass(frozen=True, slots=True)
class Source:
    """One source file of an original. `path`: as people read it, unique in its task: `base58/__init__.py` of the
    library, `original/encode.py` of a driver, `zlib/inflate.c` of pinned sources."""

    path: str
    language: Language
    origin: Origin
    data: bytes


@dataclass(frozen=True, slots=True)
class Function:
    """A function or method with its first and last line; `name` is qualified (`Encoder.encode`, `Encoder::encode`).

    It was entered if a line from `body` to `last` was reached: in Python the line of `def` runs with the module."""

    name: str
    first: int
    last: int
    body: int


@dataclass(frozen=True, slots=True)
class Reach:
    """What can be executed in one source file: its lines, branches and functions."""

    lines: frozenset[int]
    branches: frozenset[Branch]
    functions: tuple[Function, ...]


@dataclass(frozen=True, slots=True)
class Hits:
    """What one case executed of each file, by `Source.path`."""

    lines: Mapping[str, frozenset[int]]
    branches: Mapping[str, frozenset[Branch]]


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the cases of one task reach: `reach` by `Source.path`, `hits` by case id. `apart`: the cases whose hits are
    not to be relied on, with the reason: instrumented, the original answers otherwise or leaves no data."""

    reach: Mapping[str, Reach]
    hits: Mapping[str, Hits]
    apart: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One small change of one source file: the bytes from `start` to `end` are replaced. `operator` is its kind:
    `arithmetic`, `comparison`, `boundary`, `logical`, `constant`, `string`, `branch`, `return`, `statement`. `column`
    counts bytes from 1; `statement` is the first line of the statement that the change is in: coverage may count that
    line only."""

    path: str
    line: int
    column: int
    operator: str
    start: int
    end: int
    original: str
    replacement: str
    statement: int = 0

    @property
    def id(self) -> str:
        """Stable while the file's text before the change keeps its length: 12 hexadecimal digits."""
        return digest([self.path, self.start, self.end, self.original, self.replacement])[:12]

    def applied(self, data: bytes) -> bytes:
        """The file's bytes with the change made."""
        return data[: self.start] + self.replacement.encode() + data[self.end :]


class Fate(StrEnum):
    """What became of a mutant under the cases of one program. Only killed and survived ones count."""

    KILLED = "killed"
    SURVIVED = "survived"
    INVALID = "invalid"  # it does not build or parse
    SAME = "same"  # it compiles to the same code: proved equivalent
    UNTRIED = "untried"  # the time budget was used up before its turn


@dataclass(frozen=True, slots=True)
class Trial:
    """A mutant under the cases of one program that reach its line. `killer`: the id of the case that noticed it, the
    first of `cases` in the order in which they were to be replayed. `extra`: it is not of the program's own sample, but
    survived another program's cases; it counts for the task alone."""

    program: str
    mutant: Mutant
    fate: Fate
    killer: str | None = None
    cases: int = 0
    extra: bool = False


@dataclass(frozen=True, slots=True)
class Equivalents:
    """The sample of survivors that was tried with further inputs: `resisted` of `sampled` were noticed by none of those
    that reach them, at most `inputs`; they are taken for equivalent. `judged`: survivors that the suite's author
    declared equivalent, by mutant, with reasons."""

    sampled: int = 0
    resisted: int = 0
    inputs: int = 0
    judged: Mapping[str, str] = field(default_factory=dict)
