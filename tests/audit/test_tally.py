"""From coverage and trials to the numbers of an audit."""

from __future__ import annotations

import pytest
from portproof.audit.model import Equivalents, Fate, Hits, Language, Mutant, Origin, Source, Trial
from portproof.audit.result import Power, Share, added
from portproof.audit.tally import changed, executed, program_power, survivors, task_power

DATA = b"one = 1\ntwo = (1 +\n       2)\nthree = 3"
SOURCE = Source("a.py", Language.PYTHON, Origin.LIBRARY, DATA)


def mutant(old: str, new: str, operator: str = "constant") -> Mutant:
    start = DATA.index(old.encode())
    return Mutant("a.py", DATA[:start].count(b"\n") + 1, 1, operator, start, start + len(old), old, new)


FIRST, SECOND, LAST = mutant("1", "9"), mutant("1 +\n       2", "0", "arithmetic"), mutant("3", "4")


def test_whole_lines_are_shown_before_and_after() -> None:
    assert changed(DATA, FIRST) == (("one = 1",), ("one = 9",))
    assert changed(DATA, SECOND) == (("two = (1 +", "       2)"), ("two = (0)",))
    assert changed(DATA, LAST) == (("three = 3",), ("three = 4",))


def test_what_several_cases_execute_is_joined() -> None:
    hits = [
        Hits({"a": frozenset({1, 2})}, {}),
        Hits({"a": frozenset({3}), "b": frozenset({1})}, {"a": frozenset({(1, 2)})}),
    ]
    assert executed(hits) == ({"a": {1, 2, 3}, "b": {1}}, {"a": {(1, 2)}})


def test_a_mutant_counts_once_for_the_task_and_in_each_program() -> None:
    trials = [
        Trial("p", FIRST, Fate.SURVIVED, cases=3),
        Trial("q", FIRST, Fate.KILLED, "c", 1),
        Trial("p", LAST, Fate.SURVIVED, cases=2),
        Trial("q", LAST, Fate.SURVIVED, cases=5, extra=True),
        Trial("q", SECOND, Fate.SAME),
    ]
    whole = task_power(trials, Equivalents(sampled=1, resisted=1, inputs=7))
    assert (whole.killed, whole.survived, whole.same, whole.sampled, whole.inputs) == (1, 1, 1, 1, 7)
    assert whole.operators == {"constant": Share(1, 2)}
    assert program_power(trials, Equivalents(), "p").certain == Share(0, 2)
    assert program_power(trials, Equivalents(), "q").certain == Share(1, 1)  # the extra one is not its own
    (alive,) = survivors([SOURCE], trials, Equivalents(judged={LAST.id: "why"}))
    assert (alive.programs, alive.cases, alive.judged, alive.before) == (("p", "q"), 7, "why", ("three = 3",))


@pytest.mark.parametrize(
    ("fates", "counted"),
    [
        ((Fate.SURVIVED, Fate.UNTRIED), "untried"),  # another program's cases may still notice it
        ((Fate.UNTRIED, Fate.KILLED), "killed"),
        ((Fate.SURVIVED, Fate.SAME), "survived"),
        ((Fate.INVALID, Fate.INVALID), "invalid"),
    ],
)
def test_the_fate_that_counts(fates: tuple[Fate, Fate], counted: str) -> None:
    power = task_power([Trial(name, FIRST, fate) for name, fate in zip("pq", fates, strict=True)], Equivalents())
    assert getattr(power, counted) == 1
    assert power.killed + power.survived + power.same + power.invalid + power.untried == 1


def test_judged_survivors_leave_the_certain_share_only() -> None:
    trials = [Trial("p", FIRST, Fate.KILLED, "c", 1), Trial("p", LAST, Fate.SURVIVED)]
    power = task_power(trials, Equivalents(judged={LAST.id: "why", FIRST.id: "it was killed, so this says nothing"}))
    assert (power.plain, power.certain) == (Share(1, 2), Share(1, 1))


def test_sums_of_tasks() -> None:
    one = Power(killed=2, survived=1, sampled=1, inputs=5, operators={"a": Share(2, 3)})
    other = Power(killed=1, judged=0, untried=4, inputs=9, operators={"a": Share(0, 1), "b": Share(1, 1)})
    both = added([one, other])
    assert (both.killed, both.survived, both.untried, both.sampled, both.inputs) == (3, 1, 4, 1, 9)
    assert both.operators == {"a": Share(2, 4), "b": Share(1, 1)}
