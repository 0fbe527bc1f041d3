"""Survivors under further inputs: what is told from the original, what resists, what an author declared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from portproof.audit.declared import declared
from portproof.audit.model import Equivalents, Fate, Trial
from portproof.audit.mutants.equivalence import equivalents, refuted, stale, survivors
from portproof.audit.mutants.power import trials
from portproof.audit.subject import Subject
from portproof.core.case import Case
from portproof.core.task import Program
from portproof.replay.backend import Backend

from .mutated import DRIVER, LIB, PATH, coverage, laid, pack, the
from .originals import lay, subject_of

# the boundary changes what 0 gives; that a square is below nothing is no matter what the number is
SQUARE = LIB.replace("    total =", "    if number * number < 0:\n        return 99\n    total =")
HASHED = """def scaled(number):
    text = "a" * number
    return hash(text) + 0 * number
"""


def asked(about: Subject, words: Sequence[str], sampled: int = 100) -> tuple[tuple[Trial, ...], Equivalents]:
    def inputs(program: Program, like: Sequence[Case]) -> Iterable[Case]:
        assert like
        return [Case("t", program.id, (word.encode(),)) for word in words]

    of, reached = pack(about), coverage(about)
    found = trials(about, reached, of, budget=600, per_program=1000, seed=1, journal=about.place / "journal")
    return found, equivalents(about, reached, found, of, inputs, budget=600, seed=1, sampled=sampled)


def test_what_no_input_tells_from_the_original_resists(tmp_path: Path, backend: Backend, cache: Path) -> None:
    about = laid(tmp_path, backend, cache, [["3"], ["-4"]], SQUARE)
    found, equal = asked(about, ["0", "5"])
    alive = survivors(found)
    edges = [mutant for mutant in alive if mutant.operator == "boundary"]
    assert len(edges) == 2
    assert equal.sampled == len(alive)
    # 0 tells the boundaries of the sign and of the square from the original; the branch that is never taken resists
    never = [mutant for mutant in alive if (mutant.operator, mutant.replacement) == ("branch", "False")]
    assert len(never) == 1
    assert 1 <= equal.resisted <= len(alive) - len(edges)
    assert equal.inputs == 2


def test_an_input_that_the_original_answers_in_several_ways_tells_nothing(
    tmp_path: Path, backend: Backend, cache: Path
) -> None:
    about = laid(tmp_path, backend, cache, [["0"]], HASHED)
    found, equal = asked(about, ["3"])
    alive = {(mutant.original, mutant.replacement) for mutant in survivors(found)}
    assert ("0", "1") in alive
    assert ("+", "-") in alive  # of nothing: equivalent, and what the hash is does not matter to it
    assert (equal.sampled, equal.resisted) == (1, 1)  # no other input reaches the rest


def test_an_input_at_a_limit_is_left_out(tmp_path: Path, backend: Backend, cache: Path) -> None:
    lib = LIB.replace("    total =", "    while number == 77:\n        pass\n    total =")
    about = laid(tmp_path, backend, cache, [["3"]], lib)
    _, equal = asked(about, ["77", "5"])
    assert equal.sampled > 0
    assert equal.inputs == 1


def test_survivors_are_those_that_no_program_noticed(tmp_path: Path, backend: Backend, cache: Path) -> None:
    about = laid(tmp_path, backend, cache, [["3"]])
    edge, seven = the(about, "boundary", "<", "<="), the(about, "constant", "7", "8")
    found = [
        Trial("p", edge, Fate.SURVIVED, None, 3),
        Trial("q", edge, Fate.KILLED, "id", 1),
        Trial("p", seven, Fate.SURVIVED, None, 3),
        Trial("q", seven, Fate.UNTRIED),
    ]
    assert survivors(found) == (seven,)


def test_declared_equivalents_are_not_sampled(tmp_path: Path, backend: Backend, cache: Path) -> None:
    about = laid(tmp_path, backend, cache, [["3"], ["-4"]])
    (tmp_path / "audit.toml").write_text(
        "format = 1\n"
        f'[[equivalent]]\npath = "{PATH}"\nline = 6\noriginal = "<"\nreplacement = "<="\nreason = "0 is 0"\n'
        f'[[equivalent]]\npath = "{PATH}"\nline = 8\noriginal = "*"\nreplacement = "//"\nreason = "wrong"\n'
        f'[[equivalent]]\npath = "{PATH}"\nline = 7\noriginal = "<"\nreplacement = "<="\nreason = "moved"\n',
        encoding="utf-8",
    )
    edge = the(about, "boundary", "<", "<=")
    found, equal = asked(about, ["0"])
    assert dict(equal.judged) == {edge.id: "0 is 0"}
    assert equal.sampled == len(survivors(found)) - 1
    says = declared(about.task)
    assert [entry.reason for entry in stale(says, about)] == ["moved"]
    assert [(entry.reason, trial.program) for entry, trial in refuted(says, found)] == [("wrong", "p")]


def test_no_survivor_needs_no_input(tmp_path: Path, backend: Backend, cache: Path) -> None:
    about = laid(tmp_path, backend, cache, [["3"]])
    of, reached = pack(about), coverage(about)
    killed = [Trial("p", the(about, "arithmetic", "*", "//"), Fate.KILLED, "id", 1)]

    def never(program: object, like: object) -> Iterator[Case]:
        raise AssertionError("an input was asked for")

    assert equivalents(about, reached, killed, of, never, budget=9) == Equivalents()


def test_a_word_that_the_library_looks_for_is_planted(tmp_path: Path, backend: Backend, cache: Path) -> None:
    lib = "def scaled(word):\n    return {'circle': 1}.get(word, 0)\n"
    files = {"lib/__init__.py": lib, "p.py": DRIVER.replace("int(sys.argv[1])", "sys.argv[1]")}
    about = subject_of(lay(tmp_path, "cpython", files, ["p.py"], [["square"]]), backend, cache)
    found, equal = asked(about, ["triangle"])
    assert any(mutant.operator == "string" for mutant in survivors(found))
    assert equal.sampled - equal.resisted >= 1
