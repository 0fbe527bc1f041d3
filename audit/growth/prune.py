"""Which cases of a suite add nothing: whatever they reach, of library and drivers, and whichever mutants they notice,
the others of their program do as well.

A greedy set cover, program by program, since programs may be re-implemented apart from each other: visible cases, those
with a tag that audit.toml declares to be kept, and those that cannot be measured come first; then whichever case adds
most, of equals the one with the smaller id; then those that later ones made superfluous go. Mutants count for the case
that was found to notice them: another may do as well, so rather too much is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...core.case import Case
from ...core.pack import Pack
from ...core.task import Program
from ..declared import Declared
from ..model import Coverage, Fate, Trial
from ..subject import Subject
from .gain import Gain, reached, together


@dataclass(frozen=True, slots=True)
class Pruned:
    """What is kept of one program and what may go, by case id, each with the reason."""

    program: Program
    kept: Mapping[str, str]
    gone: Mapping[str, str]


def prune(
    subject: Subject, coverage: Coverage, trials: Sequence[Trial], pack: Pack, says: Declared
) -> tuple[Pruned, ...]:
    """The cases of a task that add nothing, given what they reach (`coverage` of all of them) and notice."""
    killed: dict[str, set[str]] = {}
    for trial in trials:
        if trial.fate is Fate.KILLED and trial.killer is not None:
            killed.setdefault(trial.killer, set()).add(trial.mutant.id)
    worth = {id: reached(hits) | Gain(mutants=frozenset(killed.get(id, ()))) for id, hits in coverage.hits.items()}
    return tuple(_pruned(program, worth, coverage, pack, says) for program in subject.task.programs)


def _pruned(program: Program, worth: Mapping[str, Gain], coverage: Coverage, pack: Pack, says: Declared) -> Pruned:
    kept: dict[str, str] = {}
    gone: dict[str, str] = {}
    for case in program.cases:
        if why := _fixed(case, coverage, says):
            kept[case.id] = why
        elif case.id in pack.quarantine:
            gone[case.id] = f"in quarantine: {pack.quarantine[case.id].cause}"
    open_ = [case.id for case in program.cases if case.id not in kept and case.id not in gone]
    done = together(worth.get(id, Gain()) for id in kept)
    chosen: list[str] = []
    while open_:
        best = max(open_, key=lambda id: (len(worth[id] - done), -open_.index(id)))
        if not worth[best] - done:
            break
        chosen.append(best)
        open_.remove(best)
        done |= worth[best]
    for id in list(reversed(chosen)):
        rest = together([worth[other] for other in (*kept, *chosen) if other != id and other in worth])
        if worth[id] <= rest:
            chosen.remove(id)
            open_.append(id)
    for id in chosen:
        rest = together(worth[other] for other in (*kept, *chosen) if other != id and other in worth)
        kept[id] = _said(worth[id] - rest)
    for id in open_:
        gone[id] = _like(id, worth, kept)
    return Pruned(program, dict(sorted(kept.items())), dict(sorted(gone.items())))


def _fixed(case: Case, coverage: Coverage, says: Declared) -> str:
    """Why a case stays whatever it adds, or empty."""
    if case.visible:
        return "visible"
    if tags := sorted(says.keep & set(case.tags)):
        return f"tagged {tags[0]}"
    if case.id in coverage.apart:
        return f"cannot be measured: {coverage.apart[case.id]}"
    return ""


def _said(gain: Gain) -> str:
    counts = ((len(gain.lines), "line"), (len(gain.branches), "branch"), (len(gain.mutants), "mutant"))
    told = [f"{count} {what if count == 1 else PLURALS[what]}" for count, what in counts if count]
    return f"alone in {', '.join(told)}"


PLURALS = {"line": "lines", "branch": "branches", "mutant": "mutants"}


def _like(id: str, worth: Mapping[str, Gain], kept: Mapping[str, str]) -> str:
    """Names the kept case that reaches most of the same."""
    other = max(
        (one for one in kept if one in worth), key=lambda one: (_overlap(worth[id], worth[one]), one), default=""
    )
    return f"others reach and notice all that it does; most like it: {other[:12]}" if other else "it reaches nothing"


def _overlap(first: Gain, second: Gain) -> float:
    both = len(first & second)
    return both / max(1, len(first) + len(second) - both)
