"""An exception that nobody expected: a bug of ours. Its traceback is written to a file, and who met it is asked to send
that; it is never taken for a gate that failed or for what a submission did."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import traceback

from .. import __version__
from ..core.errors import HarnessError

AGAIN = "what was judged before is saved, and the same command goes on from there"


def reported(error: Exception) -> HarnessError:
    """Writes what is needed to find the bug, and says where it is; on stderr where no file can be written."""
    said = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
    message = f"this is a bug of portproof's own: {said}"
    words = " ".join(sys.argv)
    about = f"portproof {__version__}, Python {platform.python_version()}, {platform.platform()}\n{words}\n\n"
    told = about + "".join(traceback.format_exception(error))
    try:
        handle, path = tempfile.mkstemp(prefix="portproof-bug-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(told)
    except OSError:
        print(told, file=sys.stderr)
        return HarnessError(message, f"report it with the lines above; {AGAIN}")
    return HarnessError(message, f"report it with {path}, which holds the traceback; {AGAIN}")
