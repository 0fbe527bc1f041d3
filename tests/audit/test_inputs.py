from __future__ import annotations

from dataclasses import replace
from datetime import date
from itertools import islice
from pathlib import Path

import pytest
from portproof.audit.inputs.generate import TAG, fits, generator, relatives, size
from portproof.audit.model import Language, Origin, Source
from portproof.core.case import Case
from portproof.core.errors import InputError
from portproof.core.task import Layout, Observable, Original, Program, Task

DRIVER = """import argparse
NAMES = ["fast", "slow"]
parser = argparse.ArgumentParser()
parser.add_argument("--count", type=int, required=True)
parser.add_argument("--mode", choices=NAMES)
parser.add_argument("--text", default="abc")
parser.add_argument("-v", "--verbose", action="store_true")
print(parser.parse_args())
"""


def task_of(folder: Path, driver: str, lines: list[tuple[bytes, ...]], stdin: bytes = b"") -> Task:
    original = folder / "tasks" / "one" / "original"
    original.mkdir(parents=True)
    path = original / "prog.py"
    path.write_text(driver, encoding="utf-8")
    cases = tuple(sorted((Case("one", "prog", line, stdin) for line in lines), key=lambda case: case.id))
    program = Program("one", "prog", path, "", (), cases)
    return Task(
        "one", original.parent, "one", "1", "MIT", "", date(2026, 1, 1), Layout.TASK,
        frozenset({Observable.STDOUT}), Original("cpython"), (program,),
    )  # fmt: skip


def some(task: Task, count: int = 300, seed: int = 1, **more: object) -> list[Case]:
    program = task.programs[0]
    return list(islice(generator(task, program, program.cases, seed, **more), count))  # type: ignore[arg-type]  # `more` is any option of the generator


def test_the_same_seed_gives_the_same_invocations_and_another_gives_others(tmp_path: Path) -> None:
    task = task_of(tmp_path, DRIVER, [(b"--count", b"3"), (b"--count", b"4", b"--mode", b"fast")])
    assert some(task) == some(task)
    assert {case.id for case in some(task)} != {case.id for case in some(task, seed=2)}


def test_an_invocation_is_new_comes_once_is_tagged_and_is_one_that_a_suite_may_hold(tmp_path: Path) -> None:
    task = task_of(tmp_path, "print()", [(b"a", b"b\xff"), (b"-x", b"12")], stdin=b"1 2\0\n3")
    made = some(task, 2000)
    ids = [case.id for case in made]
    assert len(set(ids)) == len(ids) == 2000
    assert not set(ids) & {case.id for case in task.programs[0].cases}
    assert all(case.tags == (TAG,) and not case.visible for case in made)
    assert all(b"\0" not in word for case in made for word in case.args)
    assert all(fits(case, 4096) for case in made)
    assert any(b"\0" in case.stdin for case in made)  # stdin may hold it


def test_recombination_crosses_arguments_of_different_cases(tmp_path: Path) -> None:
    task = task_of(tmp_path, "print()", [(b"one", b"two", b"three"), (b"--flag", b"four")])
    old = {b"one", b"two", b"three", b"--flag", b"four"}
    mixed = [case for case in some(task) if case.args and set(case.args) <= old]
    assert any({b"--flag"} < set(case.args) and {b"one", b"two", b"three"} & set(case.args) for case in mixed)


def test_a_definition_is_obeyed_by_a_share_of_the_invocations(tmp_path: Path) -> None:
    task = task_of(tmp_path, DRIVER, [(b"--count", b"3", b"--text", b"hello"), (b"--count", b"4", b"--mode", b"fast")])
    made = some(task)
    modes = {case.args[i + 1] for case in made for i, w in enumerate(case.args[:-1]) if w == b"--mode"}
    assert {b"fast", b"slow"} <= modes  # no case has --mode slow: the driver's choices do
    counts = [case.args[i + 1] for case in made for i, w in enumerate(case.args[:-1]) if w == b"--count"]
    assert any(word.isdigit() and int(word) > 2**31 for word in counts)
    assert any(b"--verbose" in case.args or b"-v" in case.args for case in made)


def test_old_cases_that_join_options_get_relatives_that_do(tmp_path: Path) -> None:
    task = task_of(tmp_path, DRIVER, [(b"--count=3", b"--text=a b"), (b"--count=4", b"--mode=fast")])
    made = some(task)
    joined = [case for case in made if any(word.startswith(b"--count=") for word in case.args)]
    assert len(joined) > len(made) / 2
    assert any(b"--text=a b" in case.args for case in made)


def test_the_dictionary_holds_literals_of_the_library_and_harvested_words(tmp_path: Path) -> None:
    task = task_of(tmp_path, "print()", [(b"x",)])
    library = Source("one/a.py", Language.PYTHON, Origin.LIBRARY, b'"""Told."""\nif word == "rarest-of-words": pass\n')
    native = Source("one/b.c", Language.C, Origin.LIBRARY, b'int f(void) { return strcmp(s, "tab\\there"); }')
    made = some(task, 500, sources=(library, native), words=(b"harvested",))
    words = {word for case in made for word in case.args}
    assert any(b"rarest-of-words" in word for word in words)
    assert any(b"tab\there" in word for word in words)
    assert any(b"harvested" in word for word in words)
    assert not any(b"Told" in word for word in words)


def test_a_program_without_cases_and_without_definition_still_gets_invocations(tmp_path: Path) -> None:
    task = task_of(tmp_path, "print()", [])
    assert len(some(task, 5, words=(b"a", b"b"))) == 5


def test_relatives_keep_the_tags_of_their_parent_and_its_size(tmp_path: Path) -> None:
    parent = Case("one", "prog", (b"encode", b"12345"), tags=("numbers", "error"))
    made = list(islice(relatives(parent, [parent], 7, (b"word",)), 200))
    assert {case.tags for case in made} == {("numbers", "error")}
    assert all(size(case) <= 4096 for case in made)
    assert made == list(islice(relatives(parent, [parent], 7, (b"word",)), 200))


GRAMMAR = r"""
format = 1
words = ["magic"]

[values.number]
type = "int"
min = 0
max = 99

[values.packed]
type = "text"
alphabet = "ab"
min = 3
max = 3
as = ["zlib", "hex"]

[[programs.prog.forms]]
args = ["pack", "--wide?", ["-n", "<number>"], "<packed>"]
stdin = { type = "list", of = "<number>", separator = ",", min = 1, max = 4 }
files = { "in.txt" = { type = "join", of = ["[", { type = "choice", of = ["x", "y"] }, "]"] } }

[[programs.prog.forms]]
weight = 2
args = [{ either = [["a"], ["b", "c"]] }, { repeat = [{ type = "hex", min = 1, max = 2 }], min = 2, max = 2 }]
"""


def with_grammar(folder: Path, text: str) -> Task:
    task = task_of(folder, "print()", [])
    (task.folder / "inputs.toml").write_text(text, encoding="utf-8")
    return task


def test_a_declared_grammar_gives_calls_of_its_forms(tmp_path: Path) -> None:
    import itertools
    import re
    import zlib

    made = some(with_grammar(tmp_path, GRAMMAR), 600)
    first = [
        c for c in made if c.args[:1] == (b"pack",) and re.fullmatch(rb"\[[xy]\]", dict(c.files).get("in.txt", b""))
    ]
    assert first
    whole = [c for c in first if re.fullmatch(rb"\d{1,2}(,\d{1,2}){0,3}", c.stdin) and len(c.args) in (2, 3, 4, 5)]
    packed = {zlib.compress(bytes(text), 6).hex().encode() for text in itertools.product(b"ab", repeat=3)}
    assert len({c.args[-1] for c in whole} & packed) == 8
    assert {b"--wide" in c.args for c in whole} == {True, False}
    second = [c for c in made if c.args[:1] == (b"a",) or c.args[:2] == (b"b", b"c")]
    assert len([c for c in second if re.fullmatch(rb"([0-9a-f]{2}){1,2}", c.args[-1])]) > 20


def test_all_mistakes_of_inputs_toml_are_reported_at_once_with_their_lines(tmp_path: Path) -> None:
    wrong = """format = 1
wrods = []

[values.number]
type = "int"
least = 0

[values.other]
type = "strange"

[[programs.prog.forms]]
args = [{ type = "hex", min = "1" }, 5]
"""
    with pytest.raises(InputError) as caught:
        some(with_grammar(tmp_path, wrong))
    told = [str(mistake) for mistake in caught.value.mistakes]
    file = "tasks/one/inputs.toml"
    assert [line.split(": ")[0].split("/", 1)[1] for line in told] == [f"{file}:{n}" for n in (2, 6, 8, 12, 12)], told
    assert "unknown key 'wrods'" in told[0]
    assert "one of: int, float" in told[2]


def test_what_is_well_formed_but_means_nothing_is_a_mistake(tmp_path: Path) -> None:
    wrong = """format = 1

[values.a]
type = "join"
of = ["<b>"]

[values.b]
type = "list"
of = "<a>"
min = 3
max = 2

[[programs.prog.forms]]
args = ["<nothing>"]
files = { "../x" = "" }

[[programs.nobody.forms]]
args = []
"""
    with pytest.raises(InputError) as caught:
        some(with_grammar(tmp_path, wrong))
    told = " | ".join(str(mistake) for mistake in caught.value.mistakes)
    for said in (
        "inputs.toml:3: the value 'a' uses itself",
        "inputs.toml:7: min is 3 but max is 2",
        "there is no value called 'nothing'",
        "'../x' must be a plain",
        "no program of task.toml is called 'nobody'",
    ):
        assert said in told


def test_inputs_toml_does_not_change_the_digest_of_a_suite(tmp_path: Path) -> None:
    import shutil

    from portproof.suite.read import read

    suite = Path(__file__).parents[2] / "suites" / "py2js-mini"
    shutil.copytree(suite, tmp_path / "s", ignore=shutil.ignore_patterns("pack", "submissions"))
    before = read(tmp_path / "s").digest
    (tmp_path / "s" / "tasks" / "base58" / "inputs.toml").write_text("format = 1\n")
    assert read(tmp_path / "s").digest == before


def test_case_ids_of_a_program_are_avoided_also_when_only_some_cases_are_given(tmp_path: Path) -> None:
    task = task_of(tmp_path, "print()", [(b"a",), (b"b",)])
    program = task.programs[0]
    made = list(islice(generator(task, program, program.cases[:1], 1), 300))
    assert not {replace(case).id for case in made} & {case.id for case in program.cases}
