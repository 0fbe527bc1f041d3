"""CPython, the toolchain of the originals of py2js: an environment of their own, from pinned and hashed requirements.

The interpreter is the one that runs portproof (its base, not its virtual environment), its version is recorded. Each
set of requirements has one virtual environment in the cache. Behind the walls:

    /original/venv        pyvenv.cfg, bin/python (a link to the real interpreter) and site-packages; no pip
    /original/drivers     the task's `original` folder
    the interpreter, its standard library and its shared libraries where they really are: pyvenv.cfg names them by path

Flags: `-s` no user site, `-B` writes no bytecode, `-X utf8` so that no locale decides on encodings. Not `-I`: it would
ignore PYTHONHASHSEED, which capture fixes and perturbs, and drop the driver's folder from sys.path."""

from __future__ import annotations

import compileall
import json
import os
import platform
import py_compile
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from functools import cache as remembered
from importlib.util import find_spec
from pathlib import Path

from ..core.canonical import digest
from ..core.errors import HarnessError, UserError
from ..core.pack import TaskProvenance
from ..core.prepared import Bind, Prepared
from ..core.task import Task
from .kept import kept
from .libraries import closure
from .requirements import Pinned, read

RECIPE = 1  # enters the cache key: raise it whenever what is installed below changes
VENV, DRIVERS = "/original/venv", "/original/drivers"
FLAGS = ("-s", "-B", "-X", "utf8")
ENVIRONMENT = {"PYTHONHASHSEED": "0"}
LIBRARY = Path("lib") / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"
INSTALLED = "installed.json"
UNUSABLE = ("_tkinter", "_curses", "_curses_panel", "readline", "nis")  # they need a display, a terminal or a network
SECONDS = 900  # an index that answers nothing for so long is down
# The self-test of toolchains: copies stdin to stdout.
ECHO = "import shutil\nimport sys\n\nshutil.copyfileobj(sys.stdin.buffer, sys.stdout.buffer)\n"


def version() -> str:
    """Implementation, version and machine: what decides how a program behaves."""
    return f"{platform.python_implementation()} {platform.python_version()} {platform.machine()}"


def prepare(task: Task, cache: Path) -> Prepared:
    """The task's original, installed. Raises UserError for its requirements, HarnessError for network and machine."""
    venv = installed(pinned(task), cache)
    about = drivers(task)
    dependencies = json.loads((venv / INSTALLED).read_text(encoding="utf-8"))
    return replace(
        about,
        binds=(*interpreter_binds(venv), Bind(venv, VENV), *about.binds),
        provenance=replace(about.provenance, dependencies=dependencies),
    )


def pinned(task: Task) -> tuple[Pinned, ...]:
    """What the task's original needs. Raises UserError, InputError for its requirements."""
    return read(task.original.requirements) if task.original.requirements else ()


def drivers(task: Task) -> Prepared:
    """The same without its environment: the drivers, and how they are called."""
    original = task.folder / "original"
    paths = {p.id: f"{DRIVERS}/{p.driver.relative_to(original).as_posix()}" for p in task.programs}
    return Prepared(
        binds=(Bind(original, DRIVERS),),
        argv={program: (f"{VENV}/bin/python", *FLAGS, driver) for program, driver in paths.items()},
        environment=ENVIRONMENT,
        provenance=TaskProvenance(
            task=task.id,
            toolchain="cpython",
            version=version(),
            dependencies={},
            build=("python", *FLAGS, "{driver}"),
        ),
    )


def installed(pinned: Sequence[Pinned], cache: Path) -> Path:
    """A virtual environment with exactly these distributions, from the cache or made now."""
    wanted = [[item.name, item.version, list(item.hashes)] for item in pinned]
    key = digest([RECIPE, wanted, version(), sys.base_prefix, str(executable())])
    return kept(cache / "cpython" / key, lambda folder: _install(folder, pinned))


def interpreter_binds(venv: Path) -> tuple[Bind, ...]:
    """The real interpreter, its standard library and every shared library it or an extension module needs."""
    found = {bind.target: bind for bind in (*_interpreter(), *closure(sorted(venv.rglob("*.so*"))))}
    return tuple(bind for target, bind in sorted(found.items()) if not target.startswith(f"{venv}/"))


@remembered
def _interpreter() -> tuple[Bind, ...]:
    interpreter = executable()
    # sysconfig calls the base of a virtual environment `installed_base`, except in the path of platstdlib
    base = {"base": sys.base_prefix, "platbase": sys.base_exec_prefix}
    folders = sorted({Path(sysconfig.get_path(name, vars=base)) for name in ("stdlib", "platstdlib")})
    modules = [path for folder in folders for path in sorted((folder / "lib-dynload").glob("*.so"))]
    modules = [path for path in modules if path.name.split(".")[0] not in UNUSABLE]
    own = (Bind(interpreter, str(interpreter)), *(Bind(folder.resolve(), str(folder)) for folder in folders))
    inside = tuple(f"{folder}/" for folder in folders)
    return (*own, *(bind for bind in closure([interpreter, *modules]) if not bind.target.startswith(inside)))


def executable() -> Path:
    """The real interpreter: of an environment its base, of a link its target."""
    base = getattr(sys, "_base_executable", sys.executable)
    return Path(base).resolve()


def lay_out(folder: Path, interpreter: Path, number: str) -> None:
    """Makes what a virtual environment of `interpreter`, of version `number`, is without any distribution."""
    (folder / "bin").mkdir()
    (folder / "bin" / "python").symlink_to(interpreter)
    (folder / "pyvenv.cfg").write_text(
        f"home = {interpreter.parent}\ninclude-system-site-packages = false\nversion = {number}\n", encoding="utf-8"
    )


def _install(folder: Path, pinned: Sequence[Pinned]) -> None:
    site = folder / LIBRARY
    site.mkdir(parents=True)
    lay_out(folder, executable(), platform.python_version())
    chosen = _pip(folder, pinned) if pinned else {}
    for path in (folder / "bin").iterdir():  # console scripts: their first line names a path that is gone
        if path.name != "python":
            path.unlink()
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    compileall.compile_dir(site, quiet=2, stripdir=site, prependdir=f"{VENV}/{LIBRARY}", invalidation_mode=mode)
    (folder / INSTALLED).write_text(json.dumps(chosen, sort_keys=True), encoding="utf-8")


def _pip(folder: Path, pinned: Sequence[Pinned]) -> dict[str, str]:
    """Installs, and answers which file was chosen for each distribution: `{"name version": "sha256:…"}`."""
    with tempfile.TemporaryDirectory(prefix="portproof-pip-") as name:
        report = Path(name) / "report.json"
        python = ("--python", str(folder / "bin" / "python"))
        _run_pip((*python, "install", "--prefer-binary", "--no-compile", "--report", str(report)), pinned)
        entries = json.loads(report.read_text(encoding="utf-8"))["install"]
    return {
        f"{entry['metadata']['name']} {entry['metadata']['version']}": "sha256:"
        + entry["download_info"]["archive_info"]["hashes"]["sha256"]
        for entry in entries
    }


def download(pinned: Sequence[Pinned], into: Path, python: str) -> None:
    """Fetches a wheel of each for Python `python` (`3.11`), and runs nothing of them. Raises as `prepare` does."""
    words = ("download", "--only-binary", ":all:", "--python-version", python, "--implementation", "cp")
    _run_pip((*words, "--dest", str(into)), pinned)


def _run_pip(words: Sequence[str], pinned: Sequence[Pinned]) -> None:
    with tempfile.TemporaryDirectory(prefix="portproof-pip-") as name:
        lines = [" ".join((f"{p.name}=={p.version}", *(f"--hash=sha256:{sha}" for sha in p.hashes))) for p in pinned]
        requirements = Path(name) / "requirements.txt"
        requirements.write_text("\n".join(lines) + "\n", encoding="utf-8")
        command, environment = pip_command()
        command += [*words, "--no-deps", "--require-hashes", "--no-input", "--quiet"]
        command += ["--disable-pip-version-check", "--no-cache-dir", "-r", str(requirements)]
        try:
            said = subprocess.run(
                command, env=environment, capture_output=True, text=True, check=False, timeout=SECONDS
            )
        except subprocess.TimeoutExpired as error:
            raise HarnessError(f"pip did not end within {SECONDS} seconds", "is the package index up?") from error
        if said.returncode != 0:
            raise _explained(said.stderr, pinned)


def pip_command() -> tuple[list[str], dict[str, str]]:
    """pip of this environment, or the one that CPython carries for making environments."""
    if find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"], dict(os.environ)
    spec = find_spec("ensurepip")
    bundled = sorted((Path(spec.origin).parent / "_bundled").glob("pip-*.whl")) if spec and spec.origin else []
    if not bundled:
        raise HarnessError("pip is not installed, and this Python does not carry one", "python -m pip --version")
    return [sys.executable, "-m", "pip"], {**os.environ, "PYTHONPATH": str(bundled[-1])}


def _explained(stderr: str, pinned: Sequence[Pinned]) -> UserError | HarnessError:
    names = ", ".join(f"{item.name}=={item.version}" for item in pinned)
    errors = [line.strip() for line in stderr.splitlines() if line.strip()]
    said = "\n".join(errors[-8:])
    if "DO NOT MATCH THE HASHES" in stderr:
        return UserError(f"a file of {names} does not have a hash that the requirements record:\n{said}")
    offline = ("NewConnectionError", "ConnectTimeout", "Temporary failure in name resolution", "ProxyError", "SSLError")
    if any(sign in stderr for sign in offline) or "(from versions: none)" in stderr:
        return HarnessError(
            f"the package index cannot be reached, or knows nothing of these: {names}\n{said}", "is there a network?"
        )
    if "No matching distribution" in stderr:
        return UserError(f"the package index has no such distribution for this Python ({names}):\n{said}")
    return HarnessError(f"pip cannot install {names}:\n{said}")
