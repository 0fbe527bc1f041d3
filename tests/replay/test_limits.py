"""Each limit has its own name in the outcome, and what hits one never hangs the replayer."""

from __future__ import annotations

from dataclasses import replace

from portproof.core.limits import Limit

from .conftest import SMALL, Act, Walls, perform, said


def test_a_loop_hits_the_cpu_limit(act: Act) -> None:
    outcome = act("spin", limits=replace(SMALL, cpu_ms=300))
    assert outcome.limit is Limit.CPU
    assert (outcome.exit, outcome.signal) == (None, None)
    assert 300_000 <= outcome.usage.cpu_us < 2_000_000


def test_threads_and_children_are_counted_in_the_cpu_limit(act: Act) -> None:
    for name in ("spin_threads", "spin_children"):
        outcome = act(name, limits=replace(SMALL, cpu_ms=400, wall_ms=20_000))
        assert outcome.limit is Limit.CPU


def test_sleeping_hits_the_wall_limit(act: Act) -> None:
    outcome = act("sleep", limits=replace(SMALL, wall_ms=200))
    assert outcome.limit is Limit.WALL
    assert outcome.usage.wall_us >= 200_000


def test_too_much_memory_hits_the_memory_limit(act: Act) -> None:
    outcome = act("memory", str(1 << 30), limits=replace(SMALL, memory_bytes=64 << 20))
    assert outcome.limit is Limit.MEMORY
    fits = act("memory", str(32 << 20), limits=replace(SMALL, memory_bytes=64 << 20))
    assert said(fits) == b"had it all\n"


def test_memory_is_given_back_from_case_to_case(act: Act) -> None:
    for _ in range(5):
        assert said(act("memory", str(48 << 20), limits=replace(SMALL, memory_bytes=64 << 20))) == b"had it all\n"


def test_each_stream_has_its_limit_and_is_never_cut_in_silence(act: Act) -> None:
    small = replace(SMALL, stdout_bytes=1000, stderr_bytes=2000)
    assert act("flood", "1", "1000", limits=small).exit == 0
    assert act("flood", "2", "2000", limits=small).exit == 0
    assert act("flood", "1", "1001", limits=small).limit is Limit.STDOUT
    assert act("flood", "2", "2001", limits=small).limit is Limit.STDERR
    assert act("flood", "1", str(1 << 30)).limit is Limit.STDOUT
    assert act("flood", "2", str(1 << 30)).limit is Limit.STDERR


def test_a_large_file_hits_the_file_limit(act: Act) -> None:
    small = replace(SMALL, file_bytes=100_000)
    assert act("file", "x", "100000", limits=small).exit == 0
    assert act("file", "x", "100001", limits=small).limit is Limit.FILE
    assert act("file", "x", str(1 << 30)).limit is Limit.FILE


def test_a_full_scratch_directory_hits_the_scratch_limit(act: Act) -> None:
    large = replace(SMALL, file_bytes=64 << 20, scratch_bytes=1 << 20)
    assert act("file", "x", str(2 << 20), limits=large).limit is Limit.SCRATCH
    assert act("file", "x", str(1 << 19), limits=large).exit == 0


def test_too_many_files_fill_the_scratch_directory(act: Act) -> None:
    assert act("files", "100000", limits=replace(SMALL, scratch_bytes=1 << 20)).limit is Limit.SCRATCH


def test_too_many_processes_hit_the_process_limit(act: Act) -> None:
    outcome = act("forks", limits=replace(SMALL, processes=10))
    assert outcome.limit is Limit.PROCESSES


def test_a_fork_bomb_ends_and_the_next_case_runs(act: Act) -> None:
    outcome = act("bomb", limits=replace(SMALL, wall_ms=1500))
    assert outcome.limit in (Limit.PROCESSES, Limit.CPU, Limit.WALL)
    assert act("echo").exit == 7


def test_open_files_are_limited(act: Act) -> None:
    assert said(act("descriptors")) == b"0 1 2 "


def test_usage_is_told(act: Act) -> None:
    usage = act("memory", str(32 << 20)).usage
    assert usage.peak_kib >= 32 << 10
    assert usage.cpu_us > 0
    assert usage.wall_us > 0


def test_a_case_may_have_a_larger_scratch_directory_than_the_sandbox(walls: Walls) -> None:
    with walls.open(limits=replace(SMALL, scratch_bytes=1 << 20, file_bytes=8 << 20)) as session:
        larger = replace(SMALL, scratch_bytes=16 << 20, file_bytes=8 << 20)
        assert perform(session, "file", "x", str(4 << 20), limits=larger).exit == 0
        assert perform(session, "file", "x", str(4 << 20)).limit is Limit.SCRATCH
