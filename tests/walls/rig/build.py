"""Compiles the programs, once per session: C with gcc, Rust with rustc, two at a time."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).parent.parent
PROGRAMS = HERE / "programs"
INNOCENT = HERE / "innocent"
SUFFIXES = {".c": "native", ".rs": "native", ".mjs": "node", ".py": "python"}
PLUGIN = PROGRAMS / "plugin.so.c"
C_FLAGS = ("-std=gnu11", "-O1", "-pthread", "-w")


def programs() -> list[Path]:
    """Every adversarial program, sorted by name."""
    return sorted(path for path in PROGRAMS.iterdir() if path.suffix in SUFFIXES and path != PLUGIN)


def runtime(program: Path) -> str:
    """What runs a program: native, node or python."""
    return SUFFIXES[program.suffix]


def compiled(sources: Iterable[Path], folder: Path) -> None:
    """Puts the executable of each source, or the script itself, into `folder`, under its stem or its name."""
    folder.mkdir()
    commands: list[list[str]] = []
    for source in sources:
        output = folder / source.stem
        if source.suffix == ".c":
            commands.append(["gcc", *C_FLAGS, str(source), "-o", str(output), "-lm", "-lrt"])
        elif source.suffix == ".rs":
            commands.append(["rustc", "--edition=2021", "-Cdebuginfo=0", "-o", str(output), str(source)])
        else:
            shutil.copy(source, folder / source.name)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(_run, commands))


def plugin(folder: Path) -> Path:
    """The shared library that some programs bring along."""
    output = folder / "plugin.so"
    _run(["gcc", *C_FLAGS, "-shared", "-fPIC", str(PLUGIN), "-o", str(output)])
    return output


def _run(command: list[str]) -> None:
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    if said.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}\n{said.stderr}")
