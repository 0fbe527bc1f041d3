"""An entry that does not add up is refused, whichever file was touched."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from portproof.core.canonical import canonical
from portproof.core.errors import IntegrityError
from portproof.core.verdict import Verdict
from portproof.report.site.add import add
from portproof.report.site.build import build
from portproof.report.site.files import EntryFile, Metadata, digests, read, write
from portproof.report.site.recompute import problems
from portproof.report.site.table import board

ADA = Metadata.model_validate({"model": "Ada", "date": "2026-11-20"})
Edit = Callable[[dict], object]


@pytest.fixture
def entry(oracle, run, tmp_path: Path) -> Path:
    return add(tmp_path / "board", run("a", {"oak/leaf": Verdict.WRONG_STDOUT}), ADA, oracle.suite, oracle.pack)


def forged(entry: Path) -> None:
    """The forger also mends the digests."""
    about = read(entry / "entry.json", EntryFile)
    write(entry / "entry.json", about.model_copy(update={"digests": digests(entry)}))


def edited(path: Path, edit: Edit) -> None:
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    kept = [line for line in lines if edit(line) is not False]
    path.write_bytes(b"".join(canonical(line) + b"\n" for line in kept))


def test_an_honest_entry_adds_up(oracle, entry: Path) -> None:
    assert problems(entry, oracle.suite, oracle.pack) == []


@pytest.mark.parametrize("name", ["run.json", "summary.json", "journal.jsonl", "builds.jsonl"])
def test_a_file_that_was_touched_is_named(oracle, entry: Path, name: str) -> None:
    with (entry / name).open("ab") as stream:
        stream.write(b"\n")
    assert f"{name} is not the file that entry.json names" in problems(entry, oracle.suite, oracle.pack)


def test_a_better_summary_does_not_follow_from_the_journal(oracle, entry: Path) -> None:
    edited(entry / "summary.json", lambda s: s["score"]["program"].update(passed=s["score"]["program"]["total"]))
    forged(entry)
    (said,) = problems(entry, oracle.suite, oracle.pack)
    assert said == "summary.json says program 18 of 18, the journal gives 17 of 18"


def test_a_failure_relabelled_as_a_pass_has_the_wrong_bytes(oracle, entry: Path) -> None:
    edited(entry / "journal.jsonl", lambda line: line.update(verdict="pass"))
    forged(entry)
    said = " ".join(problems(entry, oracle.suite, oracle.pack))
    assert "is a pass, yet its stdout is not what the pack expects" in said
    assert "the journal gives" in said


def test_a_pass_without_anything_observed_is_none(oracle, entry: Path) -> None:
    edited(entry / "journal.jsonl", lambda line: line.pop("observed", None))
    forged(entry)
    assert any("a pass without anything observed" in it for it in problems(entry, oracle.suite, oracle.pack))


def test_a_journal_that_lost_its_failures_is_incomplete(oracle, entry: Path) -> None:
    edited(entry / "journal.jsonl", lambda line: line["verdict"] == "pass")
    forged(entry)
    said = problems(entry, oracle.suite, oracle.pack)
    assert any(it.startswith("summary.json says complete True") for it in said)
    assert any("summary.json counts other verdicts than the journal: leaf" in it for it in said)


def test_a_case_of_no_suite_is_named(oracle, entry: Path) -> None:
    edited(entry / "journal.jsonl", lambda line: line.update(program="twig") if line["task"] == "fir" else None)
    forged(entry)
    said = problems(entry, oracle.suite, oracle.pack)
    assert any("fir/twig" in it and "no case of the suite" in it for it in said)


def test_a_run_without_builds_ran_nothing(oracle, entry: Path) -> None:
    edited(entry / "builds.jsonl", lambda line: line["task"] != "oak")
    forged(entry)
    assert any("builds.jsonl has no build for it" in it for it in problems(entry, oracle.suite, oracle.pack))


def test_an_entry_of_another_pack_is_not_recomputed(oracle, entry: Path) -> None:
    edited(entry / "run.json", lambda run: run.update(pack_digest="0" * 64))
    forged(entry)
    assert problems(entry, oracle.suite, oracle.pack)[0].startswith("run.json names another pack digest")


@pytest.mark.parametrize("mend", [False, True])
def test_no_site_is_built_of_an_entry_that_does_not_add_up(entry: Path, tmp_path: Path, mend: bool) -> None:
    edited(entry / "summary.json", lambda s: s["score"]["case"].update(passed=0))
    if mend:
        forged(entry)
    with pytest.raises(IntegrityError, match="other numbers than the journal" if mend else "entry.json names"):
        build(tmp_path / "board", tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_a_link_in_an_entry_is_not_followed(oracle, entry: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    (entry / "verification.json").symlink_to(tmp_path / "secret")
    assert problems(entry, oracle.suite, oracle.pack) == ["'verification.json' is no file of an entry"]
    with pytest.raises(IntegrityError, match="no file of an entry"):
        build(tmp_path / "board", tmp_path / "site")


def test_another_file_in_an_entry_is_not_published(oracle, entry: Path) -> None:
    (entry / "index.html").write_text("<script>")
    assert problems(entry, oracle.suite, oracle.pack) == ["'index.html' is no file of an entry"]


def test_a_board_counts_as_the_summary_does(oracle, entry: Path) -> None:
    (row,) = board(entry.parent.parent).rows
    told = json.loads((entry / "summary.json").read_bytes())["score"]
    assert (row.score.program.passed, row.score.program.total) == (told["program"]["passed"], told["program"]["total"])
    assert row.score.quarantined == told["quarantined"] == 1
