"""What terms does the original come under? An SPDX identifier from what the distribution says, and what follows.

A task quotes nothing of the original, but its drivers call it and its pack records what it printed: an author must know
the terms. Nothing here is legal advice; where it cannot tell, it says so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..core.errors import UserError
from ..suite.licence import COPYLEFT, PERMISSIVE, Terms, terms

CLASSIFIERS = {
    "MIT License": "MIT", "MIT No Attribution License (MIT-0)": "MIT-0", "Apache Software License": "Apache-2.0",
    "ISC License (ISCL)": "ISC", "Python Software Foundation License": "PSF-2.0", "zlib/libpng License": "Zlib",
    "The Unlicense (Unlicense)": "Unlicense", "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Boost Software License 1.0 (BSL-1.0)": "BSL-1.0", "Zope Public License": "ZPL-2.1", "BSD License": "BSD-3-Clause",
    "GNU General Public License v2 (GPLv2)": "GPL-2.0-only", "GNU General Public License v3 (GPLv3)": "GPL-3.0-only",
    "GNU General Public License v2 or later (GPLv2+)": "GPL-2.0-or-later",
    "GNU General Public License v3 or later (GPLv3+)": "GPL-3.0-or-later",
    "GNU Lesser General Public License v3 (LGPLv3)": "LGPL-3.0-only",
    "GNU Lesser General Public License v3 or later (LGPLv3+)": "LGPL-3.0-or-later",
    "GNU Lesser General Public License v2 or later (LGPLv2+)": "LGPL-2.1-or-later",
    "GNU Affero General Public License v3": "AGPL-3.0-only",
}  # fmt: skip
SHORT = {
    "mit": "MIT", "mit license": "MIT", "the mit license": "MIT", "expat": "MIT", "apache 2.0": "Apache-2.0",
    "apache license 2.0": "Apache-2.0", "apache-2": "Apache-2.0", "bsd": "BSD-3-Clause", "bsd-3": "BSD-3-Clause",
    "3-clause bsd": "BSD-3-Clause", "bsd 3-clause": "BSD-3-Clause", "bsd-2": "BSD-2-Clause", "psf": "PSF-2.0",
    "zlib": "Zlib", "public-domain": "CC-PDDC", "public domain": "CC-PDDC", "boost-1.0": "BSL-1.0",
    "gpl-2": "GPL-2.0-only", "gpl-2+": "GPL-2.0-or-later", "gpl-3": "GPL-3.0-only", "gpl-3+": "GPL-3.0-or-later",
    "lgpl-2.1": "LGPL-2.1-only", "lgpl-2.1+": "LGPL-2.1-or-later", "lgpl-2+": "LGPL-2.0-or-later",
    "lgpl-3": "LGPL-3.0-only", "lgpl-3+": "LGPL-3.0-or-later",
}  # fmt: skip
GNU = re.compile(r"gnu (lesser |library |affero |)general public license version (3|2\.1|2)(?![\d.]\d)")
GNU_NAMES = {"": "GPL", "lesser ": "LGPL", "library ": "LGPL", "affero ": "AGPL"}
VERSIONS = {"3": "3.0", "2.1": "2.1", "2": "2.0"}
# Phrases that only that licence's text has, the more particular first.
PHRASES = (
    ("mozilla public license version 2.0", "MPL-2.0"),
    ("apache license version 2.0", "Apache-2.0"),
    ("boost software license - version 1.0", "BSL-1.0"),
    ("this is free and unencumbered software released into the public domain", "Unlicense"),
    ("permission is hereby granted, free of charge, to any person obtaining a copy", "MIT"),
    ("permission to use, copy, modify, and/or distribute this software", "ISC"),
    ("permission to use, copy, modify, and distribute this software", "ISC"),
    ("altered source versions must be plainly marked as such", "Zlib"),
    ("redistributions in binary form must reproduce", "BSD"),
)


def found(declared: str, classifiers: Sequence[str], short: str, texts: Iterable[str]) -> str:
    """The SPDX identifier or expression of a distribution: what it declares, else what its licence files are, else its
    classifiers, else its short licence field; empty where none tells. A text of GNU's does not say whether later
    versions may be chosen: there the classifiers go first."""
    if declared:
        return declared
    known = next((spdx for text in texts if (spdx := recognised(text))), "")
    names = [one.rsplit(" :: ", 1)[-1] for one in classifiers]
    classified = " OR ".join(sorted({CLASSIFIERS[name] for name in names if name in CLASSIFIERS}))
    if known and (terms(known) is Terms.PERMISSIVE or not classified):
        return known
    return classified or spelled(short)


def spelled(name: str) -> str:
    """The SPDX identifier behind a short name, else empty."""
    name = name.strip()
    exact = {spdx.lower(): spdx for spdx in PERMISSIVE}
    return SHORT.get(name.lower()) or exact.get(name.lower(), "") or (name if COPYLEFT.match(name) else "")


def recognised(text: str) -> str:
    """The SPDX identifier of a licence's text, else empty."""
    words = re.sub(r"[\s,*#>/]+", " ", text.lower())
    if match := GNU.search(words):  # the first: each of these texts names the others further down
        return f"{GNU_NAMES[match[1]]}-{VERSIONS[match[2]]}-only"
    for phrase, spdx in PHRASES:
        if re.sub(r"[\s,*#>/]+", " ", phrase) in words:
            if spdx == "BSD":
                third = "neither the name" in words or "may not be used to endorse" in words
                return "BSD-3-Clause" if third else "BSD-2-Clause"
            return spdx
    return ""


def accepted(library: str, spdx: str, allowed: Sequence[str]) -> str:
    """The licence to record. Raises UserError, saying what to do, where a person must decide first."""
    kind = terms(spdx) if spdx else Terms.UNKNOWN
    if kind is Terms.PERMISSIVE or spdx in allowed:
        return spdx
    if kind is Terms.COPYLEFT:
        raise UserError(
            f"{library} comes under {spdx}, a copyleft licence: it may bind drivers that link the library, "
            "and text that is copied from it",
            f"look at its terms; then the same command with --allow-licence {spdx}",
        )
    if not spdx and len(allowed) == 1:
        return allowed[0]
    said = f"{library} says {spdx!r} of its licence, which is no licence known here" if spdx else ""
    raise UserError(
        said or f"{library} does not say what its licence is",
        f"read it; then the same command with --allow-licence {spdx or 'SPDX-IDENTIFIER'}",
    )
