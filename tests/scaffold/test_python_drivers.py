"""Drafted drivers run as they are: in processes of their own, as a replay runs them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from portproof.scaffold.package import TEMPLATES
from portproof.scaffold.python_api import offers
from portproof.scaffold.python_drivers import file_name, program
from portproof.scaffold.python_usage import identifier

Said = subprocess.CompletedProcess[bytes]


@pytest.fixture
def drivers(site: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "original"
    folder.mkdir()
    (folder / "driver.py").write_bytes((TEMPLATES / "driver.py").read_bytes())
    for offer in offers(site, "tinylib")[0]:
        made = program(offer, identifier(offer.path), {"tinylib"})
        (folder / made.file).write_text(made.text)
    return folder


def run(drivers: Path, name: str, *words: str | bytes, stdin: bytes = b"") -> Said:
    site = drivers.parent / "site"
    command = [sys.executable, "-s", "-B", "-X", "utf8", str(drivers / name), *words]
    return subprocess.run(command, input=stdin, env={"PYTHONPATH": str(site)}, capture_output=True, check=False)


def said(done: Said) -> tuple[int, bytes, bytes]:
    return done.returncode, done.stdout, done.stderr


def test_a_function_is_called_with_operands_and_options(drivers: Path) -> None:
    assert said(run(drivers, "double.py", "21")) == (0, b"42\n", b"")
    assert said(run(drivers, "double.py", "--times", "3", "--", "-5")) == (0, b"-15\n", b"")
    assert run(drivers, "pad.py", "ab", "--no-left").returncode == 2  # options come first
    assert said(run(drivers, "pad.py", "--no-left", "--char", ".", "ab")) == (0, b"ab......\n", b"")


def test_an_error_of_the_library_is_a_controlled_message(drivers: Path) -> None:
    assert said(run(drivers, "double.py", "1001")) == (1, b"", b"error: ValueError\n")
    assert said(run(drivers, "double.py", "x")) == (1, b"", b"error: VALUE is not an integer\n")


def test_a_usage_error_shows_the_usage_text(drivers: Path) -> None:
    usage = b"usage: double [--times INTEGER] [--] VALUE\n"
    for words in ((), ("1", "2"), ("--unknown", "1"), ("--times",)):
        assert said(run(drivers, "double.py", *words)) == (2, b"", usage)


def test_standard_input_stands_for_a_missing_text(drivers: Path) -> None:
    assert said(run(drivers, "pad.py", stdin=b"\xff\x00")) == (0, b"aaaaaa\xff\x00\n", b"")
    assert said(run(drivers, "shout.py", stdin="é".encode())) == (0, "É!\n".encode(), b"")
    assert said(run(drivers, "shout.py", stdin=b"\xff")) == (1, b"", b"error: standard input is not valid UTF-8\n")
    assert said(run(drivers, "shout.py", b"\xff")) == (0, "�!\n".encode(), b"")


def test_any_number_of_words(drivers: Path) -> None:
    assert said(run(drivers, "join.py", "a", "b", "c")) == (0, b"a-b-c\n", b"")
    assert said(run(drivers, "join.py")) == (0, b"\n", b"")


def test_a_class_has_a_command_for_each_method(drivers: Path) -> None:
    assert said(run(drivers, "box.py", "cut", "--upper", "hello", "2")) == (0, b"HE\n", b"")
    assert said(run(drivers, "box.py", "name")) == (0, b"box\n", b"")
    assert run(drivers, "box.py", "other").returncode == 2


def test_the_drafted_cases_run_and_one_is_visible(drivers: Path, site: Path) -> None:
    for offer in offers(site, "tinylib")[0]:
        made = program(offer, identifier(offer.path), {"tinylib"})
        assert [case.get("visible", False) for case in made.cases].count(True) == 1
        for case in json.loads(json.dumps(made.cases)):
            done = run(drivers, made.file, *case["args"], stdin=case.get("stdin", "").encode())
            assert done.returncode == (2 if "usage" in case["tags"] else 0), (made.id, case, done.stderr)


def test_results_are_json_in_which_no_order_is_left_to_chance(drivers: Path) -> None:
    (drivers / "shown.py").write_text(
        "from driver import run\n"
        "class Plain:\n    pass\n"
        "run(lambda words: [{'b', 'a', 'c'}, b'\\xff', Plain(), (x for x in [1.5, None]), {'k': 'é'}], 'usage')\n"
    )
    expected = '[["a", "b", "c"], "ff", "Plain", [1.5, null], {"k": "é"}]\n'
    assert said(run(drivers, "shown.py")) == (0, expected.encode(), b"")


@pytest.mark.parametrize(
    ("id", "file"),
    [("encode", "encode.py"), ("json", "json_program.py"), ("tinylib", "tinylib_program.py"), ("a-b", "a_b.py"),
     ("driver", "driver_program.py"), ("1st", "1st_program.py")],
)  # fmt: skip
def test_a_driver_hides_no_module(id: str, file: str) -> None:
    assert file_name(id, {"tinylib"}) == file
