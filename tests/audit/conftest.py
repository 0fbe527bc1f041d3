"""What tests of the audit share: the best backend that this machine has."""

from __future__ import annotations

import pytest
from portproof.core.errors import WallError
from portproof.replay.backend import Backend
from portproof.replay.choose import choose


@pytest.fixture(scope="session")
def backend() -> Backend:
    """Skips where no isolation tier is to be had."""
    try:
        return choose()
    except WallError as error:
        pytest.skip(f"no isolation tier here: {error.message}")
