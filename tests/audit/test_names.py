"""Which names of a library drivers use: imports however renamed, attributes, members, calls of C and C++."""

from __future__ import annotations

from pathlib import Path

from portproof.audit import names_native, names_python
from portproof.audit.model import Language, Origin, Source

from .originals import lay

LIBRARY = [
    Source(
        "pack/__init__.py",
        Language.PYTHON,
        Origin.LIBRARY,
        b"from .deep import Shape\nLIMIT = 3\n_SECRET = 4\n\n\ndef load(x):\n    return x\n",
    ),
    Source(
        "pack/deep.py",
        Language.PYTHON,
        Origin.LIBRARY,
        b"class Shape:\n    sides = 4\n\n    def __init__(self):\n        self.width = 1\n\n"
        b"    def stretch(self):\n        pass\n\n    def format(self):\n        pass\n",
    ),
]


def used(text: str) -> set[str]:
    driver = Source("original/d.py", Language.PYTHON, Origin.DRIVER, text.encode())
    return set(names_python.used(driver, names_python.library(LIBRARY)))


def test_imports_are_followed_through_their_aliases() -> None:
    assert used("import pack as p\np.load(p.LIMIT)\n") == {"pack.load", "pack.LIMIT"}
    assert used("from pack import load as l, deep as d\nl(d.Shape)\n") == {"pack.load", "pack.deep.Shape"}
    assert used("import pack.deep\npack.deep.Shape()\n") == {"pack.deep.Shape"}


def test_a_chain_ends_where_the_library_does() -> None:
    assert used("import pack\npack.LIMIT.bit_length()\n") == {"pack.LIMIT"}


def test_members_of_objects_are_seen_where_no_built_in_type_has_them() -> None:
    assert used("import pack\ns = pack.load(1)\ns.stretch()\nprint(s.width)\n'a'.format()\n") == {
        "pack.load",
        ".stretch",
        ".width",
    }


def test_what_other_modules_and_privates_are_called_is_no_matter() -> None:
    assert used("import json, pack\njson.load('1')\npack._SECRET\njson.stretch()\n") == set()


C_HEADER = b"""
#define lib_begin(s) lib_begin_((s), 1)
typedef struct { int field; } lib_state;
LIB_API(int) lib_parse(const char *text);
EXTERN int EXPORT lib_old OF((lib_state *state, int flush));
static int _lib_private(int x) { return x; }
"""


def test_headers_declare_functions_macros_and_old_prototypes() -> None:
    assert names_native.declared([C_HEADER], Language.C) == {"lib_begin", "lib_parse", "lib_old"}


def test_calls_of_a_driver_without_its_own_functions() -> None:
    text = b"static char *own(void) { return lib_parse(0); }\nint main(void) { own(); return lib_old(0, 1); }\n"
    assert names_native.called(Source("original/d.c", Language.C, Origin.DRIVER, text)) == {"lib_parse", "lib_old"}


def test_methods_and_qualified_calls_of_cpp() -> None:
    text = b"int main() { Lib::Box box; box.stretch(2); Lib::measure<int>(box); }\n"
    assert names_native.called(Source("original/d.cpp", Language.CPP, Origin.DRIVER, text)) == {"stretch", "measure"}


def test_headers_are_found_through_the_build_line_and_other_headers(tmp_path: Path) -> None:
    place = tmp_path / "unpacked"
    (place / "include").mkdir(parents=True)
    (place / "include" / "lib.h").write_text('#include "more.h"\nint lib_one(void);\n')
    (place / "include" / "more.h").write_text("int lib_two(void);\n")
    build = ("gcc", "-I{sources}/lib/include", "-o", "{output}", "{driver}")
    files = {"d.c": '#include <lib.h>\n#include <stdio.h>\n#include "own.h"\n', "own.h": "int own(void);\n"}
    task = lay(tmp_path / "t", "gcc", files, ["d.c"], build=build)
    driver = Source("original/d.c", Language.C, Origin.DRIVER, files["d.c"].encode())
    found = names_native.headers(task, {"lib": place}, [driver])
    assert names_native.declared(found.values(), Language.C) == {"lib_one", "lib_two"}
