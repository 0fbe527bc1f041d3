"""A finding stands where an editor shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from .trees import found

CALL = "eval('1');\n"
RUST = 'fn main() { std::process::Command::new("x"); }\n'
SCRIPTS = {
    "behind a tab": ("\t" + CALL, 1, 2),
    "after CRLF": ("let a;\r\n" + CALL, 2, 1),
    "after CR": ("let a;\r" + CALL, 2, 1),
    "behind a byte order mark": ("\ufeff;" + CALL, 1, 2),
    "behind letters of two and three bytes": ("/* é漢 */ " + CALL, 1, 10),
    "behind a letter beyond 16 bits": ("/* 😀 */ " + CALL, 1, 9),
    "after a line separator": ("let a; // x\u2028;" + CALL, 2, 2),
    "after a text of lines": ("let a = `\n\n`; " + CALL, 3, 4),
    "in a line of 10,000 characters": ("/*" + "x" * 5000 + "*/" + CALL.strip() + "/*" + "y" * 5000 + "*/", 1, 5005),
}
RUSTS = {
    "behind a tab": ("\t" + RUST, 1, 14),
    "after CRLF": ("\r\n" + RUST, 2, 13),
    "behind a byte order mark": ("\ufeff" + RUST, 1, 13),
    "behind a line separator, which ends no line of Rust": ("/*\u2028*/" + RUST, 1, 18),
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_finding_in_javascript_has_the_line_and_column_of_an_editor(name: str, tmp_path: Path) -> None:
    text, line, column = SCRIPTS[name]
    (violation,) = found(tmp_path, "py2js", {"a.mjs": text})
    assert (violation.line, violation.column) == (line, column)
    assert "eval('1');" in violation.excerpt
    assert "feff" not in violation.excerpt


@pytest.mark.parametrize("name", RUSTS)
def test_a_finding_in_rust_has_the_line_and_column_of_an_editor(name: str, tmp_path: Path) -> None:
    text, line, column = RUSTS[name]
    (violation,) = found(tmp_path, "c2rust", {"src/main.rs": text})
    assert (violation.line, violation.column) == (line, column)


def test_a_dependency_is_shown_in_its_table_and_not_where_its_name_stands_first(tmp_path: Path) -> None:
    text = '[package]\nname = "libc"\n[features]\nlibc = []\n[dependencies]\nlibc = "1"\n'
    (violation,) = found(tmp_path, "c2rust", {"Cargo.toml": text, "src/main.rs": "fn main() {}\n"})
    assert (violation.line, violation.column) == (6, 1)


@pytest.mark.parametrize("key", ['"dep\\u0065ndencies"', '"\\ud800"'])
def test_a_key_of_a_manifest_is_shown_however_it_is_escaped(key: str, tmp_path: Path) -> None:
    (violation,) = found(tmp_path, "py2js", {"package.json": f'{{\n  {key}: {{"x": "1"}}}}'})
    assert (violation.line, violation.column) == (2, 3)
