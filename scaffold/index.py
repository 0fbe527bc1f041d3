"""What the package index says of a distribution: the closure of what it needs, the hashes of the files that may be
installed, its day of release.

All through pip, so that the user's index, proxy, certificates and credentials count. The release date stands only in
the index's page of the distribution; pip has no command that shows it, so the page is read with pip's own session."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ..core.errors import HarnessError, UserError

SECONDS = 300
NAMED = re.compile(r"([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)(?:==([0-9A-Za-z][0-9A-Za-z.!+_-]*))?")
# Run by this interpreter with pip on its path; prints the page, or nothing where this pip has other insides.
PAGE = """
import sys
from pip._internal.commands.index import IndexCommand

class Page(IndexCommand):
    def run(self, options, args):
        if options.no_index:
            return 1
        wanted = {"Accept": "application/vnd.pypi.simple.v1+json"}
        with self._build_session(options) as session:
            for base in (options.index_url, *options.extra_index_urls):
                found = session.get(base.rstrip("/") + "/" + args[1] + "/", headers=wanted)
                if found.status_code == 200 and "json" in found.headers.get("content-type", ""):
                    sys.stdout.write(found.text)
                    return 0
        return 1

sys.exit(Page("index", "").main(["versions", sys.argv[1], "-q"]))
"""


@dataclass(frozen=True, slots=True)
class Distribution:
    """A distribution of the closure. `hashes`: SHA-256 of what may be installed; `pure`: no compiled parts."""

    name: str
    version: str
    hashes: tuple[str, ...]
    released: str
    pure: bool


def requested(package: str) -> tuple[str, str]:
    """Name and version of `name==version`; the version is empty where only a name is given. Raises UserError."""
    if (match := NAMED.fullmatch(package)) is None:
        raise UserError(f"--package {package}: expected name==version", "such as --package base58==2.1.1")
    return match[1], match[2] or ""


def normal(name: str) -> str:
    """A distribution's name as PEP 503 compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def closure(package: str) -> tuple[Distribution, ...]:
    """The distribution first, then all that it needs here, by name. Raises UserError and HarnessError."""
    name, _ = requested(package)
    with tempfile.TemporaryDirectory(prefix="portproof-pip-") as folder:
        report = Path(folder) / "report.json"
        said = _pip(
            "-m", "pip", "install", "--dry-run", "--ignore-installed", "--prefer-binary", "--no-input", "--quiet",
            "--disable-pip-version-check", "--report", str(report), package,
        )  # fmt: skip
        if said.returncode != 0:
            raise _explained(package, said.stderr)
        entries = json.loads(report.read_text(encoding="utf-8"))["install"]
    found = [_distribution(entry) for entry in entries]
    return tuple(sorted(found, key=lambda one: (normal(one.name) != normal(name), normal(one.name))))


def _distribution(entry: dict[str, dict[str, object]]) -> Distribution:
    metadata, download = entry["metadata"], entry["download_info"]
    name, version = str(metadata["name"]), str(metadata["version"])
    archive = download.get("archive_info")
    hashes = archive.get("hashes") if isinstance(archive, dict) else None
    chosen = str(hashes.get("sha256", "")) if isinstance(hashes, dict) else ""
    listed = _files(name, version)
    pure = {sha for file, (sha, _) in listed.items() if file.endswith("-none-any.whl")}
    file = str(download["url"]).rsplit("/", 1)[-1]
    is_pure = bool(pure) or file.endswith("-none-any.whl")
    allowed = pure if pure else {sha for sha, _ in listed.values()}
    dates = sorted(date for _, date in listed.values() if date)
    return Distribution(name, version, tuple(sorted(allowed | {chosen} - {""})), dates[0] if dates else "", is_pure)


def _files(name: str, version: str) -> dict[str, tuple[str, str]]:
    """SHA-256 and day of upload by file name; empty where the index has no such page for this pip."""
    said = _pip("-c", PAGE, normal(name))
    try:
        page = json.loads(said.stdout) if said.returncode == 0 else {}
    except ValueError:
        page = {}
    found = {}
    for file in page.get("files", ()):
        if _version(str(file["filename"]), name) == version and "sha256" in file.get("hashes", {}):
            found[str(file["filename"])] = (str(file["hashes"]["sha256"]), str(file.get("upload-time", ""))[:10])
    return found


def _version(file: str, name: str) -> str:
    """The version in the name of a wheel or of a source distribution, empty for other files."""
    if file.endswith(".whl"):
        return file.split("-")[1]
    stem = re.sub(r"\.(tar\.(gz|bz2|xz)|zip)$", "", file)
    return stem[len(name) + 1 :] if stem != file and normal(stem).startswith(normal(name) + "-") else ""


def _pip(*words: str) -> subprocess.CompletedProcess[str]:
    from ..toolchains.cpython import pip_command

    _, environment = pip_command()
    try:
        return subprocess.run(
            [sys.executable, *words],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=False,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise HarnessError(f"pip did not end within {SECONDS} seconds", "is the package index up?") from error


def _explained(package: str, stderr: str) -> UserError | HarnessError:
    said = "\n".join([line.strip() for line in stderr.splitlines() if line.strip()][-6:])
    if "from versions: none" in stderr or "Failed to establish" in stderr or "name resolution" in stderr:
        return HarnessError(f"the package index knows nothing of {package}, or cannot be reached:\n{said}")
    return UserError(f"pip cannot resolve {package}:\n{said}", "name a version that exists: --package name==version")
