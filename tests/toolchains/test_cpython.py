"""Python originals: an environment of their own, from pins and hashes only. The wheels are made here: no network."""

import base64
import hashlib
import os
import subprocess
import sys
import zipfile
from datetime import date
from pathlib import Path

import pytest
from portproof.core.errors import HarnessError, InputError, UserError
from portproof.core.task import Layout, Observable, Original, Program, Task
from portproof.toolchains import cpython
from portproof.toolchains.requirements import Pinned, read

MESSAGE = "ünïcödé\n\0\x7f end".encode()
SHA = "a" * 64


def wheel(folder: Path, name: str, version: str = "1.0") -> str:
    """A wheel with one module that holds its version; answers its SHA-256."""
    path = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    files = {
        f"{name}.py": f"VERSION = {version!r}\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nRequires-Dist: nowhere\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": f"[console_scripts]\n{name}-script = {name}:main\n",
    }
    record = ""
    with zipfile.ZipFile(path, "w") as archive:
        for file, content in files.items():
            archive.writestr(file, content)
            sha = base64.urlsafe_b64encode(hashlib.sha256(content.encode()).digest()).rstrip(b"=").decode()
            record += f"{file},sha256={sha},{len(content)}\n"
        archive.writestr(f"{info}/RECORD", record + f"{info}/RECORD,,\n")
    return hashlib.sha256(path.read_bytes()).hexdigest()


def task(folder: Path, requirements: str, driver: str) -> Task:
    (folder / "original").mkdir(exist_ok=True)
    (folder / "original" / "requirements.txt").write_text(requirements)
    (folder / "original" / "p.py").write_text(driver)
    original = Original("cpython", requirements=folder / "original" / "requirements.txt")
    program = Program("t", "p", folder / "original" / "p.py", "", (), ())
    observe = frozenset({Observable.STDOUT, Observable.EXIT})
    return Task("t", folder, "lib", "1", "MIT", "", date(2020, 1, 1), Layout.TASK, observe, original, (program,))


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "wheels").mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "wheels"))
    return tmp_path / "wheels"


def run(prepared_for: Task, cache: Path, stdin: bytes = b"") -> bytes:
    """Runs the program outside any walls, its paths taken from the binds."""
    prepared = cpython.prepare(prepared_for, cache)
    sources = {bind.target: str(bind.source) for bind in prepared.binds}
    words = [
        next((word.replace(target, source, 1) for target, source in sources.items() if word.startswith(target)), word)
        for word in prepared.argv["p"]
    ]
    said = subprocess.run(words, env=dict(prepared.environment), input=stdin, capture_output=True, check=True)
    assert said.stderr == b""
    return said.stdout


def test_the_echo_program_echoes_without_any_requirements(tmp_path: Path) -> None:
    assert run(task(tmp_path, "# none\n", cpython.ECHO), tmp_path / "cache", MESSAGE) == MESSAGE


def test_a_pinned_distribution_is_installed_and_its_hash_recorded(tmp_path: Path, wheels: Path) -> None:
    sha = wheel(wheels, "tinypin")
    wheel(wheels, "tinypin", "2.0")
    wanted = task(tmp_path, f"tinypin==1.0 --hash=sha256:{sha}\n", "import tinypin\nprint(tinypin.VERSION)\n")
    assert run(wanted, tmp_path / "cache") == b"1.0\n"
    assert cpython.prepare(wanted, tmp_path / "cache").provenance.dependencies == {"tinypin 1.0": f"sha256:{sha}"}


def test_the_environment_holds_nothing_else(tmp_path: Path, wheels: Path) -> None:
    sha = wheel(wheels, "tinypin")
    driver = (
        "import importlib.util, sys\nfor name in ('pip', 'setuptools', 'pytest', 'pydantic', 'portproof', 'tinypin'):\n"
        "    print(name, importlib.util.find_spec(name) is not None)\n"
        "print(sys.flags.utf8_mode, sys.flags.hash_randomization)\n"
    )
    wanted = task(tmp_path, f"tinypin==1.0 --hash=sha256:{sha}\n", driver)
    lines = run(wanted, tmp_path / "cache").decode().splitlines()
    assert lines == [
        "pip False",
        "setuptools False",
        "pytest False",
        "pydantic False",
        "portproof False",
        "tinypin True",
        "1 0",
    ]
    venv = next(
        bind.source for bind in cpython.prepare(wanted, tmp_path / "cache").binds if bind.target == cpython.VENV
    )
    assert os.listdir(venv / "bin") == ["python"]


def test_the_second_time_nothing_is_installed_and_a_changed_environment_is_made_anew(
    tmp_path: Path, wheels: Path
) -> None:
    sha = wheel(wheels, "tinypin")
    wanted = task(tmp_path, f"tinypin==1.0 --hash=sha256:{sha}\n", "import tinypin\nprint(tinypin.VERSION)\n")
    run(wanted, tmp_path / "cache")
    next(wheels.iterdir()).rename(tmp_path / "away.whl")
    assert run(wanted, tmp_path / "cache") == b"1.0\n"
    module = next((tmp_path / "cache").rglob("tinypin.py"))
    module.write_text("VERSION = 'altered'\n")
    (tmp_path / "away.whl").rename(wheels / "tinypin-1.0-py3-none-any.whl")
    assert run(wanted, tmp_path / "cache") == b"1.0\n"


def test_a_file_with_another_hash_is_the_suites_mistake(tmp_path: Path, wheels: Path) -> None:
    wheel(wheels, "tinypin")
    with pytest.raises(UserError, match="does not have a hash that the requirements record"):
        cpython.prepare(task(tmp_path, f"tinypin==1.0 --hash=sha256:{SHA}\n", ""), tmp_path / "cache")
    assert not list((tmp_path / "cache").rglob("content"))


def test_a_version_that_does_not_exist_is_the_suites_mistake(tmp_path: Path, wheels: Path) -> None:
    sha = wheel(wheels, "tinypin")
    with pytest.raises(UserError, match="no such distribution"):
        cpython.prepare(task(tmp_path, f"tinypin==9.9 --hash=sha256:{sha}\n", ""), tmp_path / "cache")


def test_an_index_that_cannot_be_reached_is_our_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_RETRIES": "0", "PIP_FIND_LINKS": ""}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("PIP_NO_INDEX", raising=False)
    with pytest.raises(HarnessError, match="cannot be reached"):
        cpython.prepare(task(tmp_path, f"tinypin==1.0 --hash=sha256:{SHA}\n", ""), tmp_path / "cache")


def test_the_interpreter_and_its_libraries_are_bound(tmp_path: Path) -> None:
    binds = cpython.prepare(task(tmp_path, "", cpython.ECHO), tmp_path / "cache").binds
    targets = {bind.target for bind in binds}
    assert str(Path(sys.executable).resolve()) in targets
    assert any(Path(target).name == "libc.so.6" for target in targets)
    assert not any(target.startswith(f"{sys.prefix}/") for target in targets if sys.prefix != sys.base_prefix)
    assert all(bind.source.exists() for bind in binds)


def test_every_mistake_of_a_requirements_file_has_its_line(tmp_path: Path) -> None:
    path = tmp_path / "requirements.txt"
    path.write_text(
        f"# comment\ngood==1.0 --hash=sha256:{SHA}  # trailing\nloose>=1.0 --hash=sha256:{SHA}\nbare==1.0\n"
        f"weak==1.0 --hash=md5:1234\n--index-url somewhere\nGood==2.0 --hash=sha256:{SHA}\n"
        f"split==1.0 \\\n    --hash=sha256:{SHA} \\\n    --hash=sha256:{'b' * 64}\nurl @ file:///x\nstar==1.*\n"
    )
    with pytest.raises(InputError) as caught:
        read(path)
    assert [(mistake.line, mistake.message) for mistake in caught.value.mistakes] == [
        (3, "not pinned: loose>=1.0"),
        (4, "bare has no hash"),
        (5, "weak has a hash that is not SHA-256"),
        (6, "an option is not allowed here"),
        (7, "Good is pinned twice"),
        (11, "not pinned: url"),
        (12, "not pinned: star==1.*"),
    ]


def test_continued_lines_and_several_hashes_are_read(tmp_path: Path) -> None:
    path = tmp_path / "requirements.txt"
    path.write_text(
        f"\nb==1.0+local \\\n  --hash=sha256:{'b' * 64} \\\n  --hash=sha256:{SHA}\n\nA.a==2 --hash=sha256:{SHA}\n"
    )
    assert read(path) == (Pinned("A.a", "2", (SHA,)), Pinned("b", "1.0+local", (SHA, "b" * 64)))
