"""The Markdown form keeps foreign text inside code, whatever it holds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from markdown_it import MarkdownIt
from portproof.core.case import Case
from portproof.core.pack import Quarantined
from portproof.core.run import Build
from portproof.core.verdict import Verdict
from portproof.core.violation import Violation
from portproof.report.markdown import code, fenced, markdown
from portproof.report.view import RunView

if TYPE_CHECKING:
    from .conftest import Builder

HOSTILE = "` `` ``` </details> <script>x</script> | @everyone [a](http://x) \n# head\n```\n\x1b[1m\u202e"


def rendered(text: str) -> str:
    """HTML as a CommonMark renderer with tables makes it; raw HTML is kept, as on a forge before it cleans up."""
    return MarkdownIt("commonmark", {"html": True}).enable("table").render(text)


def test_the_rates_come_first(small: RunView) -> None:
    text = markdown(small)
    assert "| cases | 21 / 33 | **63.64 %** | 95 % interval 71.0 to 93.2 % (Korn–Graubard, 4 libraries) |" in text
    assert text.index("| cases |") < text.index("<details>")


def test_a_failure_is_a_diff_with_invisible_bytes_shown(small: RunView) -> None:
    assert "```diff\n@@ stdout @@\n  alpha⏎\n  beta⏎\n- 1.0⏎\n+ 1⏎\n  gamma⏎\n```" in markdown(small)


@pytest.mark.parametrize("text", ["", " ", "`", "``x`", "a`b", "a|b", "\n", HOSTILE])
def test_a_code_span_holds_whatever_it_is_given(text: str) -> None:
    html = rendered(f"| a |\n|---|\n| {code(text)} |\n")
    assert html.count("<td><code>") == 1
    assert html.count("</code></td>") == 1


@pytest.mark.parametrize("text", ["```", "````x", "~~~"])
def test_a_fenced_block_holds_whatever_it_is_given(text: str) -> None:
    assert rendered(fenced([text, "after"])).count("<pre>") == 1
    assert "after\n</code></pre>" in rendered(fenced([text, "after"]))


def test_hostile_text_stays_in_code_everywhere(made: Builder) -> None:
    made.add(
        Case("base58", "encode"),
        Verdict.WRONG_STDOUT,
        {"stdout": (b"ok\n", HOSTILE.encode())},
        message=HOSTILE,
    )
    made.builds.append(Build("base58", "", False, "", {}, HOSTILE))
    made.violations.append(Violation(HOSTILE, 1, 1, HOSTILE, HOSTILE, HOSTILE))
    made.quarantine["x"] = Quarantined("x", "base58", "encode", HOSTILE, HOSTILE)
    text = markdown(made.view(submission={"name": HOSTILE}, toolchain={"node": HOSTILE}), HOSTILE)
    outside = re.sub(r"<code.*?</code>", "", rendered(text), flags=re.DOTALL)
    for word in ("script", "@everyone", "http://x", "<h1>"):
        assert word not in outside
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert outside.count("<details>") == outside.count("</details>")


def test_a_clean_run_is_short(made: Builder) -> None:
    made.add(Case("base58", "encode"))
    text = markdown(made.view())
    assert "One failure" not in text
    assert "Quarantined" not in text
