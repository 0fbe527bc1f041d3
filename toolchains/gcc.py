"""gcc and g++, the toolchains of the originals of c2rust: built with the command that the task records, and once more
under AddressSanitizer and UndefinedBehaviorSanitizer.

The command runs in a folder of its own in which `original` and `sources` are what the task's placeholders stand for, so
that a path that the compiler writes into a program (`__FILE__`) is the same on every machine. Only the compiler itself
can be the command; that it compiles what the task says is trust in the suite's author, as is everything captured.

    /original/bin/<program>          the original
    /original/sanitized/<program>    the same under the sanitizers"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache as remembered
from pathlib import Path

from ..core.canonical import digest, file_digests
from ..core.errors import HarnessError, UserError
from ..core.pack import TaskProvenance
from ..core.prepared import Bind, Prepared
from ..core.task import Program, Task
from .kept import kept
from .libraries import closure
from .sources import unpacked

RECIPE = 1  # enters the cache key: raise it whenever what is run below changes
COMPILERS = ("gcc", "g++")
SANITIZE = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
BIN, SANITIZED = "/original/bin", "/original/sanitized"
SECONDS = 900
LOG_LINES = 20
# The self-tests of toolchains: each copies stdin to stdout.
ECHO_C = """#include <stdio.h>
int main(void) {
    int byte;
    while ((byte = getchar()) != EOF) putchar(byte);
    return 0;
}
"""
ECHO_CPP = """#include <iostream>
int main() {
    if (std::cin.peek() != EOF) std::cout << std::cin.rdbuf();
}
"""


@remembered
def version(compiler: str) -> str:
    """What the compiler says of itself, the C library and the machine. Raises HarnessError when it is absent."""
    try:
        said = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True, timeout=60)
    except (OSError, subprocess.SubprocessError) as error:
        raise HarnessError(f"{compiler} does not run: {error}", f"install {compiler}") from error
    return f"{said.stdout.splitlines()[0]}, {os.confstr('CS_GNU_LIBC_VERSION')}, {platform.machine()}"


def prepare(task: Task, cache: Path) -> Prepared:
    """The task's original, built twice. Raises UserError where it does not build, HarnessError for the machine."""
    compiler = task.original.toolchain
    if compiler not in COMPILERS or task.original.build[:1] != (compiler,):
        raise UserError(f"task {task.id}: the build command must begin with its toolchain, {' or '.join(COMPILERS)}")
    folders = unpacked(task.original.sources, cache)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        wanted = {(program.id, extra): (program, extra) for extra in ((), SANITIZE) for program in task.programs}
        paths = dict(
            zip(wanted, pool.map(lambda w: _built(task, w[0], folders, cache, w[1]), wanted.values()), strict=True)
        )
    plain = {program.id: paths[program.id, ()] for program in task.programs}
    checked = {program.id: paths[program.id, SANITIZE] for program in task.programs}
    return Prepared(
        binds=(
            *(Bind(path, f"{BIN}/{program}") for program, path in plain.items()),
            *(Bind(path, f"{SANITIZED}/{program}") for program, path in checked.items()),
            *closure([*plain.values(), *checked.values()]),
        ),
        argv={program: (f"{BIN}/{program}",) for program in plain},
        environment={},
        provenance=TaskProvenance(
            task=task.id,
            toolchain=compiler,
            version=version(compiler),
            dependencies={source.file: f"sha256:{source.sha256}" for source in task.original.sources},
            build=task.original.build,
        ),
        sanitized={program: (f"{SANITIZED}/{program}",) for program in checked},
        native=True,
    )


def _built(task: Task, program: Program, folders: dict[str, Path], cache: Path, extra: Sequence[str]) -> Path:
    """The executable of one program, from the cache or compiled now with `extra` after the command's first word."""
    compiler, original = task.original.toolchain, task.folder / "original"
    driver = f"original/{program.driver.relative_to(original).as_posix()}"
    command = [task.original.build[0], *extra, *task.original.build[1:]]
    names = {"driver": driver, "sources": "sources", "original": "original", "output": "program"}
    words = [re.sub(r"\{(driver|sources|original|output)\}", lambda match: names[match[1]], word) for word in command]
    pinned = [[source.folder, source.sha256] for source in task.original.sources]
    key = digest([RECIPE, words, file_digests(original), pinned, version(compiler)])

    def make(folder: Path) -> None:
        place = folder / "build"
        (place / "sources").mkdir(parents=True)
        (place / "original").symlink_to(original)
        for name, path in folders.items():
            (place / "sources" / name).symlink_to(path)
        _compile(words, place, f"{task.id}/{program.id}")
        shutil.move(place / "program", folder / "program")
        shutil.rmtree(place)
        (folder / "program").chmod(0o755)

    return kept(cache / "gcc" / key, make) / "program"


def _compile(words: Sequence[str], place: Path, what: str) -> None:
    environment = {
        "PATH": os.environ.get("PATH", os.defpath),
        "LC_ALL": "C",
        "TMPDIR": str(place),
        "SOURCE_DATE_EPOCH": "0",
    }
    try:
        said = subprocess.run(
            words,
            cwd=place,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise UserError(f"{what}: {words[0]} did not end within {SECONDS} seconds") from error
    log = "\n".join(said.stderr.splitlines()[:LOG_LINES])
    if said.returncode != 0:
        raise UserError(f"{what} does not build with {' '.join(words)}:\n{log}")
    if not (place / "program").is_file():
        raise UserError(f"{what}: {' '.join(words)} writes no {{output}}")
