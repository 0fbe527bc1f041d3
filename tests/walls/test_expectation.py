"""The heads of the programs say what they must, and a head that is unclear is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from rig import build, expectation

HEAD = """// tries: something
// expect: exit 0 or signal SIGKILL
// expect[landlock]: limit cpu
// denial: execve|execveat */sh
// limits: cpu_ms=5 wall_ms=6
// for: 1-3 9
int main(void) { return 0; }
// expect: exit 9
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "program.c"
    path.write_text(text)
    return path


def test_a_head_is_read(tmp_path: Path) -> None:
    head = expectation.read(written(tmp_path, HEAD), {"namespaces", "root"})
    assert head.ends_for(1) == {"exit 0", "signal 9"}
    assert head.limits == {"cpu_ms": 5, "wall_ms": 6}
    assert head.values == (1, 2, 3, 9)
    assert head.denials[0].matches("execveat", "/bin/sh")
    assert not head.denials[0].matches("open", "/bin/sh")


def test_a_line_for_a_tier_replaces_the_one_for_all(tmp_path: Path) -> None:
    assert expectation.read(written(tmp_path, HEAD), {"landlock", "root"}).ends_for(1) == {"limit cpu"}


def test_a_program_that_says_what_is_reported_of_it_watched_runs_watched(tmp_path: Path) -> None:
    assert not expectation.watched(written(tmp_path, HEAD))
    program = written(tmp_path, HEAD.replace("// limits", "// denial[watched]: openat /etc/*\n// limits"))
    assert expectation.watched(program)
    assert expectation.read(program, {"native"}).denials[0].syscalls == {"execve", "execveat"}
    assert expectation.read(program, {"native", "watched"}).denials[0].matches("openat", "/etc/passwd")
    assert sum(map(expectation.watched, build.programs())) >= 15


@pytest.mark.parametrize(
    "text",
    [
        "// expect: exit 0\n// tries: something\n",
        "// tries: something\n",
        "// tries: something\n// expects: exit 0\n// expect: exit 0\n",
        "// tries: something\n// expect[moon]: exit 0\n// expect: exit 0\n",
        "// tries: something\n// expect: success\n",
        "// tries: something\n// expect: exit 0\n// denial: execve\n",
    ],
)
def test_an_unclear_head_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ValueError, match="program"):
        expectation.read(written(tmp_path, text), {"namespaces"})


def test_every_program_has_a_head_and_there_are_enough_of_them() -> None:
    programs = build.programs()
    assert len(programs) >= 45
    assert {path.suffix for path in programs} == set(build.SUFFIXES)
    for program in programs:
        for way in ("bare", "permission", ""):
            assert expectation.read(program, {"namespaces", "root", way}).ends
