"""Variants run beside the original in one session, and differ from it by their mutant only."""

from __future__ import annotations

from pathlib import Path

import pytest
from portproof.audit.model import Fate
from portproof.audit.mutants.variants import folder, forget, variant
from portproof.core.errors import UserError
from portproof.replay.backend import Backend

from .originals import cases, lay, replaced, replayed, subject_of

LIB = '''"""A library."""
from . import other
LIMIT = 10


def double(number):
    if number < 0:
        raise ValueError("negative")
    return number * 2 + other.NOTHING


def unrelated():
    return True
'''
DRIVER = """import os
import sys

from lib import double

if sys.argv[1:] == ["surroundings"]:
    print(sys.path, sorted(os.environ), sys._xoptions, sys.flags, __file__, sys.argv[0])
    sys.exit()
print(double(int(sys.argv[1])))
"""
FILES = {"lib/__init__.py": LIB, "lib/other.py": "NOTHING = 0\n", "p.py": DRIVER, "q.py": DRIVER}
PATH = "original/lib/__init__.py"

CODE = """#include <stdio.h>
#include <stdlib.h>
#include "lib.h"
#define UNUSED 3
int twice(int number) {
    if (number > 1000) abort();
    return number * 2;
}
int idle(int number) { return number * 2 + number - number; }
"""
HEADER = "int twice(int);\nint idle(int);\nstatic inline int shift(int n) { return n + 1; }\n"
MAIN = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib.h"
int main(int argc, char **argv) {
    const char *slash = strrchr(argv[0], '/');
    printf("%s %s %d\\n", slash, __FILE__, twice(shift(atoi(argv[1]))));
    return 0;
}
"""
BUILD = ("gcc", "-O2", "-I{original}", "-o", "{output}", "{driver}", "{original}/lib.c")
PLAIN_MAIN = (
    '#include <stdio.h>\n#include "lib.h"\nint twice(int);\nint main(void) { return !printf("%d\\n", twice(4)); }\n'
)


def test_variants_of_python_run_beside_the_original_and_each_other(
    tmp_path: Path, backend: Backend, cache: Path
) -> None:
    about = subject_of(lay(tmp_path, "cpython", FILES, ["p.py", "q.py"], [["21"]]), backend, cache)
    triple = variant(about, replaced(about, PATH, "* 2", "* 3"))
    module = variant(about, replaced(about, "original/lib/other.py", "0", "1"), ["p"])
    assert (triple.fate, module.fate, list(module.argv)) == (None, None, ["p"])
    (p, q) = cases(about.task)
    found = replayed(about, [triple], [p, q]) | replayed(about, [module], [p])
    said = {target: outcome.stdout.data for (target, _), outcome in found.items()}
    assert said == {
        "p": b"42\n",
        "q": b"42\n",
        triple.target("p"): b"63\n",
        triple.target("q"): b"63\n",
        module.target("p"): b"43\n",
    }


def test_a_python_program_cannot_tell_a_variant_from_the_original(
    tmp_path: Path, backend: Backend, cache: Path
) -> None:
    about = subject_of(lay(tmp_path, "cpython", FILES, ["p.py"], [["surroundings"], ["-4"]]), backend, cache)
    harmless = variant(about, replaced(about, PATH, "return True", "return False"))
    found = replayed(about, [harmless], cases(about.task))
    for case in cases(about.task):
        original, mutated = found["p", case.id], found[harmless.target("p"), case.id]
        assert (mutated.exit, mutated.stdout, mutated.stderr) == (original.exit, original.stdout, original.stderr)
    assert any(b"ValueError: negative" in (outcome.stderr.data or b"") for outcome in found.values())


@pytest.mark.parametrize(
    ("old", "new", "fate"),
    [
        ("return True", "return  (True)", Fate.SAME),
        ("LIMIT = 10", "LIMIT = 5 + 5", Fate.SAME),
        ("return True", "return 1", None),  # equal for Python, not the same
        ("\n\ndef unrelated", "\ndef unrelated", Fate.SAME),  # another line, nothing else
        ("number < 0", "number <", Fate.INVALID),
        ("return True", "return '\x00'", Fate.INVALID),
    ],
)
def test_what_compiles_to_the_same_code_is_the_same_and_what_does_not_is_invalid(
    old: str, new: str, fate: Fate | None, tmp_path: Path, backend: Backend, cache: Path
) -> None:
    about = subject_of(lay(tmp_path, "cpython", FILES, ["p.py"]), backend, cache)
    found = variant(about, replaced(about, PATH, old, new))
    assert found.fate is fate
    assert bool(found.argv) == (fate is None)
    assert bool(found.reason) == (fate is Fate.INVALID)


def test_a_python_driver_has_no_variants(tmp_path: Path, backend: Backend, cache: Path) -> None:
    about = subject_of(lay(tmp_path, "cpython", FILES, ["p.py"]), backend, cache)
    with pytest.raises(UserError, match=r"original/p\.py is a driver"):
        variant(about, replaced(about, "original/p.py", "1", "2"))
    with pytest.raises(UserError, match=r"no source nowhere\.py"):
        variant(about, replaced(about, PATH, "1", "2").__class__("nowhere.py", 1, 1, "test", 0, 1, "a", "b"))


def test_variants_of_c_run_beside_the_original(tmp_path: Path, backend: Backend, cache: Path) -> None:
    files = {"lib.c": CODE, "lib.h": HEADER, "p.c": MAIN}
    about = subject_of(lay(tmp_path, "gcc", files, ["p.c"], [["20"]], BUILD), backend, cache)
    triple = variant(about, replaced(about, "original/lib.c", "* 2", "* 3"))
    header = variant(about, replaced(about, "original/lib.h", "n + 1", "n - 1"))
    again = variant(about, replaced(about, "original/lib.h", "n + 1", "n - 1"))
    assert again == header
    found = replayed(about, [triple, header], cases(about.task))
    said = {target: outcome.stdout.data for (target, _), outcome in found.items()}
    assert said == {
        "p": b"/p original/p.c 42\n",
        triple.target("p"): b"/p original/p.c 63\n",
        header.target("p"): b"/p original/p.c 38\n",
    }


def test_object_code_decides_whether_a_variant_of_c_is_the_same(tmp_path: Path, backend: Backend, cache: Path) -> None:
    files = {"lib.c": CODE, "lib.h": HEADER, "p.c": MAIN}
    about = subject_of(lay(tmp_path, "gcc", files, ["p.c"], [["20"]], BUILD), backend, cache)
    fates = {
        "number - number": ("0 * number", Fate.SAME),  # -O2 sees it
        "UNUSED 3": ("UNUSED 4", Fate.SAME),
        "1000": ("1001", None),
        "return number * 2;": ("return;+", Fate.INVALID),
    }
    for old, (new, fate) in fates.items():
        found = variant(about, replaced(about, "original/lib.c", old, new))
        assert (old, found.fate) == (old, fate), found.reason
    assert "error" in variant(about, replaced(about, "original/lib.c", "return number * 2;", "return;+")).reason


def test_a_program_that_does_not_include_the_mutated_header_stays_the_original(
    tmp_path: Path, backend: Backend, cache: Path
) -> None:
    files = {"lib.c": CODE, "lib.h": HEADER, "p.c": MAIN, "q.c": PLAIN_MAIN}
    about = subject_of(lay(tmp_path, "gcc", files, ["p.c", "q.c"], [["20"]], BUILD), backend, cache)
    header = variant(about, replaced(about, "original/lib.h", "n + 1", "n - 1"))
    assert header.argv["q"] == about.prepared.argv["q"]
    assert header.argv["p"] != about.prepared.argv["p"]
    assert variant(about, replaced(about, "original/lib.h", "n + 1", "n - 1"), ["q"]).fate is Fate.SAME


def test_files_of_variants_are_removed_when_nobody_needs_them(tmp_path: Path, backend: Backend) -> None:
    about = subject_of(lay(tmp_path, "cpython", FILES, ["p.py"]), backend, tmp_path / "cache")
    one = variant(about, replaced(about, PATH, "* 2", "* 3"))
    assert [path.name for path in folder(about).iterdir()] == [one.mutant.id]
    forget(about)
    assert not folder(about).exists()
    assert variant(about, one.mutant) == one
    assert folder(about).exists()
