"""Every form tells what the trees are like, beside the mechanical translations; a run without measures says nothing."""

from __future__ import annotations

import json as standard
from dataclasses import replace
from io import StringIO
from typing import TYPE_CHECKING

import pytest
from markdown_it import MarkdownIt
from portproof.core.canonical import canonical
from portproof.core.run import TreeMeasures
from portproof.report.html import html
from portproof.report.json import json
from portproof.report.markdown import markdown
from portproof.report.measured import number
from portproof.report.text import text
from portproof.report.view import RunView
from portproof.tracks.c2rust.reference import REFERENCE
from rich.console import Console

if TYPE_CHECKING:
    from .conftest import Builder

COUNTS = {**dict.fromkeys(REFERENCE["c2rust of cJSON 1.7.15"].counts, 0), "share of unsafe lines": 0.0123}


@pytest.fixture
def measured(small: RunView) -> RunView:
    own = TreeMeasures("cjson", 1_234, COUNTS, ("forbids unsafe code",))
    return replace(small, measures=(own, TreeMeasures("<b>`|\n", 7, COUNTS)), reference=REFERENCE)


def test_text_has_a_row_for_each_tree_and_each_reference(measured: RunView) -> None:
    out = StringIO()
    text(measured, Console(file=out, width=220))
    said = out.getvalue()
    assert ["cjson (forbids unsafe code)" in line and "1,234" in line for line in said.splitlines()].count(True) == 1
    row = next(line for line in said.splitlines() if "c2rust of cJSON 1.7.15" in line)
    assert "4,722" in row
    assert "0.9305" in row


def test_html_escapes_a_tree_and_shows_the_references(measured: RunView) -> None:
    page = html(measured)
    assert '<h2 id="measures">Measures</h2>' in page
    assert "below them what a mechanical translation measures" in page
    assert "<b>`" not in page
    assert "&lt;b&gt;`" in page
    assert '<th scope="row">c2rust of zlib 1.2.13</th><td>11,428</td>' in page


def test_markdown_keeps_a_tree_inside_code(measured: RunView) -> None:
    page = MarkdownIt("commonmark", {"html": True}).enable("table").render(markdown(measured))
    part = page[page.index("Measures, told and not judged") :]
    rows = part[: part.index("</table>")].split("<tr>")[2:]
    assert len(rows) == 2 + len(REFERENCE)
    assert {row.count("<td") for row in rows} == {2 + len(COUNTS)}
    assert "<b>" not in part


def test_json_has_the_same_numbers(measured: RunView) -> None:
    value = standard.loads(canonical(json(measured)))
    assert value["measures"][0] == {
        "tree": "cjson", "lines": 1_234, "counts": COUNTS, "badges": ["forbids unsafe code"],
    }  # fmt: skip
    assert [other["name"] for other in value["reference"]] == list(REFERENCE)
    assert value["reference"][0]["counts"]["raw pointer types"] == 995


def test_without_measures_nothing_is_said(made: Builder) -> None:
    view = replace(made.view(), reference=REFERENCE)
    out = StringIO()
    text(view, Console(file=out, width=220))
    assert "Measures" not in out.getvalue() + markdown(view) + html(view)
    assert json(view)["reference"] == []


def test_a_share_has_four_decimals_and_a_count_has_none() -> None:
    assert [number(value) for value in (0.5543, 0.0, 6334, 1 / 3)] == ["0.5543", "0", "6,334", "0.3333"]
