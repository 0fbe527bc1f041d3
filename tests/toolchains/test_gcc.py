"""C and C++ originals: built as recorded, once more under sanitizers, kept by digest."""

import shutil
import subprocess
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from portproof.core.canonical import file_sha256
from portproof.core.errors import HarnessError, UserError
from portproof.core.task import Layout, Observable, Original, Program, Task
from portproof.toolchains import gcc

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++ here")
MESSAGE = "ünïcödé\n\0\x7f end".encode()
OVERFLOW = """#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int *heap = malloc(4 * sizeof *heap);
    for (int i = 0; i < 4; i++) heap[i] = i;
    printf("%s %d\\n", __FILE__, heap[argc + 3]);
    return 0;
}
"""


def task(folder: Path, toolchain: str, source: str, build: tuple[str, ...] | None = None) -> Task:
    (folder / "original").mkdir(exist_ok=True)
    driver = folder / "original" / ("p.c" if toolchain == "gcc" else "p.cpp")
    driver.write_text(source)
    original = Original(toolchain, build=build or (toolchain, "-O1", "-o", "{output}", "{driver}"))
    program = Program("t", "p", driver, "", (), ())
    observe = frozenset({Observable.STDOUT, Observable.EXIT})
    return Task("t", folder, "lib", "1", "MIT", "", date(2020, 1, 1), Layout.TASK, observe, original, (program,))


@pytest.mark.parametrize(("toolchain", "source"), [("gcc", gcc.ECHO_C), ("g++", gcc.ECHO_CPP)])
def test_the_echo_program_echoes_in_both_builds(tmp_path: Path, toolchain: str, source: str) -> None:
    prepared = gcc.prepare(task(tmp_path, toolchain, source), tmp_path / "cache")
    sources = {bind.target: bind.source for bind in prepared.binds}
    for argv in (prepared.argv["p"], prepared.sanitized["p"]):
        for message in (MESSAGE, b""):
            said = subprocess.run([sources[argv[0]]], input=message, capture_output=True, check=True)
            assert (said.stdout, said.stderr) == (message, b"")
    assert prepared.provenance.version.startswith(f"{toolchain} ")
    assert prepared.native


def test_every_library_of_both_builds_is_bound(tmp_path: Path) -> None:
    prepared = gcc.prepare(task(tmp_path, "g++", gcc.ECHO_CPP), tmp_path / "cache")
    names = {Path(bind.target).name for bind in prepared.binds}
    assert {"libc.so.6", "libstdc++.so.6", "p"} <= names
    assert any(name.startswith("libasan.so") for name in names)
    assert any(name.startswith("libubsan.so") for name in names)


def test_the_sanitized_build_reports_and_no_path_of_this_machine_is_compiled_in(tmp_path: Path) -> None:
    prepared = gcc.prepare(task(tmp_path, "gcc", OVERFLOW), tmp_path / "cache")
    sources = {bind.target: bind.source for bind in prepared.binds}
    plain = subprocess.run([sources["/original/bin/p"]], capture_output=True, check=True)
    assert plain.stdout.startswith(b"original/p.c ")
    checked = subprocess.run([sources["/original/sanitized/p"]], capture_output=True, check=False)
    assert checked.returncode != 0
    assert b"original/p.c:6:5: runtime error: load of address" in checked.stderr


def test_the_second_time_nothing_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = gcc.prepare(task(tmp_path, "gcc", gcc.ECHO_C), tmp_path / "cache")
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(gcc, "closure", lambda executables: ())
    second = gcc.prepare(task(tmp_path, "gcc", gcc.ECHO_C), tmp_path / "cache")
    assert second.argv == first.argv
    monkeypatch.undo()
    built = next(bind.source for bind in first.binds if bind.target == "/original/bin/p")
    before = file_sha256(built)
    built.write_bytes(b"altered")
    gcc.prepare(task(tmp_path, "gcc", gcc.ECHO_C), tmp_path / "cache")
    assert file_sha256(built) == before


def test_a_changed_driver_is_built_anew(tmp_path: Path) -> None:
    first = gcc.prepare(task(tmp_path, "gcc", gcc.ECHO_C), tmp_path / "cache")
    second = gcc.prepare(task(tmp_path, "gcc", gcc.ECHO_C + "/* changed */\n"), tmp_path / "cache")
    assert first.binds[0].source != second.binds[0].source


def test_what_does_not_compile_is_said_with_the_compilers_words(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="t/p does not build with gcc") as caught:
        gcc.prepare(task(tmp_path, "gcc", "int main(void) { return nothing; }\n"), tmp_path / "cache")
    assert "original/p.c:1" in caught.value.message
    assert "nothing" in caught.value.message


@pytest.mark.parametrize("build", [("sh", "-c", "true"), ("g++", "-o", "{output}", "{driver}"), ("/tmp/gcc",)])
def test_only_the_compiler_may_be_the_command(tmp_path: Path, build: tuple[str, ...]) -> None:
    with pytest.raises(UserError, match="must begin with its toolchain"):
        gcc.prepare(task(tmp_path, "gcc", gcc.ECHO_C, build), tmp_path / "cache")


def test_a_command_without_output_is_said(tmp_path: Path) -> None:
    build = ("gcc", "-fsyntax-only", "{driver}")
    with pytest.raises(UserError, match=r"writes no \{output\}"):
        gcc.prepare(task(tmp_path, "gcc", gcc.ECHO_C, build), tmp_path / "cache")


def test_an_absent_compiler_is_our_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gcc.version.cache_clear()
    monkeypatch.setenv("PATH", str(tmp_path))
    wanted = task(tmp_path, "gcc", gcc.ECHO_C)
    with pytest.raises(HarnessError, match="gcc does not run"):
        gcc.prepare(replace(wanted), tmp_path / "cache")
