"""The proof corpus: every attack is refused by the rule it names, every honest port has no finding. `causes` in an
attack's expect.toml counts what is wrong with it, where that is more than one thing."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import pytest
from portproof.core.violation import Severity, Violation
from portproof.validators.check import check
from portproof.validators.policy import Policy, policy
from portproof.validators.rules import TRACKS, rules

HERE = Path(__file__).parent
ATTACKS = sorted(path.parent for path in HERE.glob("*/attacks/*/expect.toml"))
HONEST = sorted(path.parent for path in HERE.glob("*/honest/*/expect.toml"))


def name(tree: Path) -> str:
    return f"{tree.parents[1].name}-{tree.name}"


@cache
def bundled(track: str) -> Policy:
    return policy(track)


def findings(tree: Path) -> list[Violation]:
    return list(check(tree, bundled(tree.parents[1].name)))


def expectation(tree: Path) -> dict[str, str]:
    return tomllib.loads((tree / "expect.toml").read_text("utf-8"))


@pytest.mark.parametrize("tree", ATTACKS, ids=name)
def test_an_attack_breaks_the_rule_that_it_names(tree: Path) -> None:
    expected = expectation(tree)
    found = [violation for violation in findings(tree) if violation.rule == expected["rule"]]
    assert found
    assert found[0].message
    assert bundled(tree.parents[1].name).rule(expected["rule"]).layer == expected["layer"]


@pytest.mark.parametrize("tree", ATTACKS, ids=name)
def test_an_attack_has_one_finding_a_cause(tree: Path) -> None:
    assert len(findings(tree)) == int(expectation(tree).get("causes", 1))


@pytest.mark.parametrize("tree", HONEST, ids=name)
def test_an_honest_port_has_no_finding(tree: Path) -> None:
    assert findings(tree) == []


@pytest.mark.parametrize("track", TRACKS)
def test_the_corpus_is_large_enough_and_each_attack_has_a_variant(track: str) -> None:
    attacks = {tree.name for tree in ATTACKS if tree.parents[1].name == track}
    blind = {attack for attack in attacks if attack.endswith("-blind")}
    plain = {attack for attack in attacks - blind if not attack.endswith("-variant")}
    assert len(plain) >= 80
    assert {f"{attack}-variant" for attack in plain} == attacks - plain - blind
    assert len(blind) >= 40
    assert {attack.removesuffix("-blind") for attack in blind} <= plain
    assert len([tree for tree in HONEST if tree.parents[1].name == track]) >= 40


@pytest.mark.parametrize("track", TRACKS)
def test_every_rejecting_rule_that_reads_the_tree_has_an_attack(track: str) -> None:
    attacked = {expectation(tree)["rule"] for tree in ATTACKS if tree.parents[1].name == track}
    reading = {
        rule.id
        for rule in rules(track)
        if rule.severity is Severity.REJECT and rule.layer != "run time" and not rule.given
    }
    elsewhere = {
        "file-size",
        "file-name",
        "cargo-build-script",
    }  # tests/validators: too large for, or not sayable in, a checkout
    assert reading - attacked <= elsewhere
