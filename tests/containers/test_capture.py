"""Originals of unknown trust are built, installed and run in the image `originals`: nothing of theirs runs here, and
what they answer is what they answer on a host with the same toolchains."""

from __future__ import annotations

import base64
import datetime
import hashlib
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import portproof
import pytest
from portproof.core.case import Case
from portproof.core.errors import HarnessError, UserError
from portproof.core.limits import Limits
from portproof.core.outcome import Outcome
from portproof.core.task import Layout, Observable, Original, Program, Task
from portproof.core.toolchain import Built
from portproof.replay.docker import DockerBackend, backend
from portproof.replay.docker_engine import Engine
from portproof.replay.invocation import Invocation
from portproof.toolchains import contained, selftest
from portproof.toolchains.images import build
from portproof.toolchains.images.catalogue import IMAGES

SUITE = Path(portproof.__file__).parent / "suites" / "c2rust-mini"


@pytest.fixture(scope="module")
def originals(engine: Engine, once: Callable[[str, Callable[[], str]], str]) -> DockerBackend:
    """The backend on the image of this host's toolchains of originals."""
    return backend(once("image-originals", lambda: build.from_host(IMAGES["originals"]).reference))


def task(folder: Path, toolchain: str, name: str, text: str, requirements: str = "") -> Task:
    """A task of one program."""
    place = folder / "original"
    place.mkdir()
    (place / name).write_text(text, encoding="utf-8")
    (place / "requirements.txt").write_text(requirements, encoding="utf-8")
    command = () if toolchain == "cpython" else (toolchain, "-o", "{output}", "{driver}")
    return Task(
        id="t",
        folder=folder,
        library="t",
        version="0",
        licence="MIT",
        source="",
        released=datetime.date(2020, 1, 1),
        layout=Layout.TASK,
        observe=frozenset(Observable),
        original=Original(toolchain, build=command, requirements=place / "requirements.txt" if requirements else None),
        programs=(Program("t", "p", place / name, "", (), ()),),
    )


def answer(made: Task, behind: DockerBackend, cache: Path) -> Outcome:
    """What the one program says without arguments."""
    prepared = contained.prepare(made, behind, cache)
    built = Built(prepared.binds, prepared.argv, {}, prepared.environment, native=prepared.native)
    with behind.open(selftest.sandbox(built, behind, Limits()), 1) as session:
        [(_, outcome)] = session.replay([Invocation(Case("t", "p"), "p")])
    return outcome


def test_a_capture_in_a_container_records_the_outcomes_of_a_capture_on_the_host(
    originals: DockerBackend, tmp_path: Path, cache: Path
) -> None:
    packs = {}
    for tier in ("container", "namespaces"):
        program = "from portproof.cli.main import c2rust; c2rust()"
        where = ("--task", "libb64", "--tier", tier, "--pack", str(tmp_path / tier), "--cache", str(cache))
        command = [sys.executable, "-c", program, "capture", str(SUITE), *where]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
        assert done.returncode == 0, done.stderr
        packs[tier] = {path.name: path.read_bytes() for path in (tmp_path / tier).iterdir() if path.is_file()}
    inside, outside = (json.loads(packs[tier].pop("pack.json")) for tier in ("container", "namespaces"))
    assert packs["container"] == packs["namespaces"]
    assert len(packs["container"]["outcomes.jsonl"].splitlines()) > 50
    assert inside["tasks"] == outside["tasks"]
    assert (inside["image"], outside["image"]) == (originals.image, None)


@pytest.mark.parametrize("toolchain", ["gcc", "g++"])
def test_a_compiler_in_a_container_sees_the_task_and_nothing_of_this_machine(
    originals: DockerBackend, tmp_path: Path, toolchain: str
) -> None:
    (tmp_path / "secret").write_text("int secret;\n", encoding="utf-8")
    name = "p.c" if toolchain == "gcc" else "p.cpp"
    stealing = task(tmp_path, toolchain, name, f'#include "{tmp_path}/secret"\nint main(void) {{ return 0; }}\n')
    with pytest.raises(UserError, match="secret: No such file") as refused:
        contained.prepare(stealing, originals, tmp_path / "cache")
    assert f"original/{name}:1" in refused.value.message


def test_a_program_of_c_is_compiled_as_on_the_host_its_file_names_too(originals: DockerBackend, tmp_path: Path) -> None:
    text = "#include <stdio.h>\nint main(void) { puts(__FILE__); return 3; }\n"
    outcome = answer(task(tmp_path, "gcc", "p.c", text), originals, tmp_path / "cache")
    assert (outcome.exit, outcome.stdout.data) == (3, b"original/p.c\n")


def wheel(folder: Path, files: dict[str, str]) -> str:
    """A wheel `thing` of these files; answers its SHA-256."""
    path, info = folder / "thing-1.0-py3-none-any.whl", "thing-1.0.dist-info"
    files |= {
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: Thing\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = f"{info}/RECORD,,\n"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
            sha = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
            record += f"{name},sha256={sha},{len(text)}\n"
        archive.writestr(f"{info}/RECORD", record)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def offline(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """pip finds what is in `folder`, and nothing else."""
    for name, value in {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(folder), "PIP_CONFIG_FILE": os.devnull}.items():
        monkeypatch.setenv(name, value)


def test_a_wheel_is_laid_down_in_a_container_and_stays_inside_of_its_folder(
    originals: DockerBackend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "thing.py": "NAME = __file__\n",
        "thing-1.0.data/purelib/other.py": "VALUE = 5\n",
        "thing-1.0.data/scripts/run": "#!python\n",
        "../../../../outside.py": "",
    }
    sha = wheel(tmp_path, files)
    offline(monkeypatch, tmp_path)
    text = "import other, thing, importlib.metadata as m\nprint(thing.NAME, other.VALUE, m.version('thing'))\n"
    made = task(tmp_path, "cpython", "p.py", text, f"thing==1.0 --hash=sha256:{sha}\n")
    outcome = answer(made, originals, tmp_path / "cache")
    assert outcome.exit == 0, outcome.stderr.data
    assert outcome.stdout.data is not None
    name, value, version = outcome.stdout.data.decode().split()
    assert (Path(name).name, value, version) == ("thing.py", "5", "1.0")
    assert not list(tmp_path.parent.glob("outside.py"))
    prepared = contained.prepare(made, originals, tmp_path / "cache")
    assert prepared.provenance.dependencies == {"Thing 1.0": f"sha256:{sha}"}
    venv = next(bind.source for bind in prepared.binds if bind.target == "/original/venv")
    assert not list(venv.rglob("run"))
    assert [path.suffix for path in venv.rglob("thing.*")].count(".pyc") == 1


def test_a_distribution_that_would_have_to_be_built_is_refused(
    originals: DockerBackend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = tmp_path / "thing-1.0.tar.gz"
    (tmp_path / "thing-1.0").mkdir()
    (tmp_path / "thing-1.0" / "setup.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n", encoding="utf-8")
    subprocess.run(["tar", "-czf", archive, "-C", tmp_path, "thing-1.0"], check=True)
    sha = hashlib.sha256(archive.read_bytes()).hexdigest()
    offline(monkeypatch, tmp_path)
    made = task(tmp_path, "cpython", "p.py", "", f"thing==1.0 --hash=sha256:{sha}\n")
    with pytest.raises((UserError, HarnessError), match=r"thing==1\.0"):
        contained.prepare(made, originals, tmp_path / "cache")
    assert not (tmp_path / "ran").exists()
