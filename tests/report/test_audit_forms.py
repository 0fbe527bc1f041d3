"""The forms of an audit: text, page and docs/suites.md say the same, and foreign text harms neither."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from portproof.audit.counts import Alike, Counts, Spread
from portproof.audit.findings import KINDS, findings
from portproof.audit.gaps import Unreached, Used
from portproof.audit.mention import Mention
from portproof.audit.result import (
    Audit,
    CodeCoverage,
    Excluded,
    Measured,
    Power,
    ProgramAudit,
    Reached,
    ReachedFile,
    Share,
    Survivor,
    TaskAudit,
    Timing,
)
from portproof.core.errors import UserError
from portproof.report.audit_file import read
from portproof.report.audit_html import html
from portproof.report.audit_text import text
from portproof.report.audit_view import difference, ranges, rows, size
from portproof.report.suites_page import page
from rich.console import Console

HOSTILE = "</script><b>\x1b[31m\u202e"
DOCS = Path(__file__).parents[2] / "docs" / "suites.md"


def program(name: str, killed: int, lines: int) -> ProgramAudit:
    counts = Counts(
        cases=12,
        visible=5,
        stable=11,
        unknown=0,
        endings={"exit 0": 10, "exit 1": 1},
        errors=1,
        outcomes=5,
        alike=(Alike(tuple("abcdefg"), 0, None, False, 3),),
        quarantine={"hash seed": 1},
        cpu_steps={"500": 10, "8000": 1},
        input_bytes=Spread.of([1, 2, 2000]),
        output_bytes=Spread.of([0]),
    )
    code = Reached(Share(lines, 10), Share(1, 4), Share(1, 2))
    return ProgramAudit(name, counts, (), (), code, Power(killed=killed, survived=10 - killed))


def survivor(judged: str = "") -> Survivor:
    return Survivor(
        id="0123456789ab",
        path=f"lib/{HOSTILE}.py",
        line=3,
        column=5,
        operator="constant",
        original="1",
        replacement="2",
        before=("    return 1", f"    # {HOSTILE}"),
        after=("    return 2", f"    # {HOSTILE}"),
        programs=("one",),
        cases=7,
        judged=judged,
    )


@pytest.fixture
def audit() -> Audit:
    code = Reached(Share(8, 10), Share(1, 4), Share(1, 2))
    coverage = CodeCoverage(
        reached=code,
        all=Reached(Share(8, 20), Share(1, 9), Share(1, 5)),
        declared=True,
        files=(ReachedFile("lib/a.py", code, ((3, 3), (7, 9))),),
        excluded=(Excluded("lib/b.py", f"because {HOSTILE}", 10),),
        unreached=(Unreached("lib/a.py", "named_one", 3, 4, True, Mention.NAMED),),
        apart={},
    )
    good = TaskAudit(
        id="good",
        library="good",
        version="1",
        toolchain="CPython",
        programs=(program("x", 9, 10),),
        coverage=replace(coverage, reached=Reached(Share(10, 10), Share(4, 4), Share(2, 2)), files=(), unreached=()),
        power=Power(killed=9, survived=1),
        survivors=(),
        used=(),
    )
    bad = TaskAudit(
        id="bad",
        library=HOSTILE,
        version="1",
        toolchain="CPython",
        programs=(program("two", 6, 8), program("one", 5, 8)),
        coverage=coverage,
        power=Power(killed=6, survived=4, judged=1, same=2, untried=3, sampled=3, resisted=1, inputs=40),
        survivors=(survivor(), survivor("it never shows")),
        used=(Used("lib.thing", ("one",), Mention.ABSENT), Used(".part", ("one",), Mention.ABSENT, "seen otherwise")),
        note="It is so on purpose.",
    )
    return Audit(
        suite="s",
        suite_version="1.0.0",
        suite_digest="0" * 64,
        track="py2js",
        pack_digest="1" * 64,
        portproof="0",
        tier="namespaces",
        seed=0,
        mutants=10,
        tasks=(good, bad),
        findings=(*findings(bad), *findings(good)),
        measured=Measured({"mutants": 1.0}, {"bad/one": Timing(3, Spread.of([1000]), Spread.of([2048]))}),
    )


def shown(audit: Audit, survivors: bool = False) -> str:
    stream = io.StringIO()
    text(audit, Console(file=stream, width=140), "py2js-eval audit s", survivors)
    return stream.getvalue()


def test_the_worst_task_and_program_come_first(audit: Audit) -> None:
    order = [(task.task, [program.program for program in programs]) for task, programs in rows(audit)]
    assert order == [("bad", ["one", "two"]), ("good", ["x"])]


def test_the_text_has_counts_beside_every_share(audit: Audit) -> None:
    said = shown(audit)
    assert "18 / 20" in said  # lines of both tasks
    assert "15 / 19" in said  # mutants killed, the judged one left out
    assert "not counted: 1 judged equivalent, 2 same code, 3 untried" in said
    assert "lib/a.py" in said
    assert "3, 7–9" in said


def test_survivors_are_shown_with_their_diff_when_asked(audit: Audit) -> None:
    assert "return 2" not in shown(audit)
    said = shown(audit, survivors=True)
    assert "- " in said
    assert "+ return 2" in said
    assert "judged equivalent: it never shows" in said


def test_what_a_library_is_called_reaches_no_terminal_and_no_page(audit: Audit) -> None:
    assert "\x1b[31m" not in shown(audit, survivors=True)
    assert "\u202e" not in shown(audit, survivors=True)
    written = html(audit, "py2js-eval audit s")
    assert written.count("</script>") == 1
    assert "<b>" not in written
    assert "\x1b" not in written


def test_the_page_has_a_section_for_each_task_with_folded_survivors(audit: Audit) -> None:
    written = html(audit, "py2js-eval audit s")
    assert written.index('id="task/bad"') < written.index('id="task/good"')
    assert "Survivors (2)" in written
    assert '<span class="in">+ return 2</span>' in written
    assert "seen otherwise" in written
    assert "named_one" in written


def test_the_estimate_counts_those_that_resisted_as_equivalent(audit: Audit) -> None:
    power = audit.tasks[1].power
    assert power is not None
    assert (power.plain, power.certain) == (Share(6, 10), Share(6, 9))
    assert power.estimated is not None
    assert power.estimated.share == pytest.approx(6 / (6 + 3 - 1))
    assert power.estimated.low < 0.66 < power.estimated.share < power.estimated.high
    assert Power().estimated is None


def test_findings_follow_from_the_numbers(audit: Audit) -> None:
    kinds = {one.kind for one in audit.findings if one.where.startswith("bad")}
    assert kinds >= {
        "low-coverage",
        "low-killed",
        "unreached-named",
        "quarantined-many",
        "alike",
        "slow",
        "unmentioned",
    }
    assert not {one.kind for one in audit.findings if one.where == "good"}
    assert "lib.thing" in next(one.message for one in audit.findings if one.kind == "unmentioned")


def test_the_json_gives_the_same_audit_back(audit: Audit, tmp_path: Path) -> None:
    path = tmp_path / "audit.json"
    path.write_text(json.dumps(audit.data()))
    assert read(path) == audit


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"format": 1}', '{"format": 99}', '{"format": 1, "kind": "audit"}']
)
def test_another_file_is_no_audit(content: str, tmp_path: Path) -> None:
    path = tmp_path / "audit.json"
    path.write_text(content)
    with pytest.raises(UserError):
        read(path)


def test_the_page_of_suites_names_what_is_under_the_aims(audit: Audit) -> None:
    written = page([audit])
    assert "- bad with 80.00 % of its lines. It is so on purpose." in written
    assert "It is so on purpose." in shown(audit)
    assert "bad with 66.67 % of its mutants" in written
    assert "good with" not in written
    assert all(f"| `{name}` |" in written for name in KINDS)
    assert "{{" not in written


def test_the_page_in_docs_has_this_table_of_findings() -> None:
    kept = DOCS.read_text("utf-8")
    rest = page([]).partition("## Reading an audit")[2]
    assert kept.endswith(rest), "make docs/suites.md again: its first lines say how"


def test_small_words() -> None:
    assert (size(12), size(2048), size(3 << 20)) == ("12 B", "2.0 KiB", "3.0 MiB")
    assert ranges(((1, 1), (3, 9), (12, 12)), 2) == "1, 3–9 and 1 more"
    assert [sign for sign, _ in difference(survivor())] == ["-", "+", " "]
