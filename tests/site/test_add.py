"""A run is entered when it holds, and refused with every reason at once when it does not."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from portproof.core.errors import InputError
from portproof.core.verdict import Verdict
from portproof.oracle import store as packs
from portproof.report.site.add import add
from portproof.report.site.build import build
from portproof.report.site.files import COPIED, EntryFile, Metadata, read
from portproof.suite.read import read as read_suite
from pydantic import ValidationError

ADA = Metadata.model_validate({"model": "Ada", "agent": "loop 1", "date": "2026-11-20", "cutoff": "2025-01-31"})
OAK = {"oak": Verdict.WRONG_STDOUT}
BOB = Metadata.model_validate({"model": "Bob", "date": "2026-11-21"})


def refused(*arguments) -> list[str]:
    with pytest.raises(InputError) as caught:
        add(*arguments)
    return [mistake.message for mistake in caught.value.mistakes]


def test_an_entry_is_the_run_and_what_is_said_of_it(oracle, run, tmp_path: Path) -> None:
    source = run("a")
    entry = add(tmp_path / "board", source, ADA, oracle.suite, oracle.pack)
    about = read(entry / "entry.json", EntryFile)
    assert (about.model, str(about.cutoff), about.tokens) == ("Ada", "2025-01-31", None)
    assert all((entry / name).read_bytes() == (source / name).read_bytes() for name in COPIED)
    assert entry.name == about.id == f"ada-loop-1-{about.run[:8]}"
    assert not (entry / "places.json").exists(), "paths of somebody's machine are no part of an entry"


def test_the_same_entry_gives_the_same_bytes(oracle, run, tmp_path: Path) -> None:
    source = run("a")
    one, two = (add(tmp_path / name, source, ADA, oracle.suite, oracle.pack) for name in ("one", "two"))
    files = [sorted(p.relative_to(e.parent.parent) for p in e.parent.parent.rglob("*")) for e in (one, two)]
    assert files[0] == files[1]
    assert (one / "entry.json").read_bytes() == (two / "entry.json").read_bytes()


def test_every_reason_is_said_at_once(oracle, run, tmp_path: Path) -> None:
    add(tmp_path / "board", run("a"), ADA, oracle.suite, oracle.pack)
    other = run(
        "b", {"oak": Verdict.NOT_RUN}, tier="landlock", limits={"factor": 20}, profile="repozero", comparer=2,
        portproof="0.2.0", toolchain={"name": "node", "version": "25.0.0"}, policy_digests={"py2js": "e" * 64},
        repeat=3,
    )  # fmt: skip
    said = " | ".join(refused(tmp_path / "board", other, BOB, oracle.suite, oracle.pack))
    for reason in (
        "another class of isolation tier: the board has own namespaces, the run shared namespaces",
        "other limits: the board has factor 10, the run factor 20",
        "another profile",
        "another comparer",
        "an incompatible portproof: the board has 0.1, the run 0.2",
        "another toolchain: the board has version 24.19.0, the run version 25.0.0",
        "another policy",
        "another number of repeats",
        "the run is not complete",
        "too few valid cases",
    ):
        assert reason in said
    assert len(list((tmp_path / "board").rglob("entry.json"))) == 1


def test_another_suite_or_pack_digest_is_refused(oracle, run, tmp_path: Path) -> None:
    add(tmp_path / "board", run("a"), ADA, oracle.suite, oracle.pack)
    said = refused(
        tmp_path / "board", run("b", suite_digest="1" * 64, pack_digest="2" * 64), BOB, oracle.suite, oracle.pack
    )
    assert any(reason.startswith("another suite digest") for reason in said)
    assert any(reason.startswith("another pack digest") for reason in said)


def test_a_container_may_stand_beside_namespaces_and_a_patch_release_beside_another(
    oracle, run, tmp_path: Path
) -> None:
    add(tmp_path / "board", run("a"), ADA, oracle.suite, oracle.pack)
    add(tmp_path / "board", run("b", OAK, tier="container", portproof="0.1.7"), BOB, oracle.suite, oracle.pack)
    assert len(list((tmp_path / "board").rglob("entry.json"))) == 2


def test_another_suite_version_is_another_board(oracle, run, tmp_path: Path) -> None:
    folder = tmp_path / "newer"
    shutil.copytree(oracle.suite.folder, folder)
    text = (folder / "suite.toml").read_text()
    (folder / "suite.toml").write_text(text.replace("1.2.0", "1.3.0"))
    suite = read_suite(folder)
    outcomes, quarantine = oracle.pack.outcomes.values(), oracle.pack.quarantine.values()
    header = replace(oracle.pack.header, suite_digest=suite.digest, suite_version="1.3.0")
    newer = type(oracle)(suite, packs.write(folder / "pack", header, outcomes, quarantine))
    entries = [
        add(tmp_path / "board", run("a"), ADA, oracle.suite, oracle.pack),
        add(tmp_path / "board", run("b", of=newer), ADA, newer.suite, newer.pack),
    ]
    assert [entry.parent.parent.name for entry in entries] == ["py2js-trees-1-2-0", "py2js-trees-1-3-0"]
    assert len(build(tmp_path / "board", tmp_path / "site")) == 2
    index = (tmp_path / "site" / "index.html").read_text()
    assert all(f'href="{entry.parent.parent.name}/index.html"' in index for entry in entries)


def test_the_same_run_or_attempt_is_entered_once(oracle, run, tmp_path: Path) -> None:
    board, source = tmp_path / "board", run("a")
    add(board, source, ADA, oracle.suite, oracle.pack)
    assert "this run is on the board already" in refused(board, source, BOB, oracle.suite, oracle.pack)[0]
    other = run("b", {"oak": Verdict.WRONG_STDOUT})
    assert "attempt 1 of this model and agent" in refused(board, other, ADA, oracle.suite, oracle.pack)[0]
    add(board, other, ADA.model_copy(update={"attempt": 2}), oracle.suite, oracle.pack)


def test_a_part_of_the_suite_is_refused_even_when_nothing_failed(oracle, run, tmp_path: Path) -> None:
    part = run("a", {"oak/root": Verdict.NOT_RUN}, selection={"tasks": "alder", "shard": "1/1", "cases": "all"})
    said = refused(tmp_path / "board", part, ADA, oracle.suite, oracle.pack)
    assert "only a part of the suite was asked for: run the rest into the same folder" in said
    assert not (tmp_path / "board").exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"date": "yesterday"},
        {"model": ""},
        {"model": "x" * 201},
        {"link": "javascript:alert(1)"},
        {"link": 'https://example.org/"onclick="x'},
        {"cost_usd": float("nan")},
        {"tokens": -1},
        {"unsafe_share": 1.5},
        {"surprise": 1},
    ],
)
def test_metadata_that_cannot_be_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Metadata.model_validate({"model": "Ada", "date": "2026-11-20", **wrong})


def test_an_entry_is_canonical_json(oracle, run, tmp_path: Path) -> None:
    entry = add(tmp_path / "board", run("a"), ADA, oracle.suite, oracle.pack)
    data = (entry / "entry.json").read_bytes()
    assert data == json.dumps(json.loads(data), sort_keys=True, separators=(",", ":")).encode() + b"\n"
