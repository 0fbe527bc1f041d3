"""Every rule's own examples, as the documentation shows them."""

from __future__ import annotations

from pathlib import Path

import pytest
from portproof.validators.rules import TRACKS, Rule, rules

from .trees import found

SHOWN = [(track, rule) for track in TRACKS for rule in rules(track) if rule.breaks]


@pytest.mark.parametrize(("track", "rule"), SHOWN, ids=[f"{track}-{rule.id}" for track, rule in SHOWN])
def test_the_breaking_example_has_one_finding_of_its_rule(track: str, rule: Rule, tmp_path: Path) -> None:
    violations = found(tmp_path, track, rule.breaks)
    assert [(v.rule, v.severity) for v in violations] == [(rule.id, rule.severity)]


@pytest.mark.parametrize(("track", "rule"), SHOWN, ids=[f"{track}-{rule.id}" for track, rule in SHOWN])
def test_the_keeping_example_has_no_finding(track: str, rule: Rule, tmp_path: Path) -> None:
    assert found(tmp_path, track, rule.keeps) == ()


def test_rule_ids_are_unique() -> None:
    for track in TRACKS:
        ids = [rule.id for rule in rules(track)]
        assert len(ids) == len(set(ids))
