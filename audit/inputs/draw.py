"""Draw values from hypothesis strategies outside of a test: as many as wanted, the same for the same seed.

`strategy.example()` is meant for a prompt and warns; hence a property that never fails collects what it is given. Two
things would make draws depend on more than the seed, and are shut off: the database of examples, and the constants that
hypothesis picks from whatever modules are loaded. The boundaries that matter are in the strategies themselves.

This module needs hypothesis (the extra `authors`): import it late."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TypeVar

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, HypothesisProvider
from hypothesis.strategies import SearchStrategy

Value = TypeVar("Value")
BACKEND = "portproof"
BATCH = 100  # draws of one property


class Provider(HypothesisProvider):
    """hypothesis' own source of choices, without its constants."""

    def _maybe_draw_constant(self, *args: object, **options: object) -> None:
        return None


def drawn(strategy: SearchStrategy[Value], seed: int) -> Iterator[Value]:
    """Values of `strategy`, without end; a value may come again."""
    AVAILABLE_PROVIDERS[BACKEND] = Provider
    seeds = random.Random(seed)
    while True:
        yield from _batch(strategy, seeds.getrandbits(64))


def _batch(strategy: SearchStrategy[Value], seed: int) -> list[Value]:
    values: list[Value] = []

    @seeded(seed)
    @settings(
        max_examples=BATCH,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        backend=BACKEND,
    )
    @given(strategy)
    def collect(value: Value) -> None:
        values.append(value)

    collect()
    return values
