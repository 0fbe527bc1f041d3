"""How busy the machine is, as the factor by which a case's wall limit is stretched: where three want one processor,
each is three times as long about the same work.

It is measured when cases are sent, again and again. It decides how long a case is waited for, never what a verdict says
of a case that slept: see `limits.within`."""

from __future__ import annotations

import os
import time
from pathlib import Path

from .limits import STRETCH_AT_MOST

LOADAVG = Path("/proc/loadavg")
STALE_SECONDS = 1.0  # it is asked for every case, and reading it costs a tenth of a percent of a short one


def stretch(loadavg: str, cores: int) -> float:
    """The factor, from 1 up in steps of a half, that the text of /proc/loadavg stands for: its average of the last
    minute or what can run at this moment, whichever is more, for each core."""
    average, running = loadavg.split()[0], loadavg.split()[3].partition("/")[0]
    wanted = max(float(average), int(running)) / max(1, cores)
    return min(max(1.0, int(2 * wanted) / 2), float(STRETCH_AT_MOST))


class Load:
    """Called, it gives the factor of this moment."""

    def __init__(self) -> None:
        self._factor, self._until = 1.0, 0.0

    def __call__(self) -> float:
        if (now := time.monotonic()) >= self._until:
            self._factor = stretch(LOADAVG.read_text(encoding="ascii"), len(os.sched_getaffinity(0)))
            self._until = now + STALE_SECONDS
        return self._factor
