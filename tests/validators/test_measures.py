"""Measures count what they say."""

from __future__ import annotations

from pathlib import Path

import pytest
from portproof.tracks.c2rust.measures import measures as rust
from portproof.tracks.py2js.measures import measures as javascript

from .trees import lay

SOURCE = """\
#![allow(dead_code)]
// unsafe { not code }
static mut COUNT: u32 = 0;
unsafe fn read(p: *const u8) -> u8 {
    *p
}
struct S(*mut u8);
unsafe impl Send for S {}
fn main() {
    let x = 1u8;
    let y = unsafe { read(&x) };
    println!("{}", y);
}
"""


def test_unsafe_rust_is_counted(tmp_path: Path) -> None:
    found = rust(lay(tmp_path, {"src/main.rs": SOURCE}))
    assert found.lines == 12
    assert dict(found.counts) == {
        "unsafe blocks": 1,
        "unsafe functions": 1,
        "unsafe impls": 1,
        "unsafe traits": 0,
        "raw pointer types": 2,
        "static muts": 1,
        "raw pointer dereferences": 1,
        "unsafe lines": 4,
        "share of unsafe lines": 0.3333,
    }
    assert found.badges == ()


def test_a_tree_that_forbids_unsafe_code_has_the_badge(tmp_path: Path) -> None:
    text = "#![forbid(unsafe_code)]\nfn main() {}\n"
    assert rust(lay(tmp_path, {"src/main.rs": text})).badges == ("forbids unsafe code",)


@pytest.mark.parametrize(
    "text",
    [
        "// #![forbid(unsafe_code)]\nfn main() {}\n",
        'const A: &str = "#![forbid(unsafe_code)]";\nfn main() {}\n',
        "mod a {\n    #![forbid(unsafe_code)]\n}\nfn main() {}\n",
    ],
)
def test_words_elsewhere_do_not_earn_the_badge(text: str, tmp_path: Path) -> None:
    assert rust(lay(tmp_path, {"src/main.rs": text})).badges == ()


def test_every_root_must_forbid_unsafe_code_also_one_that_a_manifest_names(tmp_path: Path) -> None:
    text = "#![forbid(unsafe_code)]\nfn main() {}\n"
    manifest = '[package]\nname = "p"\n[lib]\npath = "lib/p.rs"\n'
    tree = {"src/main.rs": text, "Cargo.toml": manifest, "lib/p.rs": "pub fn f() {}\n"}
    assert rust(lay(tmp_path, tree)).badges == ()
    assert rust(lay(tmp_path, {"lib/p.rs": text})).badges == ("forbids unsafe code",)


def test_unsafe_in_macros_is_counted(tmp_path: Path) -> None:
    text = "macro_rules! m {\n    () => { unsafe { *(0 as *const u8) } };\n}\nfn main() {\n    m!();\n}\n"
    counts = rust(lay(tmp_path, {"src/main.rs": text})).counts
    assert (counts["unsafe blocks"], counts["raw pointer types"], counts["unsafe lines"]) == (1, 1, 1)


def test_lines_of_javascript_are_without_comments_of_any_form(tmp_path: Path) -> None:
    text = "/*\n a\n*/\n// b\nlet a = 1; /* c\n d */\nlet t = `\n// of the text\n`;\n"
    assert javascript(lay(tmp_path, {"a.mjs": text})).lines == 4


def test_javascript_is_counted(tmp_path: Path) -> None:
    found = javascript(lay(tmp_path, {"a.mjs": "export const f = (a, k) => a[k];\n\n// note\n", "b.mjs": "let x;\n"}))
    assert (found.files, found.lines) == (2, 2)
    assert found.counts["longest file in lines"] == 1
    assert found.counts["dynamic constructs"] == 1
