"""Suites made on the spot, whose originals are stable, unstable or undefined on purpose."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from portproof.core.errors import WallError
from portproof.core.prepared import Prepared
from portproof.core.task import Suite, Task
from portproof.replay.backend import Backend
from portproof.replay.choose import choose
from portproof.suite.read import read
from portproof.toolchains import cpython, gcc

C = r"""
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
extern char **environ;
int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    if (!strcmp(what, "stable")) { printf("%s\n", argc > 2 ? argv[2] : ""); fputs("note\n", stderr); return 3; }
    if (!strcmp(what, "echo")) { int c; while ((c = getchar()) != EOF) putchar(c); }
    if (!strcmp(what, "big")) { for (int i = 0; i < 200000; i++) printf("%d\n", i); }
    if (!strcmp(what, "file")) { FILE *f = fopen("out.txt", "wb"); fputs("written\n", f); fclose(f); }
    if (!strcmp(what, "abort")) { puts("before"); fflush(stdout); abort(); }
    if (!strcmp(what, "term")) raise(SIGTERM);
    if (!strcmp(what, "time")) { struct timespec t; clock_gettime(CLOCK_REALTIME, &t); printf("%ld\n", t.tv_nsec); }
    if (!strcmp(what, "address")) printf("%p\n", (void *)&argc);
    if (!strcmp(what, "zone")) { time_t t = 0; struct tm *p = localtime(&t); printf("%d\n", p->tm_hour); }
    if (!strcmp(what, "cwd")) { char b[4096]; puts(getcwd(b, sizeof b)); }
    if (!strcmp(what, "host")) { char b[256]; gethostname(b, sizeof b); puts(b); }
    if (!strcmp(what, "environment")) {
        size_t n = 0;
        for (char **e = environ; *e; e++) n += !strncmp(*e, "PORT", 4) ? strlen(*e) : 0;
        printf("%zu\n", n);
    }
    if (!strcmp(what, "heap")) { unsigned char *p = malloc(100); printf("%d\n", p[50] > 0); free(p); }
    if (!strcmp(what, "overflow")) { int n = INT_MAX; n += argc; printf("%d\n", n); }
    if (!strcmp(what, "beyond")) { char *p = malloc(8); volatile int n = 8; printf("%d\n", p[n] > 0); free(p); }
    if (!strcmp(what, "null")) { volatile int *volatile p = 0; return *p; }
    if (!strcmp(what, "sleep")) for (;;) sleep(10);
    if (!strcmp(what, "flood")) for (;;) puts("flood");
    return 0;
}
"""
PYTHON = """
import os, socket, sys, time
what = sys.argv[1]
if what == "stable":
    sys.stdout.buffer.write("é\\n".encode())
if what == "set":
    print(*{"alpha", "beta"})
if what == "traceback":
    sys.exit("controlled")
if what == "clock":
    print(time.time_ns())
if what == "locale":
    print(os.environ["LANG"])
if what == "two":
    print(*{"alpha", "beta", "gamma", "delta", "epsilon"}, socket.gethostname())
"""
Prepare = Callable[[Task], Prepared]


def write_suite(
    folder: Path, name: str, task_toml: str, driver: str, source: str, cases: list[dict[str, object]]
) -> None:
    """A suite of one task with one program."""
    place = folder / "tasks" / "t"
    (place / "original").mkdir(parents=True)
    (place / "cases").mkdir()
    track = "py2js" if driver.endswith(".py") else "c2rust"
    (folder / "suite.toml").write_text(
        f'format = 1\nname = "{name}"\nversion = "1.0.0"\ntrack = "{track}"\ndescription = "A test."\nlicence = "MIT"\n'
    )
    (place / "task.toml").write_text(
        'format = 1\nid = "t"\nlibrary = "lib"\nversion = "1"\nlicence = "MIT"\nsource = "https://example.org"\n'
        'released = 2020-01-01\nlayout = "task"\nobserve = ["stdout", "stderr", "exit", "files"]\nvisible = 0\n'
        f'{task_toml}[programs.p]\ndriver = "original/{driver}"\nsummary = "A test."\noutputs = ["out.txt"]\n'
    )
    (place / "SPEC.md").write_text("A test.\n")
    (place / "original" / driver).write_text(source)
    (place / "cases" / "p.jsonl").write_text("".join(json.dumps(case) + "\n" for case in cases))


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="session")
def backend() -> Backend:
    try:
        return choose()
    except WallError as error:
        pytest.skip(f"no isolation tier here: {error.message}")


@pytest.fixture(scope="session")
def prepare(cache: Path) -> Prepare:
    return lambda task: (cpython if task.original.toolchain == "cpython" else gcc).prepare(task, cache)


@pytest.fixture
def native(tmp_path: Path) -> Callable[..., Suite]:
    """A suite whose one C program does what its first argument says, with a case for each."""

    def made(*cases: str | dict[str, object], source: str = C, limits: str = "") -> Suite:
        build = 'build = ["gcc", "-O1", "-w", "-o", "{output}", "{driver}"]\n'
        toml = f'[original]\ntoolchain = "gcc"\n{build}{limits}'
        invocations: list[dict[str, object]] = [{"args": [case]} if isinstance(case, str) else case for case in cases]
        write_suite(tmp_path / "native", "native", toml, "p.c", source, invocations)
        return read(tmp_path / "native")

    return made


@pytest.fixture
def python(tmp_path: Path) -> Callable[..., Suite]:
    """The same for a Python program."""

    def made(*cases: str) -> Suite:
        toml = '[original]\ntoolchain = "cpython"\nrequirements = "original/requirements.txt"\n'
        write_suite(tmp_path / "python", "python", toml, "p.py", PYTHON, [{"args": [case]} for case in cases])
        (tmp_path / "python" / "tasks" / "t" / "original" / "requirements.txt").write_text("# none\n")
        return read(tmp_path / "python")

    return made
