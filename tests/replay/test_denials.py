"""What a program tries and must not: refused, and reported with what it tried."""

from __future__ import annotations

from dataclasses import replace

import pytest
from portproof.core.case import Case
from portproof.core.outcome import Denial, Outcome
from portproof.replay.invocation import Invocation
from portproof.replay.sandbox import Probe, view_path
from portproof.replay.tier import Tier

from .conftest import SMALL, Act, Walls, perform, said

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


OPENINGS = b"closed " * 9 + b"open closed open open closed closed closed "


def opened(outcome: Outcome) -> set[tuple[str, str, int]]:
    """What was reported, and how often."""
    return {(denial.syscall, denial.target, denial.count) for denial in outcome.denials}


def test_what_a_case_opens_outside_is_reported_watched_or_not(walls: Walls, act: Act) -> None:
    acts = view_path(walls.tier, walls.stage / "acts", "/app/acts")
    blind = act("openings", "/etc/shadow", acts)
    watched = act("openings", "/etc/shadow", acts, watch=True)
    after = act("openings", "/etc/shadow", acts)
    assert said(blind) == OPENINGS
    assert [(it.exit, said(it), it.stderr) for it in (watched, after)] == [(4, OPENINGS, blind.stderr)] * 2
    assert blind.denials == watched.denials == after.denials
    up = {target for _, target, _ in opened(watched) if target.endswith("/x")}
    assert len(up) == 1
    assert opened(watched) == {
        ("open", "/etc/shadow", 1),
        ("openat", "/etc/shadow", 3),
        ("openat2", "/etc/shadow", 1),
        ("creat", "/etc/shadow", 1),
        ("openat", up.pop(), 1),
        ("openat", "/proc/self/mem", 1),
        ("openat", acts, 1),
    }
    assert {denial.thread for denial in watched.denials} == {"acts"}


def test_watched_and_unwatched_cases_share_a_session(walls: Walls) -> None:
    with walls.open(slots=2) as session:
        cases = [
            Invocation(Case("task", "acts", (b"open", f"/x/{number}".encode())), "acts", watch=number % 3 == 0)
            for number in range(120)
        ]
        seen = 0
        for invocation, outcome in session.replay(cases):
            tried = invocation.case.args[1].decode()
            assert outcome.denials == (Denial("openat", tried, "acts"),)
            assert outcome.exit == 0
            seen += 1
        assert seen == len(cases)


def test_a_watched_case_is_free_within_its_view(walls: Walls, act: Act) -> None:
    acts = view_path(walls.tier, walls.stage / "acts", "/app/acts")
    for words in (("echo",), ("file", "f", "10"), ("files", "50"), ("litter",), ("open", acts), ("forks", "8")):
        blind, watched = act(*words).denials, act(*words, watch=True).denials
        told = {it for it in watched if it.syscall != "chmod"}  # of "..", which an ordinary user owns in tier landlock
        assert told == set(blind), words
        assert told == set(watched) or walls.tier is Tier.LANDLOCK
    if walls.tier is Tier.NAMESPACES:
        assert act("open", "/app", watch=True).denials == ()


def test_what_a_watched_case_opens_is_filtered_and_counted(walls: Walls) -> None:
    with walls.open(probes=(Probe("openat", "/etc/*"),)) as session:
        assert perform(session, "open", "/etc/shadow", watch=True).denials == ()
        assert len(perform(session, "open", "/root/x", watch=True).denials) == 1
        many = perform(session, "opens_many", watch=True).denials
        assert len(many) == 65  # 64 apart and the rest together
        assert sum(denial.count for denial in many) == 200


def test_other_uses_of_a_path_outside_are_reported_of_a_watched_case(walls: Walls, act: Act) -> None:
    acts = view_path(walls.tier, walls.stage / "acts", "/app/acts")
    blind, watched = (act("uses", "/root/portproof-none", acts, watch=watch) for watch in (False, True))
    assert said(blind) == said(watched) == b"used\n"
    assert blind.denials == ()
    names = {"stat", "newfstatat"}, {"lstat", "newfstatat"}, {"access"}, {"readlink"}, {"chdir"}, {"truncate"}
    names += {"unlink"}, {"rmdir"}, {"rename"}, {"link"}, {"mkdir"}, {"utimensat"}, {"symlink"}
    reported = {denial.syscall for denial in watched.denials if denial.target == "/root/portproof-none"}
    assert all(reported & either for either in names), reported
    assert {denial.target for denial in watched.denials} <= {"/root/portproof-none", "/scratch/none"}


def test_code_that_a_watched_case_maps_is_reported(walls: Walls, act: Act) -> None:
    acts = view_path(walls.tier, walls.stage / "acts", "/app/acts")
    assert act("dlopen", acts, watch=True).denials == ()
    blind = act("dlopen", "plugin", files=(("plugin", b"x" * 4096),))
    watched = act("dlopen", "plugin", files=(("plugin", b"x" * 4096),), watch=True)
    assert said(blind) == said(watched) == b"mmap" + REFUSED
    (denial,) = watched.denials
    assert (denial.syscall, denial.target.endswith("/plugin")) == ("mmap", True)
    assert blind.denials == ()


def test_a_watched_case_that_hangs_leaves_nothing(walls: Walls, act: Act) -> None:
    limits = replace(SMALL, wall_ms=300)
    for name in ("daemon", "orphans", "sleep", "spin_children"):
        assert act(name, watch=True, limits=limits).signal is None
    assert said(act("list", watch=True)) == b"755\n2 entries\n"
