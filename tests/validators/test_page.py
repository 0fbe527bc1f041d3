"""docs/policy.md is what the rules say."""

from __future__ import annotations

from pathlib import Path

from portproof.validators.page import page

DOCS = Path(__file__).parents[2] / "docs" / "policy.md"


def test_the_page_is_current() -> None:
    assert DOCS.read_text("utf-8") == page(), "run: python -m portproof.validators.page > docs/policy.md"
