"""The words of a scaffold: what a library offers, known without running it: names, types as they are
written, and short comments. Never a body."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What one word of a command line becomes before it is a parameter."""

    TEXT = "text"
    BYTES = "bytes"
    INTEGER = "integer"
    NUMBER = "number"
    FLAG = "flag"
    JSON = "JSON"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter. `kind` None: no word can stand for it. `written`: its type as the source has it, perhaps empty;
    `default`: a literal as written, or empty where there is none or it is code; `many`: takes all words that are left;
    `length`: C, the index of the parameter that holds the buffer's length;
    `range`: of an integer, in words."""

    name: str
    kind: Kind | None
    written: str = ""
    required: bool = True
    default: str = ""
    keyword: bool = False
    many: bool = False
    length: int | None = None
    range: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A public function or method. `words`: the first paragraph of its docstring or of the comment before it."""

    name: str
    parameters: tuple[Parameter, ...]
    returns: str = ""
    words: str = ""
    raises: tuple[str, ...] = ()
    bound: bool = False  # a method that needs an object

    @property
    def open(self) -> tuple[str, ...]:
        """The required parameters that no word can stand for."""
        return tuple(p.name for p in self.parameters if p.kind is None and p.required)


@dataclass(frozen=True, slots=True)
class Offer:
    """What one program can call: a function (`owner` None), or a class (its constructor is `owner`) and its methods.
    `path`: how a caller names it after importing `module` (Python), or its plain name and the header (C)."""

    path: str
    module: str
    entries: tuple[Entry, ...]
    owner: Entry | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A public name for which no driver was drafted, and why."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Release:
    """One version of a library as its registry describes it. Empty text: the registry does not say."""

    name: str
    version: str
    licence: str
    source: str
    released: str  # YYYY-MM-DD
    doubt: str = ""  # why the day may be another
    unversioned: bool = False  # the version is a guess


@dataclass(frozen=True, slots=True)
class Program:
    """A drafted program: its id, its driver's file name and text, the usage line, and what it calls."""

    id: str
    file: str
    text: str
    usage: str
    offer: Offer | None
    cases: tuple[Mapping[str, object], ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """What was drafted: files by their path in the suite, programs, what was left out and what a person should know."""

    files: Mapping[str, str | bytes]
    programs: tuple[Program, ...]
    skipped: tuple[Skipped, ...]
    notes: tuple[str, ...]
