"""Replayers that share a machine's groups and folders but not its pids leave each other alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from .conftest import Walls, perform, said

NEIGHBOUR = """
import sys
from pathlib import Path
from portproof.core.case import Case
from portproof.replay.host import HostBackend
from portproof.replay.invocation import Invocation
from portproof.replay.sandbox import Mount, Sandbox, Target, view_path
from portproof.replay.tier import Tier
tier, acts = Tier(sys.argv[1]), Path(sys.argv[2])
sandbox = Sandbox((Mount(acts, "/app/acts"),), {"acts": Target((view_path(tier, acts, "/app/acts"),))}, {})
with HostBackend(tier).open(sandbox, 2) as session:
    print("open", flush=True)
    sys.stdin.readline()
    case = Case("t", "p", (b"file", b"out", b"5"))
    for _, outcome in session.replay([Invocation(case, "acts", outputs=("out",))] * 9):
        print(outcome.exit, len(outcome.files), flush=True)
"""


def test_a_replayer_of_another_pid_namespace_changes_nothing(walls: Walls) -> None:
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        pytest.skip("only root makes pid namespaces here")
    apart = ("unshare", "--pid", "--fork", "--mount-proc", "--kill-child", sys.executable, "-c", NEIGHBOUR)
    neighbours = []
    with walls.open(slots=2) as session:
        for _ in range(2):  # in each the replayer has the same pid
            words = (*apart, str(walls.tier), str(walls.stage / "acts"))
            neighbours.append(subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE))
            assert neighbours[-1].stdout is not None
            assert neighbours[-1].stdout.readline() == b"open\n"
        outcome = perform(session, "file", "out", "5", outputs=("out",))
        assert (outcome.exit, len(outcome.files)) == (0, 1), said(outcome)
        assert [neighbour.communicate(b"\n")[0] for neighbour in neighbours] == [b"0 1\n" * 9] * 2
        assert perform(session, "file", "out", "5", outputs=("out",)).files == outcome.files
