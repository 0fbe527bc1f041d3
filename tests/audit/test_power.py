"""Trials of a task: which mutants, which cases, what the journal spares, and what a survivor looks like."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from portproof.audit.model import Coverage, Fate, Language, Origin, Source, Trial
from portproof.audit.mutants.operators import mutants
from portproof.audit.mutants.power import diff, trials
from portproof.audit.subject import Subject
from portproof.core.errors import IntegrityError
from portproof.core.outcome import Capture
from portproof.core.pack import Pack
from portproof.oracle import store
from portproof.replay.backend import Backend
from portproof.suite.read import read

from .mutated import DRIVER, LIB, PATH, coverage, laid, pack
from .originals import cases, lay, subject_of

SUITES = Path(__file__).parents[2] / "suites"
MANY = 1000


def run(
    about: Subject, journal: Path, budget: float = 600, count: int = MANY, of: Pack | None = None
) -> tuple[Trial, ...]:
    return trials(about, coverage(about), of or pack(about), budget=budget, per_program=count, seed=1, journal=journal)


def test_only_lines_that_a_case_reaches_are_mutated(tmp_path: Path, backend: Backend, cache: Path) -> None:
    about = laid(tmp_path, backend, cache, [["3"]])
    found = run(about, tmp_path / "journal")
    assert {trial.mutant.line for trial in found} == {6, 8, 9}
    fates = {(t.mutant.operator, t.mutant.original, t.mutant.replacement): t.fate for t in found}
    assert fates["arithmetic", "*", "//"] is Fate.KILLED
    assert fates["boundary", "<", "<="] is Fate.SURVIVED
    assert fates["return", "return total + 1", "return None"] is Fate.KILLED


def test_only_cases_that_reach_the_line_are_replayed(tmp_path: Path, backend: Backend, cache: Path) -> None:
    about = laid(tmp_path, backend, cache, [["3"], ["-4"], ["-5"], ["-6"]])
    found = run(about, tmp_path / "journal")
    by_id = {case.id: case for case in cases(about.task)}
    negated = next(trial for trial in found if trial.mutant.line == 7 and trial.mutant.operator == "arithmetic")
    assert negated.killer is not None
    assert by_id[negated.killer].args[0].startswith(b"-")
    edge = next(trial for trial in found if trial.mutant.operator == "boundary")
    assert (edge.fate, edge.cases) == (Fate.SURVIVED, 4)


def test_what_audit_toml_excludes_is_not_mutated(tmp_path: Path, backend: Backend, cache: Path) -> None:
    about = laid(tmp_path, backend, cache, [["3"], ["-4"]])
    (tmp_path / "audit.toml").write_text(
        f'format = 1\n[[exclude]]\nwhat = "{PATH}"\nlines = "8-9"\nreason = "of no matter"\n', encoding="utf-8"
    )
    assert {trial.mutant.line for trial in run(about, tmp_path / "journal")} == {6, 7}


def test_equal_questions_have_equal_answers(tmp_path: Path, backend: Backend, cache: Path) -> None:
    about = laid(tmp_path, backend, cache, [["3"], ["4"], ["0"], ["-1"], ["-4"]])
    assert run(about, tmp_path / "first") == run(about, tmp_path / "second")


def test_the_journal_spares_what_is_known(tmp_path: Path, backend: Backend, cache: Path) -> None:
    about = laid(tmp_path, backend, cache, [["3"], ["-4"]])
    journal = tmp_path / "journal"
    nothing = run(about, journal, budget=0)
    assert {trial.fate for trial in nothing} == {Fate.UNTRIED}
    assert journal.read_bytes() == b""
    found = run(about, journal)
    assert [t.mutant for t in found] == [t.mutant for t in nothing]
    assert run(about, journal, budget=0) == found
    few = run(about, journal, budget=0, count=5)
    assert len(few) == 5
    assert set(few) <= set(found)


def test_a_torn_last_line_is_tried_again(tmp_path: Path, backend: Backend, cache: Path) -> None:
    about = laid(tmp_path, backend, cache, [["3"], ["-4"]])
    journal = tmp_path / "journal"
    found = run(about, journal)
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-20])
    assert Counter(t.fate for t in run(about, journal, budget=0))[Fate.UNTRIED] == 1
    assert run(about, journal) == found
    assert sorted(journal.read_bytes().splitlines()) == sorted(whole.splitlines())


def test_a_broken_line_in_the_middle_is_told(tmp_path: Path, backend: Backend, cache: Path) -> None:
    about = laid(tmp_path, backend, cache, [["3"]])
    journal = tmp_path / "journal"
    run(about, journal)
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([lines[0], b'{"key": 1}\n', *lines[1:]]))
    with pytest.raises(IntegrityError, match="line 2 is no trial"):
        run(about, journal)


def test_what_the_pack_records_is_part_of_the_question(tmp_path: Path, backend: Backend, cache: Path) -> None:
    about = laid(tmp_path, backend, cache, [["3"]])
    of = pack(about)
    run(about, tmp_path / "journal", of=of)
    other = {id: replace(one, stdout=Capture.of(b"another\n")) for id, one in of.outcomes.items()}
    assert {t.fate for t in run(about, tmp_path / "journal", budget=0, of=replace(of, outcomes=other))} == {
        Fate.UNTRIED
    }


def test_a_survivor_is_tried_with_the_cases_of_other_programs(tmp_path: Path, backend: Backend, cache: Path) -> None:
    files = {"lib/__init__.py": LIB, "p.py": DRIVER, "q.py": DRIVER.replace("int(sys.argv[1])", "0")}
    about = subject_of(lay(tmp_path, "cpython", files, ["p.py", "q.py"], [["3"]]), backend, cache)
    found = run(about, tmp_path / "journal", count=4)
    own = Counter(trial.program for trial in found if not trial.extra)
    assert own == {"p": 4, "q": 4}
    alone = {t.mutant.id for t in found} - {m for m, n in Counter(t.mutant.id for t in found).items() if n > 1}
    assert all(trial.fate is Fate.KILLED for trial in found if trial.mutant.id in alone)
    everything = run(about, tmp_path / "journal")
    edge = {t.program: t.fate for t in everything if t.mutant.operator == "boundary"}
    assert edge == {"p": Fate.SURVIVED, "q": Fate.KILLED}


@pytest.mark.parametrize(("suite", "task"), [("py2js-mini", "base58"), ("c2rust-mini", "libb64")])
def test_a_bundled_task_kills_most_of_a_small_sample(
    suite: str, task: str, backend: Backend, cache: Path, tmp_path: Path
) -> None:
    whole = read(SUITES / suite)
    chosen = next(one for one in whole.tasks if one.id == task)
    about = subject_of(chosen, backend, cache)
    reached = coverage(about)
    found = trials(
        about,
        reached,
        store.read(SUITES / suite / "pack", whole),
        budget=600,
        per_program=8,
        seed=3,
        journal=tmp_path / "journal",
    )
    tally = Counter(trial.fate for trial in found if not trial.extra)
    assert sum(tally.values()) == 8 * len(chosen.programs)
    assert tally[Fate.UNTRIED] == 0
    assert tally[Fate.KILLED] > tally[Fate.SURVIVED]
    assert all(trial.mutant.path in {source.path for source in about.library} for trial in found)


def test_a_diff_shows_the_lines_that_change() -> None:
    text = "a = 1\nb = f(\n    2,\n)\nc = 3"
    source = Source("it.py", Language.PYTHON, Origin.LIBRARY, text.encode())
    by_text = {mutant.original: mutant for mutant in mutants(source, range(1, 9))}
    assert diff(by_text["1"], source) == "--- it.py\n+++ it.py\n@@ -1,2 +1,2 @@\n-a = 1\n+a = 2\n b = f(\n"
    assert diff(by_text["2"], source) == ("--- it.py\n+++ it.py\n@@ -2,3 +2,3 @@\n b = f(\n-    2,\n+    3,\n )\n")
    assert diff(by_text["3"], source) == "--- it.py\n+++ it.py\n@@ -4,2 +4,2 @@\n )\n-c = 3\n+c = 4\n"


def test_a_diff_of_a_change_over_several_lines_is_one_that_patch_takes() -> None:
    text = "def f(a):\n    return g(\n        a,\n    )\n\n\nx = 1\n"
    source = Source("it.py", Language.PYTHON, Origin.LIBRARY, text.encode())
    mutant = next(m for m in mutants(source, range(1, 9)) if m.operator == "return")
    assert diff(mutant, source) == (
        "--- it.py\n+++ it.py\n@@ -1,5 +1,3 @@\n def f(a):\n-    return g(\n-        a,\n-    )\n+    return None\n \n"
    )


def test_nothing_is_reached_where_coverage_knows_nothing(tmp_path: Path, backend: Backend, cache: Path) -> None:
    about = laid(tmp_path, backend, cache, [["3"]])
    empty = Coverage({}, {})
    assert trials(about, empty, pack(about), budget=9, per_program=9, seed=1, journal=tmp_path / "journal") == ()
