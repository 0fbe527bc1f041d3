"""The commands as a user types them: the installed scripts, in processes of their own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

ODD = Path(__file__).parents[1] / "data" / "odd"
Done = subprocess.CompletedProcess[str]
Command = Callable[..., Done]
SCRIPTS = Path(sysconfig.get_path("scripts"))


@pytest.fixture(scope="session")
def environment(cache: Path) -> dict[str, str]:
    """The environment of every command: this run's cache."""
    return {**os.environ, "PORTPROOF_CACHE": str(cache)}


@pytest.fixture(scope="session")
def command(environment: dict[str, str]) -> Command:
    """Runs a command to its end."""

    def run(*words: str | Path, cwd: Path | None = None) -> Done:
        name, *rest = (str(word) for word in words)
        return subprocess.run(
            [SCRIPTS / name, *rest],
            capture_output=True,
            text=True,
            env=environment,
            cwd=cwd,
            timeout=300,
            check=False,
        )

    return run


@pytest.fixture(scope="session")
def odd(tmp_path_factory: pytest.TempPathFactory, command: Command) -> Path:
    """The suite of odd outputs, captured with the command."""
    folder = tmp_path_factory.mktemp("odd") / "odd"
    shutil.copytree(ODD, folder)
    done = command("py2js-eval", "capture", folder)
    assert done.returncode == 0, done.stderr
    return folder
