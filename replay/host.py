"""The backend that replays on this machine: one native replayer process per session, spoken to over two pipes."""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import IO, Self

from ..core.errors import HarnessError, WallError
from ..core.outcome import Outcome
from ..core.toolchain import Toolchain
from . import messages
from .conversation import IN_FLIGHT, Conversation
from .executable import executable
from .invocation import Invocation
from .sandbox import Sandbox
from .tier import Tier

PIPE_BYTES = 1 << 20
READ_BYTES = 1 << 20
CLOSING_SECONDS = 10


@dataclass(frozen=True, slots=True)
class HostBackend:
    """Replays on this machine, at tier `namespaces` or `landlock`, with the toolchains that are installed here."""

    tier: Tier

    @property
    def image(self) -> str | None:
        """None: no image."""
        return None

    @property
    def toolchains(self) -> Mapping[str, Toolchain]:
        """None: the host's are used."""
        return {}

    def open(self, sandbox: Sandbox, slots: int) -> HostSession:
        """Raises the walls. Raises WallError when one cannot be raised, HarnessError when there is no replayer."""
        if self.tier is Tier.CONTAINER:
            raise WallError("the tier `container` is not this machine's own", "ask for namespaces or landlock")
        return HostSession(sandbox, self.tier, slots)


class HostSession:
    """One replayer process and the walls that it raised (`walls`, their names)."""

    def __init__(
        self, sandbox: Sandbox, tier: Tier, slots: int, in_flight: int = IN_FLIGHT, margin: float | None = None
    ) -> None:
        self._talk: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed in _end)
        try:
            # Its own process group: Ctrl-C reaches Python, which decides; the replayer ends when Python does.
            self._process = subprocess.Popen(
                [executable()], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._talk, process_group=0
            )
        except OSError as error:
            raise HarnessError(f"the replayer cannot be started: {error}") from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        for pipe in (self._in, self._out):
            os.set_blocking(pipe, False)
            with contextlib.suppress(OSError):  # over the user's quota: slower, not wrong
                fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        try:
            opening = messages.open_header(sandbox, tier, slots)
            self._conversation = Conversation(self, opening, slots, in_flight, sandbox.limits, margin)
        except BaseException:  # an interruption too must not leave the replayer behind
            self._end()
            raise
        self.walls = self._conversation.walls

    def replay(self, invocations: Iterable[Invocation]) -> Iterator[tuple[Invocation, Outcome]]:
        """Yields each invocation with its outcome as it finishes; see `Session.replay`."""
        return self._conversation.replay(invocations)

    def send(self, data: memoryview) -> int:
        """See `Channel.send`."""
        try:
            return os.write(self._in, data)
        except BlockingIOError:
            return 0

    def receive(self, writing: bool, seconds: float) -> bytes | None:
        """See `Channel.receive`."""
        if writing:
            self._poll.register(self._in, select.POLLOUT)
        ready = dict(self._poll.poll(seconds * 1000))
        if writing:
            self._poll.unregister(self._in)
        return os.read(self._out, READ_BYTES) if self._out in ready else None

    def died(self) -> HarnessError:
        """See `Channel.died`."""
        code = self._process.wait()
        self._talk.seek(0)
        said = self._talk.read()[-2000:].decode("utf-8", "replace").strip()
        return HarnessError(f"the replayer died (status {code})" + (f": {said}" if said else ""))

    def _end(self) -> None:
        """Ends the replayer: it kills what it started when its input ends."""
        process = self._process
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        try:
            process.wait(CLOSING_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._talk.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()
