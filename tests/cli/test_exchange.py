"""A data set in RepoZero's format, all the way: import, try, capture, take a submission in, run, regrade, export."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Command

TURN = "def turned(text: str) -> str:\n    return text[::-1]\n"
DRIVER = """import argparse

from turning import turned

parser = argparse.ArgumentParser()
parser.add_argument("--a", required=True)
parser.add_argument("--b", type=float, default=1.0)
given = parser.parse_args()
print(turned(given.a), given.b)
"""
PORT = """const given = {};
for (let i = 2; i < process.argv.length; i += 2) given[process.argv[i].slice(2)] = process.argv[i + 1];
if (given.a === undefined || given.a.startsWith('-')) process.exit(2);
const b = Number(given.b ?? 1);
console.log('  ' + [...given.a].reverse().join('') + ' ' + (Number.isInteger(b) ? `${b}.0` : b));
"""
ROWS = [
    {"filename": "turn/test1.py", "a": "abc", "b": 2},
    {"filename": "turn/test1.py", "a": "abc", "b": 2},
    {"filename": "turn/test1.py", "a": "x y", "b": 0.5},
    {"filename": "turn/test1.py", "a": "-x"},
    {"filename": "turn/test2.py"},
    {"filename": "turn/test3.py"},
]
HEADER = "#include <cstdlib>\ninline double half(const char* t) { return atof(t) / 2; }\n"
HALF = """#include <cstdio>
#include "../half.hpp"
int main(int argc, char** argv) {
    if (argc < 2) return 4;
    std::printf("%.2f\\n", half(argv[1]));
    return 0;
}
"""
RUST = """fn main() {
    let word = std::env::args().nth(1).unwrap_or_default();
    println!("{}", word.parse::<f64>().unwrap_or(0.0) / 2.0);
    std::process::exit(7);
}
"""


def put(root: Path, files: dict[str, str]) -> Path:
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content, "utf-8")
    return root


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return put(
        tmp_path / "RepoZero",
        {
            "Py2JS/dataset/turn/turning.py": TURN,
            "Py2JS/dataset/turn/test1.py": DRIVER,
            "Py2JS/dataset/turn/test2.py": "import absent_library\n",
            "Py2JS/output/m/packages/turn/test1_pkg/test1.mjs": PORT,
            "evaluate/testcases/py2js/testcase_turn_merged.jsonl": "".join(json.dumps(row) + "\n" for row in ROWS),
        },
    )


def test_a_python_data_set_all_the_way(source: Path, tmp_path: Path, command: Command) -> None:
    suite, subs, run = tmp_path / "s", tmp_path / "subs", tmp_path / "run"
    done = command("py2js-eval", "import", "repozero", source, suite, "--try-originals", "--json", "--strict")
    assert done.returncode == 1, done.stderr
    told = json.loads(done.stdout)
    assert (told["rows"], told["cases"], len(told["duplicates"]), len(told["refused"])) == (6, 4, 1, 1)
    tried = {entry["program"]: entry["problem"] for entry in told["originals"]}
    assert tried["test1"] == ""
    assert "absent_library" in tried["test2"]
    assert command("py2js-eval", "capture", suite).returncode == 0
    done = command("py2js-eval", "submissions", "import", source, suite, subs)
    assert done.returncode == 0, done.stderr
    done = command("py2js-eval", "run", suite, subs / "m", "--out", run, "--profile", "both", "--json", "-q")
    assert done.returncode == 0, done.stderr
    both = json.loads(done.stdout)
    assert both["report"]["run"]["profile"] == "strict"
    again = command("py2js-eval", "regrade", run, "--json")
    assert json.loads(again.stdout) == both["regrade"]
    parting = {entry["strict"]: entry["loose"] for entry in both["regrade"]["parting"]}
    assert parting == {False: True, True: False}  # white space; and argparse's error, right but not exit 0
    numbers = {entry["name"]: entry for entry in both["regrade"]["results"]}
    assert numbers["sample pass, micro"]["loose_counts"] == [3, 5]
    assert numbers["sample pass, micro"]["strict_counts"] == [1, 5]
    _tampered_bytes_decide_nothing(run, command)
    loose = command("py2js-eval", "run", suite, subs / "m", "--out", tmp_path / "loose", "--profile", "repozero", "-q")
    assert "repozero-py2js" in loose.stdout
    other = json.loads(command("py2js-eval", "regrade", tmp_path / "loose", "--json").stdout)
    assert other["results"] == both["regrade"]["results"]
    done = command("py2js-eval", "run", suite, subs / "m", "--out", run, "--profile", "repozero", "-q")
    assert done.returncode == 2
    assert "profile differ" in done.stderr
    done = command("py2js-eval", "export", "repozero", suite, tmp_path / "back")
    assert done.returncode == 0
    back = (tmp_path / "back/evaluate/testcases/py2js/testcase_turn_merged.jsonl").read_text("utf-8")
    assert sorted(back.splitlines()) == sorted(json.dumps(row) for row in ROWS[:5])

    (suite / "tasks" / "turn" / "SPEC.md").write_text("another\n")
    done = command("py2js-eval", "regrade", run)
    assert (done.returncode, "is not the one that was graded" in done.stderr) == (5, True)


def _tampered_bytes_decide_nothing(run: Path, command: Command) -> None:
    """Kept bytes count only where they are what the journal says."""
    kept = {path: path.read_bytes() for path in run.glob("outcomes/*/stdout")}
    for path, content in kept.items():
        path.write_bytes(content.upper())
    told = json.loads(command("py2js-eval", "regrade", run, "--json").stdout)
    assert len(told["undecided"]) == len(kept) == 2
    for path, content in kept.items():
        path.write_bytes(content)


def test_a_native_data_set_all_the_way(tmp_path: Path, command: Command) -> None:
    rows = [{"file_name": "half/tests/test1.cpp", "n": n} for n in ("3", "5", "x", 8)]
    rows.append({"file_name": "half/tests/test2.cpp", "n": "1"})
    source = put(
        tmp_path / "RepoZero",
        {
            "C2Rust/CppLarge/half/half.hpp": HEADER,
            "C2Rust/CppLarge/half/tests/test1.cpp": HALF,
            "C2Rust/CppLarge/half/tests/test2.cpp": "int main() { return }\n",
            "C2Rust/CppLarge/output_large/m/packages/half/test1_pkg/test1.rs": RUST,
            "evaluate/testcases/c2rust/cleaned_test_cases.jsonl": "".join(json.dumps(row) + "\n" for row in rows),
        },
    )
    suite = tmp_path / "s"
    done = command("c2rust-eval", "import", "repozero", source, suite, "--try-originals")
    assert done.returncode == 0, done.stderr
    assert "half/test2 does not build" in done.stdout
    assert "cleaned_test_cases.jsonl:5: the original of half/tests/test2.cpp does not build" in done.stdout
    assert command("c2rust-eval", "capture", suite).returncode == 0
    assert command("c2rust-eval", "submissions", "import", source, suite, tmp_path / "subs").returncode == 0
    done = command("c2rust-eval", "run", suite, tmp_path / "subs" / "m", "--out", tmp_path / "run", "-q", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["verdicts"] == {"wrong_exit": 4}
    told = json.loads(command("c2rust-eval", "regrade", tmp_path / "run", "--json").stdout)
    numbers = {entry["name"]: (entry["strict"], entry["loose"]) for entry in told["results"]}
    assert numbers["all-pass, micro"] == (0.0, 1.0)  # floats are equal, exit status 7 is not looked at
    assert len(told["parting"]) == 4


def test_a_wrong_profile_or_requirement_is_the_users_mistake(source: Path, tmp_path: Path, command: Command) -> None:
    done = command("py2js-eval", "import", "repozero", source, tmp_path / "s", "--requirements", "turn")
    assert (done.returncode, "expected LIB=FILE" in done.stderr) == (2, True)
    done = command("py2js-eval", "import", "repozero", source, tmp_path / "s", "--requirements", "absent=x")
    assert (done.returncode, "no library absent" in done.stderr) == (2, True)
    done = command("py2js-eval", "run", "py2js-mini", source, "--profile", "loose")
    assert done.returncode == 2
    done = command("py2js-eval", "regrade", tmp_path, "--profile", "loose")
    assert (done.returncode, "no loose profile" in done.stderr) == (2, True)
    assert not (tmp_path / "s").exists()
