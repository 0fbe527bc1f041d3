from __future__ import annotations

from collections.abc import Callable, Sequence

from portproof.audit.growth.minimise import minimised
from portproof.core.case import Case


def holding(question: Callable[[Case], bool], asked: list[int]) -> Callable[[Sequence[Case]], list[bool]]:
    def holds(cases: Sequence[Case]) -> list[bool]:
        asked.append(len(cases))
        return [question(case) for case in cases]

    return holds


def test_words_that_do_not_matter_go_and_those_that_do_stay() -> None:
    case = Case("t", "p", tuple(f"w{i}".encode() for i in range(20)), b"unread", tags=("grown",))
    asked: list[int] = []
    small = minimised(case, holding(lambda one: b"w7" in one.args and b"w13" in one.args, asked))
    assert small.args == (b"w7", b"w13")
    assert small.stdin == b""
    assert small.tags == ("grown",)


def test_stdin_and_files_shrink_to_the_lines_and_characters_that_matter() -> None:
    text = "\n".join(f"line {i}" for i in range(50)).encode() + "\nschlüssel ß".encode()
    case = Case("t", "p", (), text, files=(("a", b"x" * 300), ("b", b"aaaaKEYaaaa")))
    asked: list[int] = []
    small = minimised(
        case, holding(lambda one: "ß".encode() in one.stdin and b"KEY" in dict(one.files).get("b", b""), asked)
    )
    assert small.stdin == "ß".encode()
    assert small.files == (("b", b"KEY"),)


def test_bytes_that_are_no_text_shrink_as_well() -> None:
    case = Case("t", "p", (), bytes(range(256)))
    small = minimised(case, holding(lambda one: b"\xfe\xff" in one.stdin, []), tries=1000)
    assert b"\xfe\xff" in small.stdin
    assert len(small.stdin) <= 24


def test_no_more_questions_are_asked_than_allowed() -> None:
    case = Case("t", "p", tuple(str(i).encode() for i in range(200)))
    asked: list[int] = []
    minimised(case, holding(lambda one: False, asked), tries=50)
    assert sum(asked) == 50


def test_a_case_of_which_nothing_can_go_stays_what_it_is() -> None:
    case = Case("t", "p", (b"a",))
    assert minimised(case, holding(lambda one: one.args == (b"a",), [])) == case
