"""Coverage is kept by case, and says of which cases it is not to be relied on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from portproof.audit.coverage.measure import NO_DATA, measure
from portproof.core.case import Case
from portproof.core.outcome import Capture
from portproof.core.pack import Pack, PackHeader, Recorded
from portproof.core.task import Task
from portproof.oracle.rounds import Event
from portproof.replay.backend import Backend

from .originals import cases, lay, replayed, subject_of

DRIVER = """import os
import sys

from lib import sign

if sys.argv[1] == "vanish":
    os._exit(0)
print(sign(int(sys.argv[1])))
"""
LIB = """def sign(number):
    if number < 0:
        return "-"
    return "+"
"""
FILES = {"lib/__init__.py": LIB, "p.py": DRIVER}
PATH = "original/lib/__init__.py"


def other(task: Task, wanted: list[Case]) -> Task:
    """The task with other cases."""
    return replace(task, programs=(replace(task.programs[0], cases=tuple(wanted)),))


def packed(recorded: Mapping[str, Recorded]) -> Pack:
    """A pack of these outcomes."""
    header = PackHeader("s", "1", "", "0", "namespaces", None, {}, {}, (), (), len(recorded), 0, "")
    return Pack(header, "", dict(recorded), {})


def test_what_was_measured_is_not_measured_again_and_a_new_case_only_itself(tmp_path: Path, backend: Backend) -> None:
    task = lay(tmp_path, "cpython", FILES, ["p.py"], [["1"], ["-1"]])
    about = subject_of(task, backend, tmp_path / "cache")
    seen: list[Event] = []
    first = measure(about, cases(task), seen.append)
    assert [(event.done, event.total) for event in seen] == [(1, 2), (2, 2)]
    seen.clear()
    assert measure(about, cases(task), seen.append) == first
    assert not seen
    more = other(task, [*cases(task), Case("t", "p", (b"5",))])
    grown = measure(subject_of(more, backend, tmp_path / "cache"), cases(more), seen.append)
    assert [event.total for event in seen] == [1]
    assert first.hits.items() <= grown.hits.items()


def test_another_original_is_measured_anew(tmp_path: Path, backend: Backend) -> None:
    task = lay(tmp_path, "cpython", FILES, ["p.py"], [["1"]])
    measure(subject_of(task, backend, tmp_path / "cache"), cases(task))
    changed = lay(tmp_path, "cpython", {**FILES, "lib/__init__.py": f"\n{LIB}"}, ["p.py"], [["1"]])
    (hits,) = measure(subject_of(changed, backend, tmp_path / "cache"), cases(changed)).hits.values()
    assert hits.lines[PATH] == {2, 3, 5}


def test_a_torn_last_line_costs_one_case(tmp_path: Path, backend: Backend) -> None:
    task = lay(tmp_path, "cpython", FILES, ["p.py"], [["1"], ["-1"]])
    about = subject_of(task, backend, tmp_path / "cache")
    first = measure(about, cases(task))
    (path,) = about.place.glob("coverage-*.jsonl")
    path.write_bytes(path.read_bytes()[:-20])
    seen: list[Event] = []
    assert measure(about, cases(task), seen.append) == first
    assert [event.total for event in seen] == [1]
    assert measure(about, cases(task), seen.append) == first
    assert len(seen) == 1


def test_a_case_that_leaves_no_data_is_named_and_tried_again(tmp_path: Path, backend: Backend) -> None:
    task = lay(tmp_path, "cpython", FILES, ["p.py"], [["1"], ["vanish"]])
    about = subject_of(task, backend, tmp_path / "cache")
    (vanishing,) = [case for case in cases(task) if case.args == (b"vanish",)]
    found = measure(about, cases(task))
    assert found.apart == {vanishing.id: NO_DATA}
    assert not found.hits[vanishing.id].lines
    seen: list[Event] = []
    measure(about, cases(task), seen.append)
    assert [event.total for event in seen] == [1]


@pytest.mark.parametrize("repeated", [False, True])
def test_an_instrumented_original_that_answers_otherwise_is_named(
    repeated: bool, tmp_path: Path, backend: Backend
) -> None:
    task = lay(tmp_path, "cpython", FILES, ["p.py"], [["1"], ["-1"]])
    about = subject_of(task, backend, tmp_path / "cache")
    if repeated:
        measure(about, cases(task))
    recorded = {
        id: Recorded(id, "t", "p", one.exit, one.signal, one.stdout, one.stderr, one.files, 500)
        for (_, id), one in replayed(about, [], cases(task)).items()
    }
    assert not measure(about, cases(task), pack=packed(recorded)).apart
    first = cases(task)[0].id
    recorded[first] = replace(recorded[first], stdout=Capture.of(b"other\n"), exit=3)
    found = measure(about, cases(task), pack=packed(recorded))
    assert found.apart == {first: "the instrumented original has another ending, stdout"}
