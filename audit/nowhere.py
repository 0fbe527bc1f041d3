"""What an audit.toml names and is not there: the library has changed, or a name is mistyped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from .declared import Declared
from .gaps import Used, called
from .model import Coverage
from .subject import Subject
from .tally import library_reach


def nowhere(subject: Subject, says: Declared, coverage: Coverage | None, used: Sequence[Used]) -> tuple[str, ...]:
    """Each entry that names nothing, as `exercise "x.py"`. Functions and lines are looked up where `coverage` knows
    them, else paths only."""
    return tuple(_nowhere(subject, says, coverage, used)) if says.written else ()


def _nowhere(subject: Subject, says: Declared, coverage: Coverage | None, used: Sequence[Used]) -> Iterator[str]:
    paths = [source.path for source in subject.library]
    reach = library_reach(subject, coverage) if coverage else {}
    for place in says.exercise:
        here = any(fnmatchcase(path, place.path) for path in paths)
        if not here or (reach and not any(place.lines(path, one) for path, one in reach.items())):
            yield f'exercise "{place}"'
    for entry in says.exclude:
        here = any(fnmatchcase(path, entry.place.path) for path in paths)
        if not here or (reach and not any(entry.taken(path, one) for path, one in reach.items())):
            yield f'exclude "{entry}"'
    data = {source.path: source.data.split(b"\n") for source in subject.library}
    for judged in says.equivalent:
        lines = data.get(judged.path, [])
        first = judged.original.encode().split(b"\n")[0]
        if judged.line > len(lines) or first not in lines[judged.line - 1]:
            yield f'equivalent "{judged.original}" at {judged.path}:{judged.line}'
    names = frozenset[str]().union(*(called(one.name) for one in used))
    for name in says.unmentioned:
        if name not in names:
            yield f'unmentioned "{name}"'
