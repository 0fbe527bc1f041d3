"""Cases go in and outcomes come back, byte for byte."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from portproof.core.canonical import sha256
from portproof.core.case import Case
from portproof.core.errors import HarnessError, WallError
from portproof.core.limits import Limit
from portproof.core.outcome import Capture
from portproof.replay.backend import CaseFaults
from portproof.replay.conversation import IN_FLIGHT
from portproof.replay.host import HostBackend, HostSession
from portproof.replay.invocation import Expected, Invocation
from portproof.replay.sandbox import Mount, Target
from portproof.replay.tier import Tier

from .conftest import SMALL, Act, Walls, perform, said

EVERY_BYTE = bytes(range(256))


def test_arguments_stdin_and_streams_are_bytes(act: Act) -> None:
    argument = EVERY_BYTE[1:]
    outcome = act("echo", argument, "", "-x", stdin=EVERY_BYTE * 1000)
    assert said(outcome) == argument + b"\0\0-x\0" + EVERY_BYTE * 1000
    assert outcome.stderr == Capture.of(b"to stderr")
    assert (outcome.exit, outcome.signal, outcome.limit) == (7, None, None)


def test_an_end_by_signal_is_told_by_its_number(act: Act) -> None:
    for number in (1, 2, 3, 6, 8, 9, 11, 13, 14, 15):
        outcome = act("signal", str(number))
        assert (outcome.exit, outcome.signal, outcome.limit) == (None, number, None)


def test_a_case_does_not_notice_which_signals_are_ignored_here(walls: Walls) -> None:
    before = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGHUP, signal.SIGQUIT)}
    try:
        with walls.open() as session:  # as under nohup
            ends = [perform(session, "signal", str(int(number))).signal for number in before]
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    assert ends == [1, 3]


def test_the_environment_is_the_given_one_and_nothing_else(walls: Walls, act: Act) -> None:
    outcome = act("environ", env=(("A", b"\xff"), ("TZ", b"case")), environment=(("LATE", b"1"), ("A", b"last")))
    *entries, here = said(outcome).splitlines()
    scratch = here.decode()
    expected = {
        b"LANG=C.UTF-8",
        b"TZ=case",
        b"A=last",
        b"LATE=1",
        f"HOME={scratch}".encode(),
        f"TMPDIR={scratch}".encode(),
    }
    assert set(entries) == expected
    assert len(entries) == len(expected)
    if walls.tier is Tier.NAMESPACES:
        assert scratch == "/scratch"


def test_files_of_the_case_are_in_the_scratch_directory_and_declared_outputs_come_back(act: Act) -> None:
    outcome = act(
        *("file", "out/put", "5"),
        files=(("out/in", b"in"), ("a", b"\0")),
        outputs=("out/put", "a", "missing", "out", "../x"),
    )
    assert outcome.files == (("a", Capture.of(b"\0")), ("out/put", Capture.of(b"xxxxx")))


def test_an_equal_stream_is_not_sent_back(act: Act) -> None:
    expected = Expected((10, sha256(b"x" * 10)), (0, sha256(b"")))
    outcome = act("flood", "1", "10", expected=expected)
    assert outcome.stdout == Capture(10, sha256(b"x" * 10))
    assert outcome.stderr.data is None


def test_a_different_stream_comes_back_cut_at_the_limit(act: Act) -> None:
    expected = Expected((10, sha256(b"y" * 10)), (0, sha256(b"")))
    assert act("flood", "1", "10", expected=expected).stdout == Capture.of(b"x" * 10)
    cut = act("flood", "1", "10", expected=expected, keep_bytes=4)
    assert cut.stdout == Capture(10, sha256(b"x" * 10), b"xxxx", True)


def test_a_capture_brings_everything_back(walls: Walls) -> None:
    with walls.open(limits=replace(SMALL, stdout_bytes=64 << 20)) as session:
        outcome = perform(session, "flood", "1", str(40 << 20), keep_bytes=1)
    assert outcome.stdout == Capture.of(b"x" * (40 << 20))


def test_a_large_input_arrives_whole(act: Act) -> None:
    data = EVERY_BYTE * 8192
    outcome = act("echo", stdin=data, files=(("big", b"z" * (1 << 20)),))
    assert outcome.limit is Limit.STDOUT  # 2 MiB through a program that may write 1 MiB: never a silent cut
    data = data[: (1 << 20) - 1]
    assert said(act("echo", stdin=data)) == data


def test_many_cases_all_come_back_each_with_its_own_outcome(walls: Walls) -> None:
    with walls.open(slots=2) as session:
        cases = [Case("task", "acts", (b"echo", str(number).encode())) for number in range(300)]
        seen = {}
        for invocation, outcome in session.replay(Invocation(case, "acts") for case in cases):
            seen[invocation.case.id] = said(outcome)
        assert seen == {case.id: case.args[1] + b"\0" for case in cases}


def test_invocations_are_taken_lazily(walls: Walls) -> None:
    taken = 0

    def endless() -> Iterator[Invocation]:
        nonlocal taken
        while True:
            taken += 1
            yield Invocation(Case("task", "acts", (b"echo", str(taken).encode())), "acts")

    with walls.open() as session:
        for index, _ in enumerate(session.replay(endless())):
            if index == 100:
                break
        assert taken <= 101 + IN_FLIGHT
        assert perform(session, "echo").exit == 7  # what was given up does not disturb what follows


def test_a_case_that_cannot_run_is_our_fault_and_the_others_still_run(session: HostSession) -> None:
    good = Invocation(Case("task", "acts", (b"echo",)), "acts")
    bad = [
        Invocation(Case("task", "acts", (b"a\0b",)), "acts"),
        Invocation(Case("task", "acts", (b"x" * (10 << 20),)), "acts"),
        Invocation(Case("task", "acts"), "nothing"),
        Invocation(Case("task", "acts", files=(("../x", b""),)), "acts"),
        Invocation(Case("task", "acts", files=(("x", b""), ("x/y", b""))), "acts"),
    ]
    outcomes: list[int | None] = []
    with pytest.raises(CaseFaults) as raised:
        outcomes.extend(outcome.exit for _, outcome in session.replay([good, *bad, good]))
    assert outcomes == [7, 7]
    assert [invocation for invocation, _ in raised.value.faults] == bad
    messages = [error.message for _, error in raised.value.faults]
    assert "NUL" in messages[0]
    assert "Argument list too long" in messages[1]


def test_a_target_that_does_not_exist_is_a_fault(walls: Walls) -> None:
    missing = {"acts": Target(("/app/nothing",))}
    with walls.open(targets=missing) as session, pytest.raises(CaseFaults, match="No such file"):
        perform(session)


def test_a_mount_that_does_not_exist_ends_the_session_with_its_wall(walls: Walls) -> None:
    with pytest.raises(WallError, match="/does/not/exist"):
        walls.open(mounts=(Mount(walls.stage / "acts", "/app/acts"), Mount(walls.stage / "/does/not/exist", "/x")))


def test_a_mount_target_that_leaves_the_view_is_refused(walls: Walls) -> None:
    if walls.tier is Tier.LANDLOCK:
        pytest.skip("the landlock tier has no mounts")
    for target in ("relative", "/../etc", "/", "/a/./b"):
        with pytest.raises(WallError, match="not an absolute path"):
            walls.open(mounts=(Mount(walls.stage / "acts", target),))


def test_the_tier_container_is_refused_by_the_host(walls: Walls) -> None:
    with pytest.raises(WallError):
        HostBackend(Tier.CONTAINER).open(walls.sandbox(), 1)


def test_a_replayer_that_dies_is_an_error_and_not_a_hang(walls: Walls) -> None:
    session = walls.open()
    timer = threading.Timer(0.3, session._process.kill)
    timer.start()
    with session, pytest.raises(HarnessError, match="died"):
        perform(session, "sleep")
    timer.join()
