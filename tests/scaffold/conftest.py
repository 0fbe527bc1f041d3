"""A small Python library as a folder and as a wheel: written here, so that nothing is fetched."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from pathlib import Path

import pytest

LIBRARY = '''"""A library for tests."""
from .inner import Box, Odd, shout
from json import dumps

__version__ = "1.0"
SECRET = "alphabet" * 2


def double(value: int, times: int = 2) -> int:
    """Multiplies a number.

    Raises ValueError when it is too large."""
    hidden_in_the_body = 12345
    if value > 1000:
        raise ValueError("too large")
    return value * times


def pad(data: bytes, char: bytes = SECRET.encode(), *, left: bool = True) -> bytes:
    return data.rjust(8, char[:1]) if left else data.ljust(8, char[:1])


def call(function, value: "Callable[[int], int]") -> int:
    return function(value)


def join(*parts: str) -> str:
    return "-".join(parts)


async def later(text: str) -> str:
    return text


def _private(text: str) -> str:
    return text
'''
INNER = '''
class Odd(ValueError):
    pass


class Box:
    """Holds a text."""

    def __init__(self, text: str, upper: bool = False) -> None:
        self.text = text.upper() if upper else text

    def cut(self, length: int) -> str:
        return self.text[:length]

    @staticmethod
    def name() -> str:
        return "box"


def shout(text: "str | None", mark="!") -> str:
    """Makes it loud."""
    return (text or "").upper() + mark
'''
METADATA = """Metadata-Version: 2.4
Name: tiny-lib
Version: 1.0
License-Expression: MIT
Project-URL: Homepage, https://example.org/home
Project-URL: Source, https://example.org/source
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder in which the library is installed; importing it ends the process."""
    folder = tmp_path / "site"
    (folder / "tinylib").mkdir(parents=True)
    (folder / "tinylib" / "__init__.py").write_text(LIBRARY)
    (folder / "tinylib" / "inner.py").write_text(INNER)
    return folder


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of wheels that pip uses instead of an index."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


def wheel(folder: Path, files: dict[str, str], metadata: str = METADATA, name: str = "tiny_lib") -> str:
    """Writes a wheel and answers its SHA-256."""
    info = f"{name}-1.0.dist-info"
    tag = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    content = {**files, f"{info}/METADATA": metadata, f"{info}/WHEEL": tag}
    record = ""
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in content.items():
            archive.writestr(file, text)
            sha = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
            record += f"{file},sha256={sha},{len(text.encode())}\n"
        archive.writestr(f"{info}/RECORD", record + f"{info}/RECORD,,\n")
    return hashlib.sha256(path.read_bytes()).hexdigest()
