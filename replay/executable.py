"""Where the native replayer is."""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path

from ..core.errors import HarnessError

NAME = "portproof-replayer"
VARIABLE = "PORTPROOF_REPLAYER"


def executable() -> Path:
    """The replayer's path: $PORTPROOF_REPLAYER if set, else beside the Python that runs. Raises HarnessError."""
    named = os.environ.get(VARIABLE)
    if named:
        if os.access(named, os.X_OK):
            return Path(named)
        raise HarnessError(f"{VARIABLE} names {named}, which is not an executable", f"correct or unset {VARIABLE}")
    places = (Path(sys.executable).parent, Path(sysconfig.get_path("scripts")))
    for place in places:
        if os.access(place / NAME, os.X_OK):
            return place / NAME
    raise HarnessError(
        f"{NAME} was not found in {' or '.join(sorted({str(place) for place in places}))}",
        f"install portproof with pip, or build replayer/ with cargo and name the executable in {VARIABLE}",
    )
