"""Honest ports are real programs: each builds and prints what it says it prints, behind the walls that an evaluation
uses and through the same back end."""

from __future__ import annotations

import base64
import hashlib
import shutil
import tomllib
from pathlib import Path

import pytest
from portproof.core.canonical import digest
from portproof.core.case import Case
from portproof.core.errors import HarnessError
from portproof.core.limits import Limits
from portproof.core.outcome import Outcome
from portproof.replay.backend import Backend
from portproof.replay.choose import choose
from portproof.replay.invocation import Invocation
from portproof.toolchains import target
from portproof.toolchains.selftest import sandbox
from portproof.validators.policy import policy
from portproof.validators.runtime import violations

HERE = Path(__file__).parent
PROGRAM = {"py2js": ("node", "main"), "c2rust": ("rust", "port")}
HONEST = sorted(path.parent for path in HERE.glob("*/honest/*/expect.toml"))


def name(tree: Path) -> str:
    return f"{tree.parents[1].name}-{tree.name}"


@pytest.fixture(scope="module")
def backend() -> Backend:
    try:
        return choose(None)
    except HarnessError as error:
        pytest.skip(f"no walls on this machine: {error.message}")


def outcome(tree: Path, arguments: list[str], place: Path, backend: Backend) -> Outcome:
    """What the built port did for one case."""
    toolchain, program = PROGRAM[tree.parents[1].name]
    place.chmod(0o755)
    copy, cache = place / "tree", place / "cache"
    shutil.copytree(tree, copy)
    cache.mkdir()
    built = target.make(toolchain, copy, digest([tree.name]), [program], backend, cache)
    assert program in built.argv, "it does not build"
    case = Case("honest", program, tuple(argument.encode() for argument in arguments))
    with backend.open(sandbox(built, backend, Limits()), 1) as session:
        for _, found in session.replay([Invocation(case, program)]):
            return found
    raise AssertionError("no outcome")


@pytest.mark.parametrize("tree", HONEST, ids=name)
def test_an_honest_port_prints_its_output_behind_the_walls(tree: Path, tmp_path: Path, backend: Backend) -> None:
    expected = tomllib.loads((tree / "expect.toml").read_text("utf-8"))
    found = outcome(tree, expected.get("args", []), tmp_path, backend)
    assert found.exit == 0, (found.stderr.data or b"").decode("utf-8", "replace")
    assert (found.stdout.data or b"").decode("utf-8") == expected["stdout"]
    assert violations(found.denials, policy(tree.parents[1].name)) == ()


def crc32_table(index: int) -> int:
    """An entry of the table of CRC-32, from the polynomial."""
    for _ in range(8):
        index = index >> 1 ^ (0xEDB88320 if index & 1 else 0)
    return index


# What is more than a few words or a small sum is computed here a second time; the other outputs are written by hand.
BOX = (7 * 255**2 + 13 * 255 + 99) % 256
DERIVED = {
    "py2js/s-box": f"{BOX} {crc32_table(255)}\n",
    "c2rust/crc-table": f"{crc32_table(255):x} {BOX}\n",
    "py2js/dynamic-import-builtin": hashlib.sha1(b"x").hexdigest() + "\n",
    "py2js/buffers": f"{base64.b64decode('aGVsbG8=').decode()} crc {b'hello'.hex()} hi\n",
    "py2js/large-unicode": f"600 {len(chr(0x1F600) + chr(0x1D4B3) + chr(0xE9) + 'eval')}\n",
    "c2rust/large-unicode": f"400 {len(chr(0x1F600).encode())}\n",
    "c2rust/os-str-bytes": f'{list("é".encode())}\n"x"\n',
}


@pytest.mark.parametrize("port", DERIVED)
def test_a_computed_output_is_what_python_computes(port: str) -> None:
    track, tree = port.split("/")
    expected = tomllib.loads((HERE / track / "honest" / tree / "expect.toml").read_text("utf-8"))
    assert expected["stdout"] == DERIVED[port]
