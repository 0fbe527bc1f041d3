"""Out again: the rows and drivers of an import come back; a suite of our own becomes rows where it can."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from portproof.core.errors import InputError
from portproof.exchange.dataset import dataset
from portproof.exchange.export import exported
from portproof.exchange.repozero import Wanted, imported
from portproof.exchange.shape import C2RUST, PY2JS, Shape
from portproof.suite.read import read

from .conftest import c2rust, py2js, values

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)
ROWS = st.lists(
    st.tuples(st.dictionaries(st.text(max_size=6), JSON, max_size=3), st.integers(0, 3)), min_size=1, max_size=8
)


def files(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize(("make", "shape"), [(py2js, PY2JS), (c2rust, C2RUST)])
@pytest.mark.parametrize("join", [False, True])
def test_export_of_an_import_is_the_input(tmp_path: Path, make, shape: Shape, join: bool) -> None:  # type: ignore[no-untyped-def]
    source = make(tmp_path / "in")
    imported(dataset(source, shape), shape, Wanted("s", join=join), tmp_path / "s")
    report = exported(read(tmp_path / "s"), shape, tmp_path / "out")
    assert not report.refused
    assert report.made == 0
    for name in report.files:
        assert values(tmp_path / "out" / name) == values(source / name)
    assert sum(report.files.values()) == report.noted
    before, after = files(source), files(tmp_path / "out")
    absent = {name for name in before if name not in after}
    assert absent <= {
        "Py2JS/dataset/turn/__pycache__/x.pyc",
        "Py2JS/dataset/turn/test1_executable",
        "evaluate/testcases/c2rust/api_lines.jsonl",
    }
    assert all(after[name] == before[name] for name in after if name.endswith((".py", ".cpp", ".hpp")))


@given(rows=ROWS)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_rows_come_back_or_are_named(tmp_path: Path, rows: list[tuple[dict[str, object], int]]) -> None:
    place = tmp_path / "any"
    shutil.rmtree(place, ignore_errors=True)
    lines = []
    for pairs, number in rows:
        named = [("filename", "turn/test1.py")] if number % 2 else []
        last = [] if named else [("filename", "turn/test1.py")]
        row = dict([*named, *((k, v) for k, v in pairs.items() if k != "filename"), *last])
        lines += [json.dumps(row, ensure_ascii=number > 1)] * (1 + number // 3)
    lines = [line for line in lines if line.encode("utf-8", "replace").decode() == line and "\n" not in line]
    source = py2js(place / "in", ['{"filename": "turn/test1.py", "first": 1}', *lines])
    report = imported(dataset(source, PY2JS), PY2JS, Wanted("s"), place / "s")
    exported(read(place / "s"), PY2JS, place / "out")
    kept = values(place / "out")
    refused = {(mistake.file, mistake.line) for mistake in report.refused}
    expected: list[str] = []
    for name in report.files:
        for number, line in enumerate((source / name).read_text("utf-8").split("\n"), 1):
            if line.strip() and (name, number) not in refused:
                expected.append(json.dumps(json.loads(line, object_pairs_hook=list)))
    assert kept == sorted(expected)
    assert len(kept) == report.cases + len(report.duplicates)


def test_without_the_notes_the_invocations_come_back(tmp_path: Path) -> None:
    for make, shape in ((py2js, PY2JS), (c2rust, C2RUST)):
        place = tmp_path / shape.track
        imported(dataset(make(place / "in"), shape), shape, Wanted("s"), place / "s")
        shutil.rmtree(place / "s" / "import")
        report = exported(read(place / "s"), shape, place / "out")
        assert report.noted == 0
        imported(dataset(place / "out", shape), shape, Wanted("s"), place / "again")
        ids = [{c.id for t in read(place / n).tasks for p in t.programs for c in p.cases} for n in ("s", "again")]
        assert ids[0] == ids[1]
        assert len(ids[0]) == report.made


def test_a_case_that_was_added_is_written_anew_and_one_that_went_is_not_written(source: Path, tmp_path: Path) -> None:
    imported(dataset(source, PY2JS), PY2JS, Wanted("s"), tmp_path / "s")
    cases = tmp_path / "s" / "tasks" / "turn" / "cases" / "test1.jsonl"
    lines = cases.read_text("utf-8").splitlines()
    cases.write_text("\n".join([*lines[1:], '{"args": ["--a", "new"]}', '{"args": [], "stdin": "x"}']) + "\n", "utf-8")
    report = exported(read(tmp_path / "s"), PY2JS, tmp_path / "out")
    assert report.made == 1
    assert [entry.reason for entry in report.refused] == ["it has standard input"]
    rows = "".join(path.read_text("utf-8") for path in (tmp_path / "out").rglob("*.jsonl"))
    assert '{"filename": "turn/test1.py", "a": "new"}' in rows
    assert '"a": "abc"' not in rows


def test_notes_that_were_broken_are_refused_and_never_lead_outside(source: Path, tmp_path: Path) -> None:
    imported(dataset(source, PY2JS), PY2JS, Wanted("s"), tmp_path / "s")
    notes = tmp_path / "s" / "import" / "rows.jsonl"
    text = notes.read_text()
    notes.write_text(text.replace("evaluate/testcases/py2js", "../../x", 1))
    with pytest.raises(InputError):
        exported(read(tmp_path / "s"), PY2JS, tmp_path / "out")
    notes.write_text(text.replace("Py2JS/dataset", "../x", 1))
    with pytest.raises(InputError):
        exported(read(tmp_path / "s"), PY2JS, tmp_path / "out")
    assert not (tmp_path / "out").exists()
