"""`suite check`: a clean suite has no remark, and each thing that is wrong has exactly its own."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from portproof.audit.lint.lint import RULES, Level, Remark, lint
from portproof.audit.lint.quotations import RUN, pasted
from portproof.core.errors import UserError
from portproof.suite.draft import MARK

TODAY = date(2026, 1, 1)
SUITE = 'format = 1\nname = "s"\nversion = "1.0.0"\ntrack = "{track}"\ndescription = "d"\nlicence = "MIT"\n'
TASK = """format = 1
id = "lib"
library = "lib"
version = "1.0"
licence = "MIT"
source = "https://example.org/lib"
released = 2024-01-02
observe = ["stdout", "exit"]
visible = 3

[original]
toolchain = "{toolchain}"
{original}
[programs.go]
driver = "original/{driver}"
summary = "Goes."
"""
SPEC = "# lib\n\n`go` prints its argument. Exit status 0, or exit status 2 without one.\n\n" + "".join(
    f"Rule {i}: the number {i} is printed as {i * i}, and that is unlike any other sentence on {i + 1} pages.\n"
    for i in range(40)
)
DRIVER = "import sys\n\nsys.stdout.buffer.write(sys.argv[1].encode())\n"
NATIVE = "#include <stdio.h>\nint main(int argc, char **argv) { return argc > 1 ? puts(argv[1]) : 2; }\n"
Bend = Callable[[Path], object]


def written(place: Path, track: str = "py2js") -> Path:
    """A suite with one task that has nothing wrong but that it has no pack."""
    native = track == "c2rust"
    folder, task = place / "s", place / "s" / "tasks" / "lib"
    (task / "original").mkdir(parents=True)
    (task / "cases").mkdir()
    build = 'build = ["gcc", "-o", "{output}", "{driver}"]\n' if native else ""
    driver = "go.c" if native else "go.py"
    (folder / "suite.toml").write_text(SUITE.replace("{track}", track))
    form = TASK.replace("{toolchain}", "gcc" if native else "cpython").replace("{driver}", driver)
    (task / "task.toml").write_text(form.replace("{original}", build))
    (task / "SPEC.md").write_text(SPEC)
    (task / "original" / driver).write_text(NATIVE if native else DRIVER)
    cases = [{"args": [f"a{i}"], **({"visible": True} if i < 3 else {})} for i in range(12)]
    (task / "cases" / "go.jsonl").write_text("".join(json.dumps(case) + "\n" for case in cases))
    return folder


def found(folder: Path, cache: Path) -> list[Remark]:
    return [one for one in lint(folder, cache, TODAY) if one.rule != "no-pack"]


def add(name: str, text: str) -> Bend:
    """Appends to a file of the task."""

    def bend(task: Path) -> None:
        path = task / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a") as stream:
            stream.write(text)

    return bend


def put(name: str, text: str) -> Bend:
    return lambda task: (task / name).write_text(text)


def swap(name: str, old: str, new: str) -> Bend:
    def bend(task: Path) -> None:
        text = (task / name).read_text()
        assert old in text
        (task / name).write_text(text.replace(old, new))

    return bend


def shared(name: str, text: str) -> Bend:
    """A module beside the driver, which imports it."""

    def bend(task: Path) -> None:
        add(f"original/{name}.py", text)(task)
        add("original/go.py", f"import {name}\n")(task)

    return bend


def few(task: Path) -> None:
    path = task / "cases" / "go.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:5]))


def hidden(task: Path) -> None:
    swap("task.toml", "visible = 3", "visible = 0")(task)
    swap("cases/go.jsonl", ', "visible": true', "")(task)


def seen(task: Path) -> None:
    swap("task.toml", "visible = 3", "visible = 12")(task)
    path = task / "cases" / "go.jsonl"
    path.write_text(path.read_text().replace(', "visible": true', "").replace("}", ', "visible": true}'))


def submission(task: Path) -> None:
    (task.parents[1] / "submissions" / "one" / "lib").mkdir(parents=True)
    (task.parents[1] / "submissions" / "one" / "submission.toml").write_text("format = 1\n")


def pinned(text: str) -> Bend:
    def bend(task: Path) -> None:
        put("original/requirements.txt", text)(task)
        swap("task.toml", '"cpython"\n', '"cpython"\nrequirements = "original/requirements.txt"\n')(task)

    return bend


PYTHON: list[tuple[str, str, int, Bend]] = [
    ("draft", "SPEC.md", 45, add("SPEC.md", f"{MARK}: say more\n")),
    ("draft", "original/notes.txt", 2, add("original/notes.txt", f"x\n# {MARK}: this too\n")),
    ("todo", "SPEC.md", 45, add("SPEC.md", "TODO: and what of the rest\n")),
    ("declared", "audit.toml", 2, add("audit.toml", 'format = 1\nunknown = "x"\n')),
    ("few-cases", "task.toml", 14, few),
    ("few-visible", "task.toml", 9, hidden),
    ("all-visible", "task.toml", 14, seen),
    ("duplicate", "cases/go.jsonl", 13, add("cases/go.jsonl", '{"args": ["a5"], "tags": ["again"]}\n')),
    ("long-case", "cases/go.jsonl", 13, add("cases/go.jsonl", json.dumps({"args": [], "stdin": "x" * 3_000_000}))),
    ("clock", "original/go.py", 4, add("original/go.py", "from datetime import date\n")),
    ("random", "original/go.py", 4, add("original/go.py", "import random as chance\n")),
    ("argparse", "original/go.py", 4, add("original/go.py", "import argparse\n")),
    ("traceback", "original/go.py", 4, add("original/go.py", "import traceback\n")),
    ("locale", "original/go.py", 4, add("original/go.py", "import locale\n")),
    ("process", "original/go.py", 4, add("original/go.py", "import subprocess\n")),
    ("place", "original/go.py", 4, add("original/go.py", "print(__file__)\n")),
    ("place", "original/go.py", 5, add("original/go.py", "import os\nx = os.environ['HOME']\n")),
    ("address", "original/go.py", 4, add("original/go.py", "print(id(sys))\n")),
    ("order", "original/go.py", 4, add("original/go.py", "for x in {1, 2} | set(sys.argv): print(x)\n")),
    ("order", "original/go.py", 4, add("original/go.py", "print(','.join({w for w in sys.argv}))\n")),
    ("clock", "original/shared.py", 1, shared("shared", "import time\n")),
    ("unused", "original/other.py", 0, add("original/other.py", DRIVER)),
    ("shadow", "original/json.py", 0, shared("json", "x = 1\n")),
    ("suite", "original/go.py", 4, add("original/go.py", "def (:\n")),
    ("licence", "task.toml", 5, swap("task.toml", '"MIT"', '"GPL-3.0-only"')),
    ("licence", "task.toml", 5, swap("task.toml", '"MIT"', '"as is"')),
    ("released", "task.toml", 7, swap("task.toml", "2024-01-02", "2026-01-02")),
    ("undated", "task.toml", 7, swap("task.toml", "2024-01-02", "1970-01-01")),
    ("pins", "original/requirements.txt", 1, pinned("lib>=1\n")),
    ("short", "SPEC.md", 0, put("SPEC.md", "`go`, exit status 2")),
    ("unspecified", "SPEC.md", 0, swap("SPEC.md", "`go`", "`gone`")),
    ("statuses", "SPEC.md", 0, swap("SPEC.md", "Exit status 0, or exit status 2 without one.", "")),
    ("submission", "../../submissions/one", 0, submission),
    ("suite", "task.toml", 9, swap("task.toml", "visible = 3", "visible = 4")),
]
NATIVES: list[tuple[str, str, int, Bend]] = [
    ("clock", "original/go.c", 3, add("original/go.c", "long now(void) { return time(0); }\n")),
    ("random", "original/go.c", 3, add("original/go.c", "int any(void) { return rand(); }\n")),
    ("locale", "original/go.c", 3, add("original/go.c", "#include <locale.h>\n")),
    ("address", "original/go.c", 3, add("original/go.c", 'void f(void *p) { printf("at %p", p); }\n')),
    ("place", "original/go.c", 3, add("original/go.c", "const char *here = __FILE__;\n")),
    ("order", "original/go.hpp", 1, add("original/go.hpp", "#include <unordered_map>\n")),
    ("unused", "original/other.c", 0, add("original/other.c", "int x;\n")),
    ("process", "original/go.c", 3, add("original/go.c", 'int g(void) { return system("x"); }\n')),
]


@pytest.mark.parametrize("track", ["py2js", "c2rust"])
def test_a_good_suite_has_no_remark_but_that_it_has_no_pack(track: str, tmp_path: Path, cache: Path) -> None:
    assert [one.rule for one in lint(written(tmp_path, track), cache, TODAY)] == ["no-pack"]


def shown(name: str) -> str:
    return f"s/{name.removeprefix('../../')}" if name.startswith("../../") else f"s/tasks/lib/{name}"


@pytest.mark.parametrize(("rule", "file", "line", "bend"), PYTHON, ids=[f"{r}-{i}" for i, (r, *_) in enumerate(PYTHON)])
def test_what_is_wrong_is_told_once_with_its_line(
    rule: str, file: str, line: int, bend: Bend, tmp_path: Path, cache: Path
) -> None:
    folder = written(tmp_path)
    bend(folder / "tasks" / "lib")
    told = found(folder, cache)
    assert [(one.rule, one.file, one.line) for one in told] == [(rule, shown(file), line)], told
    assert told[0].todo == RULES[rule].todo


@pytest.mark.parametrize(("rule", "file", "line", "bend"), NATIVES, ids=[rule for rule, *_ in NATIVES])
def test_what_is_wrong_in_a_native_driver_is_told(
    rule: str, file: str, line: int, bend: Bend, tmp_path: Path, cache: Path
) -> None:
    folder = written(tmp_path, "c2rust")
    bend(folder / "tasks" / "lib")
    assert [(one.rule, one.file, one.line) for one in found(folder, cache)] == [(rule, shown(file), line)]


def test_words_of_a_library_beside_its_drivers_are_found(tmp_path: Path, cache: Path) -> None:
    folder = written(tmp_path, "c2rust")
    (folder / "tasks" / "lib" / "original" / "library").mkdir()
    add("original/library/lib.h", f"/* {LIBRARY} */\n")(folder / "tasks" / "lib")
    add("SPEC.md", f"{LIBRARY}\n")(folder / "tasks" / "lib")
    assert [(one.rule, one.line) for one in found(folder, cache)] == [("pasted", 45)]
    swap("SPEC.md", LIBRARY, f"{MARK}: rewrite\n\n> {LIBRARY}")(folder / "tasks" / "lib")
    assert [one.rule for one in found(folder, cache)] == ["draft"]  # the mark stands for both


def test_names_that_drivers_use_and_the_specification_lacks(tmp_path: Path, cache: Path) -> None:
    folder = written(tmp_path, "c2rust")
    task = folder / "tasks" / "lib"
    swap("task.toml", '"gcc", "-o"', '"gcc", "-I{original}/library", "-o"')(task)
    (task / "original" / "library").mkdir()
    add("original/library/lib.h", "int frobnicate(int value);\n")(task)
    add("original/go.c", '#include "lib.h"\nint use(void) { return frobnicate(1); }\n')(task)
    assert [one.message for one in found(folder, cache)] == ["says nothing of frobnicate, which go uses"]
    add("audit.toml", 'format = 1\n[[unmentioned]]\nname = "frobnicate"\nreason = "It adds nothing."\n')(task)
    assert found(folder, cache) == []


def test_a_sorted_set_and_a_membership_test_are_fine(tmp_path: Path, cache: Path) -> None:
    folder = written(tmp_path)
    add("original/go.py", "for x in sorted({1, 2}): print(x in {3, 4}, len(set(sys.argv)))\n")(folder / "tasks" / "lib")
    assert found(folder, cache) == []


def test_everything_is_told_at_once(tmp_path: Path, cache: Path) -> None:
    folder = written(tmp_path)
    for _, _, _, bend in PYTHON[:3]:
        bend(folder / "tasks" / "lib")
    few(folder / "tasks" / "lib")
    assert [one.rule for one in found(folder, cache)] == ["draft", "todo", "draft", "few-cases"]


def test_a_suite_that_cannot_be_read_still_tells_its_marks(tmp_path: Path, cache: Path) -> None:
    folder = written(tmp_path)
    (folder / "tasks" / "lib" / "cases" / "go.jsonl").write_text("{\n")
    add("SPEC.md", f"{MARK}: say more\n")(folder / "tasks" / "lib")
    assert sorted({one.rule for one in lint(folder, cache, TODAY)}) == ["draft", "suite"]
    with pytest.raises(UserError, match="no suite here"):
        lint(tmp_path, cache, TODAY)


def test_a_pack_of_another_suite_is_stale(tmp_path: Path, cache: Path) -> None:
    from portproof.cli.places import bundled

    folder = written(tmp_path)
    (folder / "pack").symlink_to(bundled("py2js-mini") / "pack")
    told = lint(folder, cache, TODAY)
    assert [(one.rule, one.file) for one in told] == [("stale-pack", "s/pack/pack.json")]


def test_only_tasks_that_were_asked_for(tmp_path: Path, cache: Path) -> None:
    folder = written(tmp_path)
    few(folder / "tasks" / "lib")
    assert lint(folder, cache, TODAY, tasks={"other"}) == ()


def test_errors_and_warnings_are_both_there() -> None:
    assert {rule.level for rule in RULES.values()} == set(Level)


LIBRARY = "Quick brown foxes jump over lazy dogs whenever the moon is full and bright."


def test_a_pasted_passage_is_found_whatever_its_line_breaks_and_letter_case() -> None:
    text = (
        "Own words.\n\nBefore: quick Brown\nfoxes jump over *lazy* dogs, whenever the moon\nis full. Own words again."
    )
    ((line, passage),) = pasted(text, [LIBRARY])
    assert line == 3
    assert passage == "quick Brown foxes jump over *lazy* dogs, whenever the moon is full"


def test_fewer_words_than_a_run_are_a_turn_of_phrase() -> None:
    words = LIBRARY.split()
    assert not list(pasted(" ".join(words[: RUN - 1]), [LIBRARY]))
    assert len(list(pasted(" ".join(words[:RUN]), [LIBRARY]))) == 1


def test_two_passages_are_told_apart() -> None:
    assert len(list(pasted(f"{LIBRARY} Own words between them here. {LIBRARY}", [LIBRARY]))) == 2


def test_every_rule_is_in_the_authors_manual() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "authoring.md").read_text()
    rows = [line.split("|") for line in manual.split("\n") if line.startswith("| `")]
    listed = {
        name.strip("` "): row[2].strip() for row in rows for name in row[1].split() if row[2].strip() in set(Level)
    }
    assert listed == {name: rule.level for name, rule in RULES.items()}
