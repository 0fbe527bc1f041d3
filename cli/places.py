"""Where things are: the bundled suites, the cache, a suite's pack, the folder of a run."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

from ..core.errors import UserError
from ..core.submission import Submission
from ..core.task import Suite


def bundled(suite: str) -> Path:
    """The folder of a suite that ships with portproof."""
    folder = Path(str(files("portproof"))) / "suites" / suite
    if not (folder / "suite.toml").is_file():
        raise UserError(f"the suite {suite} is not installed with this portproof", "install portproof again")
    return folder


def suite_folder(given: Path) -> Path:
    """What the user means: a folder, or the name of a bundled suite where there is no such folder."""
    if not given.exists() and given.name == str(given):
        try:
            return bundled(given.name)
        except UserError:
            pass
    return given


def cache_folder(given: Path | None) -> Path:
    """`--cache`, else $PORTPROOF_CACHE, else the user's cache folder."""
    if given is not None:
        return given.absolute()
    if chosen := os.environ.get("PORTPROOF_CACHE"):
        return Path(chosen).absolute()
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "portproof"


def pack_folder(given: Path | None, suite: Suite) -> Path:
    """`--pack`, else the pack beside the suite."""
    return given.absolute() if given is not None else suite.folder / "pack"


def run_folder(given: Path | None, suite: Suite, submission: Submission) -> Path:
    """`--out`, else runs/<suite>/<submission>-<digest>, so that the same command continues the same run."""
    if given is not None:
        return given.absolute()
    name = "".join(char if char.isalnum() or char in "._-" else "-" for char in submission.name).strip(".") or "run"
    return Path.cwd() / "runs" / suite.name / f"{name[:80]}-{submission.digest[:8]}"


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0))
