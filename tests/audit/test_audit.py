"""An audit of a suite that has every defect finds every one, with real originals behind the walls."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from portproof.audit.audit import Asked, audit
from portproof.audit.findings import KINDS
from portproof.audit.result import Audit, Finding, Measured, ProgramAudit, Severity
from portproof.cli.originals import prepare
from portproof.core.errors import InputError, NothingSelected
from portproof.core.pack import Pack
from portproof.core.task import Suite
from portproof.oracle.capture import capture
from portproof.replay.backend import Backend
from portproof.suite.read import read

from .defects import laid


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Suite:
    return read(laid(tmp_path_factory.mktemp("defects") / "defects"))


@pytest.fixture(scope="module")
def pack(suite: Suite, backend: Backend, cache: Path) -> Pack:
    return capture(suite, suite.folder / "pack", backend, prepare(cache), jobs=2, cache=cache)


@pytest.fixture(scope="module")
def found(suite: Suite, pack: Pack, backend: Backend, cache: Path) -> Audit:
    pytest.importorskip("coverage", reason="coverage is in the authors extra")
    return audit(suite, pack, backend, prepare(cache), cache, Asked(jobs=2, mutants=40, budget=120))


def of(found: Audit, kind: str) -> list[Finding]:
    return [one for one in found.findings if one.kind == kind]


def program(found: Audit, name: str) -> ProgramAudit:
    return next(one for one in found.tasks[0].programs if one.id == name)


def test_a_program_with_one_outcome_is_a_defect(found: Audit) -> None:
    (one,) = of(found, "constant")
    assert (one.where, one.severity) == ("words/fixed", Severity.DEFECT)
    assert "4 cases" in one.message


def test_a_program_that_only_fails_is_a_defect(found: Audit) -> None:
    assert [one.where for one in of(found, "error-only")] == ["words/broken"]
    assert program(found, "broken").counts.endings == {"exit 1": 3}


def test_repeated_lines_are_told_apart_by_what_they_lose(found: Audit) -> None:
    (lost,) = of(found, "repeated-otherwise")
    assert (lost.where, lost.message) == ("words/deaf", "line 3 repeats line 1, with other tags and visible")
    (same,) = of(found, "repeated")
    assert same.message == "line 4 repeats line 2"


def test_input_that_is_never_read_is_found(found: Audit) -> None:
    (one,) = of(found, "ignored-input")
    assert one.where == "words/deaf"
    assert "1 case whose stdin changes nothing" in one.message
    ignored = next(one for one in program(found, "deaf").inert)
    assert (ignored.parts, ignored.whole) == (("stdin",), False)


def test_cases_that_do_not_depend_on_their_input_are_found(found: Audit) -> None:
    whole = {one.case for one in program(found, "fixed").inert if one.whole}
    assert len(whole) == 4
    assert not program(found, "words").inert


def test_quarantine_is_told_with_its_cause(found: Audit) -> None:
    (one,) = of(found, "quarantined-many")
    assert (one.where, one.message) == ("words/zone", "2 of 2 cases: time zone 2")


def test_too_few_cases_are_told(found: Audit) -> None:
    assert "words/words" in {one.where for one in of(found, "few-cases")}


def test_a_function_that_the_specification_names_and_no_case_reaches_is_a_weakness(found: Audit) -> None:
    (one,) = of(found, "unreached-named")
    assert one.message == "forgotten (original/lib.py:14)"


def test_excluded_code_is_neither_missed_nor_counted(found: Audit) -> None:
    code = found.tasks[0].coverage
    assert code is not None
    assert code.declared
    assert (code.reached.lines.done, code.reached.lines.of) == (code.all.lines.done - 1, code.all.lines.of - 2)
    assert next((one.place, one.lines) for one in code.excluded) == ("original/lib.py:hidden_helper", 2)


def test_entries_of_audit_toml_that_name_nothing_are_defects(found: Audit) -> None:
    told = " ".join(one.message for one in of(found, "wrong-declaration"))
    assert "no_such_function" in told
    assert "nowhere_used" in told
    assert "777" in told
    assert "hidden_helper" not in told


def test_a_judged_name_is_no_gap(found: Audit) -> None:
    used = {one.name: one for one in found.tasks[0].used}
    assert set(used) == {"lib.turned", "lib.measured"}
    assert used["lib.measured"].reason
    assert not used["lib.measured"].gap
    assert used["lib.turned"].programs == ("deaf", "words")


def test_mutants_that_the_cases_notice_are_killed_and_the_others_shown(found: Audit) -> None:
    task = found.tasks[0]
    assert task.power is not None
    assert task.power.killed > 0
    assert task.power.survived == len(task.survivors) > 0  # nothing tries a word of five or six letters
    boundary = [one for one in task.survivors if one.line == 9]
    assert boundary
    assert all(one.before == ("    if len(text) > 5:",) for one in boundary)
    assert all(one.after != one.before for one in boundary)
    words = program(found, "words").power
    assert words is not None
    assert words.killed + words.survived > 0
    assert task.power.sampled > 0
    assert task.power.estimated is not None
    assert task.power.plain.rate is not None
    assert task.power.estimated.share >= task.power.plain.rate


def test_equal_audits_give_equal_bytes_but_for_what_is_measured(
    found: Audit, suite: Suite, pack: Pack, backend: Backend, cache: Path
) -> None:
    again = audit(suite, pack, backend, prepare(cache), cache, Asked(jobs=1, mutants=40, budget=120))
    one, other = (json.dumps(replace(it, measured=Measured()).data()) for it in (found, again))
    assert one == other
    assert set(again.measured.timings) == {f"words/{name}" for name in ("broken", "deaf", "fixed", "words")}


def test_without_coverage_the_rest_is_audited(suite: Suite, pack: Pack, backend: Backend, cache: Path) -> None:
    found = audit(suite, pack, backend, prepare(cache), cache, Asked(jobs=2, coverage=False))
    assert found.mutants == 0
    assert found.tasks[0].coverage is None
    assert found.tasks[0].power is None
    assert of(found, "constant")
    assert of(found, "wrong-declaration")


def test_the_worst_come_first(found: Audit) -> None:
    order = list(KINDS)
    severities = [list(Severity).index(one.severity) for one in found.findings]
    assert severities == sorted(severities)
    assert [order.index(one.kind) for one in found.findings] == sorted(order.index(one.kind) for one in found.findings)


def test_an_audit_leaves_suite_and_pack_alone(found: Audit, suite: Suite, pack: Pack) -> None:
    assert read(suite.folder).digest == suite.digest == found.suite_digest
    assert found.pack_digest == pack.digest


def test_audit_toml_changes_no_digest(suite: Suite, tmp_path: Path) -> None:
    assert read(laid(tmp_path / "defects", judged="")).digest == suite.digest


def test_nothing_selected_and_mistakes_are_told_before_any_work(
    suite: Suite, pack: Pack, backend: Backend, cache: Path, tmp_path: Path
) -> None:
    with pytest.raises(NothingSelected):
        audit(suite, pack, backend, prepare(cache), cache, Asked(tasks=frozenset({"no"})))
    other = read(laid(tmp_path / "defects", judged="format = 1\nexercise = []\n"))
    with pytest.raises(InputError):
        audit(other, pack, backend, prepare(cache), cache, Asked())
