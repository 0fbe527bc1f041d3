"""Where long outputs wait between being captured and being written into a pack, so that a large suite needs no large
memory. Short ones stay in memory, as they do in a pack's lines."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from ..core.errors import HarnessError
from ..core.outcome import Capture, Outcome
from .lines import INLINE


class Spool:
    """A folder with a file for each long output, by digest."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

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
        if capture.data is not None:
            return capture.data
        path = self._folder / capture.sha256
        return path.read_bytes() if path.exists() else None

    def _moved(self, capture: Capture) -> Capture:
        if capture.data is None or capture.cut:
            raise HarnessError(f"the replayer kept back bytes of an output of {capture.length} bytes")
        if capture.length <= INLINE:
            return capture
        (self._folder / capture.sha256).write_bytes(capture.data)
        return replace(capture, data=None)


@contextmanager
def spool(cache: Path) -> Iterator[Spool]:
    """A spool that is gone after the block."""
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="capture-", dir=cache) as name:
        yield Spool(Path(name))
