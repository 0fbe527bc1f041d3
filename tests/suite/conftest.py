"""A small suite that a test can bend."""

from __future__ import annotations

from pathlib import Path

import pytest

SUITE = 'format = 1\nname = "s"\nversion = "1.0.0"\ntrack = "py2js"\ndescription = "d"\nlicence = "MIT"\n'
TASK = """format = 1
id = "lib"
library = "lib"
version = "1.0"
licence = "MIT"
source = "https://example.org/lib"
released = 2024-01-02
observe = ["stdout", "exit"]
visible = 1

[original]
toolchain = "cpython"

[programs.go]
driver = "original/go.py"
summary = "Goes."
"""
CASES = '{"args": ["a"], "visible": true}\n{"args": [{"base64": "/w=="}], "stdin": "é"}\n'


class Make:
    """Writes a suite of one task; each file can be replaced."""

    SUITE, TASK, CASES = SUITE, TASK, CASES

    def __init__(self, place: Path) -> None:
        self._place = place

    def __call__(self, suite: str = SUITE, task: str = TASK, cases: str = CASES) -> Path:
        folder = self._place / "s"
        lib = folder / "tasks" / "lib"
        (lib / "original").mkdir(parents=True, exist_ok=True)
        (lib / "cases").mkdir(exist_ok=True)
        (folder / "suite.toml").write_text(suite, encoding="utf-8")
        (lib / "task.toml").write_text(task, encoding="utf-8")
        (lib / "SPEC.md").write_text("spec\n", encoding="utf-8")
        (lib / "original" / "go.py").write_text("print(1)\n", encoding="utf-8")
        (lib / "cases" / "go.jsonl").write_text(cases, encoding="utf-8")
        return folder


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Writes suites into this test's folder."""
    return Make(tmp_path)
