"""One case as it is to be replayed: against which target, with what expected, within which limits."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.case import Case
from ..core.limits import Limits


@dataclass(frozen=True, slots=True)
class Expected:
    """Length and SHA-256 of what is expected: bytes come back only where they differ. None: that stream is not
    compared, and its bytes come back. `files` holds (path, length, SHA-256)."""

    stdout: tuple[int, str] | None = None
    stderr: tuple[int, str] | None = None
    files: tuple[tuple[str, int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Invocation:
    """`outputs` are the declared output files to collect; `environment` is added last, after the case's own.

    With `expected` at most `keep_bytes` of each stream or file that differs come back, and `Capture.cut` says that they
    are a prefix. Without it (a capture) all bytes come back.

    What the case tried to open outside the view is always among the outcome's denials. With `watch` they name other
    uses of paths there too (`stat`, `unlink`, `rename` and the like), and files that it tried to map as code. It
    behaves as without, but each use of a path takes longer.
    """

    case: Case
    target: str
    outputs: tuple[str, ...] = ()
    expected: Expected | None = None
    limits: Limits | None = None
    environment: tuple[tuple[str, bytes], ...] = ()
    keep_bytes: int = 1 << 20
    watch: bool = False
