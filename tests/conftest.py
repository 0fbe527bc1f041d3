"""What all tests share: a cache that outlives the run, and skips that this machine does not justify fail where asked.

With PORTPROOF_FAIL_ON_SKIP=1 (continuous integration sets it) a skip whose reason is not listed in `tests/skips.txt`
ends the run as failed: a wall that was not tested is never taken for one that held."""

from __future__ import annotations

import fcntl
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

ALLOWED = Path(__file__).with_name("skips.txt")
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell in whose background the tests run; children inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)
unjustified: list[str] = []  # of the process that reports: with workers, that is not the one that runs the tests


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note each skip whose reason is not on the list."""
    if report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        allowed = [line.strip() for line in ALLOWED.read_text(encoding="utf-8").splitlines()]
        if not any(line and not line.startswith("#") and line in reason for line in allowed):
            unjustified.append(f"{report.nodeid}: {reason}")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Turn unjustified skips into a failure where that was asked for."""
    if unjustified and os.environ.get("PORTPROOF_FAIL_ON_SKIP") == "1":
        for line in unjustified:
            print(f"\nunjustified skip: {line}")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache for all workers of this test run: builds and originals are made once, by whoever comes first."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    folder = shared / "portproof-cache"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def once(cache: Path) -> Callable[[str, Callable[[], str]], str]:
    """`once(name, make)`: the text that `make` gives, made by whichever worker comes first; others wait for it."""
    folder = cache / "once"
    folder.mkdir(exist_ok=True)

    def made(name: str, make: Callable[[], str]) -> str:
        path = folder / name
        with path.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not path.exists():
                path.with_suffix(".new").write_text(make(), encoding="utf-8")
                path.with_suffix(".new").rename(path)
            return path.read_text(encoding="utf-8")

    return made
