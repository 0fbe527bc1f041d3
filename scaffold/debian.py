"""What the archive says of a Debian source package: the upstream tarball to pin, home page, licence. Through apt, from
the archives that this machine is configured for; nothing of the machine's apt is changed."""

from __future__ import annotations

import re
import tarfile
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ..core.errors import HarnessError, UserError
from ..core.task import Source
from ..toolchains.sources import opened, run
from . import licence
from .python_usage import identifier

TARBALL = re.compile(r"^ ([0-9a-f]{64}) \d+ (\S+\.orig\.tar\.\w+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Package:
    """`version`: upstream's, without what Debian adds; `licence`: SPDX of the files in general, perhaps empty."""

    source: Source
    version: str
    home: str
    licence: str


def package(name: str) -> Package:
    """The newest source package of this name. Raises UserError where there is none, HarnessError without a network."""
    with tempfile.TemporaryDirectory(prefix="portproof-apt-") as folder:
        scratch = Path(folder)
        options = opened(scratch, name)
        stanzas = re.split(r"\n\s*\n", run(["apt-cache", *options, "showsrc", "--only-source", name], scratch, ""))
        stanza = next((one for one in stanzas if re.search(rf"^Package: {re.escape(name)}$", one, re.MULTILINE)), "")
        tarball, version = TARBALL.search(stanza), _field(stanza, "Version")
        if tarball is None:
            raise UserError(f"the archive has no source package {name} with an upstream tarball", "apt-cache showsrc")
        words = ["apt-get", *options, "source", "--download-only", "--diff-only", f"{name}={version}"]
        with suppress(HarnessError):  # Debian's own files tell nothing but the licence: the upstream tree may tell it
            run(words, scratch, "")
        spdx = _licence(scratch)
    upstream = re.sub(r"^\d+:|-[^-]*$", "", version)
    upstream = re.sub(r"[+.~](dfsg|ds|repack).*$", "", upstream)
    source = Source(name, tarball[2], tarball[1], identifier(name))
    return Package(source, upstream, _field(stanza, "Homepage"), spdx)


def newest(archive: Path) -> str:
    """The day of the newest file in a tarball: upstream's release was not before."""
    with tarfile.open(archive, "r:*") as tar:
        latest = max((member.mtime for member in tar if member.isfile()), default=0)
    return datetime.fromtimestamp(latest, UTC).date().isoformat() if latest else ""


def _field(stanza: str, name: str) -> str:
    match = re.search(rf"^{name}: (\S+)$", stanza, re.MULTILINE)
    return match[1] if match else ""


def _licence(folder: Path) -> str:
    """From debian/copyright in its machine-readable form: the licence of `Files: *`; empty for any other form."""
    for path in sorted(folder.glob("*.debian.tar.*")):
        with tarfile.open(path, "r:*") as tar:
            member = next((m for m in tar if m.name.removeprefix("./") == "debian/copyright"), None)
            stream = tar.extractfile(member) if member else None
            if stream is not None:
                return copyright_licence(stream.read().decode("utf-8", "replace"))
    return ""


def copyright_licence(text: str) -> str:
    """The SPDX identifier of `Files: *` in a machine-readable debian/copyright, else empty."""
    for stanza in re.split(r"\n\s*\n", text):
        if re.search(r"^Files: \*\s*$", stanza, re.MULTILINE) and (
            match := re.search(r"^License: *(.+)$", stanza, re.M)
        ):
            alternatives = [licence.spelled(part) for part in re.split(r"\s+or\s+", match[1].strip())]
            return " OR ".join(alternatives) if all(alternatives) else ""
    return ""
