"""The shared libraries that an executable of ours needs, found with the system's own loader.

Only for programs that we installed or compiled ourselves: `ldd` may run what it is given."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from ..core.errors import HarnessError
from ..core.prepared import Bind

_LINE = re.compile(r"^\s*(?:(\S+) => )?(/\S+) \(0x[0-9a-f]+\)$")
_ABSENT = re.compile(r"^\s*(\S+) => not found$", re.MULTILINE)


def closure(executables: Iterable[Path]) -> tuple[Bind, ...]:
    """The loader and every library that `executables` load at start, each bound where the loader looks for it.

    Raises HarnessError when a library is not installed."""
    binds: dict[str, Bind] = {}
    for executable in executables:
        said = subprocess.run(["ldd", str(executable)], capture_output=True, text=True, check=False)
        if "not a dynamic executable" in said.stderr + said.stdout or "statically linked" in said.stdout:
            continue
        if said.returncode != 0:
            raise HarnessError(f"ldd {executable}: {said.stderr.strip()}")
        if absent := _ABSENT.findall(said.stdout):
            raise HarnessError(f"{executable} needs {', '.join(absent)}, not installed here", "install the package")
        for line in said.stdout.splitlines():
            if found := _LINE.match(line):
                path = Path(found.group(2))
                binds.setdefault(str(path), Bind(path.resolve(), str(path)))
    return tuple(bind for _, bind in sorted(binds.items()))
