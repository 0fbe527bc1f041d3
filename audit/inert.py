"""Which parts of their input cases could do without: each such part is changed or taken away, the original is replayed,
and where it gives the same outcome all the same, it did not depend on that part.

Looked at are cases that end with exit 0: a failure rightly ignores whatever comes after its cause. Stdin, files and
environment are changed in every such case that has them; arguments are dropped one by one only where another case has
the same outcome, since an outcome that no other case has does depend on the arguments. It finds input that is ignored;
it proves nothing of input that matters little."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from ..core.case import Case
from ..core.outcome import Outcome
from ..core.pack import Pack, Recorded
from ..oracle.rounds import Stage, differing, play

ADDED = b"portproof\n"  # what a changed stdin or file has at its front


@dataclass(frozen=True, slots=True)
class Inert:
    """A case and the parts of its input that change nothing: `stdin`, `argument 2` (from 1), `file NAME`, `variable
    NAME`. `whole`: these are all parts that it has, so its outcome does not depend on its input."""

    program: str
    case: str
    parts: tuple[str, ...]
    whole: bool


def inert(stage: Stage, pack: Pack, alike: Collection[str]) -> tuple[Inert, ...]:
    """The cases of a task that have parts which change nothing, program by program and by id. `alike`: the ids of those
    whose outcome another case has too."""
    recorded = {case.id: pack.outcomes[case.id] for case in stage.cases if case.id in pack.outcomes}
    cases = [case for case in stage.cases if case.id in recorded and recorded[case.id].exit == 0]
    changes = [(case, part, changed) for case in cases for part, changed in _changes(case, case.id in alike)]
    first = {changed.id: (case, changed) for case, _, changed in reversed(changes) if changed.id not in recorded}
    expected = {id: _outcome(recorded[case.id]) for id, (case, _) in first.items()}
    outcomes = {id: _outcome(one) for id, one in recorded.items()}
    if first:
        outcomes |= play(stage, "ignored input", [changed for _, changed in first.values()], expected=expected)
    same: dict[str, dict[str, bool]] = {case.id: {} for case in cases}
    for case, part, changed in changes:
        unchanged = not differing(outcomes[case.id], outcomes[changed.id])
        same[case.id][part] = same[case.id].get(part, True) and unchanged
    found = []
    for case in cases:
        parts = tuple(part for part, unchanged in same[case.id].items() if unchanged)
        if parts:
            found.append(Inert(case.program, case.id, parts, len(parts) == _parts(case)))
    return tuple(sorted(found, key=lambda one: (one.program, one.case)))


def _changes(case: Case, arguments: bool) -> Iterator[tuple[str, Case]]:
    """Each part of the input by name, with cases in which it is another or absent: only a part that none of them
    reveals is inert."""
    if case.stdin:
        yield "stdin", replace(case, stdin=ADDED + case.stdin)
        yield "stdin", replace(case, stdin=b"")
    for index, (name, data) in enumerate(case.files):
        before, after = case.files[:index], case.files[index + 1 :]
        yield f"file {name}", replace(case, files=(*before, (name, ADDED + data), *after))
        yield f"file {name}", replace(case, files=(*before, *after))
    for index, (name, _) in enumerate(case.env):
        yield f"variable {name}", replace(case, env=(*case.env[:index], *case.env[index + 1 :]))
    if arguments:
        for index in range(len(case.args)):
            yield f"argument {index + 1}", replace(case, args=(*case.args[:index], *case.args[index + 1 :]))


def _parts(case: Case) -> int:
    return bool(case.stdin) + len(case.files) + len(case.env) + len(case.args)


def _outcome(recorded: Recorded) -> Outcome:
    return Outcome(recorded.exit, recorded.signal, None, recorded.stdout, recorded.stderr, recorded.files)
