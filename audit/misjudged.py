"""What an audit.toml gets wrong: it names what is not there, since the library has changed or a name is mistyped, or
takes for equivalent what a case has told from the original."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from .declared import Declared, Equivalent
from .gaps import Used, called
from .model import Coverage, Trial
from .mutants.equivalence import refuted, stale
from .subject import Subject
from .tally import library_reach


def nowhere(subject: Subject, says: Declared, coverage: Coverage | None, used: Sequence[Used]) -> tuple[str, ...]:
    """A sentence for each entry that names nothing. Functions and lines are looked up where `coverage` knows
    them, else paths only."""
    return tuple(_nowhere(subject, says, coverage, used)) if says.written else ()


def _nowhere(subject: Subject, says: Declared, coverage: Coverage | None, used: Sequence[Used]) -> Iterator[str]:
    paths = [source.path for source in subject.library]
    reach = library_reach(subject, coverage) if coverage else {}
    for place in says.exercise:
        here = any(fnmatchcase(path, place.path) for path in paths)
        if not here or (reach and not any(place.lines(path, one) for path, one in reach.items())):
            yield f'exercise "{place}" is nowhere'
    for entry in says.exclude:
        here = any(fnmatchcase(path, entry.place.path) for path in paths)
        if not here or (reach and not any(entry.taken(path, one) for path, one in reach.items())):
            yield f'exclude "{entry}" is nowhere'
    for judged in stale(says, subject) if says.equivalent else ():
        yield f"{_named(judged)} is no mutant"
    names = frozenset[str]().union(*(called(one.name) for one in used))
    for name in says.unmentioned:
        if name not in names:
            yield f'unmentioned "{name}" is used by no driver'


def against(says: Declared, trials: Sequence[Trial]) -> tuple[str, ...]:
    """A sentence for each mutant that was declared equivalent and that a case has noticed."""
    found = dict(refuted(says, trials))
    return tuple(f"{_named(entry)} is noticed by case {trial.killer}" for entry, trial in found.items())


def _named(entry: Equivalent) -> str:
    return f'equivalent "{entry.original}" → "{entry.replacement}" at {entry.path}:{entry.line}'
