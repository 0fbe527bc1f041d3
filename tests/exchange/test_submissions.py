"""Foreign submissions: every form, the shape they get, and what is refused by name."""

from __future__ import annotations

import json
import os
import tarfile
from pathlib import Path

import pytest
from portproof.core.errors import InputError, UserError
from portproof.core.task import Suite
from portproof.exchange.dataset import dataset
from portproof.exchange.intake import Intake, data
from portproof.exchange.repozero import Wanted
from portproof.exchange.repozero import imported as suite_imported
from portproof.exchange.shape import C2RUST, PY2JS
from portproof.exchange.submissions import imported
from portproof.suite.read import read
from portproof.suite.submission import read_submission

from .conftest import c2rust, py2js

BUNDLED = Path(__file__).parents[2] / "suites" / "py2js-mini"


@pytest.fixture
def suite(tmp_path: Path) -> Suite:
    suite_imported(dataset(py2js(tmp_path / "data"), PY2JS), PY2JS, Wanted("s"), tmp_path / "s")
    return read(tmp_path / "s")


@pytest.fixture
def rust(tmp_path: Path) -> Suite:
    suite_imported(dataset(c2rust(tmp_path / "data"), C2RUST), C2RUST, Wanted("s"), tmp_path / "s")
    return read(tmp_path / "s")


def put(folder: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def predictions(path: Path, *rows: object) -> Path:
    path.write_text("".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows), "utf-8")
    return path


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}


def refused(intake: Intake) -> list[tuple[int, str]]:
    return [(mistake.line, mistake.message) for mistake in intake.refused]


def test_repozeros_packages_become_one_submission_a_model(tmp_path: Path, suite: Suite) -> None:
    source = put(
        tmp_path / "Py2JS" / "output",
        {
            "a b/packages/turn/test1_pkg/test1.mjs": "1",
            "a b/packages/turn/test1_pkg/src/x.mjs": "2",
            "a b/packages/turn/test9_pkg/test9.mjs": "",
            "a b/packages/Other.lib/test_1_pkg/test_1.mjs": "3",
            "second/testfiles/turn/test2.mjs": "4",
        },
    )
    intake = imported(source, suite, tmp_path / "out")
    assert files(tmp_path / "out") == {
        "a-b/submission.toml",
        "a-b/turn/test1/test1.mjs",
        "a-b/turn/test1/src/x.mjs",
        "a-b/other-lib/test-1/test_1.mjs",
        "a-b/other-lib/test-1/test-1.mjs",
        "second/submission.toml",
        "second/turn/test2/test2.mjs",
    }
    found = read_submission(tmp_path / "out" / "a-b", suite)
    assert found.model == "a b"
    assert {"turn/test1", "other-lib/test-1"} <= set(found.trees)
    assert [mistake.file for mistake in intake.refused] == ["a b/packages/turn/test9_pkg"]
    assert "a b/packages/Other.lib/test_1_pkg: the entry test_1.mjs is also there as test-1.mjs now" in intake.notes


def test_an_entry_apart_from_its_package_still_finds_its_modules(tmp_path: Path, suite: Suite) -> None:
    source = put(
        tmp_path / "m",
        {
            "testfiles/turn/test1.mjs": "import { a } from '../../packages/turn/test1_pkg/a.mjs';\n",
            "packages/turn/test1_pkg/a.mjs": "export const a = 1;\n",
            "packages/turn/test2_pkg/test2.mjs": "own",
            "testfiles/turn/test2.mjs": "other",
        },
    )
    intake = imported(source, suite, tmp_path / "out")
    assert files(tmp_path / "out" / "m" / "turn") == {
        "test1/test1.mjs",
        "test1/packages/turn/test1_pkg/a.mjs",
        "test2/test2.mjs",
    }
    entry = (tmp_path / "out" / "m" / "turn" / "test1" / "test1.mjs").read_text()
    assert entry == "import { a } from './packages/turn/test1_pkg/a.mjs';\n"
    assert (tmp_path / "out" / "m" / "turn" / "test2" / "test2.mjs").read_text() == "own"
    assert any("where ../../packages/ is ./packages/ now" in note for note in intake.notes)


def test_a_link_is_kept_for_the_policy_and_never_followed(tmp_path: Path, suite: Suite) -> None:
    source = put(tmp_path / "m", {"packages/turn/test1_pkg/test1.mjs": "1"})
    os.symlink("/etc/passwd", source / "packages" / "turn" / "test1_pkg" / "data.txt")
    os.symlink("/etc", source / "packages" / "turn" / "test1_pkg" / "folder")
    intake = imported(source, suite, tmp_path / "out")
    assert os.readlink(tmp_path / "out" / "m" / "turn" / "test1" / "data.txt") == "/etc/passwd"
    assert sum("is a link, which the policy refuses" in note for note in intake.notes) == 2


def test_c2rust_packages_are_lifted_wrapped_or_left_as_they_are(tmp_path: Path, rust: Suite) -> None:
    cargo = '[package]\nname = "test2"\nversion = "0.1.0"\nedition = "2021"\n'
    source = put(
        tmp_path / "m",
        {
            "packages/half/test1_pkg/test1.rs": "fn main() {}",
            "packages/half/test1_pkg/test1": b"\x7fELF\0",
            "packages/half/test2_pkg/inner/Cargo.toml": cargo,
            "packages/half/test2_pkg/inner/src/main.rs": "fn main() {}",
            "packages/half/test2_pkg/inner/target/x": "",
        },
    )
    intake = imported(source, rust, tmp_path / "out")
    assert files(tmp_path / "out" / "m") == {
        "submission.toml",
        "half/test1/Cargo.toml",
        "half/test1/Cargo.lock",
        "half/test1/test1.rs",
        "half/test2/Cargo.toml",
        "half/test2/src/main.rs",
    }
    assert 'path = "test1.rs"' in (tmp_path / "out" / "m" / "half" / "test1" / "Cargo.toml").read_text()
    notes = "\n".join(intake.notes)
    assert "test1 left out: an executable; portproof builds from source" in notes
    assert "Cargo.toml and Cargo.lock were generated around test1.rs" in notes
    assert "lifted out of inner/" in notes
    assert "no binary target" not in notes


def test_a_package_whose_binary_has_another_name_is_told(tmp_path: Path, rust: Suite) -> None:
    cargo = '[package]\nname = "port"\nversion = "0.1.0"\nedition = "2021"\n'
    source = put(tmp_path / "m", {"half/test1_pkg/Cargo.toml": cargo, "half/test1_pkg/src/main.rs": "fn main() {}"})
    assert imported(source, rust, tmp_path / "out").notes == [
        "m/half/test1_pkg: no binary target test1: the package has port"
    ]


def test_predictions_by_line_are_attempts(tmp_path: Path, suite: Suite) -> None:
    tree = {"test1.mjs": "1", "lib/bytes.bin": {"base64": "/w=="}}
    path = predictions(
        tmp_path / "preds.jsonl",
        {"instance_id": "turn/test1", "model_name_or_path": "org/m", "files": tree},
        {"instance_id": "turn__test1", "model_name_or_path": "org/m", "attempt": 2, "files": {"test1.mjs": "2"}},
        {"instance_id": "turn/test2.py", "model_name_or_path": "org/m", "files": {"x.mjs": "3"}},
        {"task_id": "turn/test1", "solution": "4"},
        {"task_id": "turn/test1", "solution": "5"},
    )
    intake = imported(path, suite, tmp_path / "out", model="other")
    assert not intake.refused
    told = {(s["folder"], s["model"], s["attempt"], s["trees"]) for s in data(intake)["submissions"]}  # type: ignore[attr-defined]
    assert told == {
        ("org-m", "org/m", 1, 2),
        ("org-m-2", "org/m", 2, 1),
        ("other", "other", 1, 1),
        ("other-2", "other", 2, 1),
    }
    assert (tmp_path / "out" / "org-m" / "turn" / "test1" / "lib" / "bytes.bin").read_bytes() == b"\xff"
    assert (tmp_path / "out" / "org-m" / "turn" / "test2" / "test2.mjs").read_text() == "3"
    assert (tmp_path / "out" / "other-2" / "turn" / "test1" / "test1.mjs").read_text() == "5"
    assert read_submission(tmp_path / "out" / "org-m-2", suite).attempt == 2


def test_every_bad_prediction_is_named_and_the_good_ones_are_taken(tmp_path: Path, suite: Suite) -> None:
    good = {"instance_id": "turn/test1", "model_name_or_path": "m", "files": {"test1.mjs": "1"}}
    bad: list[tuple[object, str]] = [
        ("{", "not JSON"),
        ([], "not a JSON object"),
        ({}, "has no instance_id"),
        ({**good, "instance_id": "turn/test99"}, "is no task or program"),
        ({**good, "attempt": 1}, "has another tree for it with attempt 1"),
        ({**good, "attempt": True}, "no whole number"),
        ({**good, "model_name_or_path": 3}, "is no name"),
        ({"instance_id": "turn/test1", "model_patch": "diff"}, "nothing to patch"),
        ({**good, "archive": "x.tar"}, "exactly one of"),
        ({**good, "files": {}}, "no object of paths"),
        ({**good, "files": {"../x": "1"}}, "no plain relative path"),
        ({**good, "files": {"/etc/x": "1"}}, "no plain relative path"),
        ({**good, "files": {"a": "1", "a/b": "2"}}, "cannot be written"),
        ({**good, "files": {"a": "\ud800"}}, "lone surrogate"),
        ({**good, "files": {"a": 1}}, "files: expected a string"),
        ({**good, "files": None, "archive": "../x.tar"}, "plain path in the folder"),
        ({**good, "files": None, "archive": "absent.tar"}, "there is no archive"),
    ]
    path = predictions(tmp_path / "p.jsonl", good, *(row for row, _ in bad))
    intake = imported(path, suite, tmp_path / "out")
    found = dict(refused(intake))
    by_place = {mistake.file: mistake.message for mistake in intake.refused}
    for number, (_, message) in enumerate(bad, 2):
        assert message in found.get(number, "") or message in by_place.get(f"p.jsonl:{number}", ""), (number, message)
    assert len(intake.refused) == len(bad)
    assert files(tmp_path / "out") == {"m/submission.toml", "m/turn/test1/test1.mjs"}


def test_archives_of_predictions_are_unpacked_or_refused_whole(tmp_path: Path, suite: Suite) -> None:
    put(tmp_path / "trees" / "test1_pkg", {"test1.mjs": "1"})
    with tarfile.open(tmp_path / "good.tar.gz", "w:gz") as archive:
        archive.add(tmp_path / "trees" / "test1_pkg", "test1_pkg")
    os.symlink("/etc/passwd", tmp_path / "trees" / "test1_pkg" / "z")
    with tarfile.open(tmp_path / "bad.tar", "w") as archive:
        archive.add(tmp_path / "trees" / "test1_pkg", "test1_pkg")
    path = predictions(
        tmp_path / "p.jsonl",
        {"instance_id": "turn/test1", "model_name_or_path": "m", "archive": "good.tar.gz"},
        {"instance_id": "turn/test2", "model_name_or_path": "m", "archive": "bad.tar"},
    )
    intake = imported(path, suite, tmp_path / "out")
    assert files(tmp_path / "out") == {"m/submission.toml", "m/turn/test1/test1.mjs"}
    assert refused(intake) == [
        (2, "the archive 'bad.tar' is refused: 'test1_pkg/z' is a link or no regular file"),
    ]
    assert intake.notes == ["p.jsonl:1: lifted out of test1_pkg/"]


def test_an_archive_behind_a_link_is_not_read(tmp_path: Path, suite: Suite) -> None:
    with tarfile.open(tmp_path / "outside.tar", "w") as archive:
        archive.add(put(tmp_path / "t", {"test1.mjs": "1"}), ".")
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "a.tar").symlink_to(tmp_path / "outside.tar")
    path = predictions(tmp_path / "p" / "p.jsonl", {"instance_id": "turn/test1", "archive": "a.tar"})
    with pytest.raises(InputError) as caught:
        imported(path, suite, tmp_path / "out")
    assert "there is no archive" in str(caught.value.mistakes[0])
    assert not (tmp_path / "out").exists()


def test_json_documents_are_predictions_too(tmp_path: Path, suite: Suite) -> None:
    entry = {"model_name_or_path": "m", "files": {"test1.mjs": "1"}}
    for name, document in (("a", {"turn/test1": entry}), ("b", [{**entry, "instance_id": "turn/test1"}])):
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(document))
        imported(path, suite, tmp_path / name)
        assert files(tmp_path / name) == {"m/submission.toml", "m/turn/test1/test1.mjs"}


def test_samples_in_evalplus_folders_are_attempts(tmp_path: Path, suite: Suite) -> None:
    source = put(
        tmp_path / "model_temp_0.8",
        {
            "turn_test1/0.mjs": "0",
            "turn_test1/1.mjs": "1",
            "turn_test2/0/test2.mjs": "t",
            "turn_test2/0/lib.mjs": "l",
            "unknown/0.mjs": "",
            "turn_test3/readme.txt": "",
        },
    )
    intake = imported(source, suite, tmp_path / "out")
    assert files(tmp_path / "out") == {
        "model_temp_0.8/submission.toml",
        "model_temp_0.8/turn/test1/test1.mjs",
        "model_temp_0.8/turn/test2/test2.mjs",
        "model_temp_0.8/turn/test2/lib.mjs",
        "model_temp_0.8-2/submission.toml",
        "model_temp_0.8-2/turn/test1/test1.mjs",
    }
    assert len(intake.refused) == 2


def test_a_suite_with_one_tree_a_task_takes_tasks_and_merges_programs(tmp_path: Path) -> None:
    suite = read(BUNDLED)
    path = predictions(
        tmp_path / "p.jsonl",
        {"instance_id": "base58", "model_name_or_path": "whole", "files": {"encode.mjs": "1", "decode.mjs": "2"}},
        {"instance_id": "base58/encode", "model_name_or_path": "parts", "files": {"encode.mjs": "1", "l.mjs": "s"}},
        {"instance_id": "base58/decode", "model_name_or_path": "parts", "files": {"decode.mjs": "2", "l.mjs": "s"}},
        {"instance_id": "base58/integers", "model_name_or_path": "parts", "files": {"integers.mjs": "2", "l.mjs": "t"}},
    )
    intake = imported(path, suite, tmp_path / "out")
    assert {name for name in files(tmp_path / "out") if name.startswith("whole/base58/")} == {
        "whole/base58/encode.mjs",
        "whole/base58/decode.mjs",
    }
    assert {name for name in files(tmp_path / "out") if name.startswith("parts/base58/")} == {
        "parts/base58/encode.mjs",
        "parts/base58/decode.mjs",
        "parts/base58/l.mjs",
    }
    assert [m.message for m in intake.refused] == ["l.mjs differs from that of another program of the task"]


def test_two_models_never_share_a_folder(tmp_path: Path, suite: Suite) -> None:
    rows = [
        {"instance_id": "turn/test1", "model_name_or_path": name, "files": {"test1.mjs": name}}
        for name in ("a/b", "a b", "..", "submission.toml")
    ]
    imported(predictions(tmp_path / "p.jsonl", *rows), suite, tmp_path / "out")
    trees = sorted((tmp_path / "out").glob("*/turn/test1/test1.mjs"))
    assert sorted(path.read_text() for path in trees) == ["..", "a b", "a/b", "submission.toml"]


def test_what_is_not_understood_is_the_users_mistake(tmp_path: Path, suite: Suite) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(UserError, match="neither RepoZero's"):
        imported(empty, suite, tmp_path / "out")
    with pytest.raises(UserError, match="no form is called"):
        imported(empty, suite, tmp_path / "out", "tarball")
    with pytest.raises(UserError, match="no such file"):
        imported(tmp_path / "absent", suite, tmp_path / "out")
