"""What C and C++ headers declare, through macros and typedefs; and drafted drivers that are compiled and run."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from portproof.core.errors import UserError
from portproof.scaffold.model import Draft, Kind
from portproof.scaffold.native import Wanted, draft
from portproof.scaffold.native_api import offers
from portproof.scaffold.native_types import resolved

HEADER = """\
/* Permission is hereby granted, free of charge, to any person obtaining a copy of this software. */
#ifndef TOY_H
#define TOY_H
#include <stddef.h>
#define PUBLIC(type) extern type
#define ARGS(list) list
typedef unsigned int word;
typedef const unsigned char *bytes;
typedef struct toy toy;

/* Adds the bytes.
 *
 * The second paragraph is not quoted. */
PUBLIC(word) toy_sum ARGS((bytes data, size_t length, word start));
int toy_negate(int value); /* what follows a declaration belongs to it */
PUBLIC(char *) toy_upper(char *text);
double toy_half(double value);
toy *toy_open(const char *name);
int toy_read(toy *from, char *into, int size);
int toy_print(const char *format, ...);
void *toy_alloc(size_t size);
static inline long toy_twice(long value) { return 2 * value + 31337; }
#endif
"""
SOURCE = """\
#include <ctype.h>
#include <stdio.h>
#include "toy.h"
struct toy { int x; };
static toy one;
word toy_sum(bytes data, size_t length, word start)
{
    while (length-- > 0)
        start += *data++;
    return start;
}
int toy_negate(int value) { return -value; }
char *toy_upper(char *text)
{
    char *at;
    for (at = text; *at; at++)
        *at = (char)toupper((unsigned char)*at);
    return text;
}
double toy_half(double value) { return value / 2; }
toy *toy_open(const char *name) { return *name ? &one : NULL; }
"""
CPP = """\
// Permission is hereby granted, free of charge, to any person obtaining a copy of this software.
#pragma once
#include <string>
namespace toy {
/// Repeats a text.
inline std::string again(const std::string &text, unsigned times = 2)
{
    std::string all;
    while (times-- > 0) all += text;
    return all;
}
/// Is it more than that?
inline bool more(double value, double limit) { return value > limit; }
template <class T> T same(T value) { return value; }
class Machine { public: int run(); };
}
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    folder = tmp_path / "toy"
    folder.mkdir()
    (folder / "toy.h").write_text(HEADER)
    (folder / "toy.c").write_text(SOURCE)
    return folder / "toy.h"


def built(made: Draft, folder: Path, program: str) -> Path:
    """Writes the draft and builds one of its programs with the command of its task.toml."""
    import tomllib

    for name, content in made.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    task = folder / "tasks" / "toy"
    form = tomllib.loads((task / "task.toml").read_text())
    driver = str(task / form["programs"][program]["driver"])
    places = {"{original}": str(task / "original"), "{driver}": driver, "{output}": str(folder / program)}
    words = form["original"]["build"]
    for place, path in places.items():
        words = [word.replace(place, path) for word in words]
    subprocess.run(words, check=True, timeout=120)
    return folder / program


def run(program: Path, *words: str | bytes, stdin: bytes = b"") -> tuple[int, bytes, bytes]:
    done = subprocess.run([program, *words], input=stdin, capture_output=True, check=False, timeout=60)
    return done.returncode, done.stdout, done.stderr


def test_functions_are_found_behind_macros_and_typedefs(toy: Path) -> None:
    found, skipped, _ = offers([toy], ["toy.h"], [toy.parent], "gcc")
    offered = {offer.path: offer.entries[0] for offer in found}
    assert set(offered) == {"toy_sum", "toy_negate", "toy_upper", "toy_half", "toy_open", "toy_twice"}
    data, length, start = offered["toy_sum"].parameters
    assert (data.kind, data.length, length.kind) == (Kind.BYTES, 1, None)
    assert (start.kind, start.range) == (Kind.INTEGER, "0 to 4294967295")
    why = {one.name: one.why for one in skipped}
    assert set(why) == {"toy_read", "toy_print", "toy_alloc"}
    assert "from, into" in why["toy_read"]


def test_only_the_comment_right_before_a_declaration_is_its_own(toy: Path) -> None:
    words = {offer.path: offer.words for offer in offers([toy], ["toy.h"], [toy.parent], "gcc")[0]}
    assert words.pop("toy_sum") == "Adds the bytes."
    assert set(words.values()) == {""}


def test_nothing_of_an_inline_body_is_taken_over(toy: Path) -> None:
    assert "31337" not in repr(offers([toy], ["toy.h"], [toy.parent], "gcc"))


def test_classes_and_templates_of_cpp_are_left_out_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "toy.hpp").write_text(CPP)
    found, skipped, _ = offers([tmp_path / "toy.hpp"], ["toy.hpp"], [tmp_path], "g++")
    assert {offer.path: offer.words for offer in found} == {
        "toy::again": "Repeats a text.",
        "toy::more": "Is it more than that?",
    }
    assert [one.name for one in skipped] == ["toy::Machine"]


def test_a_header_that_needs_another_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "a.h").write_text('#include "nowhere.h"\n')
    with pytest.raises(UserError, match=r"nowhere\.h") as error:
        offers([tmp_path / "a.h"], ["a.h"], [tmp_path], "gcc")
    assert "--include" in error.value.hint


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("unsigned long int", ("0", "ULONG_MAX")),
        ("const signed char", ("SCHAR_MIN", "SCHAR_MAX")),
        ("word", ("0", "UINT_MAX")),
        ("long long", ("LLONG_MIN", "LLONG_MAX")),
        ("int *", None),
        ("double", None),
        ("struct s", None),
        ("loop", None),
    ],
)
def test_an_integer_has_limits(text: str, limits: tuple[str, str] | None) -> None:
    assert resolved(text, {"word": "unsigned int", "loop": "loop"}).limits == limits


def test_drivers_of_c_run_and_check_their_operands(toy: Path, tmp_path: Path) -> None:
    made = draft(Wanted("toy", (str(toy),)), tmp_path / "cache")
    assert [program.id for program in made.programs] == ["sum", "negate", "upper", "half", "twice", "open"]
    total = built(made, tmp_path / "out", "sum")
    assert run(total, "a", "1") == (0, b"98\n", b"")
    assert run(total, "1", stdin=b"\0\0\xff") == (0, b"256\n", b"")
    assert run(total, "a", "4294967296") == (2, b"", b"sum: bad START: 4294967296\n")
    assert run(total, "a", "-1") == (2, b"", b"sum: bad START: -1\n")
    assert run(total) == (2, b"", b"usage: sum [--] [DATA] START\n")
    negate = built(made, tmp_path / "out", "negate")
    assert run(negate, "--", "-2147483648")[0] == 0
    assert run(negate, "-7") == (0, b"7\n", b"")
    assert run(negate, "2147483648") == (2, b"", b"negate: bad VALUE: 2147483648\n")
    assert run(built(made, tmp_path / "out", "upper"), stdin=b"abc") == (0, b"ABC\n", b"")
    half = built(made, tmp_path / "out", "half")
    assert run(half, "-1.5e1") == (0, b"-7.5\n", b"")
    assert run(half, "1.") == (2, b"", b"half: bad VALUE: 1.\n")
    assert run(half, "1e")[0] == run(half, "inf")[0] == run(half, "0x1")[0] == 2
    assert run(built(made, tmp_path / "out", "open"), "") == (0, b"NULL\n", b"")


def test_drivers_of_cpp_run(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "toy.hpp").write_text(CPP)
    made = draft(Wanted("toy", (str(tmp_path / "lib" / "toy.hpp"),)), tmp_path / "cache")
    assert run(built(made, tmp_path / "out", "again"), "ab", "3") == (0, b"ababab\n", b"")
    assert run(built(made, tmp_path / "out", "more"), "2.5", "2") == (0, b"1\n", b"")


def test_a_library_with_folders_of_its_own_is_copied_with_the_headers_that_it_needs(toy: Path, tmp_path: Path) -> None:
    lib = tmp_path / "lib"
    for name in ("include/toy", "include/other", "src", "elsewhere"):
        (lib / name).mkdir(parents=True)
    (lib / "include" / "toy" / "toy.h").write_text(HEADER.replace("<stddef.h>", "<other/more.h>"))
    (lib / "include" / "other" / "more.h").write_text("#include <stddef.h>\n")
    (lib / "src" / "toy.c").write_text(SOURCE.replace('"toy.h"', "<toy/toy.h>"))
    (lib / "elsewhere" / "big.h").write_text("x")
    wanted = Wanted("toy", (str(lib / "include/toy/toy.h"),), "", (str(lib / "src/*.c"),), (str(lib / "include"),))
    made = draft(wanted, tmp_path / "cache")
    copied = {name.partition("/library/")[2] for name in made.files if "/library/" in name}
    assert copied == {"include/toy/toy.h", "include/other/more.h", "src/toy.c"}
    assert run(built(made, tmp_path / "out", "negate"), "3") == (0, b"-3\n", b"")


def test_a_function_that_does_not_link_is_left_out_with_the_reason(toy: Path, tmp_path: Path) -> None:
    (toy.parent / "toy.c").write_text(SOURCE.replace("double toy_half(double value) { return value / 2; }", ""))
    made = draft(Wanted("toy", (str(toy),)), tmp_path / "cache")
    assert "undefined reference to `toy_half'" in {one.name: one.why for one in made.skipped}["toy_half"]


def test_where_no_function_can_be_called_a_person_gets_a_first_program(tmp_path: Path) -> None:
    folder = tmp_path / "lib"
    folder.mkdir()
    (folder / "toy.h").write_text(HEADER.split("/* Adds")[0] + "toy *toy_next(toy *from);\n#endif\n")
    made = draft(Wanted("toy", (str(folder / "toy.h"),)), tmp_path / "cache")
    assert [program.id for program in made.programs] == ["first"]
    assert run(built(made, tmp_path / "out", "first"), "abc") == (0, b"3\n", b"")


def test_a_name_that_cannot_be_called_is_refused_with_the_reason(toy: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="toy_read takes from, into"):
        draft(Wanted("toy", (str(toy),), names=("toy_read",)), tmp_path / "cache")
