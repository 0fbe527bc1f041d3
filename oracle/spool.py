"""Where long outputs wait between being captured and being written into a pack, so that a large suite needs no large
memory. Short ones stay in memory, as they do in a pack's lines."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from os import SEEK_END
from pathlib import Path
from typing import IO

from ..core.errors import HarnessError
from ..core.outcome import Capture, Outcome
from .lines import INLINE


class Spool:
    """An open file without a name, with the bytes of each long output once."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._places: dict[str, int] = {}

    def kept(self, outcome: Outcome) -> Outcome:
        """The outcome with its long bytes moved into the spool."""
        return replace(
            outcome,
            stdout=self._moved(outcome.stdout),
            stderr=self._moved(outcome.stderr),
            files=tuple((path, self._moved(capture)) for path, capture in outcome.files),
        )

    def data(self, capture: Capture) -> bytes | None:
        """The bytes of a capture, None where this spool does not have them."""
        if capture.data is not None or capture.sha256 not in self._places:
            return capture.data
        self._stream.seek(self._places[capture.sha256])
        return self._stream.read(capture.length)

    def _moved(self, capture: Capture) -> Capture:
        if capture.data is None or capture.cut:
            raise HarnessError(f"the replayer kept back bytes of an output of {capture.length} bytes")
        if capture.length <= INLINE:
            return capture
        if capture.sha256 not in self._places:
            self._places[capture.sha256] = self._stream.seek(0, SEEK_END)
            self._stream.write(capture.data)
        return replace(capture, data=None)


@contextmanager
def spool(cache: Path) -> Iterator[Spool]:
    """A spool on the file system of `cache` that is gone after the block, and when the process is killed."""
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=cache) as stream:
        yield Spool(stream)
