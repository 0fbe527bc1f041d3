"""The seam between those who want cases replayed and those who can replay them: two protocols."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import TracebackType
from typing import Protocol, Self

from ..core.errors import HarnessError
from ..core.outcome import Outcome
from ..core.toolchain import Toolchain
from .invocation import Invocation
from .sandbox import Sandbox
from .tier import Tier as Tier


class CaseFaults(HarnessError):
    """Some cases could not be run, through no fault of the program. Raised after every other outcome was yielded."""

    def __init__(self, faults: tuple[tuple[Invocation, HarnessError], ...]) -> None:
        self.faults = faults
        first = faults[0][1].message
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        super().__init__(f"{first}{more}", faults[0][1].hint)


class Session(Protocol):
    """A raised sandbox. Leaving the `with` block kills what runs and takes the walls down. What was written to a
    writable mount is in its source after that; a backend that works on a copy brings it back, unless an error ended
    the block."""

    walls: tuple[str, ...]

    def replay(self, invocations: Iterable[Invocation]) -> Iterator[tuple[Invocation, Outcome]]:
        """Yields each invocation with its outcome as it finishes, in any order; takes from `invocations` only as many
        as can be in flight. Raises HarnessError if the backend dies, CaseFaults at the end if cases could not run."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Backend(Protocol):
    """A way to replay cases at one tier."""

    @property
    def tier(self) -> Tier: ...

    @property
    def image(self) -> str | None:
        """The identifier of the image that programs run in; None where there is none."""

    @property
    def toolchains(self) -> Mapping[str, Toolchain]:
        """The toolchains that the backend brings, by name: they stand in for the host's, and need no mounts."""

    def open(self, sandbox: Sandbox, slots: int) -> Session:
        """Raises the walls, `slots` times over. Raises WallError when one of them cannot be raised."""
