"""Every rule's own examples, as the documentation shows them."""

from __future__ import annotations

from pathlib import Path

import pytest
from portproof.core.case import Case
from portproof.core.task import Amendment
from portproof.validators.check import check
from portproof.validators.leaks import gap, leaks
from portproof.validators.policy import policy
from portproof.validators.rules import TRACKS, Rule, rules
from portproof.validators.runtime import rule_of

from .trees import found, lay

SHOWN = [(track, rule) for track in TRACKS for rule in rules(track) if not rule.given]
LEAKS = [rule for rule in rules("py2js") if "hidden" in rule.given]
RUNS = [rule for rule in rules("py2js") if "call refused when broken" in rule.given]


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


def test_every_rule_has_an_example_of_both_sides() -> None:
    for track in TRACKS:
        assert [rule.id for rule in rules(track) if not (rule.breaks and rule.keeps)] == []


@pytest.mark.parametrize("rule", LEAKS, ids=lambda rule: rule.id)
def test_the_examples_of_leaks_are_judged_by_hidden_cases(rule: Rule, tmp_path: Path) -> None:
    listed = rule.given["hidden"]
    assert isinstance(listed, list)
    hidden = [(Case(f"c{i}", "p", (given.encode(),)), output.encode()) for i, (given, output) in enumerate(listed)]
    broken, kept = lay(tmp_path / "broken", rule.breaks), lay(tmp_path / "kept", rule.keeps)
    assert {v.rule for v in leaks(broken, hidden, [], b"")} == {rule.id}
    assert leaks(kept, hidden, [], b"") == ()


def test_the_example_of_a_gap_is_judged_by_its_counts() -> None:
    given = next(rule.given for rule in rules("py2js") if rule.id == "leak-gap")
    for name, rule in (("passed when broken", "leak-gap"), ("passed when kept", "")):
        counts = given[name]
        assert isinstance(counts, list)
        found_gap = gap("p", (counts[0], counts[1]), (counts[2], counts[3]))
        assert (found_gap.rule if found_gap else "") == rule


@pytest.mark.parametrize("rule", RUNS, ids=lambda rule: rule.id)
def test_the_examples_of_the_run_time_name_a_call_that_breaks_the_rule(rule: Rule, tmp_path: Path) -> None:
    assert rule_of(str(rule.given["call refused when broken"])) == rule.id
    assert found(tmp_path, "py2js", rule.keeps) == ()


def test_the_example_of_an_amended_policy_is_judged_by_it(tmp_path: Path) -> None:
    rule = policy("c2rust").rule("rust-amended")
    amended = policy("c2rust", Amendment(forbid=(str(rule.given["forbid"]),), reason="it parses no files"))
    assert [v.rule for v in check(lay(tmp_path / "broken", rule.breaks), amended)] == ["rust-amended"]
    assert check(lay(tmp_path / "kept", rule.keeps), amended) == ()
