"""The promise of docs/numbers.md on a small, fixed part of the grid; `benches/coverage` measures all of it."""

from __future__ import annotations

import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

BENCH = Path(__file__).parents[2] / "benches" / "coverage"
REPEATS = 500
NOISE = 0.03  # three standard errors at 95 % and 500 samples


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    loader = SourceFileLoader("portproof_benches_coverage", str(BENCH))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    sys.modules[loader.name] = module
    loader.exec_module(module)
    return module


CELLS = [
    ((10,), 8, 0.0, 0.4),
    ((10,), 8, 0.3, 0.98),
    ((40,), 8, 0.3, 0.95),
    ((40,), 20, 0.3, 0.98),
    ((10,), 20, 0.2, 0.9),
    ((4, 6, 8, 10, 20, 12, 5, 15), 20, 0.3, 0.9),
    ((4,), 100, 0.1, 0.6),
    ((10,), 100, 0.3, 0.98),
]


@pytest.mark.parametrize(("sizes", "libraries", "correlation", "rate"), CELLS)
def test_intervals_cover_and_equal_runs_are_seldom_called_different(
    bench: ModuleType, sizes: tuple[int, ...], libraries: int, correlation: float, rate: float
) -> None:
    cell = bench.Cell(sizes, libraries, correlation, rate)
    ours, bare, _ = bench.coverage(cell, REPEATS, seed=7)
    assert ours >= 0.92 - NOISE
    assert bare <= ours
    assert bench.false_alarms(cell, REPEATS, seed=7) <= 0.05 + NOISE


def test_plain_wilson_and_bare_korn_graubard_do_not_cover_where_ours_does(bench: ModuleType) -> None:
    ours, bare, plain = bench.coverage(bench.Cell((40,), 20, 0.3, 0.98), REPEATS, seed=7)
    assert plain < bare < 0.85 < 0.92 < ours


def test_the_simulation_is_deterministic(bench: ModuleType) -> None:
    cell = bench.Cell((10,), 8, 0.2, 0.8)
    assert bench.coverage(cell, 50, 1) == bench.coverage(cell, 50, 1) != bench.coverage(cell, 50, 2)


@pytest.mark.parametrize("lost", [False, True])
def test_simulated_libraries_have_the_rate_and_correlation_asked_for(bench: ModuleType, lost: bool) -> None:
    rate, correlation, size = 0.8, 0.3, 10
    cell = bench.Cell((size,), 100, correlation, rate, lost)
    passes = [passed for sample in bench.samples(cell, 100, 5) for passed, _ in sample]
    mean = sum(passes) / len(passes)
    variance = sum((passed - mean) ** 2 for passed in passes) / len(passes)
    assert mean / size == pytest.approx(rate, abs=0.01)
    assert variance == pytest.approx(size * rate * (1 - rate) * (1 + (size - 1) * correlation), rel=0.06)
