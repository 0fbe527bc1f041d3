"""The share of unsafe lines is counted in the graded tree, over all tasks together."""

from __future__ import annotations

from pathlib import Path

import pytest
from portproof.cli.entries import measured
from portproof.core.errors import IntegrityError, UserError
from portproof.report.site.files import Metadata
from portproof.suite.read import read
from portproof.suite.submission import read_submission

MINI = Path(__file__).parents[2] / "suites" / "c2rust-mini"
ADA = Metadata.model_validate({"model": "Ada", "date": "2026-11-20"})
SAFE = 'fn main() {\n    let a = 1;\n    println!("{a}");\n}\n'
UNSAFE = "fn main() {\n    unsafe {\n        std::ptr::null::<u8>().read();\n    }\n}\n"


@pytest.fixture
def graded(run, tmp_path: Path) -> tuple[Path, Path]:
    """A tree with nine lines of code, three of them in an unsafe block, and a run of it."""
    suite = read(MINI)
    for task, text in zip(suite.tasks[:2], (SAFE, UNSAFE), strict=True):
        (tmp_path / "tree" / task.id / "src").mkdir(parents=True)
        (tmp_path / "tree" / task.id / "src" / "main.rs").write_text(text)
    folder = run("a", track="c2rust", submission_digest=read_submission(tmp_path / "tree", suite).digest)
    return tmp_path / "tree", folder


def test_the_share_is_of_all_lines_together(graded) -> None:
    tree, folder = graded
    about = measured(ADA, tree, read(MINI), folder)
    assert (about.unsafe_share, about.unsafe_measured) == (pytest.approx(3 / 9, abs=1e-6), True)


def test_a_tree_that_changed_since_is_refused(graded) -> None:
    tree, folder = graded
    next(tree.rglob("main.rs")).write_text("fn main() {}\n")
    with pytest.raises(IntegrityError, match="another tree"):
        measured(ADA, tree, read(MINI), folder)


def test_what_is_measured_is_not_stated_as_well(graded) -> None:
    tree, folder = graded
    with pytest.raises(UserError, match="states what"):
        measured(ADA.model_copy(update={"unsafe_share": 0.5}), tree, read(MINI), folder)
