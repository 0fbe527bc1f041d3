"""What can be seen of a replayer and its cases from outside: processes, mounts, control groups, files, shared memory,
the clock. Each function answers with sentences, none where all is well."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

SHARED_PLACES = ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run")
WORD = "breach"  # in the name of every file that a program tries to leave behind
KEY = 0x70700001  # of every System V object that a program tries to leave behind
PATIENCE = 2.0  # seconds for the kernel to finish what was killed


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine before a program ran."""

    mounts: frozenset[str]
    name: str
    clock: float

    @classmethod
    def now(cls) -> Machine:
        """As it is."""
        return cls(_mounts(), socket.gethostname(), time.time() - time.monotonic())

    def changes(self) -> list[str]:
        """What is different by now, whoever did it."""
        found = [f"a mount in the parent's namespace: {line}" for line in sorted(_mounts() - self.mounts)]
        found += [f"a mount is gone: {line}" for line in sorted(self.mounts - _mounts())]
        if socket.gethostname() != self.name:
            found.append(f"the host is now called {socket.gethostname()}")
        if abs(time.time() - time.monotonic() - self.clock) > 5:
            found.append("the clock was set")
        for place in SHARED_PLACES:
            found += [f"a file {place}/{name}" for name in _listed(place) if WORD in name]
        for kind in ("shm", "msg", "sem"):
            lines = Path(f"/proc/sysvipc/{kind}").read_text(encoding="ascii").splitlines()[1:]
            found += [f"System V {kind}" for line in lines if line.split()[0] == str(KEY)]
        names = Path("/proc/net/unix").read_text(encoding="utf-8", errors="replace")
        if f"@portproof-{WORD}" in names:
            found.append("an abstract socket")
        return found


def descendants(root: int) -> set[int]:
    """The pids of `root` and of all that descend from it."""
    family: set[int] = set()
    waiting = [root]
    while waiting:
        pid = waiting.pop()
        family.add(pid)
        for task in _listed(f"/proc/{pid}/task"):
            waiting += map(int, _text(f"/proc/{pid}/task/{task}/children").split())
    return family


def replayers(client: int, executable: Path) -> set[int]:
    """The replayer's own processes below `client`."""
    return {pid for pid in descendants(client) if _executable(pid) == str(executable)}


def strangers(client: int, executable: Path, marker: str, uids: Collection[int], since: float) -> list[str]:
    """Processes that a case left: by descent, by the marker in their environment, by their user, or orphaned to pid 1.
    Waits a little for the kernel to finish what was killed."""
    deadline = time.monotonic() + PATIENCE
    while found := _strangers(client, executable, marker, uids, since):
        if time.monotonic() > deadline:
            return found
        time.sleep(0.02)
    return []


def marked(marker: str) -> list[int]:
    """The processes whose environment holds `marker`."""
    return [pid for pid in _pids() if marker in _text(f"/proc/{pid}/environ")]


def end(pids: Callable[[], Collection[int]]) -> None:
    """Ends processes that should not be there, so that a failed test does not take the machine: each is stopped first,
    for one that forks on would outrun the killing. `pids` is asked again until it names no new one."""
    stopped: set[int] = set()
    while new := set(pids()) - stopped:
        for pid in new:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        stopped |= new
    for pid in stopped:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def standing(pids: Collection[int]) -> dict[int, tuple[int, str, str, str]]:
    """Priority, cores, score for the out-of-memory killer and limits of processes that still run."""
    found = {}
    for pid in pids:
        try:
            score = Path(f"/proc/{pid}/oom_score_adj").read_text(encoding="ascii").strip()
            limits = Path(f"/proc/{pid}/limits").read_text(encoding="ascii")
            cores = _status(pid).get("Cpus_allowed", "")
            found[pid] = (os.getpriority(os.PRIO_PROCESS, pid), cores, score, limits)
        except OSError:
            continue
    return found


def groups(pids: Collection[int]) -> list[str]:
    """Control groups that replayers with these pids made."""
    found = []
    for folder, _, _ in os.walk("/sys/fs/cgroup"):
        name = Path(folder).name
        if "portproof" in name and any(str(pid) in name.split("-") for pid in pids):
            found.append(f"the control group {folder}")
    return found


def _strangers(client: int, executable: Path, marker: str, uids: Collection[int], since: float) -> list[str]:
    family = descendants(client)
    found = []
    for pid in _pids():
        suspect = pid in family or _owner(pid) in uids or marker in _text(f"/proc/{pid}/environ")
        if not suspect or pid == client or _executable(pid) == str(executable):
            continue
        fields = _status(pid)
        if fields and (pid in family or marker in _text(f"/proc/{pid}/environ") or _started(pid) >= since):
            found.append(f"process {pid} {fields['Name']} ({fields['State']}), parent {fields['PPid']}")
    return found


def _pids() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def _status(pid: int) -> dict[str, str]:
    lines = _text(f"/proc/{pid}/status").splitlines()
    return {key: value.strip() for key, _, value in (line.partition(":") for line in lines)}


def _owner(pid: int) -> int:
    try:
        return os.stat(f"/proc/{pid}").st_uid
    except OSError:
        return -1


def _executable(pid: int) -> str:
    try:
        return os.readlink(f"/proc/{pid}/exe")
    except OSError:
        return ""


def _text(path: str) -> str:
    """What a file in /proc says; nothing where its process is gone."""
    try:
        with open(path, "rb") as file:
            return file.read().decode("latin-1")
    except OSError:
        return ""


def _started(pid: int) -> float:
    """When a process began, in seconds since boot."""
    fields = _text(f"/proc/{pid}/stat").rpartition(")")[2].split()
    return int(fields[19]) / os.sysconf("SC_CLK_TCK") if fields else 0.0


def _mounts() -> frozenset[str]:
    """The mounts at places that the replayer or a case could mount on. Container engines mount elsewhere meanwhile."""
    found = set()
    for line in Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines():
        point = line.split()[4]
        if point in ("/", "/tmp", "/mnt", "/proc", "/dev", "/dev/shm") or point.startswith("/tmp/portproof"):
            found.add(line)
    return frozenset(found)


def _listed(place: str) -> list[str]:
    try:
        return sorted(os.listdir(place))
    except OSError:
        return []
