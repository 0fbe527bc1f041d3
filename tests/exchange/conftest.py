"""Small data sets in RepoZero's format, made up here: a Python library beside its drivers, a C++ header above them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

LIBRARY = '''"""Turns texts around."""


def turned(text: str, times: float) -> list[str]:
    return [text[::-1]] * int(times)
'''
DRIVER = """import argparse

from turning import turned

parser = argparse.ArgumentParser(description="Turns a text around.")
parser.add_argument("--a", required=True, help="the text | all of it")
parser.add_argument("--b", type=float, default=1.0)
given = parser.parse_args()
for line in turned(given.a, given.b):
    print(line, given.b)
"""
BROKEN = "import argparse\nimport not_there_at_all\n"
HEADER = """#pragma once
#include <string>
inline double half(const std::string& text) { return std::stod(text) / 2; }
"""
NATIVE = """#include "../half.hpp"
#include <cstdio>
int main(int argc, char** argv) {
    if (argc != 2) { std::printf("usage\\n"); return 2; }
    std::printf("%.6f\\n", half(argv[1]));
    return 0;
}
"""
PY_ROWS = [
    '{"filename": "turn/test1.py", "a": "abc", "b": 2}',
    '{"a": "$`\'\\" x\\n\\tü", "b": 1e0, "filename": "turn/test1.py"}',
    '{"filename": "turn/test1.py", "a": "abc", "b": "2"}',
    '{"filename": "turn/test1.py", "a": [null, true, 1e-05], "b": 1}',
    '{"filename": "turn/test1.py", "a": "-x", "b": NaN}',
    '{"filename": "turn/test1.py", "a": "", "b": 3}',
    '{"filename": "turn/test2.py"}',
    '{"filename": "turn/test2.py"}',
    '{"filename": "Other.lib/test_1.py", "a": "x"}',
]
CPP_ROWS = [
    '{"file_name": "half/tests/test1.cpp", "n": "3"}',
    '{"file_name": "half/tests/test1.cpp", "other name": 3}',
    '{"file_name": "half/tests/test1.cpp", "unused_arg": ""}',
    '{"file_name": "half/tests/test2.cpp"}',
    '{"file_name": "half/tests/test2.cpp"}',
]


def py2js(root: Path, rows: list[str] = PY_ROWS) -> Path:
    """RepoZero's repository with Python drivers."""
    data = root / "Py2JS" / "dataset"
    (data / "turn" / "__pycache__").mkdir(parents=True)
    (data / "Other.lib").mkdir()
    (data / "turn" / "turning.py").write_text(LIBRARY)
    (data / "turn" / "__pycache__" / "x.pyc").write_bytes(b"0")
    (data / "turn" / "test1_executable").write_bytes(b"\x7fELF...")
    (data / "turn" / "test1.py").write_text(DRIVER)
    (data / "turn" / "test2.py").write_text(BROKEN)
    (data / "turn" / "test3.py").write_text(DRIVER)
    (data / "Other.lib" / "test_1.py").write_text('print("```", "always")\n')
    cases = root / "evaluate" / "testcases"
    for name in ("py2js/testcase_turn_merged.jsonl", "testcases_60/testcase_turn.jsonl"):
        (cases / name).parent.mkdir(parents=True)
    half = len(rows) // 2
    (cases / "py2js/testcase_turn_merged.jsonl").write_text("\n".join(rows[:half]) + "\n\n", "utf-8")
    (cases / "testcases_60/testcase_turn.jsonl").write_text("\n".join(rows[half:]), "utf-8")
    return root


def c2rust(root: Path, rows: list[str] = CPP_ROWS) -> Path:
    """RepoZero's repository with C++ drivers."""
    tests = root / "C2Rust" / "CppLarge" / "half" / "tests"
    tests.mkdir(parents=True)
    (tests.parent / "half.hpp").write_text(HEADER)
    (tests / "test1.cpp").write_text(NATIVE)
    (tests / "test2.cpp").write_text("int main() { return 0 }\n")
    cases = root / "evaluate" / "testcases" / "c2rust"
    cases.mkdir(parents=True)
    (cases / "cleaned_test_cases.jsonl").write_text("".join(f"{row}\n" for row in rows), "utf-8")
    (cases / "api_lines.jsonl").write_text('{"file": "half/tests/test1.cpp", "lib_total_lines": 1}\n')
    return root


def values(path: Path) -> list[str]:
    """The rows of a file or folder as canonical texts, sorted: equal lists are equal up to order."""
    files = sorted(path.rglob("*.jsonl")) if path.is_dir() else [path]
    lines = [line for file in files for line in file.read_text("utf-8").split("\n") if line.strip()]
    return sorted(json.dumps(json.loads(line, object_pairs_hook=list)) for line in lines)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """The Python data set."""
    return py2js(tmp_path / "RepoZero")


@pytest.fixture
def native(tmp_path: Path) -> Path:
    """The C++ data set."""
    return c2rust(tmp_path / "RepoZero")
