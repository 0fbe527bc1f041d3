"""What is printed for a shell does in a real shell what the case says."""

import subprocess
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from portproof.core.case import Case
from portproof.core.run import Build, RunHeader
from portproof.report.invocation import LONGEST, quoted, script, too_long, words
from portproof.report.view import RunView
from portproof.report.visible import visible


@settings(max_examples=60, deadline=None)
@given(st.lists(st.binary(min_size=0, max_size=30).map(lambda data: data.replace(b"\0", b"")), min_size=1, max_size=4))
def test_bash_reads_back_the_same_bytes(arguments: list[bytes]) -> None:
    line = "printf '%s\\0' " + " ".join(quoted(argument) for argument in arguments)
    given = subprocess.run(["bash", "-c", line], capture_output=True, check=True).stdout
    assert given == b"".join(argument + b"\0" for argument in arguments)


def test_a_word_is_shown_as_it_is_where_it_can_be() -> None:
    assert words(Case("t", "p", (b"-n", b"a b", "é😀".encode(), b""))) == "-n 'a b' 'é😀' ''"


def test_a_deceiving_byte_is_spelled_out() -> None:
    assert quoted("\u202e\x1b[0m".encode()) == r"$'\xe2\x80\xae\e[0m'"
    assert quoted("e\u0301".encode()) == r"$'e\xcc\x81'"


def test_the_script_runs_the_program_as_the_case_says(tmp_path: Path, small: RunView) -> None:
    program = tmp_path / "submission" / "base58" / "encode.mjs"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    node = tmp_path / "bin" / "node"
    node.parent.mkdir()
    node.write_text('#!/bin/sh\nshift\nprintf "%s|" "$@"\necho "$MODE"\ncat in/a.txt in/empty\ncat\n')
    node.chmod(0o755)
    files = (("in/a.txt", b"%d \\x41\n"), ("in/empty", b""))
    case = Case("base58", "encode", (b"-x", b"a b", b"\xff"), b"in\0%put'\\\n", files, (("MODE", b"m n"),))
    lines = script(case, small.header, {})
    assert lines[0] == "SUBMISSION=/path/to/the/submission"
    lines[0] = f"SUBMISSION={tmp_path}/submission; PATH={node.parent}:$PATH"
    ran = subprocess.run(["bash", "-c", "\n".join(lines)], capture_output=True, check=True)
    assert ran.stdout == b"-x|a b|\xff|m n\n%d \\x41\nin\0%put'\\\n"


def test_a_rust_program_is_built_first(small: RunView) -> None:
    header = RunHeader(**{name: getattr(small.header, name) for name in RunHeader.__slots__} | {"track": "c2rust"})
    shown = "\n".join(script(Case("cjson", "print"), header, {}))
    assert '--manifest-path "$SUBMISSION"/cjson/Cargo.toml' in shown
    assert '"$SUBMISSION"/cjson/target/release/print < /dev/null' in shown


def test_a_tree_per_program_is_found_in_its_own_folder(small: RunView) -> None:
    builds = {"encode": Build("base58", "encode", True, "")}
    assert "/base58/encode/encode.mjs" in script(Case("base58", "encode"), small.header, builds)[-1]


def test_a_long_input_is_left_to_the_suite(small: RunView) -> None:
    case = Case("base58", "encode", (), b"x" * (LONGEST + 1))
    assert too_long(case)
    assert all(len(visible(line)) < 500 for line in script(case, small.header, {}))
