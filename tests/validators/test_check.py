"""What a finding says, and that a check is the same every time."""

from __future__ import annotations

from pathlib import Path

import pytest
from portproof.core.errors import UserError
from portproof.core.violation import Severity, Violation
from portproof.validators.check import check
from portproof.validators.policy import policy

from .trees import found, lay


def test_importing_child_process_is_refused_with_file_line_column_and_excerpt(tmp_path: Path) -> None:
    text = "// é\nimport { execSync } from 'node:child_process';\n"
    assert found(tmp_path, "py2js", {"lib/run.mjs": text}) == (
        Violation(
            "lib/run.mjs",
            2,
            26,
            "js-process",
            "imports the built-in module node:child_process",
            "import { execSync } from 'node:child_process';",
            Severity.REJECT,
        ),
    )


def test_calling_std_process_command_is_refused_with_file_line_and_column(tmp_path: Path) -> None:
    text = 'fn main() {\n    let é = std::process::Command::new("sh").status();\n}\n'
    (violation,) = found(tmp_path, "c2rust", {"src/main.rs": text})
    assert (violation.file, violation.line, violation.column) == ("src/main.rs", 2, 13)
    assert violation.rule == "rust-process"
    assert violation.excerpt == 'let é = std::process::Command::new("sh").status();'


def test_a_finding_in_an_entry_belongs_to_that_program(tmp_path: Path) -> None:
    lay(tmp_path, {"a.mjs": "eval('1');\n", "b.mjs": "eval('1');\n"})
    programs = [v.program for v in check(tmp_path, policy("py2js"), ["a.mjs"])]
    assert programs == ["a", ""]


def test_two_checks_of_one_tree_are_equal(tmp_path: Path) -> None:
    files = {"a.mjs": "import 'x';\neval('1');\n", "b/c.mjs": "require('fs');\n", "d.bin": {"base64": "AAAA"}}
    assert found(tmp_path, "py2js", files) == check(tmp_path, policy("py2js"))


def test_a_missing_folder_is_the_users_mistake(tmp_path: Path) -> None:
    with pytest.raises(UserError):
        check(tmp_path / "nothing", policy("py2js"))


def test_a_dangling_link_is_a_finding_and_a_long_name_is_none(tmp_path: Path) -> None:
    long = "d" * 200
    lay(tmp_path, {f"{long}/a.mjs": "import 'node:net';\n"})
    (tmp_path / "a.mjs").symlink_to("nowhere")
    assert [v.rule for v in check(tmp_path, policy("py2js"))] == ["file-link", "js-network"]


def test_flags_of_nested_profiles_are_refused(tmp_path: Path) -> None:
    manifest = (
        '[package]\nname = "p"\nversion = "0.1.0"\n[profile.release.package.x]\nrustflags = ["-Clinker=/bin/sh"]\n'
    )
    (violation,) = found(tmp_path, "c2rust", {"Cargo.toml": manifest, "src/main.rs": "fn main() {}\n"})
    assert (violation.rule, violation.line) == ("cargo-manifest", 5)


def test_a_repeated_finding_in_one_file_is_cut_and_counted(tmp_path: Path) -> None:
    violations = found(tmp_path, "py2js", {"a.mjs": "eval('1');\n" * 100})
    assert len(violations) == 20
    assert [v.line for v in violations] == [*range(1, 21)]
    assert violations[-1].message == "calls eval (and 80 more places in this file)"


def test_a_text_that_starts_like_an_image_or_an_archive_is_a_text(tmp_path: Path) -> None:
    text = "GIF89a is how the file starts, and ustar stands in it here:".ljust(257) + "ustar\n"
    assert found(tmp_path, "py2js", {"notes.txt": text}) == ()


@pytest.mark.parametrize(
    ("track", "name", "text"),
    [
        ("py2js", "package.json", '{"type": ["module"]}'),
        ("py2js", "package.json", '{"\\ud800": 1}'),
        ("c2rust", "Cargo.toml", '[package]\nname = "p"\nbuild = ["a.rs", "b.rs"]\n'),
        ("c2rust", "Cargo.toml", '[project]\nname = "p"\nbuild = "a.rs"\n'),
    ],
)
def test_a_manifest_with_a_value_of_another_type_is_a_finding(track: str, name: str, text: str, tmp_path: Path) -> None:
    (violation,) = found(tmp_path, track, {name: text})
    assert violation.rule in {"js-format", "npm-manifest", "cargo-build-script"}
