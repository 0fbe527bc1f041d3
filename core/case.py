"""A case: one invocation of a program. Its id is a digest of the invocation, so two equal invocations are one case."""

from __future__ import annotations

from dataclasses import dataclass, field

from .bytestring import encoded
from .canonical import digest

ID_DIGITS = 32  # 128 bits of SHA-256: enough that no two cases of any suite meet


@dataclass(frozen=True, slots=True)
class Case:
    """argv after the program's own name, stdin, files written beside it and added environment; all bytes, no shell.

    `files` maps a relative POSIX path to its bytes. `tags` and `visible` do not enter the id.
    """

    task: str
    program: str
    args: tuple[bytes, ...] = ()
    stdin: bytes = b""
    files: tuple[tuple[str, bytes], ...] = ()
    env: tuple[tuple[str, bytes], ...] = ()
    tags: tuple[str, ...] = ()
    visible: bool = False
    id: str = field(init=False, default="")

    def __post_init__(self) -> None:
        object.__setattr__(self, "id", digest(invocation(self))[:ID_DIGITS])

    @property
    def key(self) -> str:
        """`task/program/id`, the name that every report and command uses."""
        return f"{self.task}/{self.program}/{self.id}"


def invocation(case: Case) -> dict[str, object]:
    """What the id is a digest of."""
    return {
        "task": case.task,
        "program": case.program,
        "args": [encoded(arg) for arg in case.args],
        "stdin": encoded(case.stdin),
        "files": {path: encoded(data) for path, data in sorted(case.files)},
        "env": {name: encoded(value) for name, value in sorted(case.env)},
    }
