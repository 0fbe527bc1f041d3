"""The JUnit form: for the test views of CI systems. A program is a test suite, a case a test.

What counts against the submission is a failure, our fault an error; a quarantined case or one not reached is skipped.
XML 1.0 has no way to write a control character, so foreign text is made visible first."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from ..core.run import CaseRecord
from ..core.verdict import MEANING, Verdict, Whose
from .invocation import words
from .mismatch import denied, ending
from .view import RunView, every_case, key
from .visible import visible


def junit(view: RunView) -> str:
    """The run as JUnit XML. Times are wall seconds."""
    header = view.header
    root = Element("testsuites", name=visible(f"{header.suite} {header.suite_version}"))
    total = _Count()
    for (task, program), records in _grouped(every_case(view)).items():
        suite = SubElement(root, "testsuite", name=visible(f"{task}/{program}"))
        _properties(suite, view)
        count = _Count()
        for record in records:
            _case(suite, view, record, count)
        count.write(suite)
        total.add(count)
    total.write(root)
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


class _Count:
    """The counts that JUnit wants on a suite, summed as its cases are written."""

    def __init__(self) -> None:
        self.tests = self.failures = self.errors = self.skipped = self.wall_us = 0

    def add(self, other: _Count) -> None:
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def write(self, element: Element) -> None:
        for name in ("tests", "failures", "errors", "skipped"):
            element.set(name, str(getattr(self, name)))
        element.set("time", f"{self.wall_us / 1e6:.3f}")


def _grouped(records: Sequence[CaseRecord]) -> dict[tuple[str, str], list[CaseRecord]]:
    groups: dict[tuple[str, str], list[CaseRecord]] = {}
    for record in records:
        groups.setdefault((record.task, record.program), []).append(record)
    return groups


def _properties(suite: Element, view: RunView) -> None:
    header = view.header
    properties = SubElement(suite, "properties")
    facts = {
        "suite_digest": header.suite_digest,
        "pack_digest": header.pack_digest,
        "submission_digest": header.submission_digest,
        "profile": header.profile,
        "tier": header.tier,
        "portproof": header.portproof,
    }
    for name, value in facts.items():
        SubElement(properties, "property", name=name, value=visible(value))


def _case(suite: Element, view: RunView, record: CaseRecord, count: _Count) -> None:
    wall = record.usage.wall_us if record.usage else 0
    name = {"classname": visible(f"{record.task}.{record.program}"), "name": record.case, "time": f"{wall / 1e6:.3f}"}
    case = SubElement(suite, "testcase", name)
    count.tests += 1
    count.wall_us += wall
    whose = MEANING[record.verdict].whose
    if record.verdict is Verdict.PASS:
        return
    said = {"message": visible(record.message or MEANING[record.verdict].sentence, 500)}
    if whose is Whose.SUBMISSION:
        count.failures += 1
        SubElement(case, "failure", {"type": record.verdict.value, **said}).text = _body(view, record)
    elif record.verdict is Verdict.HARNESS_ERROR:
        count.errors += 1
        SubElement(case, "error", {"type": record.verdict.value, **said}).text = _body(view, record)
    else:
        count.skipped += 1
        quarantined = view.quarantine.get(record.case)
        if quarantined:
            said["message"] = visible(f"{quarantined.cause}: {quarantined.detail}", 500)
        SubElement(case, "skipped", said)


def _body(view: RunView, record: CaseRecord) -> str:
    lines = [f"{key(record)}: {record.verdict}" + (f", {record.diagnosis}" if record.diagnosis else "")]
    case = view.suite_cases.get(record.case)
    if case:
        lines.append(f"arguments: {words(case)}")
    if record.observed:
        lines.append(f"ended: {ending(record.observed)}")
    at = record.difference
    if at:
        lines.append(f"{at.stream}: line {at.line}, column {at.column}, byte {at.offset}")
        lines += [f"expected: {visible(at.expected, 300)}", f"actual:   {visible(at.actual, 300)}"]
    lines += [f"denied: {denial}" for denial in denied(record)]
    return "\n".join(visible(line, 2000) if not line.startswith(("expected: ", "actual: ")) else line for line in lines)
