"""What enters which denominator."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from portproof.core.verdict import Verdict
from portproof.scoring.rates import Rate, Score, score
from portproof.scoring.table import CaseResult

P, W, Q, N, H = Verdict.PASS, Verdict.WRONG_STDOUT, Verdict.QUARANTINED, Verdict.NOT_RUN, Verdict.HARNESS_ERROR


def table(*programs: tuple[str, list[Verdict]]) -> list[CaseResult]:
    """Programs written `library/task/program`, with the verdicts of their cases."""
    return [
        CaseResult(task, library, program, str(index), verdict)
        for name, verdicts in programs
        for library, task, program in [name.split("/")]
        for index, verdict in enumerate(verdicts)
    ]


def scored(*programs: tuple[str, list[Verdict]]) -> Score:
    return score(table(*programs))


def test_counts_are_exact_at_every_level() -> None:
    result = scored(("a/a/x", [P, P]), ("a/a/y", [P, W]), ("b/b/x", [P, P, P, P]))
    assert (result.case, result.program, result.task) == (Rate(7, 8), Rate(2, 3), Rate(1, 2))
    assert result.macro_case == (3 / 4 + 1) / 2
    assert result.macro_program == (1 / 2 + 1) / 2


@pytest.mark.parametrize("unscored", [N, H])
def test_an_unscored_case_leaves_the_case_rate_and_its_program(unscored: Verdict) -> None:
    result = scored(("a/a/x", [P, unscored]), ("b/b/x", [P]))
    assert (result.case, result.program, result.task) == (Rate(2, 2), Rate(1, 1), Rate(1, 1))
    assert result.valid == Rate(2, 3)


def test_a_failed_case_fails_its_program_whatever_was_not_scored() -> None:
    result = scored(("a/a/x", [P, W, H]))
    assert (result.program, result.task) == (Rate(0, 1), Rate(0, 1))


def test_a_failed_program_fails_its_task_whatever_was_not_scored() -> None:
    result = scored(("a/a/x", [H]), ("a/a/y", [W]))
    assert (result.program, result.task) == (Rate(0, 1), Rate(0, 1))


def test_an_unscored_program_leaves_its_task_unscored() -> None:
    result = scored(("a/a/x", [N]), ("a/a/y", [P]))
    assert (result.program, result.task) == (Rate(1, 1), Rate(0, 0))


def test_quarantined_cases_are_in_no_denominator_but_counted() -> None:
    result = scored(("a/a/x", [P, Q]), ("a/a/y", [Q, Q]), ("b/b/x", [Q]))
    assert (result.case, result.program, result.task, result.valid) == (Rate(1, 1), Rate(1, 1), Rate(1, 1), Rate(1, 1))
    assert (result.quarantined, result.verdicts[Q], result.rankable) == (4, 4, True)


def test_nothing_scored_has_no_value_and_no_rank() -> None:
    for result in (scored(), scored(("a/a/x", [Q])), scored(("a/a/x", [N]))):
        assert result.case.value is result.program.value is result.task.value is None
        assert result.macro_case is result.macro_program is None
        assert result.interval_case is None
        assert not result.rankable


@pytest.mark.parametrize(("invalid", "rankable"), [(2, True), (3, False)])
def test_a_run_is_rankable_from_exactly_98_per_cent(invalid: int, rankable: bool) -> None:
    assert scored(("a/a/x", [P] * (100 - invalid) + [H] * invalid)).rankable is rankable


def test_a_refused_tree_is_not_built_but_a_violation_at_run_time_was() -> None:
    result = scored(
        ("a/a/x", [Verdict.POLICY_VIOLATION] * 2),
        ("b/b/x", [Verdict.POLICY_VIOLATION, P]),
        ("c/c/x", [Verdict.BUILD_FAILED]),
        ("d/d/x", [Verdict.MISSING]),
        ("e/e/x", [W]),
        ("f/f/x", [H]),
    )
    assert result.built == Rate(2, 5)
    assert result.policy_clean == Rate(3, 5)


def test_every_verdict_is_listed_in_the_order_of_the_enum() -> None:
    result = scored(("a/a/x", [H, P, W]))
    assert list(result.verdicts) == list(Verdict)
    assert sum(result.verdicts.values()) == 3


def test_tasks_of_one_library_are_one_cluster() -> None:
    result = scored(("a/a1/x", [P]), ("a/a2/x", [W]), ("b/b/x", [P]))
    assert result.task == Rate(2, 3)
    assert result.interval_task is not None
    assert result.interval_task.clusters == 2


def test_one_library_has_rates_but_no_interval() -> None:
    result = scored(("a/a/x", [P]), ("a/a/y", [W]))
    assert result.program.value == 0.5
    assert result.interval_program is None


def test_a_case_with_two_verdicts_is_refused() -> None:
    with pytest.raises(ValueError, match="a/x/0 has two verdicts"):
        score(table(("a/a/x", [P])) * 2)


def test_a_task_under_two_libraries_is_refused() -> None:
    with pytest.raises(ValueError, match="two libraries"):
        scored(("a/t/x", [P]), ("b/t/y", [P]))


runs = st.lists(
    st.tuples(st.sampled_from(["a/a", "b/b", "b/b2", "c/c"]), st.lists(st.sampled_from(list(Verdict)), max_size=5)),
    max_size=6,
).map(lambda programs: table(*((f"{task}/{index}", verdicts) for index, (task, verdicts) in enumerate(programs))))


@settings(max_examples=50, deadline=None)
@given(runs, st.randoms(use_true_random=False))
def test_the_order_of_results_changes_nothing(results: list[CaseResult], chance: random.Random) -> None:
    shuffled = results[:]
    chance.shuffle(shuffled)
    assert score(shuffled) == score(results)


@settings(max_examples=50, deadline=None)
@given(runs)
def test_counts_add_up(results: list[CaseResult]) -> None:
    result = score(results)
    assert sum(result.verdicts.values()) == len(results)
    assert result.case.passed == result.verdicts[P]
    assert result.case.total == result.valid.passed
    assert result.valid.total == len(results) - result.quarantined
    for rate in (result.case, result.program, result.task, result.built, result.policy_clean, result.valid):
        assert 0 <= rate.passed <= rate.total
