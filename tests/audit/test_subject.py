"""What an audit takes for the library's code: not its dependencies, not the drivers, not what has nothing to run."""

from __future__ import annotations

import base64
import hashlib
import tarfile
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from portproof.audit.model import Language, Origin
from portproof.audit.subject import Subject
from portproof.core.canonical import file_sha256
from portproof.core.errors import UserError
from portproof.core.task import Source
from portproof.replay.backend import Backend

from .originals import lay, subject_of

LIBRARY, DRIVER = Origin.LIBRARY, Origin.DRIVER


def wheel(folder: Path, name: str, modules: dict[str, str]) -> str:
    """Writes a wheel into `folder`; the line of a requirements file that pins it."""
    folder.mkdir(exist_ok=True)
    path, info = folder / f"{name}-1.0-py3-none-any.whl", f"{name}-1.0.dist-info"
    files = {
        **modules,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = ""
    with zipfile.ZipFile(path, "w") as archive:
        for file, content in files.items():
            archive.writestr(file, content)
            sha = base64.urlsafe_b64encode(hashlib.sha256(content.encode()).digest()).rstrip(b"=").decode()
            record += f"{file},sha256={sha},{len(content)}\n"
        archive.writestr(f"{info}/RECORD", record + f"{info}/RECORD,,\n")
    return f"{name}==1.0 --hash=sha256:{file_sha256(path)}\n"


def told(about: Subject) -> dict[str, Origin]:
    """Whose each source is."""
    return {source.path: source.origin for source in about.sources}


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of wheels, and no package index."""
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "wheels"))
    return tmp_path / "wheels"


@pytest.mark.parametrize(
    ("library", "mine"),
    [
        ("Some.Library", ["some_library/__init__.py", "some_library/sub/deep.py"]),
        ("single", ["single.py"]),
        ("module_of_other", ["module_of_other/__init__.py"]),  # its distribution has another name
    ],
)
def test_the_library_is_the_distribution_of_its_name_and_the_rest_are_dependencies(
    library: str, mine: list[str], tmp_path: Path, backend: Backend, wheels: Path
) -> None:
    requirements = (
        wheel(wheels, "some_library", {"some_library/__init__.py": "", "some_library/sub/deep.py": "A = 1\n"})
        + wheel(wheels, "single", {"single.py": "B = 1\n"})
        + wheel(wheels, "other", {"module_of_other/__init__.py": "", "module_of_other/data.txt": "no code"})
    )
    files = {"requirements.txt": requirements, "p.py": "print()\n", "shared.py": "C = 1\n"}
    task = replace(lay(tmp_path / "t", "cpython", files, ["p.py"]), library=library)
    about = subject_of(task, backend, tmp_path / "cache")
    assert told(about) == {**dict.fromkeys(mine, LIBRARY), "original/p.py": DRIVER, "original/shared.py": DRIVER}
    assert {source.path for source in about.library} == set(mine)


def test_the_only_distribution_is_the_library_whatever_its_name(tmp_path: Path, backend: Backend, wheels: Path) -> None:
    files = {"requirements.txt": wheel(wheels, "only", {"only.py": "A = 1\n"}), "p.py": "print()\n"}
    about = subject_of(lay(tmp_path / "t", "cpython", files, ["p.py"]), backend, tmp_path / "cache")
    assert told(about) == {"only.py": LIBRARY, "original/p.py": DRIVER}


def test_a_library_beside_the_drivers_is_found_there(tmp_path: Path, backend: Backend, cache: Path) -> None:
    files = {"lib/__init__.py": "", "lib/deep/core.py": "A = 1\n", "tests/p.py": "print()\n", "data.txt": ""}
    about = subject_of(lay(tmp_path, "cpython", files, ["tests/p.py"]), backend, cache)
    assert told(about) == {
        "original/lib/__init__.py": LIBRARY,
        "original/lib/deep/core.py": LIBRARY,
        "original/tests/p.py": DRIVER,
    }


def test_the_sources_of_c_are_what_has_lines_to_execute(tmp_path: Path, backend: Backend) -> None:
    upstream = tmp_path / "lib-1.0"
    for name, text in {
        "src/core.c": '#include "core.h"\n#include "table.inc"\nint core(int n) { return helper(n) + TABLE[0]; }\n',
        "src/core.h": "int core(int);\nstatic inline int helper(int n) {\n    return n;\n}\n",
        "src/table.inc": "static const int TABLE[] = {1};\n",
        "src/unbuilt.c": "int unbuilt(void) { return 1; }\n",
    }.items():
        (upstream / name).parent.mkdir(parents=True, exist_ok=True)
        (upstream / name).write_text(text)
    with tarfile.open(tmp_path / "lib.tar.gz", "w:gz") as tar:
        tar.add(upstream, "lib-1.0")
    sha = file_sha256(tmp_path / "lib.tar.gz")
    kept = tmp_path / "cache" / "sources" / sha / "lib.tar.gz"
    kept.parent.mkdir(parents=True)
    (tmp_path / "lib.tar.gz").rename(kept)
    build = ["gcc", "-O1", "-I{sources}/lib/src", "-o", "{output}", "{driver}", "{sources}/lib/src/core.c"]
    main = '#include "driver.h"\nint main(void) { return core(number()); }\n'
    files = {"core.c": main, "driver.h": '#include "core.h"\nstatic int number(void) { return 1; }\n'}
    task = lay(
        tmp_path / "t", "gcc", files, ["core.c"], build=build, sources=(Source("lib", "lib.tar.gz", sha, "lib"),)
    )
    about = subject_of(task, backend, tmp_path / "cache")
    assert told(about) == {
        "lib/src/core.c": LIBRARY,
        "lib/src/core.h": LIBRARY,
        "original/core.c": DRIVER,
        "original/driver.h": DRIVER,
    }
    assert {source.language for source in about.sources} == {Language.C}
    assert about.source("lib/src/core.c").data == (upstream / "src" / "core.c").read_bytes()


def test_what_is_compiled_with_a_driver_is_the_library(tmp_path: Path, backend: Backend, cache: Path) -> None:
    files = {
        "tests/p.cpp": '#include "lib.hpp"\nint main() { return other() + one(); }\n',
        "lib.hpp": "int other();\ninline int one() { return 1; }\n",
        "other.cc": "int other() { return 2; }\n",
    }
    build = ["g++", "-I{original}", "-o", "{output}", "{driver}", "{original}/other.cc"]
    about = subject_of(lay(tmp_path, "g++", files, ["tests/p.cpp"], build=build), backend, cache)
    assert told(about) == {"original/lib.hpp": LIBRARY, "original/other.cc": LIBRARY, "original/tests/p.cpp": DRIVER}
    assert {source.language for source in about.sources} == {Language.CPP}


def test_the_key_changes_with_the_original_and_not_with_the_cases(
    tmp_path: Path, backend: Backend, cache: Path
) -> None:
    files = {"lib.py": "A = 1\n", "p.py": "print()\n"}
    first = subject_of(lay(tmp_path, "cpython", files, ["p.py"]), backend, cache)
    cases = subject_of(lay(tmp_path, "cpython", files, ["p.py"], [["1"], ["2"]]), backend, cache)
    changed = subject_of(lay(tmp_path, "cpython", {**files, "lib.py": "A = 2\n"}, ["p.py"]), backend, cache)
    assert first.key == cases.key != changed.key
    with pytest.raises(UserError, match=r"no source absent\.py"):
        first.source("absent.py")
