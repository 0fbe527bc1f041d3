"""Each toolchain echoes behind the walls, or nobody is judged by it."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from portproof.core.case import Case
from portproof.core.errors import HarnessError
from portproof.core.limits import Limits
from portproof.replay.choose import choose
from portproof.replay.doctor import tier_status
from portproof.replay.host import HostBackend
from portproof.replay.invocation import Invocation
from portproof.replay.tier import Tier
from portproof.toolchains import node, selftest, target


@pytest.mark.parametrize("name", sorted(selftest.ORIGINALS))
def test_the_toolchains_of_originals_echo(name: str, cache: Path) -> None:
    assert selftest.echo_original(name, choose(), cache)


@pytest.mark.parametrize("name", target.TARGETS)
def test_the_toolchains_of_submissions_echo(name: str, cache: Path) -> None:
    assert target.prove(name, choose(), cache)


@pytest.mark.parametrize("tier", [Tier.NAMESPACES, Tier.LANDLOCK])
def test_node_that_is_watched_tries_nothing_but_what_is_on_its_list(tier: Tier) -> None:
    if missing := tier_status()[tier]:
        pytest.skip(f"{missing[0].name}: {missing[0].reason}")
    backend = HostBackend(tier)
    with tempfile.TemporaryDirectory() as name:  # every user can reach it, unlike pytest's
        Path(name).chmod(0o755)
        Path(name, "echo.mjs").write_text(selftest.NODE_ECHO, encoding="utf-8")
        built = node.ready(Path(name), "", ["echo"])
        with backend.open(selftest.sandbox(built, backend, Limits()), 1) as session:
            case = Case("t", "echo", stdin=selftest.MESSAGE)
            [(_, outcome)] = session.replay([Invocation(case, "echo", watch=True)])
    assert (outcome.exit, outcome.stdout.data, outcome.denials) == (0, selftest.MESSAGE, ())


def test_a_toolchain_that_says_something_else_is_found_out(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(selftest.ORIGINALS, "cpython", ("echo.py", "print('something else')\n"))
    with pytest.raises(HarnessError, match="does not echo its stdin"):
        selftest.echo_original("cpython", choose(), cache)
