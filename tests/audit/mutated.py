"""A library of few lines whose mutants have known fates, and what its original answers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from portproof.audit.coverage.measure import measure
from portproof.audit.model import Coverage, Mutant
from portproof.audit.mutants.operators import mutants
from portproof.audit.subject import Subject
from portproof.core.case import Case
from portproof.core.pack import Pack, PackHeader, Recorded
from portproof.replay.backend import Backend

from .originals import cases, lay, replayed, subject_of

LIB = '''"""A library."""


def scaled(number):
    """Never 1 < 2."""
    if number < 0:
        return -number
    total = number * 2
    return total + 1


def unseen(number):
    return number - 7
'''
DRIVER = "import sys\n\nfrom lib import scaled\n\nprint(scaled(int(sys.argv[1])))\n"
PATH = "original/lib/__init__.py"
EVERYWHERE = range(1, 10_000)


def laid(folder: Path, backend: Backend, cache: Path, invocations: Sequence[Sequence[str]], lib: str = LIB) -> Subject:
    """The library with one program `p` of these invocations."""
    files = {"lib/__init__.py": lib, "p.py": DRIVER}
    return subject_of(lay(folder, "cpython", files, ["p.py"], invocations), backend, cache)


def recorded(about: Subject, wanted: Sequence[Case] | None = None) -> dict[str, Recorded]:
    """What the original answers, by case id."""
    found = {}
    for (_, id), outcome in replayed(about, [], wanted or cases(about.task)).items():
        case = next(case for case in wanted or cases(about.task) if case.id == id)
        found[id] = Recorded(
            id, "t", case.program, outcome.exit, outcome.signal, outcome.stdout, outcome.stderr, outcome.files, 500
        )
    return found


def pack(about: Subject) -> Pack:
    """A pack of what the original answers."""
    header = PackHeader("s", "1.0.0", "", "0", "", None, {}, {}, (), (), 0, 0, "")
    return Pack(header, "", recorded(about), {})


def coverage(about: Subject) -> Coverage:
    """What its cases reach."""
    return measure(about, cases(about.task))


def the(about: Subject, operator: str, original: str, replacement: str) -> Mutant:
    """The first mutant that makes this change."""
    every = mutants(about.source(PATH), EVERYWHERE)
    return next(
        mutant
        for mutant in every
        if (mutant.operator, mutant.original, mutant.replacement) == (operator, original, replacement)
    )
