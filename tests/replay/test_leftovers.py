"""What a replayer removes is what a replayer made that is gone: nothing of a live one, nothing of anybody else's."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from portproof.replay.backend import CaseFaults
from portproof.replay.tier import Tier

from .conftest import Walls, perform
from .test_death import until
from .test_neighbours import NEIGHBOUR

STRANGER = 61234  # a user id that no account has
ORDINARY = "an ordinary user's replayer makes no control groups here"
NAMES = ("portproof-4190007-0", "portproof-4190007-0-0a1b2c3d", "portproof-4190007-4026531836-0")  # of no live process


@pytest.fixture
def victim(walls: Walls, tmp_path: Path) -> Path:
    """A folder of whoever runs the replayer, with something in it."""
    if os.geteuid() != 0 or walls.tier is not Tier.LANDLOCK:
        pytest.skip("only root makes another user's folders, and only the landlock tier has folders of its own")
    folder = walls.stage / f"victim-{walls.root}"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "scratch" / "deep").mkdir(parents=True)
    (folder / "scratch" / "deep" / "precious").write_text("x")
    folder.chmod(0o700)
    if not walls.root:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, 1000, 1000)
    return folder


@pytest.fixture
def shared() -> Iterator[Path]:
    """The folder in which all users make theirs; what is planted there is removed."""
    place = Path("/dev/shm")
    yield place
    for name in NAMES:
        path = place / name
        path.unlink() if path.is_symlink() else shutil.rmtree(path, ignore_errors=True)


def tree(folder: Path) -> list[str]:
    """All that is in a folder."""
    return sorted(str(path) for path in folder.rglob("*"))


def test_nobody_makes_a_replayer_empty_a_folder_by_a_link_to_it(walls: Walls, victim: Path, shared: Path) -> None:
    for name in NAMES:
        (shared / name).mkdir()
        (shared / name / "scratch").symlink_to(victim / "scratch")
        (shared / name / "streams").symlink_to(victim)
        os.chown(shared / name, STRANGER, STRANGER)
    before = tree(victim)
    with walls.open():
        pass
    assert tree(victim) == before
    assert all((shared / name).is_dir() for name in NAMES)  # it is the stranger's own to remove


def test_a_link_with_such_a_name_leads_nowhere(walls: Walls, victim: Path, shared: Path) -> None:
    for name in NAMES:
        (shared / name).symlink_to(victim)
        os.chown(shared / name, STRANGER, STRANGER, follow_symlinks=False)
    before = tree(victim)
    with walls.open():
        pass
    assert tree(victim) == before


def test_an_unsafe_folder_for_temporary_files_is_not_used(
    walls: Walls, victim: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where others may rename, they could put anything of ours in the place of what was left behind."""
    place = walls.stage / f"anybodys-{walls.root}"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    place.chmod(0o777)
    victim.rename(place / NAMES[1])
    monkeypatch.setenv("TMPDIR", str(place))
    before = tree(place)
    with walls.open():
        pass
    assert tree(place) == before


def test_what_a_killed_replayer_of_another_pid_namespace_left_is_removed(walls: Walls) -> None:
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        pytest.skip("only root makes pid namespaces here")
    before = made()
    apart = ("unshare", "--pid", "--fork", "--mount-proc", "--kill-child", sys.executable, "-c", NEIGHBOUR)
    words = (*apart, str(walls.tier), str(walls.stage / "acts"))
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as neighbour:
        assert neighbour.stdout is not None
        assert neighbour.stdout.readline() == b"open\n"
        left = made() - before
        neighbour.kill()
    if not left:
        pytest.skip("no control groups" if walls.root else ORDINARY)

    def gone() -> bool:
        with walls.open():  # the launchers of the killed one may take a moment to end
            return not left & made()

    assert until(gone)


def made() -> set[Path]:
    """The groups and folders of every replayer on this machine."""
    groups = {path for path in Path("/sys/fs/cgroup").glob("*/**/portproof-*") if path.is_dir()}
    return groups | set(Path("/dev/shm").glob("portproof-*")) | set(Path("/tmp").glob("portproof-[0-9]*-*"))


def test_a_slot_whose_control_group_is_gone_is_raised_anew(walls: Walls) -> None:
    with walls.open() as session:
        pid = session._process.pid
        groups = [path for path in Path("/sys/fs/cgroup").glob(f"*/**/portproof-{pid}-*") if "memory" in str(path)]
        groups = groups or list(Path("/sys/fs/cgroup").rglob(f"portproof-{pid}-*"))
        if not groups:
            pytest.skip("no control groups" if walls.root else ORDINARY)
        assert perform(session, "echo").exit == 7
        for group in groups:
            group.rmdir()
        with pytest.raises(CaseFaults, match=next(wall for wall in session.walls if wall.endswith(":memory"))):
            perform(session, "echo")
        for _ in range(5):
            assert perform(session, "echo").exit == 7
