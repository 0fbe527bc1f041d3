"""Rust trees are built by us: offline, behind walls, one declared entry a program, kept by digest."""

from __future__ import annotations

from pathlib import Path

import pytest
from portproof.core.errors import HarnessError
from portproof.core.toolchain import Built
from portproof.replay.choose import choose
from portproof.suite.tree import tree_digest
from portproof.toolchains import cargo, rust

PACKAGE = '[package]\nname = "{name}"\nversion = "0.1.0"\nedition = "2021"\n'
MAIN = 'fn main() {\n    println!("hello");\n}\n'


def package(folder: Path, name: str, main: str = MAIN, manifest: str = "") -> Path:
    """A Cargo package of one binary."""
    (folder / "src").mkdir(parents=True)
    (folder / "Cargo.toml").write_text(PACKAGE.format(name=name) + manifest, encoding="utf-8")
    (folder / "src" / "main.rs").write_text(main, encoding="utf-8")
    return folder


def build(tree: Path, cache: Path, *programs: str) -> Built:
    """The tree, built behind the best walls of this machine."""
    return cargo.build(tree, tree_digest(tree), programs, choose(), cache)


def test_two_binaries_of_one_name_do_not_build(tmp_path: Path, cache: Path) -> None:
    (tmp_path / "Cargo.toml").write_text('[workspace]\nmembers = ["a", "b"]\nresolver = "2"\n', encoding="utf-8")
    for name in ("a", "b"):
        package(tmp_path / name, name, manifest='\n[[bin]]\nname = "encode"\npath = "src/main.rs"\n')
    built = build(tmp_path, cache, "encode")
    assert "encode" in built.error + built.log
    assert built.error
    assert not built.argv


def test_a_tree_that_does_not_compile_says_what_the_compiler_says(tmp_path: Path, cache: Path) -> None:
    built = build(package(tmp_path / "p", "p", "fn main() { missing(); }\n"), cache, "p")
    assert built.error == "cargo exited with status 101"
    assert "cannot find function `missing`" in built.log


def test_a_dependency_from_a_registry_cannot_be_fetched(tmp_path: Path, cache: Path) -> None:
    built = build(package(tmp_path / "p", "p", manifest='\n[dependencies]\nitoa = "1"\n'), cache, "p")
    assert built.error
    assert "itoa" in built.log


def test_a_build_is_kept_by_digest_and_an_altered_one_is_made_again(tmp_path: Path, cache: Path) -> None:
    tree, own = package(tmp_path / "p", "p"), tmp_path / "cache"
    first = build(tree, own, "p")
    assert (first.error, first.cached) == ("", False)
    again = build(tree, own, "p")
    assert (again.cached, again.artefacts) == (True, first.artefacts)
    (kept,) = own.glob("builds/*/*/p")
    kept.chmod(0o755)
    kept.write_bytes(kept.read_bytes() + b"\0")
    assert build(tree, own, "p").cached is False


def test_a_locked_tree_whose_lock_is_out_of_date_does_not_build(tmp_path: Path, cache: Path) -> None:
    tree = package(tmp_path / "p", "p")
    (tree / "Cargo.lock").write_text(
        'version = 4\n\n[[package]]\nname = "other"\nversion = "0.1.0"\n', encoding="utf-8"
    )
    assert build(tree, cache, "p").error


def test_what_is_no_cargo_package_has_no_program(tmp_path: Path, cache: Path) -> None:
    built = build(tmp_path, cache, "p")
    assert (built.error, dict(built.argv)) == ("", {})


@pytest.mark.parametrize("path", ["/etc/hostname", "/proc/self/environ"])
def test_the_machine_is_not_in_view_while_building(tmp_path: Path, cache: Path, path: str) -> None:
    main = f'const HERE: &[u8] = include_bytes!("{path}");\nfn main() {{\n    println!("{{:?}}", HERE);\n}}\n'
    built = build(package(tmp_path / "p", "p", main), cache, "p")
    if not built.error:  # rustc sees its own /proc entries: nothing of this machine is in its environment
        executable = next(bind.source for bind in built.binds if bind.target == "/app/p")
        assert b"PORTPROOF" not in executable.read_bytes()
        assert path.startswith("/proc/self/")


def test_a_rustc_that_is_not_set_up_is_told_in_its_own_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    proxy = tmp_path / "rustc"  # as rustup's is without a default toolchain
    proxy.write_text("#!/bin/sh\necho 'error: no default is configured' >&2\nexit 1\n", encoding="ascii")
    proxy.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(HarnessError, match="rustc --print sysroot: error: no default is configured") as told:
        rust.find.__wrapped__()
    assert "install Rust" in told.value.hint
