"""What a killed command left in the cache is swept away; what a living one works in never is."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from portproof.toolchains.workplace import BUILDING, COPYING, OLD_SECONDS, sweep, workplace

PLACES = [("builds/ab", BUILDING), ("trees/cd", COPYING)]
WORKS = """
import sys
from pathlib import Path
from portproof.toolchains.workplace import workplace
with workplace(Path(sys.argv[1]), sys.argv[2]) as place:
    (place / "half").mkdir()
    (place / "half" / "made").touch()
    print(place, flush=True)
    sys.stdin.read()
"""


def worker(parent: Path, prefix: str) -> tuple[subprocess.Popen[str], Path]:
    """A process at work, and where."""
    words = [sys.executable, "-c", WORKS, str(parent), prefix]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    return process, Path(process.stdout.readline().strip())


def aged(place: Path) -> Path:
    """The same folder, as if it had been made long ago."""
    then = time.time() - OLD_SECONDS - 60
    os.utime(place, (then, then))
    return place


@pytest.mark.parametrize(("parent", "prefix"), PLACES)
def test_what_a_killed_process_left_is_removed_when_it_is_old(tmp_path: Path, parent: str, prefix: str) -> None:
    process, place = worker(tmp_path / parent, prefix)
    process.kill()
    process.communicate()
    assert sweep(tmp_path) == []
    assert (place / "half" / "made").exists()
    aged(place)
    assert sweep(tmp_path) == [place]
    assert not place.exists()


@pytest.mark.parametrize(("parent", "prefix"), PLACES)
def test_what_a_living_process_works_in_stays_however_old(tmp_path: Path, parent: str, prefix: str) -> None:
    process, place = worker(tmp_path / parent, prefix)
    assert sweep(tmp_path) == []
    aged(place)
    assert sweep(tmp_path) == []
    assert (place / "half" / "made").exists()
    process.communicate("")
    assert not place.exists()


def test_what_is_whole_and_what_is_no_folder_stays(tmp_path: Path) -> None:
    for name in ("builds/ab/abcd", "trees/ab/abcd", "builds/building-x"):
        kept = tmp_path / name
        kept.mkdir(parents=True)
        aged(kept)
    link = tmp_path / "trees" / "ab" / f"{COPYING}link"
    link.symlink_to(aged(tmp_path / "builds" / "ab" / "abcd"))
    assert sweep(tmp_path) == []
    assert link.is_symlink()


def test_a_result_that_was_moved_out_outlives_its_workplace(tmp_path: Path) -> None:
    with workplace(tmp_path / "builds" / "ab", BUILDING) as place:
        (place / "kept").mkdir()
        (place / "kept").rename(tmp_path / "builds" / "ab" / "result")
    assert [path.name for path in (tmp_path / "builds" / "ab").iterdir()] == ["result"]
