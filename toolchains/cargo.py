"""Build a Rust tree: offline, behind walls, from a copy, with a time and memory limit; cached by digest.

The cache holds the executables and the verdict of the compiler, both under a key that covers the tree, the toolchain
and this recipe. A build that hit a limit is kept too (it is the tree's doing); one that we failed at is not."""

from __future__ import annotations

import json
import os
import shutil
import stat
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from ..core.canonical import canonical, digest, file_sha256
from ..core.case import Case
from ..core.errors import HarnessError
from ..core.limits import Limits
from ..core.outcome import Outcome
from ..core.prepared import Bind
from ..core.toolchain import Built, Toolchain
from ..replay.backend import Backend
from ..replay.invocation import Invocation
from ..replay.sandbox import Execution, Sandbox, Target, view_path
from ..replay.view import mounts
from .rust import SYSROOT, build_binds, find
from .workplace import BUILDING, workplace

RECIPE = 1  # enters the cache key: raise it whenever what is run below changes
BUILD = "/build"
APP = "/app"
LOG_BYTES = 64 << 10
# What std and the C library look at on their own account: the stack's bounds, and how many processors there are.
LOOKED_AT = ("/proc/self/maps", "/proc/self/cgroup", "/proc/self/mountinfo", "/proc/stat", "/proc/cpuinfo",
             "/proc/sys/vm/overcommit_memory", "/sys/fs/cgroup/*", "/sys/devices/system/cpu/*",
             "/etc/ld.so.*")  # fmt: skip
PROBES = tuple((call, path) for call in ("open", "openat") for path in LOOKED_AT)
LIMITS = Limits(
    cpu_ms=900_000,
    wall_ms=900_000,
    memory_bytes=4 << 30,
    stdout_bytes=64 << 20,
    stderr_bytes=8 << 20,
    file_bytes=512 << 20,
    scratch_bytes=256 << 20,
    processes=256,
    open_files=4096,
)


def build(tree: Path, tree_digest: str, programs: Sequence[str], backend: Backend, cache: Path) -> Built:
    """The programs of the Cargo package or workspace `tree`. `Built.error` says why it does not build.

    Raises HarnessError when the sandbox cannot be raised."""
    if not (tree / "Cargo.toml").is_file():
        return Built()
    toolchain = backend.toolchains.get("rust") or find()
    key = digest([RECIPE, tree_digest, toolchain.identity, sorted(programs)])
    kept = cache / "builds" / key[:2] / key
    if (built := _cached(kept, programs, toolchain)) is not None:
        return built
    with _workplace(tree, kept.parent) as place:
        started = time.monotonic()
        outcome = _compiled(place, backend, locked=(tree / "Cargo.lock").is_file())
        seconds = time.monotonic() - started
        log = _tail(outcome.stderr.data or b"")
        error, found = _judged(outcome, place, programs)
        (place / "kept").mkdir()
        for program, path in found.items():
            shutil.copyfile(path, place / "kept" / program, follow_symlinks=False)
            os.chmod(place / "kept" / program, 0o555)
        digests = {program: file_sha256(place / "kept" / program) for program in found}
        record = {"error": error, "log": log, "seconds": round(seconds, 3), "artefacts": digests}
        (place / "kept" / "build.json").write_bytes(canonical(record))
        os.chmod(place / "kept", 0o755)
        try:
            os.rename(place / "kept", kept)
        except OSError:  # another process built the same tree meanwhile: its result is as good
            if not (kept / "build.json").is_file():
                raise
    built = _cached(kept, programs, toolchain)
    if built is None:
        raise HarnessError(f"{kept} vanished or changed while it was written", "is another process clearing the cache?")
    return replace(built, seconds=seconds, cached=False)


def _cached(kept: Path, programs: Sequence[str], toolchain: Toolchain) -> Built | None:
    try:
        record = json.loads((kept / "build.json").read_bytes())
        artefacts = {program: record["artefacts"][program] for program in programs if program in record["artefacts"]}
        if any(file_sha256(kept / program) != expected for program, expected in artefacts.items()):
            raise ValueError
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError):  # torn or altered: never used, made anew
        shutil.rmtree(kept, ignore_errors=True)
        return None
    return Built(
        binds=(*toolchain.binds, *(Bind(kept / program, f"{APP}/{program}") for program in artefacts)),
        argv={program: (f"{APP}/{program}",) for program in artefacts},
        artefacts=artefacts,
        error=record["error"],
        log=record["log"],
        seconds=record["seconds"],
        cached=True,
        native=True,
        probes=PROBES,
    )


@contextmanager
def _workplace(tree: Path, parent: Path) -> Iterator[Path]:
    with workplace(parent, BUILDING) as place:
        os.chmod(place, 0o755)
        shutil.copytree(tree, place / "build" / "tree", symlinks=True)
        (place / "build" / "target").mkdir()
        for where, _, files in os.walk(place / "build"):
            os.chmod(where, 0o777)  # the walls' unprivileged user writes Cargo.lock and the target folder
            for name in files:
                if not os.path.islink(os.path.join(where, name)):
                    os.chmod(os.path.join(where, name), 0o666)
        yield place


def _compiled(place: Path, backend: Backend, locked: bool) -> Outcome:
    compiler = () if "rust" in backend.toolchains else build_binds()
    binds = [*compiler, Bind(place / "build", BUILD)]
    seen = {bind.target: view_path(backend.tier, bind.source, bind.target) for bind in binds}
    sysroot, work = seen.get(SYSROOT, SYSROOT), seen[BUILD]
    command = (
        f"{sysroot}/bin/cargo",
        *("build", "--release", "--offline", "--workspace", "--bins"),
        *(("--locked",) if locked else ()),
        *("--manifest-path", f"{work}/tree/Cargo.toml", "--target-dir", f"{work}/target"),
        "--message-format=json-render-diagnostics",
    )
    sandbox = Sandbox(
        mounts=mounts(binds, writable=[BUILD]),
        targets={"build": Target(command)},
        environment={
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            "PATH": f"{sysroot}/bin:/usr/bin",
            "CARGO_HOME": f"{work}/cargo",
            "RUSTC": f"{sysroot}/bin/rustc",
            "CARGO_NET_OFFLINE": "true",
            "CARGO_INCREMENTAL": "0",
            "CARGO_TERM_COLOR": "never",
            "SOURCE_DATE_EPOCH": "0",
        },
        limits=LIMITS,
        execution=Execution.VIEW,
        proc=True,  # the dynamic linker finds the libraries beside rustc through /proc/self/exe
    )
    with backend.open(sandbox, 1) as session:
        invocation = Invocation(Case("", "build"), "build", keep_bytes=LIMITS.stdout_bytes)
        for _, outcome in session.replay([invocation]):
            return outcome
    raise HarnessError("the build gave no outcome")


def _judged(outcome: Outcome, place: Path, programs: Sequence[str]) -> tuple[str, dict[str, Path]]:
    if outcome.limit is not None:
        return f"the build hit its limit of {outcome.limit}", {}
    if outcome.signal is not None:
        return f"the compiler was ended by signal {outcome.signal}", {}
    if outcome.exit != 0:
        return f"cargo exited with status {outcome.exit}", {}
    found: dict[str, Path] = {}
    for line in (outcome.stdout.data or b"").splitlines():
        if not line.startswith(b'{"reason":"compiler-artifact"'):
            continue
        message = json.loads(line)
        if "bin" not in message["target"]["kind"] or not message["executable"]:
            continue
        name = message["target"]["name"]
        if name in found:
            return f"two binaries are called {name}: one program has one declared entry", {}
        found[name] = place / "build" / "target" / "release" / Path(message["executable"]).name
    for name, path in found.items():
        if not stat.S_ISREG(path.lstat().st_mode):
            return f"{name} is no regular file", {}
    return "", {name: path for name, path in found.items() if name in programs}


def _tail(log: bytes) -> str:
    kept = log if len(log) <= LOG_BYTES else b"(cut)\n" + log[-LOG_BYTES:]
    return kept.decode("utf-8", "backslashreplace")
