"""Coverage of Python originals is what coverage.py itself says, outside of all walls."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from portproof.audit.coverage.measure import measure
from portproof.audit.installed import environment
from portproof.audit.model import Coverage, Function
from portproof.audit.subject import Subject
from portproof.cli.places import bundled
from portproof.core.case import Case
from portproof.replay.backend import Backend
from portproof.suite.read import read
from portproof.toolchains.cpython import LIBRARY

from .originals import cases, lay, subject_of

LIB = '''"""Statements of several lines, branches, threads, a class and what nobody means to reach."""
import threading


def chosen(number):
    for turn in range(
        number
    ):
        if turn > 1 and \\
                turn < 5:
            return "some"
    else:
        found = [
            "none",
            str(number),
        ]
    with threading.Lock():
        number += 1
    return found[0]


class Counter:
    def __init__(self):
        self.total = 0

    def add(self, amount):
        """Runs in a thread."""
        if amount:
            self.total += amount

    def debug(self):  # pragma: no cover
        print(self.total)


def counted(amounts):
    counter = Counter()

    def work():
        for amount in amounts:
            counter.add(amount)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return counter.total
'''
DRIVER = """import sys

from lib import chosen, counted

print(chosen(int(sys.argv[1])), counted([int(word) for word in sys.argv[2:]]))
"""


def plainly(about: Subject, wanted: list[Case], folder: Path) -> dict[str, dict[str, object]]:
    """What `coverage run` and `coverage json` say of these cases, by `Source.path`."""
    site, original = environment(about.prepared) / LIBRARY, about.task.folder / "original"
    coverage = [sys.executable, "-m", "coverage"]
    settings = {**os.environ, "PYTHONPATH": str(site), "COVERAGE_FILE": str(folder / "data"), "PYTHONHASHSEED": "0"}
    (folder / "rc").write_text("[run]\nbranch = True\nparallel = True\n")
    drivers = {program.id: str(program.driver) for program in about.task.programs}
    for case in wanted:
        command = [*coverage, "run", f"--rcfile={folder}/rc", f"--include={site}/*,{original}/*", drivers[case.program]]
        words = [os.fsdecode(word) for word in case.args]
        subprocess.run([*command, *words], env=settings, input=case.stdin, capture_output=True, check=False)
    subprocess.run([*coverage, "combine", "-q", f"--rcfile={folder}/rc"], env=settings, cwd=folder, check=True)
    report = [*coverage, "json", "-q", f"--rcfile={folder}/rc", "-o", str(folder / "report.json")]
    subprocess.run(report, env=settings, cwd=folder, check=True)
    told = json.loads((folder / "report.json").read_text())["files"]
    sources = {str(site / source.path): source.path for source in about.sources}
    sources |= {str(about.task.folder / source.path): source.path for source in about.sources}
    return {sources[str((folder / name).resolve())]: item for name, item in told.items()}


def summed(found: Coverage, path: str) -> tuple[set[int], set[tuple[int, int]]]:
    """All lines and branches of a source that any case reached."""
    lines = {line for hits in found.hits.values() for line in hits.lines.get(path, ())}
    return lines, {branch for hits in found.hits.values() for branch in hits.branches.get(path, ())}


def compared(about: Subject, wanted: list[Case], folder: Path) -> Coverage:
    """Asserts that both say the same of every source that was executed."""
    found, plain = measure(about, wanted), plainly(about, wanted, folder)
    assert plain
    for path, told in plain.items():
        reach = found.reach[path]
        lines, branches = summed(found, path)
        assert (path, sorted(lines)) == (path, told["executed_lines"])
        assert (path, sorted(reach.lines - lines)) == (path, told["missing_lines"])
        assert (path, sorted(map(list, branches))) == (path, told["executed_branches"])
        assert (path, sorted(map(list, reach.branches - branches))) == (path, told["missing_branches"])
    return found


def test_a_bundled_task_is_covered_as_coverage_says(tmp_path: Path, backend: Backend, cache: Path) -> None:
    (task,) = (task for task in read(bundled("py2js-mini")).tasks if task.id == "base58")
    about = subject_of(task, backend, cache)
    wanted = [case for program in task.programs for case in program.cases[::6]]
    found = compared(about, wanted, tmp_path)
    assert not found.apart
    assert {source.path for source in about.library} == {"base58/__init__.py", "base58/__main__.py"}


@pytest.mark.parametrize("words", [["0", "1"], ["3", "0"], ["9", "2", "0"], ["nonsense"]])
def test_steps_within_statements_and_in_threads_are_what_coverage_says(
    words: list[str], tmp_path: Path, backend: Backend, cache: Path
) -> None:
    task = lay(tmp_path, "cpython", {"lib/__init__.py": LIB, "p.py": DRIVER}, ["p.py"], [words])
    found = compared(subject_of(task, backend, cache), cases(task), tmp_path)
    assert not found.apart


def test_functions_have_qualified_names_and_a_body_that_runs_only_when_entered(
    tmp_path: Path, backend: Backend, cache: Path
) -> None:
    task = lay(tmp_path, "cpython", {"lib/__init__.py": LIB, "p.py": DRIVER}, ["p.py"], [["0"]])
    found = measure(subject_of(task, backend, cache), cases(task))
    functions = {one.name: one for one in found.reach["original/lib/__init__.py"].functions}
    assert list(functions) == [
        "chosen", "Counter.__init__", "Counter.add", "Counter.debug", "counted", "counted.work",
    ]  # fmt: skip
    assert functions["Counter.add"] == Function("Counter.add", 26, 29, 27)
    lines, _ = summed(found, "original/lib/__init__.py")
    entered = {name for name, one in functions.items() if lines & set(range(one.body, one.last + 1))}
    assert entered == {"chosen", "Counter.__init__", "counted", "counted.work"}
