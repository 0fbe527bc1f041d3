"""Executables that are kept in memory run as they would from where they are."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from portproof.replay import sandbox
from portproof.replay.sandbox import Mount, Sandbox, for_cases
from portproof.replay.tier import Tier

from .conftest import Walls, perform

TMPFS = b"1021994\n"


def test_a_resident_program_runs_from_memory_and_leaves_its_source_alone(walls: Walls) -> None:
    source = walls.stage / "acts"
    before = source.stat()
    mounts = (Mount(source, "/app/acts", resident=True), Mount(walls.stage, "/stage"))
    with walls.open(2, mounts=mounts) as session:
        where = perform(session, "file_system").stdout.data
        assert perform(session, "echo", stdin=b"text").stdout.data == b"text"
        assert perform(session, "open", "/root/x", watch=True).denials
    kept = walls.tier is Tier.NAMESPACES and has_huge_pages()
    assert (where == TMPFS) == (kept or file_system(source) == TMPFS)
    after = source.stat()
    assert (before.st_ino, before.st_mtime_ns, before.st_size) == (after.st_ino, after.st_mtime_ns, after.st_size)


def has_huge_pages() -> bool:
    setting = Path("/sys/kernel/mm/transparent_hugepage/shmem_enabled")
    return setting.exists() and "[deny]" not in setting.read_text()


def file_system(path: Path) -> bytes:
    return subprocess.run(["stat", "-f", "-c", "%t", path], capture_output=True, check=True).stdout


def test_files_become_resident_for_many_cases_and_folders_never(walls: Walls, monkeypatch: pytest.MonkeyPatch) -> None:
    given = walls.sandbox()
    given = replace(given, mounts=(Mount(walls.stage / "acts", "/acts"), Mount(walls.stage, "/stage")))
    size = given.mounts[0].source.stat().st_size

    def resident(of: Sandbox, cases: int) -> list[bool]:
        return [mount.resident for mount in for_cases(of, cases).mounts]

    assert resident(given, sandbox.RESIDENT_CASES) == [True, False]
    assert resident(given, sandbox.RESIDENT_CASES - 1) == [False, False]
    written = replace(given, mounts=tuple(replace(mount, writable=True) for mount in given.mounts))
    assert resident(written, sandbox.RESIDENT_CASES) == [False, False]
    monkeypatch.setattr(sandbox, "RESIDENT_BYTES", size - 1)
    assert resident(given, sandbox.RESIDENT_CASES) == [False, False]


def test_a_file_that_cannot_be_kept_is_a_fault_that_names_it_or_runs_from_where_it_is(walls: Walls) -> None:
    mounts = (
        Mount(walls.stage / "acts", "/app/acts", resident=True),
        Mount(walls.stage, "/stage"),
        Mount(Path("/proc/self/mem"), "/odd", resident=True),  # it says that it is empty, and cannot be read
    )
    with walls.open(1, mounts=mounts) as session:
        assert perform(session, "echo", stdin=b"text").stdout.data == b"text"
