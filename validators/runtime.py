"""Layer 4: what the walls refused at run time, as violations of the same policy."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..core.outcome import Denial
from ..core.violation import Violation
from .policy import Policy

# System calls by the rule that refuses them. Names as Linux has them; Node's own permission model reports its scopes.
PROCESS = {
    "execve", "execveat", "fork", "vfork", "clone", "clone3", "kill", "tkill", "tgkill", "rt_sigqueueinfo",
    "pidfd_open", "pidfd_send_signal", "pidfd_getfd", "ptrace", "process_vm_readv", "process_vm_writev",
    "process_madvise", "kcmp", "setns", "ChildProcess", "WorkerThreads", "Inspector",
}  # fmt: skip
NETWORK = {
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg", "sendmmsg",
    "recvfrom", "recvmsg", "recvmmsg", "getpeername", "Net",
}  # fmt: skip
FILES = {
    "open", "openat", "openat2", "creat", "stat", "lstat", "newfstatat", "statx", "access", "faccessat",
    "faccessat2", "readlink", "readlinkat", "unlink", "unlinkat", "rename", "renameat", "renameat2", "link",
    "linkat", "symlink", "symlinkat", "mkdir", "mkdirat", "mknod", "mknodat", "rmdir", "chmod", "fchmod",
    "fchmodat", "chown", "fchown", "lchown", "fchownat", "truncate", "utimensat", "chroot", "open_by_handle_at",
    "name_to_handle_at", "FileSystemRead", "FileSystemWrite", "Addon", "WASI",
}  # fmt: skip
MEMBERS = ("process.binding",)  # members of Node's process that its permission model refuses by name, without a scope
WHAT = {
    "js-process-member": "tried to take a part of Node that no port needs",
    "run-process": "tried to start, trace or signal a process",
    "run-network": "tried to reach a network or socket",
    "run-file": "tried to reach a file outside its view",
    "run-kernel": "tried a system call that no port needs",
}
_MEMBER = re.compile(r"^Error \[ERR_ACCESS_DENIED\]: (process\.\w+)$", re.MULTILINE)
_PERMISSION = re.compile(
    r"ERR_ACCESS_DENIED.{0,400}?permission: '(?P<scope>\w+)'(?:.{0,200}?resource: '(?P<resource>[^'\n]*)')?", re.DOTALL
)


def violations(denials: Sequence[Denial], policy: Policy) -> tuple[Violation, ...]:
    """One violation for each thing that was tried, ordered; it has no file, since it happened while running."""
    found: dict[tuple[str, str], int] = {}
    known = {rule.id for rule in policy.rules}
    for denial in denials:
        shown = " ".join(part for part in (denial.syscall, denial.target) if part)
        rule = rule_of(denial.syscall)
        place = (
            rule if rule in known else "run-kernel",
            shown + (f" (thread {denial.thread})" if denial.thread else ""),
        )
        found[place] = found.get(place, 0) + denial.count
    return tuple(
        sorted(
            Violation("", 0, 0, rule, _message(rule, shown, count), "", policy.rule(rule).severity)
            for (rule, shown), count in found.items()
        )
    )


def rule_of(syscall: str) -> str:
    """The rule that a refused system call (or a scope of Node's permission model) breaks."""
    if syscall in PROCESS:
        return "run-process"
    if syscall in MEMBERS:
        return "js-process-member"
    if syscall in NETWORK:
        return "run-network"
    return "run-file" if syscall in FILES else "run-kernel"


def permission_denials(stderr: bytes) -> tuple[Denial, ...]:
    """What Node's permission model says it refused, read from an uncaught ERR_ACCESS_DENIED on standard error."""
    text = stderr[-65536:].decode("utf-8", "replace")
    found = {(m["scope"], m["resource"] or "") for m in _PERMISSION.finditer(text)}
    found |= {(member, "") for member in _MEMBER.findall(text) if member in MEMBERS}
    return tuple(Denial(scope, resource, "node") for scope, resource in sorted(found))


def _message(rule: str, shown: str, count: int) -> str:
    times = "" if count == 1 else f", {count} times"
    return f"{WHAT[rule]}: {shown}{times}"
