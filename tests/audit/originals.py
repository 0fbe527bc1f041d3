"""Originals made on the spot: a library of few lines, its drivers and their cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from portproof.audit.model import Mutant
from portproof.audit.mutants.variants import Variant, together
from portproof.audit.subject import Subject, subject
from portproof.core.case import Case
from portproof.core.outcome import Outcome
from portproof.core.task import Layout, Observable, Original, Program, Source, Task
from portproof.oracle.rounds import PLAIN, Stage, sandbox
from portproof.replay.backend import Backend
from portproof.replay.invocation import Invocation
from portproof.toolchains import cpython, gcc


def lay(
    folder: Path,
    toolchain: str,
    files: Mapping[str, str],
    drivers: Sequence[str],
    invocations: Sequence[Sequence[str]] = ((),),
    build: Sequence[str] = (),
    sources: tuple[Source, ...] = (),
) -> Task:
    """A task `t` of the library `lib`: `files` are below `original/`, each driver is a program of these invocations."""
    original = folder / "original"
    for name, text in {**files, "requirements.txt": files.get("requirements.txt", "# none\n")}.items():
        (original / name).parent.mkdir(parents=True, exist_ok=True)
        (original / name).write_text(text, encoding="utf-8")
    programs = []
    for driver in drivers:
        name = Path(driver).stem
        cases = tuple(Case("t", name, tuple(word.encode() for word in words)) for words in invocations)
        programs.append(Program("t", name, original / driver, "", (), cases))
    made = (
        Original("cpython", requirements=original / "requirements.txt")
        if toolchain == "cpython"
        else Original(toolchain, build=tuple(build), sources=sources)
    )
    observe = frozenset({Observable.STDOUT, Observable.STDERR, Observable.EXIT})
    day = date(2020, 1, 1)
    return Task("t", folder, "lib", "1", "MIT", "https://example.org", day, Layout.TASK, observe, made, tuple(programs))


def subject_of(task: Task, backend: Backend, cache: Path) -> Subject:
    """The task's subject, its original prepared."""
    prepare = cpython.prepare if task.original.toolchain == "cpython" else gcc.prepare
    return subject(task, prepare(task, cache), backend, 2, cache)


def cases(task: Task) -> list[Case]:
    """All cases of a task."""
    return [case for program in task.programs for case in program.cases]


def replaced(about: Subject, path: str, old: str, new: str) -> Mutant:
    """The mutant that replaces the first `old` of a source."""
    data = about.source(path).data
    start = data.index(old.encode())
    return Mutant(path, data[:start].count(b"\n") + 1, 1, "test", start, start + len(old.encode()), old, new)


def replayed(about: Subject, variants: Sequence[Variant], wanted: Sequence[Case]) -> dict[tuple[str, str], Outcome]:
    """Each case by the original and by each variant, in one session: outcomes by target and case id."""
    stage = Stage(about.task, together(about, variants), about.backend, 2, lambda event: None)
    walls = sandbox(stage, PLAIN)
    names = [lambda case: case.program, *(lambda case, one=one: one.target(case.program) for one in variants)]
    invocations = [Invocation(case, name(case)) for case in wanted for name in names]
    with about.backend.open(walls, 2) as session:
        return {(done.target, done.case.id): outcome for done, outcome in session.replay(invocations)}
