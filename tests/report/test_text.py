"""The text form says what was graded, how it went, what failed first and what to do next; and is safe to print."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from portproof.core.case import Case
from portproof.core.outcome import Denial
from portproof.core.pack import Quarantined
from portproof.core.run import Build
from portproof.core.verdict import Verdict
from portproof.core.violation import Violation
from portproof.report.text import text
from portproof.report.view import RunView

if TYPE_CHECKING:
    from .conftest import Builder

SGR = re.compile(r"\x1b\[[0-9;]*m")
Printed = Callable[..., str]


def test_the_headline_has_exact_counts_and_the_interval(small: RunView, printed: Printed) -> None:
    shown = SGR.sub("", printed(text, small))
    assert re.search(r"cases +21 / 33 +63\.64 % +95 % interval 71\.0 to 93\.2 % \(Korn–Graubard, 4 libraries\)", shown)
    assert re.search(r"programs, all cases +1 / 6 +16\.67 %", shown)
    assert re.search(r"tasks, all programs +1 / 5 +20\.00 % *\n", shown)


def test_what_was_graded_is_named_with_its_digests(small: RunView, printed: Printed) -> None:
    shown = SGR.sub("", printed(text, small))
    for words in (
        "a" * 64,
        "b" * 64,
        "c" * 64,
        "py2js-mini 1.0.0",
        "profile strict",
        "tier namespaces",
        "node 24.19.0",
    ):
        assert words in shown


def test_each_program_has_its_counts_by_verdict(small: RunView, printed: Printed) -> None:
    shown = SGR.sub("", printed(text, small))
    assert re.search(r"\n  encode +0 / 3 +0\.00 % +1 time_limit, 1 crash, 1 wrong_exit *\n", shown)
    assert re.search(r"\n  split +1 / 1 +100\.00 % +1 quarantined *\n", shown)


def test_the_first_failure_of_each_program_shows_both_sides(small: RunView, printed: Printed) -> None:
    shown = SGR.sub("", printed(text, small))
    assert "wrong_stdout, float formatting only" in shown
    assert "expected  alpha‹LF›beta‹LF›1.0‹LF›gamma‹LF›" in shown
    assert "actual    alpha‹LF›beta‹LF›1‹LF›gamma‹LF›" in shown
    assert "denied: execve /usr/bin/python3 (× 2, thread node)" in shown


def test_builds_findings_and_quarantine_are_listed(small: RunView, printed: Printed) -> None:
    shown = SGR.sub("", printed(text, small))
    assert "Builds that failed (1)" in shown
    assert "SyntaxError: Unexpected token '<'" in shown
    assert "markdown/render.mjs:3:1  js-import-builtin" in shown
    assert "1 × PYTHONHASHSEED" in shown


def test_it_ends_with_commands_that_are_never_wrapped(small: RunView, printed: Printed) -> None:
    shown = SGR.sub("", printed(text, small, width=40))
    assert re.search(r"\n.*py2js-eval explain RUN base58/decode/[0-9a-f]{32}\n", shown)


def test_a_clean_run_has_no_failures_to_explain(made: Builder, printed: Printed) -> None:
    made.add(Case("base58", "encode"))
    shown = printed(text, made.view())
    assert "explain" not in shown
    assert "failure" not in shown


@pytest.mark.parametrize("verdict", [Verdict.HARNESS_ERROR, Verdict.NOT_RUN])
def test_a_case_that_is_not_valid_warns_before_the_table(made: Builder, printed: Printed, verdict: Verdict) -> None:
    made.add(Case("base58", "encode", (b"1",)))
    made.add(Case("base58", "encode", (b"2",)), verdict)
    shown = SGR.sub("", printed(text, made.view()))
    assert f"! 1 × {verdict}" in shown
    assert "! Not rankable (1 of 2 cases are valid)" in shown
    assert shown.index("! Not rankable") < shown.index("task/program")


def test_an_incomplete_run_and_a_loose_profile_warn(made: Builder, printed: Printed) -> None:
    made.add(Case("base58", "encode"))
    shown = SGR.sub("", printed(text, made.view(complete=False, profile="repozero")))
    assert "! The run is not complete" in shown
    assert "! Profile repozero" in shown


def test_nothing_that_a_submission_wrote_reaches_the_terminal_raw(made: Builder, printed: Printed) -> None:
    hostile = made.HOSTILE.decode("utf-8", "surrogateescape") + "[bold]markup[/bold] :bomb: [link=http://x]y[/link]"
    case = Case("base58", "encode")
    made.add(
        case,
        Verdict.WRONG_STDOUT,
        {"stdout": (b"ok\n", made.HOSTILE)},
        message=hostile,
        denials=(Denial("open", hostile, hostile),),
    )
    made.builds.append(Build("base58", "", False, "", {}, hostile))
    made.violations.append(Violation(hostile, 1, 1, hostile, hostile, hostile))
    made.quarantine["x"] = Quarantined("x", "base58", "encode", hostile, hostile)
    view = made.view(submission={"name": hostile, "model": hostile}, toolchain={"node": hostile})
    shown = printed(text, view)
    plain = SGR.sub("", shown)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", plain)
    assert "[bold]markup[/bold] :bomb: [link=http://x]y[/link]" in plain.replace("\n", "")
    assert not re.search(r"\x1b(?!\[[0-9;]*m)", shown)
    assert "\x1b[31mred" not in plain
    assert "‹ESC›[31mred" in plain


def test_programs_that_were_not_reached_take_one_line(made: Builder, printed: Printed) -> None:
    made.add(Case("base58", "encode"))
    for number in range(12):
        case = Case("idna", f"p{number}")
        made.add(case, Verdict.NOT_RUN)
    shown = SGR.sub("", printed(text, made.view(complete=False)))
    assert re.search(r"\n12 more programs +not run", shown)
    assert "idna" not in shown


def test_a_selection_is_no_interruption(made: Builder, printed: Printed) -> None:
    made.add(Case("base58", "encode"))
    whole = {"tasks": "", "shard": "1/1", "cases": "all"}
    shown = SGR.sub("", printed(text, made.view(complete=False, selection=whole)))
    assert "! The run is not complete" in shown
    shown = SGR.sub("", printed(text, made.view(complete=False, selection=whole | {"tasks": "base58"})))
    assert "! Only a part of the suite was asked for (tasks base58)" in shown
    assert "not complete" not in shown


def test_the_toolchain_is_named_as_people_name_it(made: Builder, printed: Printed) -> None:
    made.add(Case("base58", "encode"))
    toolchain = {"version": "24.19.0", "name": "node", "sha256": "f" * 64}
    assert f"node 24.19.0, sha256 {'f' * 64}" in printed(text, made.view(toolchain=toolchain))
