"""Where a specification and its programs part: public names of the library that drivers use and SPEC.md does not speak
of, and functions that no case reaches, whether SPEC.md speaks of them or not."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ..core.task import Task
from ..toolchains.sources import unpacked
from . import names_native, names_python
from .declared import Declared, body
from .mention import Mention, Specification, common
from .model import Language, Origin, Reach, Source


class Legible(Protocol):
    """What is looked at: the subject of an audit, or a task whose original is only read."""

    @property
    def task(self) -> Task: ...

    @property
    def sources(self) -> tuple[Source, ...]: ...

    @property
    def library(self) -> tuple[Source, ...]: ...

    @property
    def native(self) -> bool: ...

    @property
    def cache(self) -> Path: ...


@dataclass(frozen=True, slots=True)
class Used:
    """A public name of the library, and the programs that use it; a member of an object begins with a dot. `reason`:
    why the specification need not speak of it, where the author said so."""

    name: str
    programs: tuple[str, ...]
    mention: Mention
    reason: str = ""

    @property
    def gap(self) -> bool:
        """Whether a reader of the specification cannot know of it."""
        return self.mention is Mention.ABSENT and not self.reason


@dataclass(frozen=True, slots=True)
class Unreached:
    """A function that the programs are meant to exercise and no case reaches. `public`: its name has no underscore in
    front."""

    path: str
    name: str
    first: int
    last: int
    public: bool
    mention: Mention


def specification(subject: Legible) -> Specification:
    """The task's SPEC.md. What the library is called, and its modules, are words that say nothing."""
    task = subject.task
    modules = " ".join(source.path for source in subject.library) if not subject.native else ""
    return Specification.of((task.folder / "SPEC.md").read_text("utf-8", "replace"), f"{task.library} {modules}")


def gaps(subject: Legible, says: Declared) -> tuple[Used, ...]:
    """The public names of the library that the drivers use, sorted, and whether SPEC.md speaks of each."""
    programs = _native(subject) if subject.native else _python(subject)
    spec = specification(subject).without(common(programs))
    return tuple(
        Used(name, tuple(sorted(programs[name])), spec.mention(name), _reason(name, says.unmentioned))
        for name in sorted(programs)
    )


def unreached(subject: Legible, intended: Mapping[str, Reach], lines: Mapping[str, Collection[int]]) -> list[Unreached]:
    """The functions of `intended` code in which none of the executed `lines` is, in the order of the sources."""
    spec = specification(subject)
    found = []
    for path, reach in sorted(intended.items()):
        done = lines.get(path, ())
        for one in sorted(reach.functions, key=lambda function: (function.first, function.name)):
            inside = body(one, reach)
            if inside and inside.isdisjoint(done):
                public = not re.split(r"\.|::", one.name)[-1].startswith("_")
                found.append(Unreached(path, one.name, one.first, one.last, public, _mention(spec, one.name)))
    return found


def called(name: str) -> frozenset[str]:
    """What a used name may be called in audit.toml: `furl.furl`, or only its last part."""
    return frozenset({name.lstrip("."), name.rpartition(".")[2]})


def _reason(name: str, reasons: Mapping[str, str]) -> str:
    return next((reasons[one] for one in sorted(called(name)) if one in reasons), "")


def _mention(spec: Specification, name: str) -> Mention:
    """How the specification speaks of a function; of a method only where it speaks of its class too."""
    found = spec.mention(name)
    owner = re.split(r"\.|::", name)[-2:-1]
    return Mention.DESCRIBED if owner and found is Mention.NAMED and spec.mention(owner[0]) is Mention.ABSENT else found


def _python(subject: Legible) -> dict[str, set[str]]:
    of = names_python.library(subject.library)
    return _by_name(subject, {s.path: names_python.used(s, of) for s in subject.sources if s.origin is Origin.DRIVER})


def _native(subject: Legible) -> dict[str, set[str]]:
    drivers = [source for source in subject.sources if source.origin is Origin.DRIVER]
    found = names_native.headers(subject.task, unpacked(subject.task.original.sources, subject.cache), drivers)
    language = Language.CPP if any(source.language is Language.CPP for source in drivers) else Language.C
    public = names_native.declared(found.values(), language)
    return _by_name(subject, {source.path: names_native.called(source) & public for source in drivers})


def _by_name(subject: Legible, used: Mapping[str, Collection[str]]) -> dict[str, set[str]]:
    """The programs that use each name; a file that is no program's driver is taken for a part of all."""
    task = subject.task
    drivers = {f"original/{p.driver.relative_to(task.folder / 'original').as_posix()}": p.id for p in task.programs}
    every = {program.id for program in task.programs}
    found: dict[str, set[str]] = {}
    for path, names in used.items():
        for name in names:
            found.setdefault(name, set()).update({drivers[path]} if path in drivers else every)
    return found
