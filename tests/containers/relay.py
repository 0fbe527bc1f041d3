"""The local engine as if it were on another machine, with a line to it that can fail."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

LOCAL = "/var/run/docker.sock"


class Relay:
    """A TCP port in front of the local engine. It can stop passing anything on, or cut every connection: when told to,
    or by itself at one request to attach too many."""

    def __init__(self, attaches: int = 1 << 30) -> None:
        self._attaches = attaches
        self.sent = 0  # bytes that clients sent, heads of requests included
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"tcp://127.0.0.1:{self._listener.getsockname()[1]}"
        self.flowing = threading.Event()
        self.flowing.set()
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            far = socket.socket(socket.AF_UNIX)
            far.connect(LOCAL)
            self._ends += [near, far]
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(source, sink, source is near), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket, asks: bool) -> None:
        try:
            while data := source.recv(65536):
                self.sent += len(data) if asks else 0
                self._attaches -= data.count(b"/attach?")
                if self._attaches < 0:
                    self.cut()
                self.flowing.wait()
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def cut(self) -> None:
        """Ends every connection, and takes no more."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits for the next one
        self._listener.close()
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self.flowing.set()
