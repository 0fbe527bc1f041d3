"""The bytes of a container's main process over the one socket that is attached to it.

The engine sends stdout and stderr down one connection, each piece under a head of eight bytes: the stream's number,
three zeros, the length (big endian). What the container says on stderr is kept for the message of its death."""

from __future__ import annotations

import contextlib
import select
import socket
import ssl
import struct
from collections.abc import Callable

from ..core.errors import HarnessError

HEAD = struct.Struct(">B3xI")
STDERR = 2
READ_BYTES = 1 << 20
SEND_BYTES = 1 << 18
KEPT_BYTES = 2000
QUIET_MS = 15_000  # after so long without a byte the engine is asked whether it and the container are alive


class AttachedChannel:
    """A socket attached to a container that was not started yet; `alive` raises HarnessError where the engine or the
    container is gone."""

    def __init__(self, attached: object, alive: Callable[[], None]) -> None:
        self._keep = attached  # the SDK closes the connection with its own object
        raw = getattr(attached, "_sock", attached)
        if not isinstance(raw, socket.socket):
            raise HarnessError(
                f"the engine's stream is a {type(raw).__name__}, which cannot be waited for",
                "reach the engine over a Unix socket, TCP or TLS",
            )
        self._socket = raw
        self._socket.setblocking(False)
        self._alive = alive
        self._poll = select.poll()
        self._held = bytearray()
        self._said = bytearray()

    def send(self, data: memoryview) -> int:
        """See `Channel.send`."""
        try:
            return self._socket.send(data[:SEND_BYTES])
        except (BlockingIOError, ssl.SSLWantWriteError, ssl.SSLWantReadError):
            return 0
        except ConnectionResetError as error:
            raise BrokenPipeError from error

    def receive(self, writing: bool, seconds: float) -> bytes | None:
        """See `Channel.receive`."""
        if not (isinstance(self._socket, ssl.SSLSocket) and self._socket.pending()):
            self._poll.register(self._socket, select.POLLIN | (select.POLLOUT if writing else 0))
            ready = dict(self._poll.poll(min(QUIET_MS, seconds * 1000)))
            if not ready:
                self._alive()
                return None
            if not ready[self._socket.fileno()] & ~select.POLLOUT:
                return None
        try:
            data = self._socket.recv(READ_BYTES)
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return None
        except OSError:  # reset: the engine died
            data = b""
        return self._stdout(data) or None if data else b""

    def _stdout(self, data: bytes) -> bytes:
        """What of the bytes received so far is stdout's."""
        self._held += data
        found: list[bytes] = []
        start = 0
        while len(self._held) >= start + HEAD.size:
            stream, length = HEAD.unpack_from(self._held, start)
            end = start + HEAD.size + length
            if len(self._held) < end:
                break
            piece = bytes(self._held[start + HEAD.size : end])
            if stream == STDERR:
                self._said = (self._said + piece)[-KEPT_BYTES:]
            else:
                found.append(piece)
            start = end
        del self._held[:start]
        return b"".join(found)

    def died(self) -> HarnessError:
        """See `Channel.died`."""
        self._alive()
        said = self._said.decode("utf-8", "replace").strip()
        return HarnessError(
            "the container ended before its work was done" + (f": {said}" if said else ""),
            "did the engine run out of memory? its log knows; the same command goes on from here",
        )

    def close(self) -> None:
        """Ends the container's input, and with it the replayer."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        with contextlib.suppress(OSError):
            self._socket.close()
        self._keep = None
