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
from collections.abc import Mapping, Sequence
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
OUTPUT = "program"  # what build commands call {output}
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
    compiler = check(task)
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


def check(task: Task) -> str:
    """The task's compiler. Raises UserError where its build command is another."""
    compiler = task.original.toolchain
    if compiler not in COMPILERS or task.original.build[:1] != (compiler,):
        raise UserError(f"task {task.id}: the build command must begin with its toolchain, {' or '.join(COMPILERS)}")
    return compiler


def _built(task: Task, program: Program, folders: dict[str, Path], cache: Path, extra: Sequence[str]) -> Path:
    """The executable of one program, from the cache or compiled now with `extra` after the command's first word."""
    first, *rest = words(task, program)
    command = (first, *extra, *rest)

    def make(folder: Path) -> None:
        place = folder / "build"
        lay_out(place, task, folders)
        run(command, place, f"{task.id}/{program.id}")
        if not (place / OUTPUT).is_file():
            raise UserError(f"{task.id}/{program.id}: {' '.join(command)} writes no {{output}}")
        shutil.move(place / OUTPUT, folder / "program")
        shutil.rmtree(place)
        (folder / "program").chmod(0o755)

    return kept(cache / "gcc" / key(task, command), make) / "program"


def words(task: Task, program: Program) -> tuple[str, ...]:
    """The build command of one program as it runs in a folder that `lay_out` made."""
    driver = f"original/{program.driver.relative_to(task.folder / 'original').as_posix()}"
    names = {"driver": driver, "sources": "sources", "original": "original", "output": OUTPUT}
    placeholder = re.compile(r"\{(driver|sources|original|output)\}")
    return tuple(placeholder.sub(lambda match: names[match[1]], word) for word in task.original.build)


def key(task: Task, command: Sequence[str], compiler: str = "") -> str:
    """The digest of all that decides on what `command` makes of the task's sources; `compiler` is its version, of this
    host where it is empty."""
    pinned = [[source.folder, source.sha256] for source in task.original.sources]
    files = file_digests(task.folder / "original")
    return digest([RECIPE, list(command), files, pinned, compiler or version(task.original.toolchain)])


def lay_out(place: Path, task: Task, folders: Mapping[str, Path]) -> None:
    """Makes the folder that build commands run in: what they call `original` and `sources` is there."""
    (place / "sources").mkdir(parents=True)
    (place / "original").symlink_to(task.folder / "original")
    for name, path in folders.items():
        (place / "sources" / name).symlink_to(path)


def run(words: Sequence[str], place: Path, what: str, seconds: float = SECONDS) -> None:
    """Runs a compiler in `place`. Raises UserError, with what it says, where it refuses or does not end."""
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
            timeout=seconds,
        )
    except subprocess.TimeoutExpired as error:
        raise UserError(f"{what}: {words[0]} did not end within {seconds} seconds") from error
    if said.returncode != 0:
        log = "\n".join(said.stderr.splitlines()[:LOG_LINES])
        raise UserError(f"{what} does not build with {' '.join(words)}:\n{log}")
