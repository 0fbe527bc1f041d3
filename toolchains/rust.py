"""The host's Rust: cargo, rustc and the C compiler that links for it. Which version is recorded; a minimum is checked.

The real executables are used, never rustup's proxies: those read `rust-toolchain` files and may download."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path

from ..core.errors import HarnessError
from ..core.prepared import Bind
from ..core.toolchain import Toolchain
from .libraries import closure

MINIMUM = (1, 85)  # the first release with edition 2024
SYSROOT = "/toolchain/rust"
HINT = "install Rust (rustup, or your distribution's packages) and a C compiler to link with"
# What `cc` runs to link: found by asking the compiler itself.
LINK_PROGRAMS = ("collect2", "ld", "as", "lto-wrapper", "liblto_plugin.so")


@cache
def find() -> Toolchain:
    """The Rust that builds submissions. `binds` is what a *built program* needs; see `build_binds` for the compiler.

    Raises HarnessError when cargo, rustc or the linker are absent or too old."""
    rustc = shutil.which("rustc")
    if rustc is None or shutil.which("cc") is None:
        raise HarnessError("rustc or cc is not on PATH", HINT)
    sysroot = Path(_said(rustc, "--print", "sysroot"))
    for program in ("rustc", "cargo"):
        if not (sysroot / "bin" / program).is_file():
            raise HarnessError(f"{sysroot / 'bin' / program} is not there", HINT)
    words = dict(line.split(": ", 1) for line in _said(sysroot / "bin" / "rustc", "-vV").splitlines() if ": " in line)
    version = words["release"]
    if tuple(int(part) for part in version.split("-")[0].split(".")[:2]) < MINIMUM:
        raise HarnessError(f"rustc {version} is older than {MINIMUM[0]}.{MINIMUM[1]}", HINT)
    return Toolchain(
        "rust",
        version,
        sysroot / "bin" / "cargo",
        runtime_binds(),
        {"commit": words.get("commit-hash", ""), "host": words["host"], "linker": _said("cc", "-dumpfullversion")},
    )


def runtime_binds() -> tuple[Bind, ...]:
    """The loader and the libraries that a Rust program of std may be linked with: those of this host's C compiler."""
    libraries = []
    for name in ("libc.so.6", "libm.so.6", "libgcc_s.so.1", "libpthread.so.0", "libdl.so.2"):
        path = Path(_said("cc", f"-print-file-name={name}"))
        if path.is_absolute():
            libraries.append(path)
    return closure_with_self(libraries)


def closure_with_self(libraries: list[Path]) -> tuple[Bind, ...]:
    """The closure of `libraries`, which themselves are bound where the loader finds them."""
    known = {bind.target: bind for bind in closure(libraries)}
    folders = {str(Path(target).parent) for target in known if not Path(target).name.startswith("ld-")}
    folder = min(folders) if folders else "/lib"
    for path in libraries:
        known.setdefault(f"{folder}/{path.name}", Bind(path.resolve(), f"{folder}/{path.name}"))
    return tuple(bind for _, bind in sorted(known.items()))


@cache
def build_binds() -> tuple[Bind, ...]:
    """What cargo, rustc and the linker need, and nothing else: no shell, no interpreter, no network tool."""
    sysroot = find().executable.parent.parent
    cc = Path(shutil.which("cc") or "/usr/bin/cc").resolve()
    programs = [Path(_said("cc", f"-print-prog-name={name}")) for name in LINK_PROGRAMS]
    programs = [Path(shutil.which(p) or p) if not p.is_absolute() else p for p in programs]
    programs = [program for program in programs if program.is_file()]
    folders = {Path(_said("cc", "-print-libgcc-file-name")).resolve().parent}
    for name in ("crt1.o", "libc.so", "libm.so", "libc_nonshared.a"):
        path = Path(_said("cc", f"-print-file-name={name}"))
        if path.is_absolute():
            folders.add(path.resolve().parent)
    binds = {SYSROOT: Bind(sysroot.resolve(), SYSROOT), "/usr/bin/cc": Bind(cc, "/usr/bin/cc")}
    for folder in sorted(folders):
        binds[str(folder)] = Bind(folder, str(folder))
        if str(folder).startswith("/usr/lib/"):  # merged /usr: linker scripts and the loader also say /lib/…
            binds[str(folder).removeprefix("/usr")] = Bind(folder, str(folder).removeprefix("/usr"))
    for program in programs:
        target = f"/usr/bin/{program.name}" if program.parent.name == "bin" else str(program)
        if not any(Path(target).is_relative_to(folder) for folder in folders):
            binds[target] = Bind(program.resolve(), target)
    needed = closure([cc, *programs, sysroot / "bin" / "cargo", sysroot / "bin" / "rustc"])
    for bind in needed:
        if bind.source.is_relative_to(sysroot.resolve()):
            continue
        if not any(Path(bind.target).is_relative_to(target) for target in binds if Path(target) != Path(bind.target)):
            binds.setdefault(bind.target, bind)
    return tuple(bind for _, bind in sorted(binds.items()))


def _said(program: str | Path, *arguments: str) -> str:
    try:
        run = subprocess.run([program, *arguments], capture_output=True, text=True, check=True, timeout=60)
    except (OSError, subprocess.SubprocessError) as error:
        told = getattr(error, "stderr", None) or ""  # rustup says there what is not set up
        raise HarnessError(f"{program} {' '.join(arguments)}: {told.strip() or error}", HINT) from error
    return run.stdout.strip()
