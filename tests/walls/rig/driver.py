"""The client of one replayer, in a process of its own, as root or as a user without any rights.

It reads one line of JSON that says which sandbox to open, answers with one line, then one line per program. Everything
is imported before the rights are dropped: the interpreter may lie where the other user cannot look. While the program
runs, innocent cases run in the other slot; after it, they run in both."""

from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from portproof.core.case import Case
from portproof.core.errors import PortproofError
from portproof.core.limits import Limits
from portproof.core.outcome import Outcome
from portproof.core.prepared import Bind
from portproof.replay.backend import Session, Tier
from portproof.replay.docker import DockerSession
from portproof.replay.host import HostSession
from portproof.replay.invocation import Invocation
from portproof.replay.sandbox import Probe, Sandbox
from portproof.replay.view import mounts, targets

from rig import container

CANARY = Invocation(
    Case("walls", "canary", (b"one", b"\xc3\xbc two"), b"in" * 5000, (("innocent.txt", b"innocent" * 100),)),
    "canary",
    outputs=("result",),
)
SEEKER = Invocation(Case("walls", "seeker"), "seeker")
PARALLEL = 2000  # innocent cases at most beside one program
AFTER = 4
IN_FLIGHT = 3  # of each slot: so few that not many innocent cases are run for each program
PROCESSES = 200
PR_SET_PDEATHSIG = 1  # include/uapi/linux/prctl.h
CLONE_NEWNS = 0x20000  # include/uapi/linux/sched.h
MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REC, MS_PRIVATE = 2, 4, 8, 0x4000, 0x40000  # include/uapi/linux/mount.h


def told(outcome: Outcome) -> dict[str, Any]:
    """An outcome as JSON; bytes as Latin-1 text, so that none is lost."""

    def text(data: bytes | None) -> str:
        return (data or b"")[:20000].decode("latin-1")

    return {
        "exit": outcome.exit,
        "signal": outcome.signal,
        "limit": outcome.limit and str(outcome.limit),
        "stdout": text(outcome.stdout.data),
        "stdout_sha256": outcome.stdout.sha256,
        "stdout_length": outcome.stdout.length,
        "stderr": text(outcome.stderr.data),
        "stderr_length": outcome.stderr.length,
        "files": {name: [capture.length, capture.sha256] for name, capture in outcome.files},
        "usage": asdict(outcome.usage),
        "denials": [[denial.syscall, denial.target, denial.thread, denial.count] for denial in outcome.denials],
    }


def constant(outcome: dict[str, Any]) -> str:
    """What of an innocent case's outcome must be the same every time."""
    return json.dumps({key: value for key, value in outcome.items() if key != "usage"}, sort_keys=True)


def surrounded(session: Session, attacks: list[Invocation], answer: dict[str, Any]) -> None:
    """Runs `attacks` between innocent cases."""
    waiting = {id(invocation): index for index, invocation in enumerate(attacks)}
    outcomes: list[dict[str, Any] | None] = [None] * len(attacks)
    canaries: dict[str, int] = {}
    seekers: dict[str, int] = {}

    def all_of_them() -> Iterator[Invocation]:
        for attack in attacks:
            yield attack
            yield replace(CANARY)
        for _ in range(PARALLEL):
            if not waiting:
                break
            yield replace(CANARY)
        for _ in range(AFTER):
            yield replace(CANARY)
            yield replace(SEEKER)

    for invocation, outcome in session.replay(all_of_them()):
        index = waiting.pop(id(invocation), None)
        if index is not None:
            outcomes[index] = told(outcome)
        else:
            seen = canaries if invocation.target == "canary" else seekers
            key = constant(told(outcome))
            seen[key] = seen.get(key, 0) + 1
    answer.update(outcomes=outcomes, canaries=canaries, seekers=seekers)


def asked(request: dict[str, Any]) -> list[Invocation]:
    """The invocations of one request: a program, once per list of arguments."""
    case_files = tuple((name, Path(path).read_bytes()) for name, path in request["files"])
    return [
        Invocation(
            Case("walls", request["target"], tuple(word.encode("latin-1") for word in words), files=case_files),
            request["target"],
            outputs=tuple(request["outputs"]),
            limits=Limits(**request["limits"]),
            watch=request["watch"],
        )
        for words in request["args"]
    ]


def die_with_parent() -> None:
    """Asks for SIGKILL when the tests end, however they end. A change of user undoes it, so it comes after."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() == 1:
        sys.exit()


def no_code_in_shared_memory() -> None:
    """Mounts a /dev/shm that holds no code, for this process and what it starts, as in a container."""
    libc = ctypes.CDLL(None, use_errno=True)
    failed = (
        libc.unshare(CLONE_NEWNS)
        or libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None)
        or libc.mount(b"none", b"/dev/shm", b"tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, b"mode=1777,size=1g")
    )
    if failed:
        raise OSError(ctypes.get_errno(), "a /dev/shm of its own")


def opened(sandbox: Sandbox, tier: Tier, image: str) -> HostSession | DockerSession:
    """A session with two slots behind the walls of `tier`, a container's of `image`."""
    if tier is Tier.CONTAINER:
        return container.session(image, sandbox, 2, IN_FLIGHT)
    return HostSession(sandbox, tier, 2, IN_FLIGHT)


def main() -> None:
    """Serves until stdin ends."""
    setup = json.loads(sys.stdin.readline())
    tier = Tier(setup["tier"])
    binds = [Bind(Path(source), target) for source, target in setup["binds"]]
    sandbox = Sandbox(
        mounts=mounts(binds),
        targets=targets({name: tuple(words) for name, words in setup["targets"].items()}, binds, tier),
        environment=setup["environment"],
        limits=Limits(**setup["limits"]),
        probes=tuple(Probe(syscall, target) for syscall, target in setup["probes"]),
        proc=setup["proc"],
        native=setup["native"],
    )
    os.environ["PORTPROOF_REPLAYER"] = setup["replayer"]
    if setup["sealed"] and tier is Tier.LANDLOCK:  # in a container that is so anyway
        no_code_in_shared_memory()
    # Should every wall fail, a fork bomb still must not take the machine: no case here may use nearly so many.
    resource.setrlimit(resource.RLIMIT_NPROC, (PROCESSES, PROCESSES))
    if setup["uid"]:
        os.setgroups([])
        os.setresgid(setup["uid"], setup["uid"], setup["uid"])
        os.setresuid(setup["uid"], setup["uid"], setup["uid"])
        os.chdir("/")
    die_with_parent()
    try:
        with opened(sandbox, tier, setup["image"]) as session:
            if ("noexec" in session.walls) is not setup["sealed"]:
                raise PortproofError(f"the walls are {session.walls}", "is /dev/shm mounted noexec?")
            name = session._container if isinstance(session, DockerSession) else ""
            print(json.dumps({"open": True, "container": name}), flush=True)
            for line in sys.stdin:
                answer: dict[str, Any] = {}
                surrounded(session, asked(json.loads(line)), answer)
                print(json.dumps(answer), flush=True)
        print(json.dumps({"closed": True}), flush=True)
    except PortproofError as error:
        print(json.dumps({"error": f"{type(error).__name__}: {error.message} {error.hint}"}), flush=True)


if __name__ == "__main__":
    main()
