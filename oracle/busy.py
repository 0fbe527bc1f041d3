"""Keep every core busy for a while, as other people's programs would: what depends on timing then shows."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

# Each looks at its parent about every 10 ms, so that none outlives a command that was killed.
SPIN = "import os\nwhile os.getppid() == {parent}:\n    for _ in range(200_000):\n        pass\n"


@contextmanager
def busy(wanted: bool) -> Iterator[None]:
    """Within the block, one spinning process for each core; nothing where it is not wanted."""
    command = [sys.executable, "-I", "-S", "-c", SPIN.format(parent=os.getpid())]
    processes = [
        subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range((os.cpu_count() or 1) if wanted else 0)
    ]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
        for process in processes:
            process.wait()
