"""New invocations of a program from what is known of it, without end and deterministic by seed.

    a declared grammar    tasks/<task>/inputs.toml, where its author wrote one
    a definition          the `add_argument` calls of an argparse driver, read and never run
    recombination         old cases crossed, spliced and mutated; always among the others

An invocation is never one of the program's own cases, never the same twice, and always one that a suite may hold. It is
not known here whether it is worth keeping: `grow` runs it to find out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from ...core.canonical import digest
from ...core.case import Case
from ...core.errors import UserError
from ...core.task import Program, Task
from ...suite.cases import MAX_ARGUMENT, MAX_ARGUMENTS
from ..model import Source
from .declared import read_inputs
from .options import definition
from .recombination import derived
from .words import words as literal_words

TAG = "grown"
SHARE = 0.5  # of draws from a grammar or definition where there is one
AGAIN = 0.3  # of these are mutated as well: what a grammar allows is not all that a program is given
ROOM, FACTOR = 4096, 2  # bytes: no invocation is larger than this, or than twice the program's largest case
DRY = 2000  # invocations in a row that are nothing new: there are no more


def generator(
    task: Task,
    program: Program,
    cases: Sequence[Case],
    seed: int,
    *,
    sources: Sequence[Source] = (),
    words: Sequence[bytes] = (),
) -> Iterator[Case]:
    """Invocations of `program`, tagged `grown`; `cases` are what they are derived from. `sources` and `words` give a
    dictionary. Ends only where a program has no more. Raises InputError for inputs.toml, UserError without hypothesis
    where a definition or grammar needs it."""
    random = Random(digest(["inputs", task.id, program.id, seed]))
    dictionary = _dictionary(task, program, sources, words)
    drawn = described(task, program, cases, random.getrandbits(64))
    parents = sorted((case for case in cases if case.program == program.id), key=lambda case: case.id)
    known = {case.id for case in (*program.cases, *cases)}
    room = max(ROOM, FACTOR * max((size(case) for case in parents), default=0))
    dry = 0
    while dry < DRY:
        dry += 1
        if drawn is not None and (random.random() < SHARE or not parents):
            made = next(drawn)
            if random.random() < AGAIN:
                made = derived(made, parents, dictionary, random)
        elif parents:
            made = derived(random.choice(parents), parents, dictionary, random)
        else:
            made = derived(Case(task.id, program.id), (), dictionary, random)
        if made.id in known or not fits(made, room):
            continue
        known.add(made.id)
        dry = 0
        yield replace(made, tags=(TAG,))


def relatives(parent: Case, cases: Sequence[Case], seed: int, words: Sequence[bytes]) -> Iterator[Case]:
    """Invocations like `parent`, with its tags: small changes of it. They may repeat, or be cases that there are."""
    random = Random(digest(["relatives", parent.id, seed]))
    room = max(ROOM, FACTOR * size(parent))
    while True:
        made = derived(parent, cases, words, random)
        if fits(made, room):
            yield replace(made, tags=parent.tags)


def described(task: Task, program: Program, cases: Sequence[Case], seed: int) -> Iterator[Case] | None:
    """Invocations from the declared grammar, or else from the driver's argparse definition; None without either."""
    declared = read_inputs(task)
    if declared is not None and program.id in declared.programs:
        _needs_hypothesis()
        from .draw import drawn
        from .grammar import invocations

        return drawn(invocations(declared, task.id, program.id, cases), seed)
    found = definition(program.driver.read_bytes()) if task.original.toolchain == "cpython" else None
    if found is None:
        return None
    _needs_hypothesis()
    from .draw import drawn
    from .typed import arguments

    lines = drawn(arguments(found, cases), seed)
    return (Case(task.id, program.id, tuple(line)) for line in lines)


def fits(case: Case, room: int) -> bool:
    """Whether a suite may hold this invocation, and is not swamped by it."""
    if any(b"\0" in word or len(word) > MAX_ARGUMENT for word in case.args):
        return False
    return size(case) <= room and sum(len(word) + 9 for word in case.args) <= MAX_ARGUMENTS


def size(case: Case) -> int:
    """Bytes of all parts of an invocation."""
    return sum(map(len, case.args)) + len(case.stdin) + sum(len(data) for _, data in case.files)


def _dictionary(task: Task, program: Program, sources: Sequence[Source], words: Sequence[bytes]) -> list[bytes]:
    declared = read_inputs(task)
    own = [word.encode() for word in declared.words] if declared else []
    return sorted({*own, *words, *literal_words(sources)})


def _needs_hypothesis() -> None:
    from importlib.util import find_spec

    if find_spec("hypothesis") is None:
        raise UserError("hypothesis is not installed", "pip install 'portproof[authors]'")
