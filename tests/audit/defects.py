"""A small suite that has each defect which an audit looks for, on disk as an author would have left it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

Row = Mapping[str, object]

LIB = '''"""Words turned round, counted and refused."""


def turned(text):
    return text[::-1]


def measured(text):
    if len(text) > 5:
        return "long"
    return "short"


def forgotten(text):
    return text * 2


def hidden_helper(text):
    return text
'''
SPEC = """# words

`turned` gives a word backwards, `forgotten` gives it twice. Words of up to five letters are short.
"""
DRIVERS = {
    "fixed": "print('always the same')\n",
    "broken": "import sys\nsys.exit('broken: cannot do it')\n",
    "deaf": "import sys\nfrom lib import turned\nprint(turned(' '.join(sys.argv[1:])))\n",
    "words": (
        "import sys\nimport lib as library\n"
        "if len(sys.argv) < 2:\n    sys.exit(2)\n"
        "print(library.measured(sys.argv[1]), library.turned(sys.stdin.read()))\n"
    ),
    "zone": "import os\nprint(os.environ.get('TZ'))\n",
}
CASES: dict[str, Sequence[Row]] = {
    "fixed": [{"args": [str(n)], "visible": n == 0} for n in range(4)],
    "broken": [{"args": [str(n)], "visible": n == 0} for n in range(3)],
    "deaf": [
        {"args": ["ab"], "visible": True},
        {"args": ["abc"], "stdin": "never read"},
        {"args": ["ab"], "tags": ["again"]},
        {"args": ["abc"], "stdin": "never read"},
    ],
    "words": [
        {"args": ["word"], "stdin": "abc", "visible": True},
        {"args": ["a long word"], "stdin": "xyz"},
        {"args": ["word"], "stdin": "longer text"},
        {"args": []},
    ],
    "zone": [{"args": ["a"], "visible": True}, {"args": ["b"]}],
}
TASK = """format = 1
id = "words"
library = "lib"
version = "1.0.0"
licence = "MIT"
source = "https://example.org/lib"
released = 2026-11-01
observe = ["stdout", "stderr", "exit"]
visible = 1

[original]
toolchain = "cpython"
"""
JUDGED = """format = 1
exercise = ["original/lib.py"]

[[exclude]]
what = "original/lib.py:hidden_helper"
reason = "Only tests call it."

[[exclude]]
what = "original/lib.py:no_such_function"
reason = "A mistake on purpose."

[[equivalent]]
path = "original/lib.py"
line = 9
original = "5"
replacement = "777"
reason = "A mistake on purpose."

[[unmentioned]]
name = "measured"
reason = "The text says what short words are."

[[unmentioned]]
name = "nowhere_used"
reason = "A mistake on purpose."
"""


def laid(folder: Path, programs: Sequence[str] = tuple(DRIVERS), judged: str = JUDGED) -> Path:
    """The suite, with some or all of its programs, in `folder`; it has no pack yet."""
    task = folder / "tasks" / "words"
    (task / "original").mkdir(parents=True)
    (task / "cases").mkdir()
    (folder / "suite.toml").write_text(
        'format = 1\nname = "defects"\nversion = "1.0.0"\ntrack = "py2js"\ndescription = "d"\nlicence = "MIT"\n'
    )
    (task / "SPEC.md").write_text(SPEC)
    (task / "original" / "lib.py").write_text(LIB)
    text = TASK
    for name in programs:
        (task / "original" / f"{name}.py").write_text(DRIVERS[name])
        text += f'\n[programs.{name}]\ndriver = "original/{name}.py"\nsummary = "s"\n'
        rows = "".join(json.dumps(row) + "\n" for row in CASES[name])
        (task / "cases" / f"{name}.jsonl").write_text(rows)
    (task / "task.toml").write_text(text)
    if judged:
        (task / "audit.toml").write_text(judged)
    return folder
