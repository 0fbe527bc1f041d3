"""Growth on libraries of a few lines: what is kept, that it is small, why, and that the same seed keeps the same."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from portproof.audit.declared import Declared
from portproof.audit.growth.casefile import only, with_cases
from portproof.audit.growth.grow import Growth, grow
from portproof.audit.growth.prune import prune
from portproof.audit.model import Fate, Trial
from portproof.audit.mutants.power import trials
from portproof.audit.subject import Subject
from portproof.core.case import Case
from portproof.replay.backend import Backend
from portproof.suite.caseline import case_line
from portproof.suite.cases import case_of

from .mutated import DRIVER, LIB, PATH, coverage, laid, pack
from .originals import cases, lay, subject_of

WAVERING = LIB.replace(
    "    total = number * 2\n",
    "    total = number * 2\n    if number == 77:\n        import os\n        return os.environ.get('TZ')\n",
)


def grown(about: Subject, found: tuple[Trial, ...] = (), count: int = 5, seed: int = 1, rounds: int = 3) -> Growth:
    (about.task.folder / "task.toml").touch()  # a capture notes its digest
    return grow(about, coverage(about), found, pack(about), Declared(), count=count, seed=seed, rounds=rounds)


def tried(about: Subject, folder: Path) -> tuple[Trial, ...]:
    return trials(about, coverage(about), pack(about), budget=600, per_program=1000, seed=1, journal=folder / "journal")


def test_a_line_that_no_case_reaches_is_reached_by_a_small_new_case(
    tmp_path: Path, backend: Backend, cache: Path
) -> None:
    about = laid(tmp_path, backend, cache, [["1234567"]])
    found = grown(about)
    (one,) = [it for it in found.grown if (PATH, 7) in it.gain.lines]
    assert one.case.tags == ("grown",)
    assert len(one.case.args) == 1
    assert one.case.args[0].startswith(b"-")
    assert len(one.case.args[0]) == 2  # minimised: a sign and a digit
    assert any(reason == f"reaches {PATH}:7" for reason in one.reasons)
    assert not found.dropped
    assert found.tried["p"] > 0


def test_the_same_seed_keeps_the_same_cases(tmp_path: Path, backend: Backend, cache: Path) -> None:
    about = laid(tmp_path, backend, cache, [["1234567"]])
    assert grown(about) == grown(about)


def test_a_surviving_mutant_is_killed_by_a_new_case(tmp_path: Path, backend: Backend, cache: Path) -> None:
    about = laid(tmp_path, backend, cache, [["3"], ["-4"]])
    found = tried(about, tmp_path)
    alive = {trial.mutant.id: trial.mutant for trial in found if trial.fate is Fate.SURVIVED}
    edge = next(mutant for mutant in alive.values() if mutant.operator == "boundary")  # number < 0 → number <= 0
    new = [it for it in grown(about, found, rounds=6).grown if edge.id in it.gain.mutants]
    assert [it.case.args for it in new] == [(b"0",)]
    assert f"kills mutant {edge.id} ({PATH}:6: < → <=)" in new[0].reasons


def test_nothing_is_kept_where_nothing_is_missing(tmp_path: Path, backend: Backend, cache: Path) -> None:
    about = laid(tmp_path, backend, cache, [["1"], ["-1"]], lib=LIB[: LIB.index("\n\ndef unseen")] + "\n")
    found = grown(about)
    assert found.grown == ()
    assert found.tried == {"p": 0}


def test_what_the_original_does_not_answer_stably_is_dropped_and_said(
    tmp_path: Path, backend: Backend, cache: Path
) -> None:
    about = laid(tmp_path, backend, cache, [["76"], ["-1"]], lib=WAVERING)
    found = grown(about, rounds=8)
    assert [(it.case.args, it.cause) for it in found.dropped] == [((b"77",), "time zone")]
    assert not [it for it in found.grown if it.case.args == (b"77",)]


def test_a_grown_line_reads_back_as_the_case_and_old_lines_keep_their_bytes() -> None:
    old = b'{"args":["a"],   "visible": true}\n{"args": ["b"]}'
    case = Case("t", "p", (b"x\xff", "é".encode()), b"in\0", (("f", b"1"),), (("K", b"v"),), ("grown",))
    data = with_cases(old, [case])
    assert data.startswith(old + b"\n")
    line = data.splitlines()[-1]
    assert case_of(line, "t", "p") == case
    assert "visible" not in json.loads(line)
    assert case_of(case_line(Case("t", "p")), "t", "p") == Case("t", "p")


def test_pruning_a_file_takes_lines_out_and_leaves_the_others_as_they_are() -> None:
    lines = [
        b'{"args":["a"],   "visible": true}\n',
        b"\n",
        b'{"args": ["b"]}\n',
        b'{"args": ["a"]}\n',
        b'{"args": ["c"]}',
    ]
    ids = {case.id for case in (Case("t", "p", (b"a",)), Case("t", "p", (b"c",)))}
    assert only(b"".join(lines), "t", "p", ids) == lines[0] + lines[1] + lines[4]


def test_prune_keeps_coverage_and_kills_and_says_why(tmp_path: Path, backend: Backend, cache: Path) -> None:
    about = laid(tmp_path, backend, cache, [["3"], ["-4"], ["5"], ["-6"], ["0"], ["7"]])
    found = tried(about, tmp_path)
    (one,) = prune(about, coverage(about), found, pack(about), Declared())
    by_id = {case.id: case for case in cases(about.task)}
    kept = {by_id[id].args[0] for id in one.kept}
    assert kept | {by_id[id].args[0] for id in one.gone} == {b"3", b"-4", b"5", b"-6", b"0", b"7"}
    assert len(kept) <= 4
    assert len([word for word in kept if word.startswith(b"-")]) >= 1
    killers = {trial.killer for trial in found if trial.killer}
    assert killers <= set(one.kept)
    assert all("most like it" in why for why in one.gone.values())
    assert all(why.startswith("alone in") for why in one.kept.values())


def test_prune_never_takes_visible_cases_nor_tags_that_are_to_be_kept(
    tmp_path: Path, backend: Backend, cache: Path
) -> None:
    files = {"lib/__init__.py": LIB, "p.py": DRIVER}
    task = lay(tmp_path, "cpython", files, ["p.py"], [["1"], ["2"], ["3"]])
    program = task.programs[0]
    first, second, third = program.cases
    marked = (replace(first, visible=True), replace(second, tags=("slow",)), third)
    about = subject_of(replace(task, programs=(replace(program, cases=marked),)), backend, cache)
    (one,) = prune(about, coverage(about), (), pack(about), Declared(keep=frozenset({"slow"})))
    assert dict(one.kept) == {first.id: "visible", second.id: "tagged slow"}
    assert set(one.gone) == {third.id}
