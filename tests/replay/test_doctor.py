"""A wall that is missing is explained in words that a person can act on, where that person is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from portproof.core.errors import WallError
from portproof.replay.doctor import NEEDED_BY, SIGHT, advice
from portproof.replay.host import HostBackend
from portproof.replay.sandbox import Mount
from portproof.replay.tier import Tier

from .conftest import Walls

APPARMOR = "proc/sys/kernel/apparmor_restrict_unprivileged_userns"


def machine(folder: Path, files: dict[str, str]) -> Path:
    """A root folder in which the machine says this of itself."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="ascii")
    return folder


@pytest.mark.parametrize(
    ("files", "says", "never"),
    [
        ({APPARMOR: "1\n"}, ("AppArmor", "`userns,`", "sysctl kernel.apparmor"), "seccomp profile"),
        ({APPARMOR: "0\n"}, ("tier landlock",), "AppArmor"),
        ({".dockerenv": ""}, ("--security-opt seccomp=unconfined",), "sysctl"),
        ({"run/.containerenv": ""}, ("--security-opt seccomp=unconfined",), "sysctl"),
        # No profile helps in a container, and its sysctl cannot be written: what to do is to be done outside.
        ({".dockerenv": "", APPARMOR: "1\n"}, ("--security-opt seccomp", "on the host sysctl"), "add one"),
        ({"proc/sys/kernel/unprivileged_userns_clone": "0\n"}, ("kernel.unprivileged_userns_clone=1",), "AppArmor"),
        ({"proc/sys/user/max_user_namespaces": "0\n"}, ("user.max_user_namespaces=10000",), "AppArmor"),
        ({}, ("tier landlock",), "AppArmor"),
    ],
)
def test_what_keeps_namespaces_away_is_named_with_what_to_do(
    tmp_path: Path, files: dict[str, str], says: tuple[str, ...], never: str
) -> None:
    for wall in ("user", "pid", "tier:namespaces"):
        said = advice(wall, machine(tmp_path, files))
        assert all(part in said for part in says), said
        assert never not in said


def test_every_wall_that_a_tier_needs_has_advice_and_old_kernels_are_named() -> None:
    assert all(advice(wall) for wall in (*NEEDED_BY, SIGHT, "mdwe", "cgroup-v2"))
    for wall in ("landlock", "landlock:scope", "tier:landlock"):
        assert os.uname().release in advice(wall)


DOCTOR = "from portproof.replay.doctor import host_status; print(host_status())"
CHOOSE = "from portproof.replay.choose import choose; choose('landlock')"


def test_root_that_may_not_look_at_other_users_is_told_so_before_anything_runs() -> None:
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("only root, with setpriv, can give up a right of root's")
    less = ["setpriv", "--bounding-set=-sys_ptrace", "--inh-caps=-sys_ptrace", sys.executable, "-c"]
    found = subprocess.run([*less, DOCTOR], capture_output=True, text=True, check=True).stdout
    assert f"name='{SIGHT}', available=False" in found
    refused = subprocess.run([*less, CHOOSE], capture_output=True, text=True, check=False)
    assert refused.returncode != 0
    assert "the tier landlock is not to be had here: sight: root without CAP_SYS_PTRACE" in refused.stderr


def test_root_of_a_user_namespace_has_every_tier_that_it_has_outside() -> None:
    inside = ["unshare", "--user", "--map-root-user"]
    if subprocess.run([*inside, "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("no user namespaces")
    asked = [sys.executable, "-c", DOCTOR]
    outside = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    assert subprocess.run([*inside, *asked], capture_output=True, text=True, check=True).stdout == outside


def test_root_of_a_user_namespace_needs_no_right_to_look_at_other_users() -> None:
    inside = ["unshare", "--user", "--map-root-user"]
    less = [*inside, "setpriv", "--bounding-set=-sys_ptrace", "--inh-caps=-sys_ptrace", sys.executable, "-c", DOCTOR]
    tried = subprocess.run([*less[:6], "true"], capture_output=True, check=False)
    if tried.returncode != 0:
        pytest.skip("no user namespaces, or no setpriv")
    told = subprocess.run(less, capture_output=True, text=True, check=True).stdout
    assert SIGHT not in told


def test_root_is_told_that_its_programs_are_another_user_who_cannot_reach_a_file(stage: Path, tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("not root")
    walls = Walls(Tier.LANDLOCK, True, stage)
    tmp_path.chmod(0o700)
    (tmp_path / "file").write_text("x")
    hidden = walls.sandbox(mounts=(Mount(walls.stage / "acts", "/app/acts"), Mount(tmp_path / "file", "/x")))
    with pytest.raises(WallError, match="Permission denied") as refused:
        HostBackend(walls.tier).open(hidden, 1)
    assert "--cache" in refused.value.hint
