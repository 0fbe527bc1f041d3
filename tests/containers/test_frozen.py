"""A container that is frozen while its engine answers (`docker pause`) is our fault, said in time, and not left."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from portproof.core.case import Case
from portproof.core.errors import HarnessError
from portproof.replay import conversation
from portproof.replay.docker import DockerBackend
from portproof.replay.docker_engine import Engine
from portproof.replay.invocation import Invocation
from portproof.replay.tier import Tier

from .conftest import SMALL, sandbox, until


def test_a_paused_container_is_an_error_and_is_removed(
    engine: Any, tiny: DockerBackend, acts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "MARGIN_SECONDS", 5)
    short = replace(SMALL, wall_ms=1_000)
    echo, waits = (Invocation(Case("t", "p", (act,)), "acts") for act in (b"echo", b"hold"))
    with tiny.open(sandbox(Tier.CONTAINER, acts, limits=short), 1) as session:
        container = session._container
        assert [outcome.exit for _, outcome in session.replay([echo])] == [7]
        engine.pause(container)
        assert engine.inspect_container(container)["State"]["Paused"]
        with pytest.raises(HarnessError, match="it hangs"):
            list(session.replay([waits, echo]))
    assert until(lambda: not there(engine, container))


def there(engine: Engine, container: str) -> bool:
    """Whether the engine still has `container`."""
    return any(row["Id"] == container for row in engine.containers(all=True, filters={}))
