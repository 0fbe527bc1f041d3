"""The JUnit form is well-formed whatever a submission wrote, and its counts add up."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

from portproof.core.case import Case
from portproof.core.outcome import Denial
from portproof.core.verdict import Verdict
from portproof.report.junit import junit
from portproof.report.view import RunView

if TYPE_CHECKING:
    from .conftest import Builder


def test_each_kind_of_verdict_has_its_element(made: Builder) -> None:
    verdicts = (Verdict.PASS, Verdict.CRASH, Verdict.HARNESS_ERROR, Verdict.NOT_RUN, Verdict.QUARANTINED)
    for number, verdict in enumerate(verdicts):
        made.add(Case("a", "b", (str(number).encode(),)), verdict)
    root = ElementTree.fromstring(junit(made.view()))
    tags = sorted("".join(child.tag for child in case) for case in root.iter("testcase"))
    assert tags == ["", "error", "failure", "skipped", "skipped"]
    counts = {"tests": "5", "failures": "1", "errors": "1", "skipped": "2"}
    assert {name: root.get(name) for name in counts} == counts


def test_counts_of_the_suites_add_up_to_the_whole(small: RunView) -> None:
    root = ElementTree.fromstring(junit(small))
    for name in ("tests", "failures", "errors", "skipped"):
        assert sum(int(suite.get(name, "")) for suite in root) == int(root.get(name, ""))
    assert int(root.get("tests", "")) == len(small.records)
    assert len(list(root.iter("failure"))) == int(root.get("failures", ""))


def test_a_failure_says_how_to_read_it(small: RunView) -> None:
    bodies = [failure.text or "" for failure in ElementTree.fromstring(junit(small)).iter("failure")]
    assert any("expected: alpha‹LF›beta‹LF›1.0‹LF›gamma‹LF›\nactual:   alpha‹LF›" in body for body in bodies)
    assert any("arguments: --text 'naïve 😀 it'" in body for body in bodies)


def test_control_characters_do_not_break_the_file(made: Builder) -> None:
    hostile = made.HOSTILE.decode("utf-8", "surrogateescape") + "]]>\ufffe"
    made.add(
        Case("a", "b", (made.HOSTILE.replace(b"\0", b""),)),
        Verdict.WRONG_STDOUT,
        {"stdout": (b"", made.HOSTILE)},
        message=hostile,
        denials=(Denial(hostile, hostile, hostile),),
    )
    text = junit(made.view())
    failure = next(ElementTree.fromstring(text).iter("failure"))
    assert "<script>alert(1)</script>‹ESC›[31mred" in failure.get("message", "")
    assert "\ufffe" not in text
