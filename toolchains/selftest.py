"""The proof that a toolchain works here: a tiny program that must echo its stdin before anybody is judged."""

from __future__ import annotations

import datetime
import tempfile
from pathlib import Path

from ..core.canonical import digest
from ..core.case import Case
from ..core.errors import HarnessError
from ..core.limits import Limits
from ..core.task import Layout, Observable, Original, Program, Task
from ..core.toolchain import Built
from ..replay.backend import Backend
from ..replay.invocation import Invocation
from ..replay.sandbox import Probe, Sandbox
from ..replay.view import mounts, targets
from . import cargo, contained, cpython, gcc, node, rust

MESSAGE = "portproof says: ünïcödé \U0001f980\n\0\x7f end".encode()

NODE_ECHO = """import fs from 'node:fs';
fs.writeSync(1, fs.readFileSync(0));
"""
RUST_ECHO = """fn main() -> std::io::Result<()> {
    std::io::copy(&mut std::io::stdin(), &mut std::io::stdout()).map(|_| ())
}
"""
RUST_MANIFEST = """[package]
name = "echo"
version = "0.0.0"
edition = "2021"
"""


def echo_node(backend: Backend) -> tuple[str, ...]:
    """Node echoes behind the walls of `backend`, whose names are returned.

    Raises HarnessError when it does not."""
    with tempfile.TemporaryDirectory(prefix="portproof-echo-") as name:
        tree = Path(name)
        tree.chmod(0o755)
        (tree / "echo.mjs").write_text(NODE_ECHO, encoding="utf-8")
        toolchain = backend.toolchains.get("node") or node.find()
        return _echoes("node", toolchain.version, node.ready(tree, "", ["echo"], toolchain), backend)


def echo_rust(backend: Backend, cache: Path) -> tuple[str, ...]:
    """Rust compiles and echoes behind the walls of `backend`, whose names are returned.

    Raises HarnessError when it does not."""
    with tempfile.TemporaryDirectory(prefix="portproof-echo-") as name:
        tree = Path(name)
        tree.chmod(0o755)
        (tree / "src").mkdir()
        (tree / "src" / "main.rs").write_text(RUST_ECHO, encoding="utf-8")
        (tree / "Cargo.toml").write_text(RUST_MANIFEST, encoding="utf-8")
        built = cargo.build(tree, digest([RUST_ECHO, RUST_MANIFEST]), ["echo"], backend, cache)
        if built.error:
            raise HarnessError(f"the Rust toolchain cannot build a tiny program: {built.error}\n{built.log}", rust.HINT)
        toolchain = backend.toolchains.get("rust") or rust.find()
        return _echoes("rust", toolchain.version, built, backend)


ORIGINALS = {
    "cpython": ("echo.py", cpython.ECHO),
    "gcc": ("echo.c", gcc.ECHO_C),
    "g++": ("echo.cpp", gcc.ECHO_CPP),
}


def echo_original(name: str, backend: Backend, cache: Path) -> tuple[str, ...]:
    """CPython, gcc or g++ prepares a tiny original, which echoes behind the walls of `backend`; their names.

    Raises HarnessError when it does not, UserError when it cannot even be prepared."""
    file, text = ORIGINALS[name]
    with tempfile.TemporaryDirectory(prefix="portproof-echo-") as place:
        folder = Path(place)
        folder.chmod(0o755)
        driver = folder / "original" / file
        driver.parent.mkdir()
        driver.write_text(text, encoding="utf-8")
        task = Task(
            id="echo",
            folder=folder,
            library="echo",
            version="0",
            licence="MIT",
            source="",
            released=datetime.date.min,
            layout=Layout.TASK,
            observe=frozenset(Observable),
            original=Original(name, build=() if name == "cpython" else (name, "-o", "{output}", "{driver}")),
            programs=(Program("echo", "echo", driver, "", (), ()),),
        )
        if backend.toolchains:
            prepared = contained.prepare(task, backend, cache)
        else:
            prepared = cpython.prepare(task, cache) if name == "cpython" else gcc.prepare(task, cache)
        built = Built(prepared.binds, prepared.argv, {}, prepared.environment, native=prepared.native)
        return _echoes(name, prepared.provenance.version, built, backend)


def sandbox(built: Built, backend: Backend, limits: Limits) -> Sandbox:
    """The walls around what was built: its binds, one target per program, the fixed environment."""
    return Sandbox(
        mounts=mounts(built.binds),
        targets=targets(built.argv, built.binds, backend.tier),
        environment={"LANG": "C.UTF-8", "TZ": "UTC", "PATH": "", **built.environment},
        limits=limits,
        native=built.native,
        probes=tuple(Probe(syscall, target) for syscall, target in built.probes),
    )


def _echoes(name: str, version: str, built: Built, backend: Backend) -> tuple[str, ...]:
    invocation = Invocation(Case("", "echo", stdin=MESSAGE), "echo")
    with backend.open(sandbox(built, backend, Limits()), 1) as session:
        for _, outcome in session.replay([invocation]):
            if outcome.exit == 0 and outcome.stdout.data == MESSAGE and outcome.stderr.length == 0:
                return session.walls
            said = (outcome.stderr.data or b"")[:400].decode("utf-8", "backslashreplace")
            how = f"exit {outcome.exit}, signal {outcome.signal}, limit {outcome.limit}"
            raise HarnessError(f"{name} {version} does not echo its stdin behind the walls: {how}; {said}")
    raise HarnessError(f"{name} {version}: the echo program gave no outcome")
