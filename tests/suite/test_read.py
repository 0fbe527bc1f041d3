"""Suites are read whole or refused with every mistake, each with its file and line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from portproof.core.errors import Exit, InputError, UserError
from portproof.suite.read import read

from .conftest import Make


def mistakes(folder: Path) -> list[str]:
    """The mistakes of a suite, as they are shown."""
    with pytest.raises(InputError) as caught:
        read(folder)
    return [str(mistake) for mistake in caught.value.mistakes]


def test_a_good_suite_is_read(make: Make) -> None:
    suite = read(make())
    (program,) = suite.tasks[0].programs
    assert program.key == "lib/go"
    assert sorted(case.args for case in program.cases) == [(b"a",), (b"\xff",)]
    assert [case.id for case in program.cases] == sorted(case.id for case in program.cases)


def test_no_suite_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"no suite here") as caught:
        read(tmp_path)
    assert caught.value.exit is Exit.USAGE


def test_broken_toml_names_the_line(make: Make) -> None:
    found = mistakes(make(task=make.TASK.replace('library = "lib"', "library = lib")))
    assert found[0].startswith("s/tasks/lib/task.toml:3: not valid TOML")


def test_unknown_keys_of_all_files_are_reported_at_once_with_their_lines(make: Make) -> None:
    task = make.TASK.replace('summary = "Goes."', 'summary = "Goes."\nsumary = "x"').replace(
        "visible = 1", "visibel = 1"
    )
    found = mistakes(
        make(suite=make.SUITE + 'colour = "red"\n', task=task, cases=make.CASES + '{"args": [], "sdtin": ""}\n')
    )
    assert "s/suite.toml:7: unknown key 'colour'" in found
    assert "s/tasks/lib/task.toml:17: unknown key 'programs.go.sumary'" in found
    assert "s/tasks/lib/task.toml:9: unknown key 'visibel'" in found


def test_every_broken_case_line_is_reported(make: Make) -> None:
    lines = [
        '{"args": ["\\u0000"]}',
        '{"args": [1]}',
        "{",
        '{"args": [], "args": []}',
        '{"args": [NaN]}',
        '{"args": [], "files": {"../x": ""}}',
        '{"args": [], "env": {"A=B": ""}}',
        '{"args": [{"base64": "%"}]}',
        '{"args": ["\\ud800"]}',
        json.dumps({"args": ["x" * 10_000_000]}),
    ]
    found = mistakes(make(cases=make.CASES + "\n".join(lines) + "\n"))
    for number in range(3, 3 + len(lines)):
        assert any(f"go.jsonl:{number}: " in mistake for mistake in found), f"line {number} is not reported"
    assert any("NUL byte" in mistake for mistake in found)
    assert any("10,000,000 bytes; Linux passes at most 131,071" in mistake for mistake in found)


def test_duplicates_collapse_and_are_reported(make: Make) -> None:
    suite = read(make(cases=make.CASES + '{"args": ["a"], "tags": ["again"]}\n'))
    assert len(suite.tasks[0].programs[0].cases) == 2
    (duplicate,) = suite.duplicates
    assert (duplicate.line, duplicate.first_line) == (3, 1)


def test_the_number_of_visible_cases_is_checked(make: Make) -> None:
    found = mistakes(make(task=make.TASK.replace("visible = 1", "visible = 2")))
    assert found == ["s/tasks/lib/task.toml:9: visible is 2 but s/tasks/lib/cases/go.jsonl marks 1 cases as visible"]


def test_a_driver_outside_the_task_is_refused(make: Make) -> None:
    found = mistakes(make(task=make.TASK.replace("original/go.py", "../../suite.toml")))
    assert found == ["s/tasks/lib/task.toml:15: ../../suite.toml is not a file of this task"]


def test_missing_and_stray_case_files_are_reported(make: Make) -> None:
    folder = make()
    (folder / "tasks/lib/cases/go.jsonl").rename(folder / "tasks/lib/cases/gone.jsonl")
    found = "\n".join(mistakes(folder))
    assert "there is no s/tasks/lib/cases/go.jsonl" in found
    assert "s/tasks/lib/cases/gone.jsonl: no program of task.toml has this name" in found


def test_policy_amendments_need_a_reason(make: Make) -> None:
    found = mistakes(make(task=make.TASK + '\n[policy]\nforbid = ["node:crypto"]\n'))
    assert found == ["s/tasks/lib/task.toml:18: forbid and allow need a reason"]


def test_the_digest_covers_cases_and_originals_but_not_packs(make: Make) -> None:
    folder = make()
    before = read(folder).digest
    (folder / "pack").mkdir()
    (folder / "pack" / "pack.json").write_text("{}", encoding="utf-8")
    assert read(folder).digest == before
    (folder / "tasks/lib/original/go.py").write_text("print(2)\n", encoding="utf-8")
    assert read(folder).digest != before
