"""Measure the import and export of a generated data set in RepoZero's format: seconds, CPU seconds, peak memory.

    python benches/exchange/import_rows.py [ROWS]

Prints one line a command. The data set has the size and mix of RepoZero: 24 libraries, 17 drivers each, short and long
texts, shell-active and non-ASCII characters, floats with Infinity and NaN, lists, about five repeats in a hundred."""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

LIBRARIES, DRIVERS = 24, 17
DRIVER = """import argparse

parser = argparse.ArgumentParser(description="Echo.")
parser.add_argument("--a", required=True, help="text")
parser.add_argument("--b", type=float, default=1.0)
print(parser.parse_args())
"""
LETTERS = "abc déf\n\t$`'\"中😀-"


def generated(root: Path, rows: int) -> None:
    """Write the data set; the same `rows` give the same bytes."""
    chance = random.Random(rows)
    left = rows
    cases = root / "evaluate" / "testcases" / "py2js"
    cases.mkdir(parents=True)
    for library in range(LIBRARIES):
        folder = root / "Py2JS" / "dataset" / f"lib{library}"
        folder.mkdir(parents=True)
        lines: list[str] = []
        for driver in range(1, DRIVERS + 1):
            (folder / f"test{driver}.py").write_text(DRIVER, "utf-8")
            share = left // ((LIBRARIES - library) * DRIVERS - driver + 1)
            left -= share
            for _ in range(share):
                repeat = bool(lines) and chance.random() < 0.05
                lines.append(lines[-1] if repeat else row(f"lib{library}/test{driver}.py", chance))
        (cases / f"testcase_lib{library}_merged.jsonl").write_text("".join(lines), "utf-8")


def row(driver: str, chance: random.Random) -> str:
    """One row, with the driver's name first or last."""
    length = chance.choice((0, 10, 40, 200, 1500))
    text = "".join(chance.choice(LETTERS) for _ in range(chance.randint(length // 2, length) + 6))
    values = [chance.random(), -6.1e-05, float("inf"), float("nan"), 2**70, None, ["x", 1e-05]]
    pairs = {"a": text, "b": chance.choice(values)}
    named = {"filename": driver}
    whole = {**named, **pairs} if chance.random() < 0.5 else {**pairs, **named}
    return json.dumps(whole, ensure_ascii=False) + "\n"


def measured(*words: str | Path) -> str:
    """Run a command of portproof; its numbers as a line."""
    script = Path(sysconfig.get_path("scripts")) / "py2js-eval"
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run([script, *words], capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    seconds = time.monotonic() - started
    said = next(line for line in done.stdout.splitlines() if " rows " in line or line.startswith("rows"))
    return f"{seconds:.2f} s, CPU {cpu:.2f} s, peak {after.ru_maxrss / 1024:.0f} MB: {said}"


def main() -> None:
    """Generate and measure."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
    with tempfile.TemporaryDirectory(prefix="portproof-bench-") as name:
        place = Path(name)
        generated(place / "in", rows)
        size = sum(path.stat().st_size for path in (place / "in").rglob("*.jsonl"))
        print(f"{rows:,} rows, {size / 1e6:.1f} MB; load {os.getloadavg()[0]:.0f}", file=sys.stderr)
        print("import", measured("import", "repozero", place / "in", place / "suite"))
        print("export", measured("export", "repozero", place / "suite", place / "out"))


if __name__ == "__main__":
    main()
