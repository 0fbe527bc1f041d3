"""What a program tries and must not: refused, and reported with what it tried."""

from __future__ import annotations

import pytest
from portproof.core.case import Case
from portproof.core.outcome import Denial
from portproof.replay.invocation import Invocation
from portproof.replay.sandbox import Probe, view_path
from portproof.replay.tier import Tier

from .conftest import Act, Walls, perform, said

REFUSED = b": Operation not permitted\n"


def test_executing_another_program_is_refused_and_reported(act: Act) -> None:
    for name in ("exec", "exec_cookie"):
        outcome = act(name, "/usr/bin/python3", "-c", "1")
        assert said(outcome) == b"execve" + REFUSED
        assert outcome.denials == (Denial("execve", "/usr/bin/python3", "acts"),)


def test_the_target_itself_can_be_executed_once_only(walls: Walls, act: Act) -> None:
    path = view_path(walls.tier, walls.stage / "acts", "/app/acts")
    outcome = act("exec", path, "echo")
    assert said(outcome) == b"execve" + REFUSED
    assert outcome.denials == (Denial("execve", path, "acts"),)


def test_executing_an_open_file_is_reported_by_its_name(walls: Walls, act: Act) -> None:
    path = view_path(walls.tier, walls.stage / "acts", "/app/acts")
    outcome = act("fexecve", path, "echo")
    assert said(outcome) == b"execveat" + REFUSED
    (denial,) = outcome.denials
    assert denial.syscall == "execveat"
    assert denial.target.endswith("/acts")


def test_the_thread_is_named(act: Act) -> None:
    assert act("exec_thread", "/bin/sh").denials == (Denial("execve", "/bin/sh", "sneaky"),)


@pytest.mark.parametrize(
    ("words", "syscall", "target"),
    [
        (("memfd",), "memfd_create", "hidden"),
        (("socket", "2"), "socket", "AF_INET stream"),
        (("socket", "10"), "socket", "AF_INET6 stream"),
        (("socket", "1"), "socket", "AF_UNIX stream"),
        (("ptrace",), "ptrace", "request 0 pid 0"),
        (("unshare",), "unshare", "new user namespace"),
        (("mount",), "mount", "none on ."),
        (("shm",), "shmget", "key 1234"),
        (("kill", "1"), "kill", "pid 1 signal 9"),
    ],
)
def test_what_no_translated_program_needs_is_refused_and_reported(
    act: Act, words: tuple[str, ...], syscall: str, target: str
) -> None:
    outcome = act(*words)
    assert REFUSED in said(outcome)
    assert outcome.denials == (Denial(syscall, target, "acts"),)


def test_io_uring_is_absent_and_reported(act: Act) -> None:
    outcome = act("iouring")
    assert said(outcome) == b"io_uring_setup: Function not implemented\n"
    assert [denial.syscall for denial in outcome.denials] == ["io_uring_setup"]


def test_a_pair_of_sockets_is_allowed(act: Act) -> None:
    outcome = act("socketpair")
    assert said(outcome) == b"made\n"
    assert outcome.denials == ()


def test_signals_to_the_own_children_are_allowed(act: Act) -> None:
    outcome = act("kill_child")
    assert said(outcome) == b"signal 9\n"
    assert outcome.denials == ()


def test_signals_to_the_launcher_do_nothing(walls: Walls, act: Act) -> None:
    outcome = act("kill_parent")
    assert said(outcome) == b"kill" + REFUSED
    assert len(outcome.denials) == 1
    assert act("echo").exit == 7


def test_an_expected_probe_is_refused_but_not_reported(walls: Walls) -> None:
    with walls.open(probes=(Probe("memfd_create", "hid*"), Probe("io_uring_setup", "*"))) as session:
        outcome = perform(session, "memfd")
        assert said(outcome) == b"memfd_create" + REFUSED
        assert outcome.denials == ()
        assert perform(session, "iouring").denials == ()
        assert len(perform(session, "shm").denials) == 1


def test_a_denial_belongs_to_its_own_case(walls: Walls) -> None:
    with walls.open(slots=2) as session:
        cases = [
            Case("task", "acts", (b"exec", f"/x/{number}".encode()) if number % 2 else (b"echo", str(number).encode()))
            for number in range(200)
        ]
        for invocation, outcome in session.replay(Invocation(case, "acts") for case in cases):
            tried = invocation.case.args[1].decode()
            expected = (Denial("execve", tried, "acts"),) if tried.startswith("/x/") else ()
            assert outcome.denials == expected


def test_metadata_of_files_outside_is_out_of_reach(walls: Walls, act: Act) -> None:
    path = view_path(walls.tier, walls.stage / "acts", "/app/acts")
    before = (walls.stage / "acts").stat().st_mode
    assert b"chmod: " in said(act("chmod", path))
    assert (walls.stage / "acts").stat().st_mode == before
    assert said(act("chmod", "x", files=(("x", b""),))) == b"changed\n"
    if walls.tier is Tier.NAMESPACES:
        assert act("chmod", path).denials == ()
