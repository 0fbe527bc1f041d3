"""The HTML form is one file that carries everything, runs only its own script and escapes what a submission wrote."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from portproof.core.case import Case
from portproof.core.outcome import Denial
from portproof.core.pack import Quarantined
from portproof.core.run import Build
from portproof.core.verdict import Diagnosis, Verdict
from portproof.core.violation import Violation
from portproof.report.html import html
from portproof.report.view import RunView

if TYPE_CHECKING:
    from .conftest import Builder


class Elements(HTMLParser):
    """Every start tag with its attributes, and the text of the elements asked for."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        self._open = tag

    def handle_data(self, data: str) -> None:
        self.texts.setdefault(self._open, []).append(data)


def listed(page: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    value = json.loads(found[1])
    assert isinstance(value, dict)
    return value


def test_nothing_is_fetched_from_anywhere(small: RunView) -> None:
    for tag, attributes in Elements(html(small)).tags:
        assert not attributes.keys() & {"src", "srcset", "poster", "action", "data", "ping"}, tag
        assert attributes.get("href", "#").startswith("#")
        assert tag not in ("link", "iframe", "object", "embed", "img", "base")


def test_only_the_page_s_own_style_and_script_may_run(small: RunView) -> None:
    page = html(small)
    policy = next(a["content"] for t, a in Elements(page).tags if a.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    for pattern, directive in ((r"<style>(.*?)</style>", "style-src"), (r"<script>(.*?)</script>", "script-src")):
        bodies = re.findall(pattern, page, re.DOTALL)
        assert len(bodies) == 1
        digest = base64.b64encode(hashlib.sha256(bodies[0].encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}'" in policy
    assert not [name for _, attributes in Elements(page).tags for name in attributes if name.startswith("on")]
    assert not [tag for tag, attributes in Elements(page).tags if "style" in attributes]


def test_what_a_submission_wrote_makes_no_element(made: Builder) -> None:
    evil = made.HOSTILE.decode("utf-8", "surrogateescape") + '"><img src=x onerror=alert(1)>{{7*7}}<!--</style></title>'
    case = Case(
        "base58",
        "encode",
        (evil.replace("\0", "").encode("utf-8", "surrogateescape"),),
        evil.encode("utf-8", "replace"),
    )
    sides = {"stdout": (b"ok\n", made.HOSTILE), "stderr": (b"", made.HOSTILE), evil: (b"", b"x")}
    made.add(case, Verdict.WRONG_STDOUT, sides, message=evil, denials=(Denial(evil, evil, evil),))
    made.builds.append(Build("base58", "", False, evil, {}, evil))
    made.violations.append(Violation(evil, 1, 1, evil, evil, evil))
    made.quarantine["x"] = Quarantined("x", "base58", "encode", evil, evil)
    page = html(made.view(submission={"name": evil, "model": evil}, toolchain={"node": evil}, suite=evil), evil)
    elements = Elements(page)
    assert [tag for tag, _ in elements.tags if tag in ("img", "b", "script")] == ["script", "script"]
    assert "{{7*7}}" in page
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", page)


def test_the_list_of_cases_is_data_that_ends_no_script(made: Builder) -> None:
    made.add(Case("a", "b", (b"</script><script>alert(1)//",)))
    page = html(made.view())
    assert "</script><script>alert" not in page
    rows = listed(page)["cases"]
    assert isinstance(rows, list)
    assert "</script><script>alert(1)//" in rows[0][6]


def test_every_case_is_listed_with_what_is_known_of_it(small: RunView) -> None:
    value = listed(html(small))
    cases, verdicts, diagnoses = value["cases"], value["verdicts"], value["diagnoses"]
    assert isinstance(cases, list)
    assert isinstance(verdicts, list)
    assert isinstance(diagnoses, list)
    assert len(cases) == len(small.records)
    row = next(row for row in cases if row[3] >= 0 and diagnoses[row[3]] == Diagnosis.FLOAT_FORMAT)
    assert verdicts[row[2]] == Verdict.WRONG_STDOUT
    assert row[4:6] == [41.5, 47.1]
    assert row[7:] == [
        "stdout, line 3, column 2",
        "alpha‹LF›beta‹LF›1.0‹LF›gamma‹LF›",
        "alpha‹LF›beta‹LF›1‹LF›gamma‹LF›",
    ]
    quarantine = value["quarantine"]
    assert isinstance(quarantine, dict)
    assert list(quarantine.values()) == ["PYTHONHASHSEED: stdout differs between seeds 0 and 1"]


def test_a_failing_program_has_its_sides_its_findings_and_its_command(small: RunView) -> None:
    page = html(small, "runs/one")
    section = re.search(r'<details class="failure" id="failure/base58/encode".*?</details>', page, re.DOTALL)
    assert section is not None
    for part in (
        "float formatting only",
        '<mark class="text">.0</mark>',
        "execve /usr/bin/python3",
        "base58/table.mjs",
    ):
        assert part in section[0]
    assert "py2js-eval explain runs/one base58/encode/" in section[0]
    assert "$SUBMISSION&#34;/base58/encode.mjs --text" in section[0]


def test_the_headline_has_counts_interval_and_warnings(made: Builder) -> None:
    made.add(Case("a", "b", (b"1",)))
    made.add(Case("a", "b", (b"2",)), Verdict.HARNESS_ERROR)
    page = html(made.view())
    assert "<strong>1</strong> of <strong>1</strong>" in page
    assert "95 % interval 71.0 to 93.2 % (Korn–Graubard, 4 libraries)" in page
    assert "Not rankable (1 of 2 cases are valid)" in page


def test_twenty_thousand_cases_fit_in_ten_megabytes(large: RunView) -> None:
    page = html(large)
    assert len(page.encode()) < 10_000_000
    cases = listed(page)["cases"]
    assert isinstance(cases, list)
    assert len(cases) == 20_000


def test_twenty_thousand_failures_with_huge_outputs_fit_too(made: Builder) -> None:
    for number in range(20_000):
        case = Case(f"t{number % 40}", f"p{number // 40 % 25}", (str(number).encode(), b"\x1b" * 300))
        left = b"\x1b" * 200 + str(number).encode() + b"\x07" * 200
        made.add(case, Verdict.WRONG_STDOUT, {"stdout": (left, b"\x1b" * 150)}, message="\x1b" * 500)
    for key in list(made.expected)[:1000]:
        made.expected[key] *= 200
    assert len(html(made.view()).encode()) < 10_000_000


def test_the_same_view_gives_the_same_page(small: RunView) -> None:
    assert html(small) == html(small)
