"""Which cases reach a mutant, and which are replayed first."""

from __future__ import annotations

from portproof.audit.model import Coverage, Fate, Function, Hits, Mutant, Reach, Trial
from portproof.audit.mutants.ranking import Ranking
from portproof.core.case import Case

CASES = tuple(Case("t", "p", (name.encode(),)) for name in "abcd")
A, B, C, D = CASES
REACH = Reach(frozenset(range(1, 20)), frozenset(), (Function("f", 1, 9, 2), Function("g", 10, 19, 11)))


def mutant(line: int, statement: int = 0) -> Mutant:
    return Mutant("it", line, 1, "test", line, line + 1, "a", "b", statement)


def coverage(**lines: set[int]) -> Coverage:
    by_name = {case.args[0].decode(): case.id for case in CASES}
    return Coverage({"it": REACH}, {by_name[name]: Hits({"it": frozenset(of)}, {}) for name, of in lines.items()})


def test_cases_that_reach_the_line_or_of_which_nobody_knows() -> None:
    known = coverage(a={1, 2}, b={3}, c={2})
    assert Ranking(known).reaching(mutant(2), CASES) == [A, C, D]
    apart = Coverage(known.reach, known.hits, {B.id: "answered otherwise"})
    assert Ranking(apart).reaching(mutant(2), CASES) == [A, B, C, D]


def test_a_line_that_is_not_counted_is_reached_with_its_statement() -> None:
    assert Ranking(coverage(a={1, 2}, b={3}, c={2}, d={4})).reaching(mutant(50, statement=3), CASES) == [B]


def test_cases_that_reach_little_else_come_first() -> None:
    ranking = Ranking(coverage(a={2, 3, 4, 5}, b={2, 3}, c={2, 3, 4}, d={2}))
    assert ranking.ordered(mutant(2), CASES) == (D, B, C, A)


def test_cases_that_reach_the_same_take_turns_with_others() -> None:
    ranking = Ranking(coverage(a={2}, b={2}, c={2}, d={2, 3, 4}))
    first, second, third, fourth = ranking.ordered(mutant(2), CASES)
    assert second is D
    assert {first, third, fourth} == {A, B, C}


def test_what_noticed_a_neighbour_comes_first() -> None:
    ranking = Ranking(coverage(a={2}, b={2, 3}, c={2, 3, 4}, d={2, 3, 4, 5}))
    ranking.learn(Trial("p", mutant(3), Fate.KILLED, C.id, 3), (A, B, C, D))
    assert ranking.ordered(mutant(2), CASES)[0] is C
    ranking.learn(Trial("p", mutant(12), Fate.KILLED, D.id, 1), (D,))
    assert ranking.ordered(mutant(2), CASES)[0] is C  # D noticed one of another function
    assert ranking.ordered(mutant(13), CASES)[0] is D


def test_nothing_is_learnt_from_what_was_not_run() -> None:
    ranking = Ranking(coverage(a={2}, b={2, 3}))
    before = ranking.ordered(mutant(2), (A, B))
    for fate in (Fate.UNTRIED, Fate.SAME, Fate.INVALID):
        ranking.learn(Trial("p", mutant(2), fate), (A, B))
    assert ranking.ordered(mutant(2), (A, B)) == before


def test_the_head_of_a_function_is_reached_by_who_enters_it() -> None:
    ranking = Ranking(coverage(a={1, 10}, b={1, 10, 11}, c={1, 10, 15}, d={1}))
    assert ranking.reaching(mutant(10), CASES) == [B, C]
    assert ranking.reaching(mutant(11), CASES) == [B]
