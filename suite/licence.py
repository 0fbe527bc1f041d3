"""What kind of licence an SPDX identifier or expression names. Nothing here is legal advice."""

from __future__ import annotations

import re
from enum import StrEnum


class Terms(StrEnum):
    """Permissive, copyleft, or not known here."""

    PERMISSIVE = "permissive"
    COPYLEFT = "copyleft"
    UNKNOWN = "unknown"


PERMISSIVE = frozenset(
    {
        "0BSD", "AFL-3.0", "Apache-1.1", "Apache-2.0", "Artistic-2.0", "BSD-1-Clause", "BSD-2-Clause", "BSD-3-Clause",
        "BSD-4-Clause", "BSL-1.0", "CC-BY-4.0", "CC-PDDC", "CC0-1.0", "curl", "HPND", "ICU", "ISC", "Libpng", "MIT",
        "MIT-0", "MIT-CMU", "NCSA", "OpenSSL", "PSF-2.0", "Python-2.0", "TCL", "Unicode-3.0", "Unlicense", "W3C",
        "WTFPL", "X11", "Zlib", "ZPL-2.1",
    }
)  # fmt: skip
COPYLEFT = re.compile(r"(A|L)?GPL-|MPL-|EPL-|EUPL-|CDDL-|OSL-|CC-BY-SA-|CPL-|MS-RL|Sleepycat")


def terms(spdx: str) -> Terms:
    """Of an expression: permissive where one alternative is wholly permissive, unknown where it cannot be told."""
    kinds = []
    for alternative in re.split(r"\s+OR\s+", spdx.strip("() ")):
        parts = [part.strip("() ").split(" WITH ")[0] for part in re.split(r"\s+AND\s+", alternative)]
        each = [
            Terms.PERMISSIVE if part in PERMISSIVE else Terms.COPYLEFT if COPYLEFT.match(part) else Terms.UNKNOWN
            for part in parts
        ]
        worst = (Terms.UNKNOWN, Terms.COPYLEFT, Terms.PERMISSIVE)
        kinds.append(next(kind for kind in worst if kind in each))
    best = (Terms.PERMISSIVE, Terms.COPYLEFT, Terms.UNKNOWN)
    return next(kind for kind in best if kind in kinds)
