"""The harness's end of a driver: one replayer with one sandbox at one tier for one user, and a watchdog."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from portproof.core.limits import Limits
from portproof.replay.sandbox import view_path
from portproof.replay.tier import Tier
from portproof.toolchains import cargo, node

from . import build, container, outside
from .stage import VIEW, Stage

DRIVER = Path(__file__).with_name("driver.py")
LIMITS = Limits(
    cpu_ms=1000,
    wall_ms=4000,
    memory_bytes=256 << 20,
    stdout_bytes=1 << 20,
    stderr_bytes=256 << 10,
    file_bytes=4 << 20,
    scratch_bytes=8 << 20,
    processes=32,
    open_files=64,
)
WATCHDOG = 40  # seconds beyond all limits: what takes longer hangs
PLAIN = 0x2000_0000 + os.getpid()  # a user id that no account and no other run has


@dataclass(frozen=True, slots=True, order=True)
class Setting:
    """Where programs of one runtime run."""

    tier: str
    user: str
    runtime: str

    def __str__(self) -> str:
        return f"{self.tier}-{self.user}-{self.runtime}"

    @property
    def where(self) -> set[str]:
        """What a program's head may say something about. Inside a container the walls are those of tier landlock."""
        inside = {"landlock"} if self.tier == "container" else set()
        return {self.tier, self.user, self.runtime, *inside}


class Unavailable(Exception):
    """A wall cannot be raised on this machine; the reason is for a person."""


class Broken(Exception):
    """The replayer died, hung or answered with an error."""


@dataclass(slots=True)
class Client:
    """An open session. `ask` runs one program between innocent cases."""

    stage: Stage
    setting: Setting
    marker: str
    container: str = field(init=False, default="")  # its name on the engine, at tier container
    process: subprocess.Popen[bytes] = field(init=False)
    since: float = field(init=False)
    _buffer: bytes = field(init=False, default=b"")

    def __post_init__(self) -> None:
        setup = self._setup()
        self.since = time.clock_gettime(time.CLOCK_BOOTTIME) - 0.1
        # -P: its folder has module names of its own
        self.process = subprocess.Popen(
            [sys.executable, "-P", str(DRIVER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None,
            env={**os.environ, "PYTHONPATH": str(DRIVER.parents[1])},
        )
        said = self._talk(setup)
        self.container = said.get("container", "")
        if "error" in said:
            self.close()
            if said["error"].startswith("WallError"):
                raise Unavailable(said["error"])
            raise Broken(said["error"])

    @property
    def uid(self) -> int:
        """The user that the replayer's client becomes; 0 where it stays who it is: root, or whom the engine serves."""
        return PLAIN if self.setting.user == "plain" and self.setting.tier != "container" else 0

    def _setup(self) -> dict[str, Any]:
        tier, stage, runtime = Tier(self.setting.tier), self.stage, self.setting.runtime
        seen = {bind.target: view_path(tier, bind.source, bind.target) for bind in stage.binds(runtime)}
        environment = {"LANG": "C.UTF-8", "TZ": "UTC", "PATH": "", "PORTPROOF_WALLS": self.marker}
        if runtime == "python":
            home = seen[f"{VIEW}/python"]
            environment |= {"PYTHONHOME": home, "LD_LIBRARY_PATH": f"{home}/lib"}
        return {
            "tier": self.setting.tier,
            "uid": self.uid if os.geteuid() == 0 else 0,
            "binds": [[str(bind.source), bind.target] for bind in stage.binds(runtime)],
            "targets": self._targets(),
            "environment": environment,
            "limits": asdict(LIMITS),
            "native": runtime in ("native", "proc", "sealed"),
            "proc": runtime == "proc",
            "sealed": runtime == "sealed",
            "probes": self._probes(),
            "image": stage.image() if tier is Tier.CONTAINER else "",
            "replayer": str(stage.folder / "portproof-replayer"),
        }

    def _probes(self) -> list[tuple[str, str]]:
        """What a runtime looks at on its own account as it starts: the toolchains' own lists, and one for Python."""
        if self.setting.runtime == "python":
            places = (f"{sys.base_prefix}/lib/*", "/usr/share/locale/*", "/usr/share/zoneinfo/*", "/etc/locale.alias")
            own = [(call, place) for call in ("openat", "newfstatat") for place in (*places, f"{sys.base_prefix}/lib")]
            return [*own, *cargo.PROBES]
        return list(node.PROBES if self.setting.runtime == "node" else cargo.PROBES)

    def _targets(self) -> dict[str, list[str]]:
        names = [path.name for path in sorted((self.stage.folder / "bin").iterdir())]
        found = {name: [f"{VIEW}/bin/{name}"] for name in names}
        for program in build.programs():
            script = f"/app/{program.name}"
            if program.suffix == ".mjs" and self.setting.runtime == "node":
                found[f"{program.name} permission"] = ["/toolchain/node", *node.FLAGS, script]
                found[f"{program.name} bare"] = ["/toolchain/node", script]
            if program.suffix == ".py" and self.setting.runtime == "python":
                found[program.name] = [f"{VIEW}/python/bin/python3", "-s", "-S", "-B", "-X", "utf8", script]
        return found

    def filled(self, words: tuple[str, ...], value: int) -> list[str]:
        """A program's arguments with the names in braces replaced."""
        if not any("{" in word for word in words):
            return list(words)
        replayers = sorted(outside.replayers(self.process.pid, self.executable))
        names = {
            "n": str(value),
            "pack": str(self.stage.pack),
            "stage": str(self.stage.folder),
            "tcp": str(self.stage.tcp.getsockname()[1]),
            "udp": str(self.stage.udp.getsockname()[1]),
            "abstract": self.stage.name,
            "replayer": str(replayers[0] if replayers else 1),
            "client": str(self.process.pid),
        }
        return [word.format_map(names) for word in words]

    def ask(
        self,
        target: str,
        args: list[list[str]],
        limits: dict[str, int] | None = None,
        files: tuple[str, ...] = (),
        outputs: tuple[str, ...] = (),
        watch: bool = False,
    ) -> dict[str, Any]:
        """Runs `target` once per list of arguments. Raises Broken when no answer comes or it is an error."""
        said = self._talk(
            {
                "target": target,
                "args": args,
                "limits": asdict(LIMITS) | (limits or {}),
                "files": [[name, str(self.stage.folder / name)] for name in files],
                "outputs": list(outputs),
                "watch": watch,
            }
        )
        if "error" in said:
            self.process.wait(WATCHDOG)
            raise Broken(said["error"])
        return said

    def strangers(self) -> list[str]:
        """Processes that a case left behind."""
        uids = {PLAIN} if self.uid else set()
        return outside.strangers(self.process.pid, self.executable, self.marker, uids, self.since)

    @property
    def executable(self) -> Path:
        """The replayer that this session runs."""
        return self.stage.folder / "portproof-replayer"

    @property
    def alive(self) -> bool:
        """Whether the driver still runs."""
        return self.process.poll() is None

    def close(self) -> list[str]:
        """Ends the session and says what is still there of it."""
        replayers = outside.replayers(self.process.pid, self.executable)
        assert self.process.stdin is not None
        self.process.stdin.close()
        try:
            self.process.wait(WATCHDOG)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return ["the session does not close"]
        return self.remains(replayers)

    def remains(self, replayers: set[int]) -> list[str]:
        """What is left when the session is over: processes of the replayer or of a case, control groups."""
        deadline = time.monotonic() + 5
        while True:
            found = [f"the replayer's process {pid}" for pid in replayers if Path(f"/proc/{pid}").exists()]
            found += [f"the container {self.container}"] if self.container and container.there(self.container) else []
            found += self.strangers() + outside.groups(replayers)
            if not found:
                return []
            if time.monotonic() > deadline:
                outside.end(lambda: outside.marked(self.marker))
                return found
            time.sleep(0.02)

    def _talk(self, line: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps(line).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError as error:
            raise Broken("the driver is gone") from error
        deadline = time.monotonic() + WATCHDOG
        while b"\n" not in self._buffer:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0.0, deadline - time.monotonic()))
            data = os.read(self.process.stdout.fileno(), 1 << 20) if ready else b""
            if not data:
                self.process.kill()
                self.process.wait()
                outside.end(lambda: outside.marked(self.marker))
                raise Broken("the driver ended without a word" if ready else f"no answer within {WATCHDOG} seconds")
            self._buffer += data
        answer, _, self._buffer = self._buffer.partition(b"\n")
        said: dict[str, Any] = json.loads(answer)
        return said
