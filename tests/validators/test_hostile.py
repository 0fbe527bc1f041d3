"""Hostile files end in a finding and in bounded work, not in a hang or an exhausted stack."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from .trees import Content, rule_ids

DEEP = 30_000
LONG = 50_000  # of what took a time in the square of its length
NOISE = random.Random(1).randbytes(300_000).translate(bytes(32 + i % 95 for i in range(256))).decode()

JAVASCRIPT: dict[str, tuple[str, Content]] = {
    "parentheses": ("source-unreadable", "(" * DEEP + ")" * DEEP),
    "unclosed": ("source-unreadable", "(" * DEEP),
    "arrays": ("source-unreadable", "x=" + "[" * DEEP + "]" * DEEP),
    "operators": ("source-unreadable", "x=" + "!" * DEEP + "1"),
    "arrows": ("source-unreadable", "x=" + "a=>" * DEEP + "1"),
    "members": ("source-unreadable", "process" + ".env" * DEEP),
    "sum": ("source-unreadable", "x=" + "+".join(['"a"'] * DEEP)),
    "templates": ("source-unreadable", "`${" * 5000 + "1" + "}`" * 5000),
    "one 20 MB line": ("file-size", {"repeat": ["x", 20_000_000]}),
    "a million nodes too many": ("source-unreadable", {"repeat": ["x=1;", 1_000_000]}),
    "uses without end": ("source-unreadable", "typeof process;" * 210_000),
    "not UTF-8": ("source-unreadable", {"base64": "eCA9ICL/Ijs="}),
    "names that double": (
        "js-import-computed",
        'const a0="ab";' + "".join(f"const a{i + 1}=a{i}+a{i};" for i in range(60)) + "import(a60)",
    ),
    "functions that double": (
        "js-import-computed",
        'const f0=x=>x+"a";' + "".join(f"const f{i + 1}=x=>f{i}(x)+f{i}(x);" for i in range(40)) + 'import(f40("b"))',
    ),
    "noise": ("file-bundle", NOISE),
    "comments without end": ("source-unreadable", "x = 1 /*" * LONG),
    "classes without end": ("source-unreadable", "x=/[a;" * LONG),
    "imports of a constant": (
        "file-bundle",
        "export const z = 'q';" + "import {z as y} from './main.mjs'; b[y + 'a'];" * (LONG // 5),
    ),
    "one number": ("file-bundle", "x = 0x" + "1" * 10 * LONG),
    "a string without end": ("file-bundle", 'x = "' + '\\"' * 10 * LONG),
}
RUST: dict[str, tuple[str, Content]] = {
    "parentheses": ("source-unreadable", "(" * DEEP + ")" * DEEP),
    "unclosed": ("source-unreadable", "fn f(){" * DEEP),
    "a use tree": ("rust-computed", "use " + "a::{" * 500 + "b" + "}" * 500 + ";"),
    "renames": ("rust-computed", "use std as s0;" + "".join(f"use s{i} as s{i + 1};" for i in range(300))),
    "comments": ("source-unreadable", "fn f() {" + "/*" * DEEP),
    "hashes": ("source-unreadable", "fn f() { r" + "#" * 500_000 + '"'),
    "noise": ("source-unreadable", NOISE),
    "one path": ("file-bundle", "std::" * 2 * LONG),
    "one number": ("file-bundle", "const A: u8 = 0x" + "1" * 10 * LONG + ";"),
    "a string without end": ("source-unreadable", 'fn f() { "' + '\\"' * 10 * LONG),
    "raw strings without end": ("source-unreadable", "fn f() { " + 'r#"' * 10 * LONG),
}


@pytest.mark.parametrize("name", JAVASCRIPT)
def test_a_hostile_javascript_file_ends_in_a_finding(name: str, tmp_path: Path) -> None:
    _judged(tmp_path, "py2js", "main.mjs", *JAVASCRIPT[name])


@pytest.mark.parametrize("name", RUST)
def test_a_hostile_rust_file_ends_in_a_finding(name: str, tmp_path: Path) -> None:
    _judged(tmp_path, "c2rust", "src/main.rs", *RUST[name])


def _judged(tree: Path, track: str, path: str, rule: str, content: Content) -> None:
    assert rule in rule_ids(tree, track, {path: content})


def test_cyclic_reexports_are_followed_to_what_they_hide(tmp_path: Path) -> None:
    count = 100
    files: dict[str, Content] = {
        f"m{i}.mjs": f"export * from './m{(i + 1) % count}.mjs';\nexport {{ x }} from './m{(i + 7) % count}.mjs';\n"
        for i in range(count)
    }
    files["m50.mjs"] = "export * from './m51.mjs';\nexport const hidden = process;\n"
    files["main.mjs"] = "import { hidden } from './m51.mjs';\nhidden.binding('x');\n"
    assert rule_ids(tmp_path, "py2js", files) == {"js-process-member"}


@pytest.mark.parametrize(("track", "name"), [("py2js", "package.json"), ("c2rust", "Cargo.toml")])
def test_a_manifest_nested_without_end_is_refused(track: str, name: str, tmp_path: Path) -> None:
    text = ("a=" if track == "c2rust" else "") + "[" * 100_000
    assert rule_ids(tmp_path, track, {name: text}) == {"npm-manifest" if track == "py2js" else "cargo-manifest"}


def test_a_pipe_is_refused_and_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.mjs")
    assert rule_ids(tmp_path, "py2js", {}) == {"file-link"}
