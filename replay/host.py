"""The backend that replays on this machine: one native replayer process per session.

The session never starts a thread and never blocks on one direction alone, so neither side can wait for the other for
ever; when the replayer dies, its pipe ends and the session raises.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import IO, Self

from ..core.errors import HarnessError, WallError
from ..core.outcome import Outcome
from . import frames, messages
from .backend import CaseFaults
from .executable import executable
from .invocation import Invocation
from .sandbox import Sandbox
from .tier import Tier

IN_FLIGHT = 16  # cases per slot: enough that no slot waits for Python, few enough that little is lost on a stop
BYTES_IN_FLIGHT = 64 << 20
PIPE_BYTES = 1 << 20
READ_BYTES = 1 << 20
CLOSING_SECONDS = 10


@dataclass(frozen=True, slots=True)
class HostBackend:
    """Replays on this machine, at tier `namespaces` or `landlock`."""

    tier: Tier

    def open(self, sandbox: Sandbox, slots: int) -> HostSession:
        """Raises the walls. Raises WallError when one cannot be raised, HarnessError when there is no replayer."""
        if self.tier is Tier.CONTAINER:
            raise WallError("the tier `container` is not this machine's own", "ask for namespaces or landlock")
        return HostSession(sandbox, self.tier, slots)


class HostSession:
    """One replayer process and the walls that it raised (`walls`, their names)."""

    def __init__(self, sandbox: Sandbox, tier: Tier, slots: int) -> None:
        self._slots = slots
        self._decoder = frames.Decoder()
        self._unsent = memoryview(b"")
        self._numbers = 0
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
            self._unsent = memoryview(frames.encode(messages.open_header(sandbox, tier, slots)))
            self.walls = self._await_ready()
        except BaseException:
            self._end()
            raise

    def replay(self, invocations: Iterable[Invocation]) -> Iterator[tuple[Invocation, Outcome]]:
        """Yields each invocation with its outcome as it finishes; see `Session.replay`."""
        waiting: dict[int, tuple[Invocation, int]] = {}
        faults: list[tuple[Invocation, HarnessError]] = []
        source = iter(invocations)
        flying, exhausted = 0, False
        while True:
            if not self._unsent and not exhausted:
                batch, exhausted = self._batch(source, self._slots * IN_FLIGHT - len(waiting), BYTES_IN_FLIGHT - flying)
                if batch:
                    flying += self._send(batch, waiting)
            if not waiting and exhausted:
                break
            for header, body in self._exchange():
                if header["type"] == "outcomes":
                    for number, outcome in messages.outcomes(header, body):
                        if number in waiting:  # else it belongs to an earlier iteration that was given up
                            invocation, size = waiting.pop(number)
                            flying -= size
                            yield invocation, outcome
                else:
                    number, error = self._fault(header)
                    if number in waiting:
                        invocation, size = waiting.pop(number)
                        flying -= size
                        faults.append((invocation, error))
        if faults:
            raise CaseFaults(tuple(faults))

    def _batch(self, source: Iterator[Invocation], cases: int, room: int) -> tuple[list[Invocation], bool]:
        """Up to `cases` invocations, stopping once they hold `room` bytes; and whether there are no more."""
        if cases < self._slots * IN_FLIGHT // 2:
            return [], False  # fewer, larger frames cost less
        batch: list[Invocation] = []
        while len(batch) < cases and room > 0:
            invocation = next(source, None)
            if invocation is None:
                return batch, True
            room -= len(invocation.case.stdin) + sum(len(data) for _, data in invocation.case.files)
            batch.append(invocation)
        return batch, False

    def _send(self, batch: list[Invocation], waiting: dict[int, tuple[Invocation, int]]) -> int:
        headers: list[dict[str, object]] = []
        body: list[bytes] = []
        total = 0
        for invocation in batch:
            self._numbers += 1
            header, data = messages.case_header(self._numbers, invocation)
            size = sum(map(len, data))
            waiting[self._numbers] = (invocation, size)
            total += size
            headers.append(header)
            body += data
        self._unsent = memoryview(frames.encode({"type": "cases", "cases": headers}, body))
        return total

    def _exchange(self) -> Iterator[tuple[dict[str, object], bytes]]:
        """Writes what can be written, waits for something to read, yields the frames that are whole."""
        if self._unsent:
            try:
                self._unsent = self._unsent[os.write(self._in, self._unsent) :]
            except BlockingIOError:
                pass
            except BrokenPipeError:
                self._unsent = memoryview(b"")  # what it said before it died is still to be read
        if self._unsent:
            self._poll.register(self._in, select.POLLOUT)
            ready = dict(self._poll.poll())
            self._poll.unregister(self._in)
        else:
            ready = dict(self._poll.poll())
        if self._out in ready:
            data = os.read(self._out, READ_BYTES)
            if not data:
                raise self._died()
            self._decoder.feed(data)
            while (frame := self._decoder.next()) is not None:
                yield frame

    def _await_ready(self) -> tuple[str, ...]:
        while True:
            for header, _ in self._exchange():
                if header["type"] == "ready":
                    walls = header["walls"]
                    assert isinstance(walls, list)
                    return tuple(walls)
                self._fault(header)

    def _fault(self, header: dict[str, object]) -> tuple[int, HarnessError]:
        """The number and error of a case's fault; a fault of the session is raised."""
        if header.get("type") != "fault":
            raise HarnessError(f"the replayer sent an unexpected frame: {header.get('type')}")
        number = header.get("id")
        error = messages.fault(header)
        if not isinstance(number, int):
            raise error
        return number, error

    def _died(self) -> HarnessError:
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
