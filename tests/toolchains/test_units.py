"""A build line taken apart makes the same program as the line itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from portproof.cli.places import bundled
from portproof.core.errors import UserError
from portproof.core.task import Layout, Original, Program, Task
from portproof.suite.read import read
from portproof.toolchains import gcc, units
from portproof.toolchains.kept import kept

FILES = {
    "p.c": '#include <stdio.h>\n#include "lib/a.h"\nint main(void) { return !puts(NAME) + a(); }\n',
    "lib/a.c": "#include \"a.h\"\n#include <assert.h>\nint a(void) { assert(VALUE == 1); return __FILE__[0] - 'o'; }\n",
    "lib/a.h": "#define VALUE 1\nint a(void);\n",
    "lib/other.c": "int other(void) { return 2; }\n",
}


def task(folder: Path, *build: str, files: dict[str, str] = FILES) -> Task:
    """A task with one program `p`."""
    for name, text in files.items():
        (folder / "original" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "original" / name).write_text(text)
    program = Program("t", "p", folder / "original" / "p.c", "", (), ())
    original = Original("gcc", build=("gcc", *build))
    day = date(2020, 1, 1)
    return Task("t", folder, "lib", "1", "MIT", "", day, Layout.TASK, frozenset(), original, (program,))


def test_every_flag_reaches_every_compiler_and_the_link(tmp_path: Path) -> None:
    build = (
        "-O2",
        "-I",
        "{original}/lib.c",
        "{driver}",
        '-DNAME="n.c"',
        "-o",
        "{output}",
        "{original}/lib/a.c",
        "x.a",
        "-lm",
    )
    made = task(tmp_path, *build)
    line = units.line(made, made.programs[0])
    assert [unit.source for unit in line.units] == ["original/p.c", "original/lib/a.c"]
    flags = ("gcc", "-O2", "-I", "original/lib.c", '-DNAME="n.c"', "-lm")
    assert {unit.command for unit in line.units} == {flags}
    assert line.words == (*flags[:4], "original/p.c", flags[4], "original/lib/a.c", "x.a", "-lm")


def test_a_line_without_sources_is_a_mistake(tmp_path: Path) -> None:
    made = task(tmp_path, "-o", "{output}", "{original}/p.o")
    with pytest.raises(UserError, match="names no source file"):
        units.line(made, made.programs[0])


@pytest.mark.parametrize("name", ["libb64", "cjson", "zlib", "clipper"])
def test_a_program_of_units_is_byte_for_byte_that_of_the_line(name: str, tmp_path: Path, cache: Path) -> None:
    (made,) = (made for made in read(bundled("c2rust-mini")).tasks if made.id == name)
    program = made.programs[0]
    whole = next(bind.source for bind in gcc.prepare(made, cache).binds if bind.target == f"{gcc.BIN}/{program.id}")
    yard, line = units.yard(made, cache), units.line(made, program)
    objects = {unit.source: units.compiled(yard, unit).path for unit in line.units}
    units.linked(yard, line, objects, tmp_path / "program")
    assert (tmp_path / "program").read_bytes() == whole.read_bytes()


def test_an_object_knows_what_went_into_it(tmp_path: Path) -> None:
    made = task(tmp_path / "t", "-o", "{output}", "{driver}", "{original}/lib/a.c", '-DNAME="x"')
    yard, line = units.yard(made, tmp_path / "cache"), units.line(made, made.programs[0])
    driver, library = (units.compiled(yard, unit) for unit in line.units)
    assert driver.includes == {"original/p.c", "original/lib/a.h"}
    assert library.includes == {"original/lib/a.c", "original/lib/a.h"}


def test_a_changed_file_changes_what_includes_it_and_nothing_on_disk(tmp_path: Path) -> None:
    made = task(tmp_path / "t", "-O1", "-g", "-o", "{output}", "{driver}", "{original}/lib/a.c", '-DNAME="x"')
    yard, line = units.yard(made, tmp_path / "cache"), units.line(made, made.programs[0])
    before = gcc.file_digests(made.folder / "original")
    library = line.units[1]
    usual = units.compiled(yard, library).path.read_bytes()
    assert units.changed(yard, library, "original/lib/a.c", FILES["lib/a.c"].encode()) == usual
    assert units.changed(yard, library, "original/lib/a.h", b"#define VALUE 1 \nint a(void);\n") == usual
    assert units.changed(yard, library, "original/lib/a.h", b"#define VALUE 2\nint a(void);\n") != usual
    with pytest.raises(UserError, match=r"original/lib/a\.c does not build"):
        units.changed(yard, library, "original/lib/a.h", b"int a(\n")
    assert gcc.file_digests(made.folder / "original") == before


def test_programs_of_a_task_share_the_objects_of_the_library(tmp_path: Path) -> None:
    files = {**FILES, "q.c": FILES["p.c"]}
    made = task(tmp_path / "t", "-o", "{output}", "{driver}", "{original}/lib/a.c", '-DNAME="x"', files=files)
    second = replace(made.programs[0], id="q", driver=tmp_path / "t" / "original" / "q.c")
    yard = units.yard(made, tmp_path / "cache")
    first, other = units.line(made, made.programs[0]).units, units.line(made, second).units
    assert first[1] == other[1]
    assert units.compiled(yard, first[1]).path == units.compiled(yard, other[1]).path
    assert units.compiled(yard, first[0]).path != units.compiled(yard, other[0]).path
    assert kept(units.compiled(yard, first[1]).folder.parent, lambda _: pytest.fail("compiled again"))
