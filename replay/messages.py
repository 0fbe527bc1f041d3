"""What the frames say: sandboxes and invocations out, outcomes and faults in."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from dataclasses import asdict
from functools import lru_cache
from typing import TypedDict, cast

from ..core.errors import HarnessError, WallError
from ..core.limits import Limit, Limits
from ..core.outcome import Capture, Denial, Outcome, Usage
from .invocation import Invocation
from .sandbox import Mount, Sandbox
from .tier import Tier

PROTOCOL = 1
EVERYTHING = (1 << 63) - 1
UNREACHABLE = (
    "behind Landlock alone root's programs run as another user, who must be able to reach what they read: put it below "
    "folders that all may enter (--cache or PORTPROOF_CACHE, the toolchain), or run as an ordinary user"
)
_NONE = type(None)
_ENDS = {(int, _NONE, _NONE), (_NONE, int, _NONE), (_NONE, _NONE, str)}  # exit, signal, limit


class _CaptureHeader(TypedDict):
    length: int
    sha256: str
    sent: int | None


class _UsageHeader(TypedDict):
    cpu_us: int
    wall_us: int
    peak_kib: int


class _DenialHeader(TypedDict):
    syscall: str
    target: str
    thread: str
    count: int


class _OutcomeHeader(TypedDict):
    id: int
    exit: int | None
    signal: int | None
    limit: str | None
    stdout: _CaptureHeader
    stderr: _CaptureHeader
    files: list[tuple[str, _CaptureHeader]]
    usage: _UsageHeader
    denials: list[_DenialHeader]


def open_header(sandbox: Sandbox, tier: Tier, slots: int) -> dict[str, object]:
    """The header that asks for the walls of `sandbox`."""
    return {
        "type": "open",
        "protocol": PROTOCOL,
        "tier": tier.value,
        "slots": slots,
        "mounts": [_mount(it) for it in sandbox.mounts],
        "targets": {name: list(target.argv) for name, target in sandbox.targets.items()},
        "environment": dict(sandbox.environment),
        "limits": asdict(sandbox.limits),
        "execution": sandbox.execution.value,
        "probes": [{"syscall": probe.syscall, "target": probe.target} for probe in sandbox.probes],
        "hostname": sandbox.hostname,
        "scratch": sandbox.scratch,
        "proc": sandbox.proc,
        "native": sandbox.native,
    }


def _mount(mount: Mount) -> dict[str, object]:
    header: dict[str, object] = {
        "source": str(mount.source),
        "target": mount.target,
        "writable": mount.writable,
        "noexec": mount.noexec,
    }
    if mount.resident:
        header["resident"] = True
    return header


@lru_cache(maxsize=64)
def _limits(limits: Limits) -> dict[str, int]:
    return asdict(limits)  # slow, and the cases of a program mostly share theirs


def case_header(number: int, invocation: Invocation) -> tuple[dict[str, object], list[bytes]]:
    """The header of one case, and its bytes in the order args, stdin, files, env."""
    case = invocation.case
    expected = invocation.expected
    environment = dict(case.env)
    environment.update(invocation.environment)
    body = [*case.args, case.stdin]
    body.extend(data for _, data in case.files)
    body.extend(environment.values())
    header: dict[str, object] = {
        "id": number,
        "target": invocation.target,
        "args": [len(arg) for arg in case.args],
        "stdin": len(case.stdin),
        "files": [(path, len(data)) for path, data in case.files],
        "env": [(name, len(value)) for name, value in environment.items()],
        "outputs": invocation.outputs,
        "expected": expected and {"stdout": expected.stdout, "stderr": expected.stderr, "files": expected.files},
        "limits": invocation.limits and _limits(invocation.limits),
        "keep": invocation.keep_bytes if expected else EVERYTHING,
    }
    if invocation.watch:
        header["watch"] = True
    return header, body


def outcomes(header: dict[str, object], body: bytes) -> Iterable[tuple[int, Outcome]]:
    """The outcomes of one frame with the numbers of their cases. Raises HarnessError when the frame is malformed."""
    try:
        listed = cast(list[_OutcomeHeader], header["outcomes"])
        found: list[tuple[int, Outcome]] = []
        offset = 0
        for one in listed:
            outcome, offset = _outcome(one, body, offset)
            if type(one["id"]) is not int:
                raise TypeError("an id is no number")
            found.append((one["id"], outcome))
    except (KeyError, TypeError, ValueError) as error:
        raise HarnessError(f"the replayer sent outcomes that cannot be read: {error!r}") from error
    if offset != len(body):
        raise HarnessError("the replayer sent more or fewer bytes than its outcomes name")
    return found


def _outcome(header: _OutcomeHeader, body: bytes, offset: int) -> tuple[Outcome, int]:
    def capture(of: _CaptureHeader) -> Capture:
        nonlocal offset
        sent = of["sent"]
        if sent is None:
            return Capture(of["length"], of["sha256"])
        data = body[offset : offset + sent]
        if len(data) != sent:
            raise ValueError("the body is too short")
        offset += sent
        return Capture(of["length"], of["sha256"], data, sent < of["length"])

    stdout, stderr = capture(header["stdout"]), capture(header["stderr"])
    files = sorted((path, capture(of)) for path, of in header["files"]) if header["files"] else ()
    limit = header["limit"]
    usage = header["usage"]
    status, signal = header["exit"], header["signal"]
    kinds = (type(status), type(signal), type(limit))
    if kinds not in _ENDS:
        raise TypeError("it did not end in one way")
    outcome = Outcome(
        status,
        signal,
        None if limit is None else Limit(limit),
        stdout,
        stderr,
        tuple(files),
        Usage(usage["cpu_us"], usage["wall_us"], usage["peak_kib"]),
        tuple(sorted(Denial(**denial) for denial in header["denials"])),
    )
    return outcome, offset


def walls(header: dict[str, object]) -> tuple[str, ...]:
    """The walls that a ready frame names. Raises HarnessError when it is malformed."""
    named = header.get("walls")
    if not isinstance(named, list) or not all(isinstance(wall, str) for wall in named):
        raise HarnessError("the replayer sent no list of walls")
    return tuple(named)


def fault(header: dict[str, object]) -> HarnessError:
    """The error that a fault frame stands for: a WallError when it names a wall."""
    wall, message = header.get("wall"), str(header.get("message"))
    if wall is None:
        return HarnessError(message)
    if wall == "landlock" and header.get("errno") == errno.EACCES and os.geteuid() == 0:
        return WallError(f"wall {wall}: {message}", UNREACHABLE)
    return WallError(f"wall {wall}: {message}", "the doctor command lists every wall and what to do about it")
