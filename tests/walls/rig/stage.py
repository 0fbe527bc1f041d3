"""A folder that any user can read, with everything that the programs and an unprivileged replayer need: the replayer,
the executables, Node, a Python with its standard library, and a pack that no case may read.

A virtual environment or an interpreter below a home folder cannot be reached by another user, so all is copied."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import InitVar, dataclass, field
from pathlib import Path

from portproof.core.prepared import Bind
from portproof.replay.executable import executable as replayer
from portproof.toolchains import node
from portproof.toolchains.libraries import closure

from . import build, container

VIEW = "/walls"
# Parts of the standard library that no program here imports.
UNUSED = ("test", "tests", "idlelib", "tkinter", "turtledemo", "lib2to3", "ensurepip", "site-packages", "config-*")
SECRET = b'{"expected": "BREACH: the pack was read"}\n'


@dataclass(slots=True)
class Stage:
    """Paths on this machine, and the listeners that no case may reach."""

    folder: Path
    owner: InitVar[int]
    tcp: socket.socket = field(init=False)
    udp: socket.socket = field(init=False)
    named: socket.socket = field(init=False)
    name: str = field(init=False)
    _image: str = field(init=False, default="")
    _binds: dict[str, tuple[Bind, ...]] = field(init=False, default_factory=dict)

    def __post_init__(self, owner: int) -> None:
        self.folder.chmod(0o755)
        sources = [*build.programs(), *sorted(build.INNOCENT.glob("*.c"))]
        build.compiled([path for path in sources if build.runtime(path) == "native"], self.folder / "bin")
        build.compiled([path for path in sources if build.runtime(path) != "native"], self.folder / "scripts")
        build.plugin(self.folder)
        shutil.copy(replayer(), self.folder / "portproof-replayer")
        shutil.copy(node.find().executable, self.folder / "node")
        _copy_python(self.folder / "python")
        self.pack.parent.mkdir()
        self.pack.write_bytes(SECRET)
        self.pack.chmod(0o666)  # what keeps a case away must be the walls, not the mode
        if os.geteuid() == 0:  # nothing must depend on who owns what is in view
            for path in (self.folder, *self.folder.rglob("*")):
                os.chown(path, owner, owner)
        self.name = f"portproof-walls-{self.folder.name}"
        self.tcp = socket.create_server(("127.0.0.1", 0))
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", 0))
        self.named = socket.socket(socket.AF_UNIX)
        self.named.bind(f"\0{self.name}")
        self.named.listen()
        for listener in (self.tcp, self.udp, self.named):
            listener.setblocking(False)

    @property
    def pack(self) -> Path:
        """A file outside every view."""
        return self.folder / "pack" / "outcomes.jsonl"

    def binds(self, runtime: str) -> tuple[Bind, ...]:
        """What is in the view of programs of one runtime; the innocent ones are in each."""
        if runtime not in self._binds:
            self._binds[runtime] = self._bound(runtime)
        return self._binds[runtime]

    def _bound(self, runtime: str) -> tuple[Bind, ...]:
        own = [Bind(self.folder / "bin", f"{VIEW}/bin")]
        needing = [self.folder / "bin" / name for name in ("canary", "rust_allocates")]  # one of each compiler
        if runtime == "node":
            own += [Bind(self.folder / "node", "/toolchain/node"), Bind(self.folder / "scripts", "/app")]
            needing.append(self.folder / "node")
        if runtime == "python":
            own += [Bind(self.folder / "python", f"{VIEW}/python"), Bind(self.folder / "scripts", "/app")]
            modules = ("_ctypes", "_socket", "_posixsubprocess")
            needing += [path for name in modules for path in (self.folder / "python").rglob(f"{name}.*.so")]
            needing.append(self.folder / "python" / "bin" / "python3")
        system = (bind for bind in closure(needing) if "libpython" not in bind.target)
        return (*own, *system)

    def image(self) -> str:
        """The image in whose containers programs are tried. Raises HarnessError where no engine answers."""
        self._image = self._image or container.made()
        return self._image

    def age(self) -> None:
        """Makes it long ago that what a case sees was read: who reads it next leaves a mark, if marks are kept."""
        for path in self._seen():
            os.utime(path, ns=(0, path.stat().st_mtime_ns))

    def fingerprint(self, tier: str) -> dict[str, tuple[int, ...]]:
        """Size, mode and modification time of every file that a case sees or must not touch; also when it was read,
        where mounts of the tier's own keep that from being written."""
        places = (self.folder, self.folder / "bin", self.folder / "scripts", self.pack.parent)
        states = {path: path.stat() for place in places for path in place.iterdir()}
        read = {path: states[path].st_atime_ns for path in self._seen()} if tier == "namespaces" else {}
        return {
            str(path.relative_to(self.folder)): (state.st_size, state.st_mode, state.st_mtime_ns, read.get(path, 0))
            for path, state in states.items()
        }

    def _seen(self) -> list[Path]:
        """What is started in a view and by nobody else."""
        return [path for place in ("bin", "scripts") for path in (self.folder / place).iterdir()]

    def visitors(self) -> list[str]:
        """Who reached the listeners since the last call."""
        found = []
        for name, listener in (("tcp", self.tcp), ("abstract", self.named)):
            with contextlib.suppress(BlockingIOError):
                listener.accept()[0].close()
                found.append(f"a connection to the {name} listener")
        with contextlib.suppress(BlockingIOError):
            found.append(f"a datagram {self.udp.recv(100)!r}")
        return found

    def close(self) -> None:
        """Removes the folder and the image."""
        if self._image:
            container.removed(self._image)
        for listener in (self.tcp, self.udp, self.named):
            listener.close()
        shutil.rmtree(self.folder)


def make(owner: int) -> Stage:
    """A new stage in the folder for temporary files; root gives it to the user `owner`."""
    return Stage(Path(tempfile.mkdtemp(prefix="portproof-walls-")), owner)


def _copy_python(folder: Path) -> None:
    """The interpreter that runs this, its standard library and its shared library."""
    executable = Path(sys._base_executable if hasattr(sys, "_base_executable") else sys.executable).resolve()
    library = Path(sysconfig.get_path("stdlib", vars={"base": sys.base_prefix, "installed_base": sys.base_prefix}))
    target = folder / "lib" / library.name
    shutil.copytree(library, target, ignore=shutil.ignore_patterns(*UNUSED), symlinks=True)
    (folder / "bin").mkdir()
    shutil.copy(executable, folder / "bin" / "python3")
    said = subprocess.run(["ldd", str(executable)], capture_output=True, text=True, check=True).stdout
    for word in said.split():
        if word.startswith("/") and "libpython" in word:
            shutil.copy(word, folder / "lib")
