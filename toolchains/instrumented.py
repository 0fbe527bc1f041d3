"""C and C++ originals that count what they execute, for gcov: compiled with --coverage and without optimisation, so
that a line is a line.

libgcov writes its counts when a program returns or calls exit. What is linked in here makes it do so too before abort,
_exit and quick_exit. Run with GCOV_PREFIX=. and GCOV_PREFIX_STRIP, a program leaves `<unit's name>.gcda` in its working
directory."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from ..core.errors import UserError
from ..core.task import Program
from . import gcc
from .kept import kept
from .units import Line, Object, Unit, Yard, compiled, line, linked

COUNT = ("--coverage", "-fprofile-update=prefer-atomic")
UNUSED = ("-O0", "-fkeep-inline-functions", "-fkeep-static-functions")
LEVELS = (("-O0",), ())  # where a line of C99 counts on inlining, it does not link but at its own level
ENVIRONMENT = {"GCOV_PREFIX": ".", "GCOV_PREFIX_STRIP": "99"}
DUMP = """\
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef __cplusplus
extern "C" {
#endif
void __gcov_dump(void);
void __real__exit(int) __attribute__((noreturn));
void __real__Exit(int) __attribute__((noreturn));
void __wrap__exit(int status) { __gcov_dump(); __real__exit(status); }
void __wrap__Exit(int status) { __gcov_dump(); __real__Exit(status); }
static void dump(int number) { (void)number; __gcov_dump(); }
__attribute__((constructor)) static void before(void) { signal(SIGABRT, dump); at_quick_exit(__gcov_dump); }
#ifdef __cplusplus
}
#endif
"""
WRAP = "-Wl,--wrap=_exit,--wrap=_Exit"


@dataclass(frozen=True, slots=True)
class Instrumented:
    """One program: its executable, and its units, whose folders have the `.gcno` that gcov needs."""

    program: Path
    units: tuple[Object, ...]


def instrumented(yard: Yard, program: Program) -> Instrumented:
    """The program, from the cache or built now. Raises UserError where it does not build."""
    parts = line(yard.task, program)
    for level in LEVELS:
        try:
            units = _compiled(yard, parts.units, (*COUNT, *level))
            return Instrumented(_linked(yard, parts, units, level), units)
        except UserError as error:
            refused = error
    raise refused


def everything(yard: Yard, programs: Iterable[Program]) -> tuple[Object, ...]:
    """The units of these programs with the functions that nobody calls, which a compiler usually leaves out: for the
    lines that there are, not to be run."""
    units = dict.fromkeys(unit for program in programs for unit in line(yard.task, program).units)
    return _compiled(yard, units, (*COUNT, *UNUSED))


def _compiled(yard: Yard, units: Iterable[Unit], extra: tuple[str, ...]) -> tuple[Object, ...]:
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return tuple(pool.map(lambda unit: compiled(yard, unit, extra), units))


def _linked(yard: Yard, parts: Line, units: tuple[Object, ...], level: tuple[str, ...]) -> Path:
    compiler = yard.task.original.toolchain
    key = gcc.key(yard.task, [*parts.words, *COUNT, *level, DUMP])
    machine = [word for word in parts.units[0].command if word.startswith("-m")]

    def make(folder: Path) -> None:
        with tempfile.TemporaryDirectory(prefix="portproof-dump-") as name:
            place = Path(name)
            (place / "dump.c").write_text(DUMP, encoding="utf-8")
            gcc.run([compiler, *machine, "-w", "-c", "dump.c", "-o", "dump.o"], place, "dump.c")
            objects = {item.unit.source: item.path for item in units}
            linked(yard, parts, objects, folder / "program", (str(place / "dump.o"), "--coverage", WRAP))

    return kept(yard.cache / "gcc" / key, make) / "program"
