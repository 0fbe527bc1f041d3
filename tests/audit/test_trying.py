"""Attempts on mutants: who kills, what a limit says, and what hostile ones can do to others."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from portproof.audit.model import Fate, Mutant, Trial
from portproof.audit.mutants.trying import Attempt, tried
from portproof.replay.backend import Backend

from .mutated import PATH, laid, recorded, the
from .originals import cases, lay, replaced, subject_of

TOTAL = "total = number * 2"


def fates(trials: tuple[Trial, ...]) -> list[Fate]:
    return [trial.fate for trial in trials]


def test_the_first_case_in_order_that_differs_is_the_killer(tmp_path: Path, backend: Backend, cache: Path) -> None:
    about = laid(tmp_path, backend, cache, [["-4"], ["-5"], ["3"], ["4"], ["5"]])
    by_word = {case.args[0]: case for case in cases(about.task)}
    times = the(about, "arithmetic", "*", "//")
    order = tuple(by_word[word] for word in (b"-4", b"-5", b"5", b"3", b"4"))
    trial = tried(about, [Attempt(times, "p", order)], recorded(about))[0]
    assert (trial.fate, trial.killer, trial.cases) == (Fate.KILLED, by_word[b"5"].id, 3)


def test_a_mutant_that_no_case_notices_survives_all_of_them(tmp_path: Path, backend: Backend, cache: Path) -> None:
    about = laid(tmp_path, backend, cache, [["-4"], ["3"]])
    edge, seven = the(about, "boundary", "<", "<="), the(about, "constant", "7", "8")
    found = tried(about, [Attempt(edge, "p", tuple(cases(about.task))), Attempt(seven, "p", ())], recorded(about))
    assert [(trial.fate, trial.cases) for trial in found] == [(Fate.SURVIVED, 2), (Fate.SURVIVED, 0)]
    with_zero = laid(tmp_path / "more", backend, cache, [["-4"], ["3"], ["0"]])
    assert fates(tried(with_zero, [Attempt(edge, "p", tuple(cases(with_zero.task)))], recorded(with_zero))) == [
        Fate.KILLED
    ]


def test_fates_that_need_no_run(tmp_path: Path, backend: Backend, cache: Path) -> None:
    about = laid(tmp_path, backend, cache, [["3"]])
    wanted = tuple(cases(about.task))
    same, broken = replaced(about, PATH, "* 2", "* (2)"), replaced(about, PATH, "* 2", "* *")
    attempts = [Attempt(same, "p", wanted), Attempt(broken, "p", wanted)]
    assert fates(tried(about, attempts, recorded(about))) == [Fate.SAME, Fate.INVALID]


def test_what_has_no_turn_is_untried(tmp_path: Path, backend: Backend, cache: Path) -> None:
    about = laid(tmp_path, backend, cache, [["3"]])
    told: list[Trial] = []
    attempt = Attempt(the(about, "arithmetic", "+", "-"), "p", tuple(cases(about.task)))
    assert fates(tried(about, [attempt], recorded(about), time.monotonic(), told.append)) == [Fate.UNTRIED]
    assert told == []


@pytest.mark.parametrize(
    "hostile",
    [
        "while True: pass",
        "import os\n    while True: os.fork()",
        "x = []\n    while True: x.append(bytearray(1 << 20))",
        "while True: print('x' * 4096)",
        "import os\n    os.kill(os.getpid(), 9)",
        "import os\n    os._exit(3)",
        "import time\n    time.sleep(1000)",
    ],
)
def test_a_mutant_that_hits_a_limit_or_ends_otherwise_is_killed(
    hostile: str, tmp_path: Path, backend: Backend, cache: Path
) -> None:
    about = laid(tmp_path, backend, cache, [["3"]])
    wanted = tuple(cases(about.task))
    harmless = the(about, "constant", "7", "8")
    attempts = [Attempt(replaced(about, PATH, TOTAL, hostile), "p", wanted), Attempt(harmless, "p", wanted)]
    assert fates(tried(about, attempts, recorded(about))) == [Fate.KILLED, Fate.SURVIVED]


def test_a_mutant_deletes_nothing_that_another_needs(tmp_path: Path, backend: Backend, cache: Path) -> None:
    about = laid(tmp_path, backend, cache, [["3"], ["4"]])
    wanted = tuple(cases(about.task))
    vandal = replaced(
        about,
        PATH,
        TOTAL,
        "import os, shutil\n    for name in os.listdir('/'): shutil.rmtree('/' + name, ignore_errors=True)\n    "
        + TOTAL,
    )
    harmless = the(about, "constant", "7", "8")
    found = tried(about, [Attempt(vandal, "p", wanted), Attempt(harmless, "p", wanted)], recorded(about))
    assert fates(found) == [Fate.SURVIVED, Fate.SURVIVED]
    assert about.source(PATH).data == (tmp_path / "original/lib/__init__.py").read_bytes()


def test_a_case_that_only_waits_too_long_is_given_a_second_chance(
    tmp_path: Path, backend: Backend, cache: Path
) -> None:
    about = laid(tmp_path, backend, cache, [["3"], ["4"], ["-4"]])
    wanted = tuple(cases(about.task))
    slow = replaced(about, PATH, TOTAL, f"import time\n    time.sleep(3.5)\n    {TOTAL}")
    wrong = replaced(about, PATH, TOTAL, "import time\n    time.sleep(3.5 * (number == 3))\n    total = number")
    found = tried(about, [Attempt(slow, "p", wanted), Attempt(wrong, "p", wanted)], recorded(about))
    assert (found[0].fate, found[0].cases) == (Fate.SURVIVED, 3)
    first = next(place for place, case in enumerate(wanted, 1) if case.args[0] != b"-4")
    assert (found[1].fate, found[1].cases) == (Fate.KILLED, first)


def test_a_program_whose_objects_are_untouched_is_the_same(tmp_path: Path, backend: Backend, cache: Path) -> None:
    main = '#include <stdio.h>\n%sint main(void) { printf("%%d\\n", %s); return 0; }\n'
    files = {
        "lib.h": "static inline int up(int n) { return n + 1; }\n",
        "p.c": main % ('#include "lib.h"\n', "up(1)"),
        "q.c": main % ("", "2"),
    }
    build = ["gcc", "-std=c11", "-O2", "-I{original}", "-o", "{output}", "{driver}"]
    about = subject_of(lay(tmp_path, "gcc", files, ["p.c", "q.c"], [["20"]], build), backend, cache)
    mutant: Mutant = replaced(about, "original/lib.h", "n + 1", "n - 1")
    by_program = {case.program: case for case in cases(about.task)}
    attempts = [Attempt(mutant, program, (case,)) for program, case in sorted(by_program.items())]
    assert fates(tried(about, attempts, recorded(about))) == [Fate.KILLED, Fate.SAME]
