"""A submission is one folder per task; what a tree lacks is a verdict later, but a folder of nothing is a mistake."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from portproof.core.errors import InputError, UserError
from portproof.suite.read import read
from portproof.suite.submission import read_submission
from portproof.suite.tree import tree_digest


def test_a_folder_without_any_task_is_refused(make, tmp_path: Path) -> None:
    (tmp_path / "sub" / "other").mkdir(parents=True)
    with pytest.raises(UserError, match="no folder here is a task of s") as caught:
        read_submission(tmp_path / "sub", read(make()))
    assert "lib" in caught.value.hint


def test_no_folder_is_refused(make, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such folder"):
        read_submission(tmp_path / "nowhere", read(make()))


def test_metadata_is_optional_and_checked(make, tmp_path: Path) -> None:
    suite, folder = read(make()), tmp_path / "sub"
    (folder / "lib").mkdir(parents=True)
    assert read_submission(folder, suite).name == "sub"
    (folder / "submission.toml").write_text('name = "n"\nmodle = "m"\nattempt = 0\n', encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_submission(folder, suite)
    assert [(m.line, "modle" in m.message or "attempt" in m.message) for m in caught.value.mistakes] == [
        (2, True),
        (3, True),
    ]


def test_folders_that_are_no_task_are_named(make, tmp_path: Path) -> None:
    for name in ("lib", "libb", ".git"):
        (tmp_path / "sub" / name).mkdir(parents=True)
    assert read_submission(tmp_path / "sub", read(make())).unknown == ("libb",)


def test_the_tree_digest_sees_names_bytes_modes_and_links_and_not_version_control(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    digests = [tree_digest(tree)]
    (tree / "a.mjs").write_text("1", encoding="utf-8")
    digests.append(tree_digest(tree))
    (tree / "a.mjs").write_text("2", encoding="utf-8")
    digests.append(tree_digest(tree))
    (tree / "a.mjs").chmod(0o755)
    digests.append(tree_digest(tree))
    os.symlink("a.mjs", tree / "b.mjs")
    digests.append(tree_digest(tree))
    os.mkfifo(tree / "pipe")
    digests.append(tree_digest(tree))
    assert len(set(digests)) == len(digests)
    (tree / ".git").mkdir()
    (tree / ".git" / "HEAD").write_text("x", encoding="utf-8")
    assert tree_digest(tree) == digests[-1]
