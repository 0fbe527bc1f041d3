"""Each toolchain echoes behind the walls, or nobody is judged by it."""

from __future__ import annotations

from pathlib import Path

import pytest
from portproof.core.errors import HarnessError
from portproof.replay.choose import choose
from portproof.toolchains import selftest, target


@pytest.mark.parametrize("name", sorted(selftest.ORIGINALS))
def test_the_toolchains_of_originals_echo(name: str, cache: Path) -> None:
    assert selftest.echo_original(name, choose(), cache)


@pytest.mark.parametrize("name", target.TARGETS)
def test_the_toolchains_of_submissions_echo(name: str, cache: Path) -> None:
    assert target.prove(name, choose(), cache)


def test_a_toolchain_that_says_something_else_is_found_out(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(selftest.ORIGINALS, "cpython", ("echo.py", "print('something else')\n"))
    with pytest.raises(HarnessError, match="does not echo its stdin"):
        selftest.echo_original("cpython", choose(), cache)
