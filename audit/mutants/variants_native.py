"""Variants of a C or C++ original: what includes the mutated file is compiled again, with the task's own flags and at
its own level, and linked with the kept objects of the rest.

Where every object comes out byte for byte as it was, it is the same program."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from ...core.errors import UserError
from ...core.prepared import Bind
from ...toolchains.units import Line, Object, Unit, Yard, changed, compiled, line, linked, yard
from ..compiled import built
from ..model import Fate, Mutant
from ..subject import Subject
from .variants import VARIANTS, Variant, folder


@dataclass(frozen=True, slots=True)
class _Asked:
    """A subject, equal to every other one of its key."""

    key: str
    subject: Subject = field(compare=False)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What all variants of a subject have in common: its build lines, and the objects of the original."""

    yard: Yard
    lines: Mapping[str, Line]
    objects: Mapping[Unit, Object]


def made(subject: Subject, mutant: Mutant, programs: Sequence[str]) -> Variant:
    """As `variants.variant`. A program that none of the changed objects is in stays the original's."""
    plan = _plan(_Asked(subject.key, subject))
    home, path = folder(subject) / mutant.id, built(mutant.path)
    lines = {program: plan.lines[program] for program in programs}
    units = dict.fromkeys(unit for one in lines.values() for unit in one.units)
    touched = [unit for unit in units if path in plan.objects[unit].includes]
    ours = {program: one for program, one in lines.items() if set(touched) & set(one.units)}
    if not all((home / program).exists() for program in ours):
        data = mutant.applied(subject.source(mutant.path).data)
        try:
            found = {
                unit: changed(plan.yard, unit, path, data) for unit in sorted(touched, key=lambda unit: unit.source)
            }
            found = {unit: new for unit, new in found.items() if new != plan.objects[unit].path.read_bytes()}
            for program, one in ours.items():
                if found.keys() & set(one.units):
                    _link(plan, one, found, home / program)
        except UserError as error:
            return Variant(mutant, fate=Fate.INVALID, reason=error.message)
        if not found:
            return Variant(mutant, fate=Fate.SAME)
    there = [program for program in ours if (home / program).exists()]
    argv = {program: (f"{VARIANTS}/{mutant.id}/{program}",) for program in there}
    return Variant(mutant, {**{program: subject.prepared.argv[program] for program in lines}, **argv}, _bind(subject))


def _bind(subject: Subject) -> tuple[Bind, ...]:
    return (Bind(folder(subject), VARIANTS),)


def _link(plan: _Plan, one: Line, found: Mapping[Unit, bytes], program: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="portproof-variant-") as name:
        objects = {unit.source: plan.objects[unit].path for unit in one.units}
        for unit in one.units:
            if unit in found:
                objects[unit.source] = Path(name) / f"{unit.name}.o"
                objects[unit.source].write_bytes(found[unit])
        linked(plan.yard, one, objects, program)


@lru_cache(maxsize=4)
def _plan(asked: _Asked) -> _Plan:
    task, cache = asked.subject.task, asked.subject.cache
    place = yard(task, cache)
    lines = {program.id: line(task, program) for program in task.programs}
    units = dict.fromkeys(unit for one in lines.values() for unit in one.units)
    return _Plan(place, lines, {unit: compiled(place, unit) for unit in units})
