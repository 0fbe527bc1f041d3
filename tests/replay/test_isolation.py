"""A case sees the view and nothing else, and leaves nothing behind."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from portproof.core.case import Case
from portproof.replay.host import HostSession
from portproof.replay.invocation import Invocation
from portproof.replay.sandbox import Execution, Mount, Target, view_path
from portproof.replay.tier import Tier

from .conftest import Act, Walls, perform, said


def test_the_next_case_finds_an_empty_scratch_directory(act: Act) -> None:
    untouched = said(act("list"))
    for _ in range(2):
        assert act("litter").limit is None
        assert said(act("list")) == untouched


def test_a_daemon_dies_with_its_case(act: Act) -> None:
    empty = said(act("list"))
    for _ in range(3):
        assert act("daemon").exit == 0
        assert said(act("list")) == empty


def test_a_case_ends_with_its_main_process_though_children_hold_its_streams(act: Act) -> None:
    outcome = act("orphans")
    assert outcome.exit == 3
    assert said(outcome) == b"before\n"
    assert outcome.usage.wall_us < 5_000_000


def test_nothing_of_the_machine_is_in_view(walls: Walls, act: Act) -> None:
    for path in ("/etc/passwd", "/proc/self/status", "/sys/kernel", str(Path(__file__)), "/dev/tty", str(walls.stage)):
        assert said(act("open", path)) in (
            b"open: No such file or directory\n",
            b"open: Permission denied\n",
        )
    assert said(act("open", "/dev/urandom")) == b"opened\n"


def test_mounts_are_read_only(walls: Walls, act: Act) -> None:
    path = view_path(walls.tier, walls.stage / "acts", "/app/acts")
    assert said(act("write", path)) in (
        b"open: Read-only file system\n",
        b"open: Permission denied\n",
        b"open: Text file busy\n",
    )
    for place in ("/", "/app", "/dev", str(walls.stage)):
        assert b"open: " in said(act("write", f"{place}/new"))
    assert not (walls.stage / "new").exists()


def test_to_read_what_is_mounted_leaves_no_mark(walls: Walls) -> None:
    if walls.tier is Tier.LANDLOCK:
        pytest.skip("the landlock tier has no mounts of its own: access times are the host's")
    program = walls.stage / "unread"
    shutil.copy(walls.stage / "acts", program)
    os.utime(program, (0, 0))
    with walls.open(mounts=(Mount(program, "/app/acts"),)) as session:
        assert perform(session, "echo").exit == 7
        assert program.stat().st_atime == 0
    subprocess.run([program, "echo"], stdin=subprocess.DEVNULL, capture_output=True)
    if program.stat().st_atime == 0:
        pytest.skip("no access times are kept here at all")


def test_a_writable_mount_is_written_by_its_owner(walls: Walls, tmp_path: Path) -> None:
    folder = walls.stage / f"writable-{walls.tier}-{walls.root}"
    folder.mkdir(exist_ok=True)
    if not walls.root:
        os.chown(folder, 1000, 1000)
    elif walls.tier is Tier.LANDLOCK:
        folder.chmod(0o777)
    mounts = (Mount(walls.stage / "acts", "/app/acts"), Mount(folder, "/out", writable=True))
    with walls.open(mounts=mounts, execution=Execution.VIEW) as session:
        path = view_path(walls.tier, folder, "/out")
        assert said(perform(session, "write", f"{path}/made")) == b"opened\n"
    owner = (folder / "made").stat().st_uid
    if walls.tier is Tier.NAMESPACES:
        assert owner == (0 if walls.root else 1000)


def test_a_symbolic_link_in_a_tree_leads_nowhere(walls: Walls) -> None:
    tree = walls.stage / "tree"
    tree.mkdir(exist_ok=True)
    (tree / "passwd").unlink(missing_ok=True)
    (tree / "passwd").symlink_to("/etc/passwd")
    (tree / "up").unlink(missing_ok=True)
    (tree / "up").symlink_to("../../../../../../etc/passwd")
    mounts = (Mount(walls.stage / "acts", "/app/acts"), Mount(tree, "/tree"))
    with walls.open(mounts=mounts) as session:
        seen = view_path(walls.tier, tree, "/tree")
        for name in ("passwd", "up"):
            assert b"open: " in said(perform(session, "open", f"{seen}/{name}"))


def test_scratch_cannot_be_mapped_executable(walls: Walls, act: Act) -> None:
    outcome = act("dlopen", "x", files=(("x", b"\xc3" * 4096),))
    assert said(outcome) == b"mmap: Operation not permitted\n"
    assert outcome.denials == ()
    (denial,) = act("dlopen", "x", files=(("x", b"\xc3" * 4096),), watch=True).denials
    assert denial.syscall == "mmap"


def test_a_noexec_mount_cannot_be_mapped_executable(walls: Walls) -> None:
    library = walls.stage / "library"
    library.write_bytes(b"\xc3" * 4096)
    for noexec, answer in ((True, b"mmap: Operation not permitted\n"), (False, b"mapped\n")):
        mounts = (Mount(walls.stage / "acts", "/app/acts"), Mount(library, "/tree/library", noexec=noexec))
        with walls.open(mounts=mounts) as session:
            path = view_path(walls.tier, library, "/tree/library")
            assert said(perform(session, "dlopen", path)) == answer


def test_native_targets_cannot_make_code(walls: Walls) -> None:
    with walls.open(native=True) as session:
        assert said(perform(session, "wx")) == b"mprotect: Permission denied\n"
    with walls.open() as session:
        assert said(perform(session, "wx")) == b"executable\n"


def test_a_build_may_execute_what_is_in_view(walls: Walls) -> None:
    path = view_path(walls.tier, walls.stage / "acts", "/app/acts")
    with walls.open(execution=Execution.VIEW) as session:
        outcome = perform(session, "exec", path, "echo", "again")
        assert said(outcome) == b"again\0"
        assert outcome.denials == ()


def test_two_slots_do_not_see_each_other(walls: Walls) -> None:
    with walls.open(slots=2) as session:
        cases = [Case("task", "acts", (b"list", str(number).encode())) for number in range(40)]
        assert len({said(outcome) for _, outcome in session.replay(Invocation(case, "acts") for case in cases)}) == 1


def leftovers(session: HostSession) -> list[str]:
    """Mounts, groups and folders of a session's replayer that are still there."""
    pid = session._process.pid
    groups = [str(path) for path in Path("/sys/fs/cgroup").glob(f"*/**/portproof-{pid}-*")]
    homes = [str(path) for place in ("/dev/shm", "/tmp") for path in Path(place).glob(f"portproof-{pid}-*")]
    mounts = [line for line in Path("/proc/mounts").read_text().splitlines() if "/scratch" in line]
    return groups + homes + mounts


def test_nothing_is_left_when_a_session_ends(walls: Walls) -> None:
    with walls.open(slots=2) as session:
        perform(session, "litter")
    assert leftovers(session) == []


def test_a_session_closed_in_the_middle_leaves_nothing(walls: Walls) -> None:
    mark = f"mark-{walls.tier}-{os.getpid()}"
    with walls.open(slots=2) as session:
        cases = [Case("task", "acts", (b"daemon",)), Case("task", "acts", (b"hold", mark.encode()))]
        next(session.replay(Invocation(case, "acts") for case in cases))
        assert running(mark)
    assert not running(mark)
    assert leftovers(session) == []


def running(mark: str) -> bool:
    """Whether a process has `mark` on its command line."""
    return subprocess.run(["pgrep", "-f", f"acts hold {mark}"], capture_output=True).returncode == 0


def test_the_hostname_is_the_sandboxs(walls: Walls) -> None:
    if walls.tier is Tier.LANDLOCK:
        pytest.skip("the landlock tier has no host name of its own")
    mounts = tuple(Mount(Path(path), path) for path in ("/bin", "/lib", "/lib64", "/usr") if Path(path).exists())
    with walls.open(mounts=mounts, targets={"acts": Target(("/bin/uname", "-n"))}, hostname="elsewhere") as session:
        assert said(perform(session)) == b"elsewhere\n"
