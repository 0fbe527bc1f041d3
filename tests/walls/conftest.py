"""Shared by the tests of the walls: what is compiled once, and an open session per tier, user and runtime."""

from __future__ import annotations

import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # tests are no package: this is where `rig` is found

from portproof.core.errors import HarnessError
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


class Rooms:
    """One room at a time, for as many tests in a row as ask for its setting: opening one costs more than a program."""

    def __init__(self, stage: staging.Stage) -> None:
        self._stage = stage
        self._room: Room | None = None

    def at(self, setting: Setting) -> Room:
        """The room at `setting`; the one before is closed when it is another."""
        if self._room is None or self._room.setting != setting:
            self.close()
            self._room = Room(self._stage, setting)
        self._room.client()
        return self._room

    def close(self) -> None:
        """Closes what is open; nothing may stay behind of it."""
        room, self._room = self._room, None
        remains = room.close() if room is not None else []
        assert not remains, (room and room.setting, remains)


@pytest.fixture(scope="session")
def rooms(stage: staging.Stage) -> Iterator[Rooms]:
    """What is open, closed at the end."""
    opened = Rooms(stage)
    yield opened
    opened.close()


@pytest.fixture
def room(request: pytest.FixtureRequest, rooms: Rooms) -> Room:
    """A session at the setting that the test names; skipped where this machine lacks a wall."""
    try:
        return rooms.at(request.param)
    except Unavailable as error:
        pytest.skip(str(error))
    except HarnessError as error:
        pytest.skip(f"no engine for containers: {error.message}")
    except Broken as error:
        pytest.fail(str(error))
