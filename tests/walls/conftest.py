"""Shared by the tests of the walls: what is compiled once, and an open session per tier, user and runtime."""

from __future__ import annotations

import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # tests are no package: this is where `rig` is found

from rig import stage as staging
from rig.client import PLAIN, Broken, Client, Setting, Unavailable


class Room:
    """The open session of one setting; a new one where the last one broke."""

    def __init__(self, stage: staging.Stage, setting: Setting) -> None:
        self._stage, self.setting = stage, setting
        self._client: Client | None = None
        self._calm: dict[str, dict[str, int]] = {}

    def client(self) -> Client:
        """An open session; innocent cases have run in it before it is handed out."""
        if self._client is None or not self._client.alive:
            self._client = Client(self._stage, self.setting, f"walls-{uuid.uuid4().hex}")
            self._calm = self._client.ask("canary", [])
        return self._client

    @property
    def calm(self) -> dict[str, dict[str, int]]:
        """How the innocent cases ended before any program had run: `canaries` and `seekers`."""
        self.client()
        return self._calm

    def close(self) -> list[str]:
        """Closes what is open and says what stays behind."""
        client, self._client = self._client, None
        return client.close() if client is not None and client.alive else []


@pytest.fixture(scope="session")
def stage() -> Iterator[staging.Stage]:
    """The compiled programs and all they need, where every user can read them."""
    made = staging.make(PLAIN)
    yield made
    made.close()


@pytest.fixture(scope="module")
def room(request: pytest.FixtureRequest, stage: staging.Stage) -> Iterator[Room]:
    """A session at the setting that the test names; skipped where this machine lacks a wall."""
    opened = Room(stage, request.param)
    try:
        opened.client()
    except Unavailable as error:
        pytest.skip(str(error))
    except Broken as error:
        pytest.fail(str(error))
    yield opened
    remains = opened.close()
    assert not remains, remains
