"""An explanation shows one case as a person wants to see it, and finds it by whatever name is at hand."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from portproof.core.case import Case
from portproof.core.outcome import Denial
from portproof.core.verdict import Verdict
from portproof.report.explain import explain, find
from portproof.report.view import RunView

if TYPE_CHECKING:
    from .conftest import Builder

SGR = re.compile(r"\x1b\[[0-9;]*m")
Printed = Callable[..., str]


def shown(printed: Printed, view: RunView, name: str, width: int = 120) -> str:
    return SGR.sub("", printed(lambda console: explain(view, name, console), width=width))


def test_a_mismatch_is_shown_with_all_that_belongs_to_it(small: RunView, printed: Printed) -> None:
    text = shown(printed, small, "base58/encode")
    assert "diagnosis: float formatting only" in text
    assert "--text 'naïve 😀 it'" in text
    assert "line ‹0xFF› two" in text
    assert "stdout: 21 bytes expected, 19 bytes given" in text
    assert "first difference at byte 12, line 3, column 2 (in bytes)" in text
    assert "expected . U+002E FULL STOP, got ‹LF› U+000A" in text
    assert re.search(r"3  1\.0⏎ +3  1⏎", text)
    assert re.search(r"stderr: 0 bytes expected, 13 bytes given(.|\n)*warning:·odd⏎", text)
    assert re.search(r"ended +exit status 0", text)
    assert "41.5 ms CPU, 52.0 ms wall, 48,200 KiB" in text
    assert "execve /usr/bin/python3 (× 2, thread node)" in text
    assert "base58/table.mjs:9:5  leak" in text
    assert 'node "$SUBMISSION"/base58/encode.mjs --text' in text


def test_on_a_narrow_terminal_the_sides_are_one_above_the_other(small: RunView, printed: Printed) -> None:
    text = shown(printed, small, "base58/encode", 70)
    assert re.search(r"3  - 1\.0⏎ *\n +3  \+ 1⏎", text)


def test_the_limit_that_was_hit_is_named(small: RunView, printed: Printed) -> None:
    record = next(record for record in small.records if record.verdict is Verdict.TIME_LIMIT)
    assert "stopped at the cpu limit" in shown(printed, small, record.case)


def test_another_exit_status_shows_both_and_stderr(small: RunView, printed: Printed) -> None:
    record = next(record for record in small.records if record.verdict is Verdict.WRONG_EXIT)
    text = shown(printed, small, f"idna/encode/{record.case[:6]}")
    assert re.search(r"expected +exit status 2", text)
    assert re.search(r"ended +exit status 1", text)


def test_a_build_that_failed_shows_its_log(small: RunView, printed: Printed) -> None:
    assert "SyntaxError: Unexpected token '<'" in shown(printed, small, "yaml")


def test_a_policy_finding_shows_its_source_line(small: RunView, printed: Printed) -> None:
    assert "import { exec } from 'node:child_process'; // ‹U+202E›<b>" in shown(printed, small, "markdown/render")


def test_other_failures_of_the_program_are_offered(small: RunView, printed: Printed) -> None:
    text = shown(printed, small, "base58/decode")
    assert "1 more that did not pass" in text
    assert re.search(r"\n  py2js-eval explain RUN base58/decode/[0-9a-f]{32}   wrong_std(out|err)\n", text)


def test_without_the_suite_the_rest_is_still_explained(made: Builder, printed: Printed) -> None:
    made.add(Case("base58", "encode"), Verdict.WRONG_STDOUT, {"stdout": (b"a\n", b"b\n")})
    made.cases.clear()
    text = shown(printed, made.view(), "base58/encode")
    assert "Invocation" not in text
    assert "The suite that was graded against is not at hand" in text
    assert "first difference at byte 0" in text


def test_without_the_bytes_the_recorded_difference_is_shown(made: Builder, printed: Printed) -> None:
    made.add(Case("base58", "encode"), Verdict.WRONG_STDOUT, {"stdout": (b"a\n", b"b\n")})
    made.actual.clear()
    text = shown(printed, made.view(), "base58/encode")
    assert "expected  a‹LF›" in text
    assert "actual    b‹LF›" in text


def test_a_pass_can_be_explained_too(made: Builder, printed: Printed) -> None:
    made.add(Case("base58", "encode", (b"x",)))
    assert "Every compared observable is identical" in shown(printed, made.view(), "base58/encode")


@pytest.mark.parametrize("name", ["nothing", "base58/nothing", "base58/encode/zzz", "a/b/c/d", "", "abc"])
def test_a_name_that_fits_nothing_is_false_and_prints_nothing(small: RunView, printed: Printed, name: str) -> None:
    assert find(small, name) is None
    assert shown(printed, small, name) == ""


def test_any_unique_start_of_a_case_id_will_do(small: RunView) -> None:
    for record in small.records:
        for name in (record.case[:12], f"{record.task}/{record.program}/{record.case[:8]}"):
            found = find(small, name)
            assert found is not None
            assert found.record == record


def test_nothing_that_a_submission_wrote_reaches_the_terminal_raw(made: Builder, printed: Printed) -> None:
    hostile = made.HOSTILE.decode("utf-8", "surrogateescape") + "[bold]markup[/bold]"
    path = "\x1b[31mred\u202e[bold]"
    case = Case("base58", "encode", (b"\x1b]0;x\x07[red]",), made.HOSTILE, ((path, b"\x1b"),), (("A", b"\x1b"),))
    both = {"stdout": (b"ok\n", made.HOSTILE), "stderr": (b"", made.HOSTILE), hostile: (b"", made.HOSTILE)}
    made.add(case, Verdict.WRONG_STDOUT, both, message=hostile, denials=(Denial(hostile, hostile, hostile),))
    for width in (60, 140):
        text = printed(lambda console: explain(made.view(), "base58/encode", console), width=width)
        assert not re.search(r"\x1b(?!\[[0-9;]*m)", text)
        assert "[bold]markup[/bold]" in SGR.sub("", text)
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", SGR.sub("", text))


def test_a_failure_goes_before_a_case_that_was_not_reached(made: Builder) -> None:
    for number in range(20):
        made.add(Case("a", "b", (str(number).encode(),)), Verdict.NOT_RUN)
    failed = made.add(Case("a", "b", (b"x",)), Verdict.TIME_LIMIT)
    found = find(made.view(), "a/b")
    assert found is not None
    assert found.record == failed
