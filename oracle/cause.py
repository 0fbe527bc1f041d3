"""Why a case wavers: it is replayed again unchanged, then under each perturbation alone, and the first that exposes it
is the cause. The words are the same each time a suite is captured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..core.case import Case
from ..core.outcome import Outcome
from .perturb import Perturbation, Variant
from .rounds import PLAIN, Stage, differing, play

REPEATS = 5  # a coin toss is taken for something else once in 2^5 times
REPEAT, TOGETHER = "repeat", "combination"


def causes(
    stage: Stage,
    wavering: Sequence[Case],
    baseline: Mapping[str, Outcome],
    seen: Mapping[str, frozenset[str]],
    perturbations: Sequence[Perturbation],
) -> dict[str, tuple[str, str]]:
    """Cause and detail of each wavering case. `seen`: which of its observables differed in the rounds so far."""
    found: dict[str, tuple[str, str]] = {}
    for _ in range(REPEATS):
        left = [case for case in wavering if case.id not in found]
        for case, names in _exposed(stage, REPEAT, left, baseline, PLAIN):
            found[case.id] = (REPEAT, f"{_list(seen[case.id] | names)} differs when nothing is changed")
    exposing: dict[str, list[str]] = {}
    changed: dict[str, frozenset[str]] = {}
    left = [case for case in wavering if case.id not in found]
    for perturbation in perturbations:
        for variant in perturbation.variants:
            for case, names in _exposed(stage, perturbation.name, left, baseline, variant):
                changed[case.id] = changed.get(case.id, frozenset()) | names
                if perturbation.name not in exposing.setdefault(case.id, []):
                    exposing[case.id].append(perturbation.name)
    for case in left:
        if named := exposing.get(case.id):
            what = f"{_list(changed[case.id])} changes with the {' and with the '.join(named)}"
            found[case.id] = (named[0], what)
        else:
            found[case.id] = (TOGETHER, f"{_list(seen[case.id])} differs only under several perturbations at once")
    return found


def _exposed(
    stage: Stage, step: str, cases: Sequence[Case], baseline: Mapping[str, Outcome], variant: Variant
) -> list[tuple[Case, frozenset[str]]]:
    """The cases that answer otherwise under `variant`, and what of them differs."""
    if not cases:
        return []
    outcomes = play(stage, f"cause: {step}", cases, variant, baseline)
    compared = ((case, frozenset(differing(baseline[case.id], outcomes[case.id]))) for case in cases)
    return [(case, names) for case, names in compared if names]


def _list(names: frozenset[str]) -> str:
    return ", ".join(sorted(names))
