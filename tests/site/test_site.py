"""The site's files: the same bytes for the same entries, nothing over somebody's files, and machine-readable twins."""

from __future__ import annotations

import csv
import io
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from portproof.core.errors import UserError
from portproof.evaluate import journal
from portproof.report.site.build import build
from portproof.report.site.files import EntryFile as Entry
from portproof.report.site.files import VerificationFile, read, write
from portproof.report.site.rerun import agreement, narrowed, sampled
from portproof.report.site.serve import server
from portproof.report.site.table import board

NAME = "py2js-trees-1-2-0"


@pytest.fixture(scope="module")
def site(boards: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "site"
    build(boards, folder)
    return folder


def test_the_same_entries_give_the_same_bytes(boards: Path, site: Path, tmp_path: Path) -> None:
    build(boards, tmp_path / "again")
    files = [path.relative_to(site) for path in site.rglob("*") if path.is_file()]
    assert len(files) > 20
    for path in files:
        assert (site / path).read_bytes() == (tmp_path / "again" / path).read_bytes(), path


def test_a_folder_with_other_files_is_left_alone(boards: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(UserError, match="holds no site"):
        build(boards, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_an_older_site_is_replaced(boards: Path, tmp_path: Path) -> None:
    build(boards, tmp_path / "site")
    (tmp_path / "site" / "stale.html").write_text("old")
    build(boards, tmp_path / "site")
    assert not (tmp_path / "site" / "stale.html").exists()


def test_json_has_every_number_and_every_pair(site: Path) -> None:
    told = json.loads((site / NAME / "board.json").read_text())
    assert len(told["entries"]) == 5
    assert len(told["comparisons"]) == 10
    ada = next(entry for entry in told["entries"] if entry["model"] == "Ada")
    assert ada["score"]["program"] == {"passed": 18, "total": 18}
    assert ada["rank"]["best"] == 1
    assert len(ada["programs"]) == sum(len(task["programs"]) for task in told["tasks"])


def test_csv_holds_no_formula_and_no_control_character(site: Path) -> None:
    text = (site / NAME / "board.csv").read_text()
    rows = list(csv.reader(io.StringIO(text)))
    assert len(rows) == 6
    assert {len(row) for row in rows} == {len(rows[0])}
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert not [value for row in rows for value in row if value[:1] in ("=", "+", "@")]


def test_ranks_overlap_where_the_evidence_does(boards: Path) -> None:
    (path,) = (boards / "boards").iterdir()
    rows = {row.about.model: row.rank for row in board(path).rows}
    assert rows["Ada"].best == 1
    assert rows["Dud"].worst == 5
    assert rows["Ada"].worst >= rows["Curie"].best, "three lost libraries are no proof"


def test_a_badge_is_of_one_run_digest(boards: Path, tmp_path: Path) -> None:
    import shutil

    shutil.copytree(boards, tmp_path / "board")
    (path,) = (tmp_path / "board" / "boards").iterdir()
    entry = next((path / "entries").glob("ada-*"))
    about = read(entry / "entry.json", Entry)
    note = {
        "by": "the maintainers",
        "date": "2026-11-25",
        "cases": 10,
        "of": 50,
        "same_bytes": 10,
        "portproof": "0.1.0",
    }
    write(entry / "verification.json", VerificationFile.model_validate({"run": about.run, **note}))
    assert {row.about.model for row in board(path).rows if row.verification} == {"Ada"}
    write(entry / "verification.json", VerificationFile.model_validate({"run": "0" * 64, **note}))
    assert not any(row.verification for row in board(path).rows)


def test_a_sample_is_chosen_by_digests(oracle, boards: Path) -> None:
    entry = next(boards.rglob("ada-*"))
    records = journal.read(entry)
    one = sampled(records, "a" * 64, 5)
    assert one == sampled(dict(reversed(records.items())), "a" * 64, 5)
    assert one != sampled(records, "b" * 64, 5)
    small = narrowed(oracle.suite, one)
    assert small.digest == oracle.suite.digest
    assert {c.id for t in small.tasks for p in t.programs for c in p.cases} == one


def test_agreement_is_by_verdict_and_key(boards: Path) -> None:
    records = journal.read(next(boards.rglob("ada-*")))
    assert agreement(records, records).differ == ()
    other = journal.read(next(boards.rglob("dud-*")))
    found = agreement(records, other)
    assert len(found.differ) == len(other)
    assert "is policy_violation and not pass" in found.differ[0]


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    with server(site) as listening:
        thread = Thread(target=listening.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{listening.server_port}"
        listening.shutdown()
        thread.join()


def test_serving_is_for_this_machine_alone(address: str) -> None:
    with urllib.request.urlopen(f"{address}/{NAME}/index.html") as answer:
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert b"trees 1.2.0" in answer.read()
    foreign = urllib.request.Request(f"{address}/index.html", headers={"Host": "evil.example:80"})
    with pytest.raises(urllib.error.HTTPError, match="421"):
        urllib.request.urlopen(foreign)
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{address}/{NAME}/entries/")


def test_serving_binds_loopback(site: Path) -> None:
    with server(site) as listening:
        assert listening.server_address[0] == "127.0.0.1"
