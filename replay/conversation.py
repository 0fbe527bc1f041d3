"""The talk with one replayer, whoever carries its bytes: cases go out as there is room, outcomes come when ready.

It never starts a thread and never blocks on one direction alone, so neither side can wait for the other for ever; when
the replayer dies, its stream ends and the conversation raises. So it does when nothing comes for longer than any case
may take: the replayer was stopped, its container is frozen, or it has a bug."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Protocol

from ..core.errors import HarnessError
from ..core.limits import Limits
from ..core.outcome import Outcome
from . import frames, messages
from .backend import CaseFaults
from .invocation import Invocation

IN_FLIGHT = 256  # cases per slot: large frames cost less, and no slot waits for Python; so few are lost on a stop
BYTES_IN_FLIGHT = 64 << 20
LOOK_SECONDS = 15.0  # silence is counted in pieces of at most so much: a stop of this process is not the replayer's
MARGIN_SECONDS = 60.0  # beyond the wall limit: for walls that go up, ends that are cleaned up, a machine that is busy
SILENT = "was it stopped, or its container paused? the same command goes on from there"


class Channel(Protocol):
    """Carries bytes to and from a replayer."""

    def send(self, data: memoryview) -> int:
        """Takes what can be taken at once, and says how much that was. Raises BrokenPipeError when nobody reads."""

    def receive(self, writing: bool, seconds: float) -> bytes | None:
        """Waits until there are bytes and returns them; `b""` when there will be none. None: nothing to read yet, but
        (when `writing`) something can be sent, or so many seconds have passed. Raises HarnessError when what carries
        the bytes is gone."""

    def died(self) -> HarnessError:
        """Why the replayer ended before it should."""


class Conversation:
    """An open session with a replayer; `walls` are those that it raised."""

    def __init__(
        self,
        channel: Channel,
        opening: dict[str, object],
        slots: int,
        in_flight: int = IN_FLIGHT,
        usual: Limits | None = None,
        margin: float | None = None,
    ) -> None:
        """Asks for the walls and waits for them. At most `in_flight` cases a slot are on their way at a time; those
        without limits of their own have the `usual` ones. The replayer may be silent for the longest wall limit and
        `margin` seconds more.

        Raises WallError when a wall cannot be raised, HarnessError when nothing comes."""
        self._channel = channel
        self._in_flight = slots * in_flight
        self._decoder = frames.Decoder()
        self._numbers = 0
        self._usual = usual or Limits()
        self._margin = MARGIN_SECONDS if margin is None else margin
        self._longest_ms = 0  # that a case may take which was sent
        self._silent = 0.0
        self._unsent = memoryview(frames.encode(opening))
        self.walls = self._await_ready()

    def replay(self, invocations: Iterable[Invocation]) -> Iterator[tuple[Invocation, Outcome]]:
        """Yields each invocation with its outcome as it finishes; see `Session.replay`."""
        waiting: dict[int, tuple[Invocation, int]] = {}
        faults: list[tuple[Invocation, HarnessError]] = []
        source = iter(invocations)
        flying, exhausted = 0, False
        while True:
            if not self._unsent and not exhausted:
                batch, exhausted = self._batch(source, self._in_flight - len(waiting), BYTES_IN_FLIGHT - flying)
                if batch:
                    flying += self._send(batch, waiting)
            if not waiting and exhausted:
                break
            for header, body in self._exchange():
                if header.get("type") == "outcomes":
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
        if cases < self._in_flight // 2:
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
            self._longest_ms = max(self._longest_ms, (invocation.limits or self._usual).wall_ms)
            size = sum(map(len, data))
            waiting[self._numbers] = (invocation, size)
            total += size
            headers.append(header)
            body += data
        self._unsent = memoryview(frames.encode({"type": "cases", "cases": headers}, body))
        return total

    def _exchange(self) -> Iterator[tuple[dict[str, object], bytes]]:
        """Sends what can be sent, waits for something to read, yields the frames that are whole."""
        if self._unsent:
            try:
                sent = self._channel.send(self._unsent)
                self._unsent = self._unsent[sent:]
            except BrokenPipeError:
                sent, self._unsent = 0, memoryview(b"")  # what it said before it died is still to be read
            if sent:
                self._silent = 0.0
        data = self._received()
        if data is None:
            return
        if not data:
            raise self._channel.died()
        self._decoder.feed(data)
        while (frame := self._decoder.next()) is not None:
            yield frame

    def _received(self) -> bytes | None:
        """What `Channel.receive` gives. Raises HarnessError where nothing has come for too long."""
        look, began = min(LOOK_SECONDS, self._margin), time.monotonic()
        data = self._channel.receive(bool(self._unsent), look)
        if data is not None:
            self._silent = 0.0
            return data
        self._silent += min(time.monotonic() - began, look)
        if self._silent >= self._longest_ms / 1000 + self._margin:
            raise HarnessError(f"the replayer has said nothing for {self._silent:.0f} seconds: it hangs", SILENT)
        return None

    def _await_ready(self) -> tuple[str, ...]:
        while True:
            for header, _ in self._exchange():
                if header.get("type") == "ready":
                    return messages.walls(header)
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
