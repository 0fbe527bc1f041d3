"""A holdout: as many hidden cases as a program has, none of them known, alike in kind. Whoever has seen the suite's own
cases, or trained on them, is better on those than on these; whoever re-implemented the library is not.

Each hidden case has one successor: a small change of it that ends as it did (exit status), among several that which
answers something new and reaches most of what the suite's cases reach. Tags are inherited. The visible cases stay: a
submission may be made from them. Successors that the original does not answer stably are replaced by the next best.

It writes nothing: `holdout_suite` makes a suite of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from ...core.canonical import digest
from ...core.case import Case
from ...core.outcome import Outcome
from ...core.pack import Pack, Recorded
from ...core.task import Program
from ..declared import Declared, meant
from ..inputs.generate import relatives, size
from ..model import Coverage
from ..subject import Subject
from ..tally import library_reach
from .gain import Gain, reached, together
from .grow import replayed
from .harvest import words as printed
from .search import Hear, Search, Tried, opened, tried

EACH = 6  # relatives of one case that are run in one round
ROUNDS = 3  # for the cases that have no successor yet
SWAPS = 3  # captures after which a case that is still not stable has no successor
WORDS = 400  # printed words that later rounds may use


@dataclass(frozen=True, slots=True)
class Successor:
    """`case` takes the place of the hidden case `of`. `relaxed`: what it is not alike in, or empty."""

    of: str
    case: Case
    relaxed: str = ""


@dataclass(frozen=True, slots=True)
class Held:
    """The holdout of one task. `without`: hidden cases that have no successor, with the reason. Lines and branches of
    the library: what the suite's own cases reach of what they are meant to, what the holdout's do, and how many there
    are."""

    task: str
    successors: Mapping[str, tuple[Successor, ...]]
    without: Mapping[str, str]
    lines: tuple[int, int, int]
    branches: tuple[int, int, int]


@dataclass(slots=True)
class _Choice:
    """What could succeed one hidden case: relatives that end as it did, and others."""

    of: Case
    recorded: Recorded
    alike: list[Tried] = field(default_factory=list)
    others: list[Tried] = field(default_factory=list)


@dataclass(slots=True)
class _Program:
    """The choices of one program. `answers`: the outcomes that are taken, `used`: the invocations that are; `reached`:
    what of `wanted`, which the suite's own cases reach, is reached again."""

    choices: list[_Choice]
    wanted: Gain
    reached: Gain
    answers: set[object]
    used: set[str]
    taken: dict[str, tuple[Tried, str]] = field(default_factory=dict)

    def take(self, choice: _Choice) -> bool:
        """Chooses a successor, the next best where one was chosen before. Whether there is one."""
        self.taken.pop(choice.of.id, None)
        for options, relaxed in self._options(choice):
            left = [one for one in options if one.case.id not in self.used]
            if left:
                best = max(left, key=lambda one: (*self._score(choice, one), one.case.id))
                self.used.add(best.case.id)
                self.answers.add(_answer(best.outcome))
                self.reached |= reached(best.hits) & self.wanted
                self.taken[choice.of.id] = best, relaxed
                return True
        return False

    def _options(self, choice: _Choice) -> Iterator[tuple[list[Tried], str]]:
        succeeded = choice.recorded.exit == 0
        elsewhere = [one for other in self.choices if other is not choice for one in other.alike]
        yield choice.alike, ""
        yield [one for one in choice.others if (one.outcome.exit == 0) == succeeded], "exit status"
        yield [one for one in elsewhere if (one.outcome.exit == 0) == succeeded], "kind"
        yield choice.others, "success"
        yield elsewhere, "kind and success"

    def _score(self, choice: _Choice, one: Tried) -> tuple[bool, int, int]:
        """An answer that is new, code that would be missed, a size that is like the old one's."""
        new = (reached(one.hits) & self.wanted) - self.reached
        return _answer(one.outcome) not in self.answers, len(new), -abs(size(one.case) - size(choice.of))


def holdout(
    subject: Subject, coverage: Coverage, pack: Pack, says: Declared, seed: int, progress: Hear = lambda event: None
) -> Held:
    """The successors of a task's hidden cases, program by program. `coverage`: of the task's cases.

    Raises UserError where coverage cannot be measured, HarnessError."""
    search = opened(subject, coverage, (), pack, says, progress)
    meant_to_be = _meant(subject, coverage, says)
    known = {case.id for program in subject.task.programs for case in program.cases}
    programs: dict[str, _Program] = {}
    for program in subject.task.programs:
        found = _Program(
            choices=[_Choice(case, pack.outcomes[case.id]) for case in hidden(program, pack)],
            wanted=_reached(coverage, program.cases) & meant_to_be,
            reached=_reached(coverage, [case for case in program.cases if case.visible]) & meant_to_be,
            answers={_answer(pack.outcomes[case.id]) for case in program.cases if case.id in pack.outcomes},
            used=set(known),
        )
        _fill(search, program, found.choices, seed)
        for choice in found.choices:
            found.take(choice)
        programs[program.id] = found
    without = _settled(search, programs)
    return _held(subject, coverage, meant_to_be, programs, without)


def hidden(program: Program, pack: Pack) -> list[Case]:
    """The cases of a program that are not visible and have an outcome."""
    return [case for case in program.cases if not case.visible and case.id in pack.outcomes]


def _fill(search: Search, program: Program, choices: Sequence[_Choice], seed: int) -> None:
    """Runs relatives of each case until it has some that end as it did."""
    words, cases = search.words, list(program.cases)
    seen = {case.id for case in cases}
    for number in range(ROUNDS):
        batch: dict[str, tuple[_Choice, Case]] = {}
        key = int(digest(["holdout", seed, number])[:12], 16)
        for choice in choices:
            if choice.alike:
                continue
            made = islice(relatives(choice.of, cases, key, words), 8 * EACH * (number + 1))
            fresh = {one.id: one for one in made if one.id not in seen}
            for one in islice(fresh.values(), EACH * (number + 1)):
                seen.add(one.id)
                batch[one.id] = choice, one
        done = tried(search, [one for _, one in batch.values()])
        for ran in done:
            choice, _ = batch[ran.case.id]
            same = (ran.outcome.exit, ran.outcome.signal) == (choice.recorded.exit, choice.recorded.signal)
            (choice.alike if same else choice.others).append(ran)
        new = printed(ran.outcome.stdout.data for ran in done if ran.outcome.stdout.data)
        words = tuple(sorted({*words, *new[:: max(1, len(new) // WORDS)]}))


def _settled(search: Search, programs: Mapping[str, _Program]) -> dict[str, str]:
    """Captures what is chosen, and chooses again for what is not stable; what has no successor then, and why."""
    waiting = {key for found in programs.values() for key in found.taken}
    why: dict[str, str] = {}
    for _ in range(SWAPS):
        if not waiting:
            break
        owners = {one.case.id: key for found in programs.values() for key, (one, _) in found.taken.items()}
        cases = [one.case for found in programs.values() for key, (one, _) in found.taken.items() if key in waiting]
        unstable = {owners[entry.case]: entry for entry in replayed(search, cases).quarantine}
        why = {key: f"{entry.cause}: {entry.detail}" for key, entry in unstable.items()}
        waiting = {
            choice.of.id
            for found in programs.values()
            for choice in found.choices
            if choice.of.id in unstable and found.take(choice)
        }
    for found in programs.values():
        for key in waiting:
            found.taken.pop(key, None)
    return {
        choice.of.id: why.get(choice.of.id, "no invocation like it was found")
        for found in programs.values()
        for choice in found.choices
        if choice.of.id not in found.taken
    }


def _held(
    subject: Subject,
    coverage: Coverage,
    meant_to_be: Gain,
    programs: Mapping[str, _Program],
    without: Mapping[str, str],
) -> Held:
    cases = [case for program in subject.task.programs for case in program.cases]
    old = _reached(coverage, cases) & meant_to_be
    taken = [one for found in programs.values() for one, _ in found.taken.values()]
    visible = _reached(coverage, [case for case in cases if case.visible])
    new = (together(reached(one.hits) for one in taken) | visible) & meant_to_be
    successors = {
        id: tuple(sorted((Successor(of, one.case, why) for of, (one, why) in found.taken.items()), key=lambda s: s.of))
        for id, found in programs.items()
    }
    return Held(
        task=subject.task.id,
        successors=successors,
        without=without,
        lines=(len(old.lines), len(new.lines), len(meant_to_be.lines)),
        branches=(len(old.branches), len(new.branches), len(meant_to_be.branches)),
    )


def _meant(subject: Subject, coverage: Coverage, says: Declared) -> Gain:
    reach = meant(says, library_reach(subject, coverage))
    return Gain(
        frozenset((path, line) for path, one in reach.items() for line in one.lines),
        frozenset((path, pair) for path, one in reach.items() for pair in one.branches),
    )


def _reached(coverage: Coverage, cases: Iterable[Case]) -> Gain:
    return together(reached(coverage.hits[case.id]) for case in cases if case.id in coverage.hits)


def _answer(outcome: Outcome | Recorded) -> object:
    return outcome.exit, outcome.stdout.sha256, outcome.stderr.sha256, outcome.files and outcome.files[0][1].sha256
