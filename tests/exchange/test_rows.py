"""Rows are read strictly: each is a row or a mistake with its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from portproof.core.errors import Mistake, UserError
from portproof.exchange import rows as reading
from portproof.exchange.rows import Row, rows


def read(tmp_path: Path, content: bytes) -> list[Row | Mistake]:
    path = tmp_path / "r.jsonl"
    path.write_bytes(content)
    return list(rows(path, "r.jsonl", "filename"))


def test_the_order_of_keys_is_kept_wherever_the_name_stands(tmp_path: Path) -> None:
    for line in ('{"filename": "l/t", "z": 1, "a": 2}', '{"z": 1, "a": 2, "filename": "l/t"}'):
        (row,) = read(tmp_path, line.encode())
        assert isinstance(row, Row)
        assert (row.driver, row.pairs) == ("l/t", (("z", 1), ("a", 2)))


def test_infinity_and_nan_are_accepted(tmp_path: Path) -> None:
    (row,) = read(tmp_path, b'{"filename": "l/t", "a": [Infinity, -Infinity, NaN]}')
    assert isinstance(row, Row)
    assert str(row.pairs[0][1]) == "[inf, -inf, nan]"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{", "not JSON"),
        (b"[]", "not a JSON object"),
        (b'{"filename": 1}', "is no string"),
        (b'{"file_name": "l/t"}', "has no 'filename'"),
        (b'{"filename": "l/t", "a": 1, "a": 2}', "stands twice"),
        (b'{"filename": "l/t", "a": {"b": 1, "b": 2}}', "stands twice"),
        (b'{"filename": "\xff"}', "not UTF-8 at byte 15"),
        (b'{"filename": "l/t", "a": ' + b"[" * 200_000 + b"]" * 200_000 + b"}", "nested too deeply"),
        (b'{"filename": "l/t", "a": ' + b"9" * 5000 + b"}", "not JSON"),
        (b'{"filename": "l/t"} x', "not JSON"),
    ],
)
def test_a_bad_row_is_named_and_its_neighbours_are_read(tmp_path: Path, line: bytes, message: str) -> None:
    good = b'{"filename": "l/t", "a": "\xe2\x80\xa8"}'
    found = read(tmp_path, b"\xef\xbb\xbf" + good + b"\r\n\n" + line + b"\n" + good)
    assert [type(item) for item in found] == [Row, Mistake, Row]
    assert isinstance(found[1], Mistake)
    assert (found[1].file, found[1].line) == ("r.jsonl", 3)
    assert message in found[1].message


def test_an_endless_line_is_one_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_LINE", 100)
    found = read(tmp_path, b"x" * 1000 + b'\n{"filename": "l/t"}\n' + b"y" * 101)
    assert [(type(item), item.line) for item in found] == [(Mistake, 1), (Row, 2), (Mistake, 3)]


def test_a_file_that_cannot_be_read_is_the_users_mistake(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read"):
        list(rows(tmp_path / "absent", "absent", "filename"))
