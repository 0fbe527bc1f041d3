"""audit.toml is read strictly: every mistake with its line, and places mean what they say."""

from __future__ import annotations

from pathlib import Path

import pytest
from portproof.audit.declared import Declared, Exclusion, Place, body, declared, meant
from portproof.audit.model import Function, Mutant, Reach
from portproof.cli.places import bundled
from portproof.core.errors import InputError
from portproof.suite.read import read

from .defects import laid

REACH = Reach(
    frozenset(range(1, 11)), frozenset({(2, 3), (6, 7)}), (Function("one", 1, 4, 2), Function("two", 5, 10, 6))
)


def mistakes(tmp_path: Path, text: str) -> list[str]:
    task = read(laid(tmp_path / "defects", judged=text)).tasks[0]
    with pytest.raises(InputError) as caught:
        declared(task)
    return [str(mistake) for mistake in caught.value.mistakes]


def test_without_a_file_all_code_is_meant() -> None:
    assert meant(Declared(), {"a.py": REACH}) == {"a.py": REACH}


def test_a_place_is_a_glob_of_paths_and_of_functions() -> None:
    assert Place.of("lib/*.py").lines("lib/a.py", REACH) == REACH.lines
    assert Place.of("lib/*.py:t*").lines("lib/a.py", REACH) == frozenset(range(5, 11))
    assert Place.of("lib/*.py:two").lines("other/a.py", REACH) == frozenset()


def test_a_name_with_colons_is_one_function() -> None:
    assert Place.of("a.cpp:Lib::Class::run") == Place("a.cpp", "Lib::Class::run")


def test_exclusions_take_lines_branches_and_functions_away() -> None:
    says = Declared(exclude=(Exclusion(Place.of("a.py"), "why", ((1, 4), (10, 10))),))
    (left,) = meant(says, {"a.py": REACH}).values()
    assert left.lines == frozenset(range(5, 10))
    assert left.branches == {(6, 7)}
    assert [one.name for one in left.functions] == ["two"]


def test_a_file_of_which_nothing_is_left_is_left_out() -> None:
    assert meant(Declared(exercise=(Place("other.py"),)), {"a.py": REACH}) == {}


def test_the_line_of_a_definition_is_no_part_of_its_body() -> None:
    assert body(REACH.functions[0], REACH) == {2, 3, 4}


def test_every_mistake_has_its_line(tmp_path: Path) -> None:
    told = mistakes(
        tmp_path,
        'format = 1\nexercize = ["a"]\n\n[[exclude]]\nwhat = "a"\nlines = "4-"\nreason = ""\n\n'
        "[[equivalent]]\nline = 0\n",
    )
    text = "\n".join(told)
    assert "audit.toml:2: unknown key 'exercize'" in text
    assert "audit.toml:6: exclude[0].lines" in text
    assert "audit.toml:7: exclude[0].reason" in text
    assert "'equivalent[0].path' is missing" in text
    assert "audit.toml:10: equivalent[0].line" in text


def test_an_entry_that_stands_twice_is_a_mistake(tmp_path: Path) -> None:
    entry = '[[unmentioned]]\nname = "a"\nreason = "b"\n'
    assert mistakes(tmp_path, f"format = 1\n{entry}{entry}") == [
        "defects/tasks/words/audit.toml:5: this [[unmentioned]] stands here twice"
    ]


def test_an_equivalent_fits_one_mutant_only(tmp_path: Path) -> None:
    says = declared(read(laid(tmp_path / "defects")).tasks[0])
    (judged,) = says.equivalent
    mutant = Mutant("original/lib.py", 9, 20, "constant", 100, 101, "5", "777")
    assert judged.fits(mutant)
    assert not judged.fits(Mutant("original/lib.py", 9, 20, "constant", 100, 101, "5", "6"))


@pytest.mark.parametrize("name", ["py2js-mini", "c2rust-mini"])
def test_every_bundled_task_says_what_it_means(name: str) -> None:
    for task in read(bundled(name)).tasks:
        says = declared(task)
        assert says.written, task.id
        assert all(one.reason for one in says.exclude)


def test_a_column_tells_equal_changes_in_one_line_apart(tmp_path: Path) -> None:
    entry = '[[equivalent]]\npath = "a.py"\nline = 1\ncolumn = 3\noriginal = "1"\nreplacement = "2"\nreason = "r"\n'
    says = declared(read(laid(tmp_path / "defects", judged=f"format = 1\n{entry}")).tasks[0])
    assert [says.equivalent[0].fits(Mutant("a.py", 1, column, "constant", 0, 1, "1", "2")) for column in (3, 7)] == [
        True,
        False,
    ]
