"""Which walls this machine has, why it lacks the others, and what a person can do about it."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Set
from dataclasses import dataclass
from pathlib import Path

from ..core.errors import HarnessError
from .executable import executable
from .tier import Tier

TIMEOUT_SECONDS = 60
ENGINE_SECONDS = 5  # whoever asks what there is does not wait for an engine that hangs
NAMESPACES = (Tier.NAMESPACES,)
BOTH = (Tier.NAMESPACES, Tier.LANDLOCK)
NEEDED_BY: dict[str, tuple[Tier, ...]] = {
    "user": NAMESPACES,
    "mount": NAMESPACES,
    "pid": NAMESPACES,
    "net": NAMESPACES,
    "ipc": NAMESPACES,
    "uts": NAMESPACES,
    "cgroup": NAMESPACES,
    "landlock": BOTH,
    "seccomp-notify": BOTH,
    "tier:namespaces": NAMESPACES,
    "tier:landlock": (Tier.LANDLOCK,),
}
SIGHT = "sight"  # of what root's cases do, who are other users: no wall, but the tier landlock decides by what it sees
TOGETHER = "each of its walls can be raised here, but not all of them together: the reason names the one that fails"
CAP_SYS_PTRACE = 19  # include/uapi/linux/capability.h
SLOTS_ID = 1 << 30  # the first that root gives to its cases: replayer/src/walls/owner.rs


@dataclass(frozen=True, slots=True)
class WallStatus:
    """One wall on this machine. `tiers` are those that cannot do without it; none: it is used where it is available,
    and something else stands in for it where it is not."""

    name: str
    available: bool
    reason: str
    advice: str
    tiers: tuple[Tier, ...]


def walls() -> tuple[WallStatus, ...]:
    """Tries every wall. Raises HarnessError when the replayer cannot be run."""
    try:
        done = subprocess.run([executable(), "doctor"], capture_output=True, timeout=TIMEOUT_SECONDS, check=True)
        listed = json.loads(done.stdout)["walls"]
    except (OSError, subprocess.SubprocessError, ValueError, KeyError) as error:
        raise HarnessError(f"the replayer's doctor failed: {error}") from error
    missing = {wall["name"] for wall in listed if not wall["available"]}
    tried = tuple(
        WallStatus(
            wall["name"],
            wall["available"],
            wall["reason"] or "",
            _advice(wall["name"], missing),
            NEEDED_BY.get(wall["name"], ()),
        )
        for wall in listed
    )
    return (*tried, *_sight())


def _advice(wall: str, missing: Set[str]) -> str:
    tier = wall.removeprefix("tier:")
    if wall not in missing:
        return ""
    if tier == wall or any(tier in NEEDED_BY[other] for other in missing - {wall} if other in NEEDED_BY):
        return advice(wall)
    return TOGETHER


def _sight() -> tuple[WallStatus, ...]:
    """For root alone: containers give it no right to look into processes of other users, as its cases are. Root of a
    user namespace may have no ids for them: there they are no other users."""
    if os.geteuid() != 0 or not _has_id(SLOTS_ID):
        return ()
    status = Path("/proc/self/status").read_text(encoding="ascii")
    held = next(int(line.split()[1], 16) for line in status.splitlines() if line.startswith("CapEff:"))
    if held >> CAP_SYS_PTRACE & 1:
        return (WallStatus(SIGHT, True, "", "", ()),)
    reason = "root without CAP_SYS_PTRACE cannot see which files its cases load: they are other users"
    return (WallStatus(SIGHT, False, reason, advice(SIGHT), (Tier.LANDLOCK,)),)


def _has_id(wanted: int) -> bool:
    """Whether the user namespace of this process has a user id."""
    lines = Path("/proc/self/uid_map").read_text(encoding="ascii").splitlines()
    return any(int(first) <= wanted < int(first) + int(count) for first, _, count in map(str.split, lines))


def tier_status() -> dict[Tier, tuple[WallStatus, ...]]:
    """For each tier the walls that it needs and that are missing; none: the tier is available."""
    return {**host_status(), Tier.CONTAINER: container_status()}


def host_status() -> dict[Tier, tuple[WallStatus, ...]]:
    """The same for the tiers of this machine itself."""
    found = walls()
    return {tier: tuple(it for it in found if tier in it.tiers and not it.available) for tier in BOTH}


def container_status() -> tuple[WallStatus, ...]:
    """The engine, where none answers or it cannot limit containers. Whether it has the images is a track's question,
    not the machine's."""
    from .docker_engine import ability, connect

    try:
        client = connect(ENGINE_SECONDS)
        try:
            ability(client)
        finally:
            client.close()
    except HarnessError as error:
        return (WallStatus("docker", False, error.message, error.hint, (Tier.CONTAINER,)),)
    return ()


def advice(wall: str, machine: Path = Path("/")) -> str:
    """What a person can do about a missing wall, from what the machine (its root folder) says about itself."""
    if wall.startswith("cgroup-"):
        return (
            "memory and processes are counted by looking at /proc every 10 ms instead; for exact limits run as root, "
            "or inside a cgroup v2 subtree that is yours and has memory and pids in its cgroup.subtree_control"
        )
    if wall == SIGHT:
        return "run as an ordinary user (docker run --user 1000:1000), or start the container with --cap-add SYS_PTRACE"
    if wall.startswith("landlock:"):
        return f"needs a newer kernel (here: {platform.release()})"
    if wall == "mdwe":
        return "needs Linux 6.3: native targets may then make executable memory"
    if wall == "seccomp-notify":
        return "needs a kernel with seccomp filters and user notification (Linux 5.0), and a container that allows them"
    if wall.startswith("landlock") or wall == "tier:landlock":
        return f"needs a kernel with Landlock, and `landlock` in its boot parameter lsm= (here: {platform.release()})"
    apparmor = _setting(machine, "kernel/apparmor_restrict_unprivileged_userns") == "1"
    if (machine / ".dockerenv").exists() or (machine / "run/.containerenv").exists():
        host = ", and on the host sysctl kernel.apparmor_restrict_unprivileged_userns=0" if apparmor else ""
        return (
            "this is a container whose seccomp profile forbids namespaces: start it with "
            "--security-opt seccomp=unconfined --security-opt apparmor=unconfined "
            f"--security-opt systempaths=unconfined{host}, "
            "or use the tier landlock"
        )
    if apparmor:
        return (
            "Ubuntu's AppArmor forbids user namespaces to programs without a profile: add one that says `userns,` for "
            "portproof-replayer, or sysctl kernel.apparmor_restrict_unprivileged_userns=0, or use the tier landlock"
        )
    if _setting(machine, "kernel/unprivileged_userns_clone") == "0":
        return "user namespaces are switched off: sysctl kernel.unprivileged_userns_clone=1, or use the tier landlock"
    if _setting(machine, "user/max_user_namespaces") == "0":
        return "user namespaces are switched off: sysctl user.max_user_namespaces=10000, or use the tier landlock"
    return "use the tier landlock, or a kernel with this namespace"


def _setting(machine: Path, name: str) -> str | None:
    try:
        return (machine / "proc/sys" / name).read_text(encoding="ascii").strip()
    except OSError:
        return None
