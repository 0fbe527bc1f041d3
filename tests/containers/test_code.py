"""In a container nobody looks at what a native program maps as code: the kernel refuses what it could have brought. The
programs that try to bring some are those of `tests/walls`."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from portproof.core.case import Case
from portproof.replay.docker import DockerBackend
from portproof.replay.invocation import Invocation
from portproof.replay.sandbox import Execution, Mount, Target
from portproof.replay.tier import Tier

from .conftest import sandbox

SOURCES = Path(__file__).parent.parent / "walls" / "programs"
PROGRAMS = (
    "executes_from_memory",
    "executes_itself",
    "executes_what_it_wrote",
    "maps_code_it_wrote",
    "shares_code",
    "writes_code",
    "writes_own_mem",
)


@pytest.fixture(scope="module")
def programs() -> Iterator[Path]:
    """A folder with each of them, compiled."""
    if shutil.which("gcc") is None:
        pytest.skip("no gcc")
    folder = Path(tempfile.mkdtemp(prefix="portproof-tests-"))
    folder.chmod(0o755)
    for name in PROGRAMS:
        subprocess.run(["gcc", "-w", "-static", "-pthread", "-o", folder / name, SOURCES / f"{name}.c"], check=True)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.parametrize("watch", [False, True])
def test_no_program_in_a_container_brings_code(tiny: DockerBackend, programs: Path, watch: bool) -> None:
    given = sandbox(
        Tier.CONTAINER,
        programs,
        mounts=(Mount(programs, "/app"),),
        targets={name: Target((f"/app/{name}",)) for name in PROGRAMS},
        native=True,
    )
    asked = [Invocation(Case("code", name), name, watch=watch) for name in PROGRAMS]
    with tiny.open(given, 2) as session:
        assert "noexec" in session.walls
        outcomes = {invocation.target: outcome for invocation, outcome in session.replay(asked)}
    for name, outcome in outcomes.items():
        said = (outcome.stdout.data or b"").decode()
        assert (outcome.exit, "BREACH" in said) == (0, False), f"{name}: {said}"
        assert "refused" in said, name
    reported = {(denial.syscall, Path(denial.target).name) for denial in outcomes["maps_code_it_wrote"].denials}
    assert (("mmap", "code") in reported) is watch  # unwatched it is the kernel alone that refuses
    assert ("memfd_create", "portproof-breach") in reported
    assert ("mmap", "shared memory") in {(it.syscall, it.target) for it in outcomes["shares_code"].denials}


@pytest.mark.parametrize(
    "changes",
    [
        {"native": False},
        {"execution": Execution.VIEW},
        {"mounts": (Mount(SOURCES, "/app", noexec=True),)},
        {"mounts": (Mount(SOURCES, "/app", writable=True),)},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_where_code_could_be_brought_it_is_looked_at(
    tiny: DockerBackend, acts: Path, changes: dict[str, object]
) -> None:
    with tiny.open(sandbox(Tier.CONTAINER, acts, **{"native": True, **changes}), 1) as session:
        assert "noexec" not in session.walls
