"""RepoZero's two data sets as data: where drivers and rows are, how a row becomes an argv, how an original is made.

Only what differs between them stands here; `dataset` finds the files and `repozero` makes the suite."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class Form(StrEnum):
    """How the pairs of a row become words: `--key value`, `--key=value`, or the values alone."""

    SPLIT = "split"
    JOINED = "joined"
    POSITIONAL = "positional"


@dataclass(frozen=True, slots=True)
class Shape:
    """`name_key` is the key of a row that names its driver; `drivers` and `cases` are folders, the likeliest first.

    `places` are the folders of a library in which drivers are looked for, `case_file` is a glob."""

    track: str
    name_key: str
    form: Form
    driver: re.Pattern[str]
    suffix: str
    places: tuple[str, ...]
    drivers: tuple[str, ...]
    cases: tuple[str, ...]
    case_file: str
    new_cases: str
    toolchain: str
    build: tuple[str, ...]
    language: str


PY2JS = Shape(
    track="py2js",
    name_key="filename",
    form=Form.SPLIT,
    driver=re.compile(r"test[-_]?\d+\.py"),
    suffix=".py",
    places=("",),
    drivers=("Py2JS/dataset", "dataset", ""),
    cases=("evaluate/testcases", "testcases", "../evaluate/testcases", ""),
    case_file="testcase*.jsonl",
    new_cases="evaluate/testcases/py2js/testcase_{library}_merged.jsonl",
    toolchain="cpython",
    build=(),
    language="python",
)
C2RUST = Shape(
    track="c2rust",
    name_key="file_name",
    form=Form.POSITIONAL,
    driver=re.compile(r"test[-_]?\d+\.cpp"),
    suffix=".cpp",
    places=("tests", ""),
    drivers=("C2Rust/CppLarge", "CppLarge", ""),
    cases=("evaluate/testcases/c2rust", "C2Rust/CppLarge/test_cases_clean", "test_cases_clean",
           "../../evaluate/testcases/c2rust", ""),
    case_file="*test_cases*.jsonl",
    new_cases="evaluate/testcases/c2rust/cleaned_test_cases.jsonl",
    toolchain="g++",
    # RepoZero's own options; the two include paths only help a driver that names its library's header without a path
    build=("g++", "-std=c++17", "-O2", "-I{original}", "-I{original}/include", "-o", "{output}", "{driver}",
           "-lm", "-pthread"),
    language="cpp",
)  # fmt: skip
SHAPES = {shape.track: shape for shape in (PY2JS, C2RUST)}
