"""Every attack executed behind the walls of an evaluation, with the checker out of the way: `walls` in its expect.toml
says what becomes of it, and this test fails where that is not so, in either direction. docs/policy.md lists the labels
and their reasons; `python tests/policy/test_walls.py` prints that list.

reported     a wall or Node's permission model says what was tried
stopped      it ends in an error before it reaches anything; `error` is a part of what it says then
not built    the build refuses it; `error` is a part of the build's log
static only  it runs to its end, and no wall has anything to say; `why` says why
data only    so does this, and the file that the checker refuses is neither loaded nor executed
"""

from __future__ import annotations

import re
import shutil
import tempfile
import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from portproof.core.canonical import digest
from portproof.core.case import Case
from portproof.core.errors import HarnessError
from portproof.core.limits import Limits
from portproof.replay.backend import Backend
from portproof.replay.choose import choose
from portproof.replay.invocation import Invocation
from portproof.replay.tier import Tier
from portproof.toolchains import target
from portproof.toolchains.selftest import sandbox
from portproof.validators.check import check
from portproof.validators.policy import policy
from portproof.validators.runtime import permission_denials, violations

HERE = Path(__file__).parent
PROGRAM = {"py2js": ("node", "main"), "c2rust": ("rust", "port")}
LABELS = ("reported", "stopped", "not built", "static only", "data only")
RUNS = "runs to its end unreported"
LIMITS = Limits(wall_ms=10_000)  # one attack waits for a descriptor for ever
UNUSED = "Nothing of it runs: the file lies in the tree and is neither loaded nor executed."
READ = "The file is read as data and not executed."
ATTACKS = sorted(path.parent for path in HERE.glob("*/attacks/*/expect.toml"))


def expectation(tree: Path) -> dict[str, Any]:
    return tomllib.loads((tree / "expect.toml").read_text("utf-8"))


def name(tree: Path) -> str:
    return f"{tree.parents[1].name}-{tree.name}"


@dataclass(frozen=True, slots=True)
class Tried:
    """What became of an attack: a label or `RUNS`, what it printed, and what was said about it."""

    label: str
    stdout: bytes
    said: str


@cache
def walls() -> Backend:
    """The walls of this machine. Raises HarnessError where it has none."""
    return choose(None)


@pytest.fixture(scope="module")
def tier() -> Tier:
    try:
        return walls().tier
    except HarnessError as error:
        pytest.skip(f"no walls on this machine: {error.message}")


@cache
def tried(tree: Path, spoiled: bool = False) -> Tried:
    """Builds and runs an attack as an evaluation builds and runs the first case of a program. `spoiled`: with other
    bytes in the files that the checker refuses."""
    backend, expected = walls(), expectation(tree)
    toolchain, program = PROGRAM[tree.parents[1].name]
    with tempfile.TemporaryDirectory(prefix="portproof-attack-") as folder:
        place = Path(folder)
        place.chmod(0o755)
        copy, kept = place / "tree", place / "cache"
        shutil.copytree(tree, copy, symlinks=True)
        kept.mkdir()
        if spoiled:
            spoil(tree, copy)
        built = target.make(toolchain, copy, digest([tree.name, spoiled]), [program], backend, kept)
        if program not in built.argv:
            return Tried("not built", b"", f"{built.error}\n{built.log}")
        arguments = tuple(argument.encode() for argument in expected.get("args", ()))
        case = Case("attack", program, arguments, stdin=expected.get("stdin", "").encode())
        with backend.open(sandbox(built, backend, LIMITS), 1) as session:
            ((_, found),) = session.replay([Invocation(case, program, watch=True)])
    stderr, stdout = found.stderr.data or b"", found.stdout.data or b""
    said = f"{stderr.decode('utf-8', 'replace')}\nexit {found.exit}, signal {found.signal}, limit {found.limit}"
    reported = violations((*found.denials, *permission_denials(stderr)), policy(tree.parents[1].name))
    if reported:
        return Tried("reported", stdout, "; ".join(violation.message for violation in reported))
    return Tried(RUNS if found.exit == 0 else "stopped", stdout, said)


def spoil(tree: Path, copy: Path) -> None:
    """Replaces what the checker refuses in the tree by bytes that are no code, manifest or configuration, and of
    another length."""
    for refused in {violation.file for violation in check(tree, policy(tree.parents[1].name))}:
        place = copy / refused
        for file in [place] if place.is_symlink() or place.is_file() else [*place.rglob("*")]:
            if file.is_symlink() or file.is_file():
                length = 1 if file.is_symlink() else file.stat().st_size + 1
                file.unlink()
                file.write_bytes(b"~" * length)


def labels(label: str, tier: Tier) -> set[str]:
    """What may become of an attack with this label. Tiers differ in what is there to be found, and so in what is
    reported beside an error; the labels are those of `namespaces`."""
    if label in {"static only", "data only"}:
        return {RUNS}
    return {label, "reported"} if label == "stopped" and tier is not Tier.NAMESPACES else {label}


@pytest.mark.parametrize("tree", ATTACKS, ids=name)
def test_an_attack_that_the_checker_lets_through_meets_the_walls_as_its_label_says(tree: Path, tier: Tier) -> None:
    expected = expectation(tree)
    found = tried(tree)
    advice = f'the label "{expected["walls"]}" is not true (any more), it is {found.label}: {found.said}'
    assert found.label in labels(expected["walls"], tier), advice
    if found.label in {"stopped", "not built"}:
        assert expected["error"] in found.said


@pytest.mark.parametrize("tree", [tree for tree in ATTACKS if expectation(tree)["walls"] == "data only"], ids=name)
@pytest.mark.usefixtures("tier")
def test_a_port_runs_whatever_a_file_holds_that_is_data_only(tree: Path) -> None:
    whole, spoiled = tried(tree), tried(tree, spoiled=True)
    assert spoiled.label == RUNS, spoiled.said
    assert (spoiled.stdout == whole.stdout) == (expectation(tree)["why"] == UNUSED)


def test_every_attack_has_a_label_and_what_the_label_needs() -> None:
    for tree in ATTACKS:
        expected = expectation(tree)
        assert expected["walls"] in LABELS, tree
        assert ("why" in expected) == (expected["walls"] in {"static only", "data only"}), tree
        assert ("error" in expected) == (expected["walls"] in {"stopped", "not built"}), tree
        assert expected["walls"] != "data only" or expected["why"] in {UNUSED, READ}, tree


def listed() -> list[str]:
    """The rows of docs/policy.md: how many attacks have which label, what nothing stops, and what stops the others."""
    totals = Counter((tree.parents[1].name, expectation(tree)["walls"]) for tree in ATTACKS)
    rows = []
    for track in sorted(PROGRAM):
        counts = [totals[track, label] for label in LABELS]
        rows.append(f"| {track} | {sum(counts)} | {' | '.join(map(str, counts))} |")
    stopped: Counter[str] = Counter()
    unstopped: dict[str, list[str]] = {}
    for tree in ATTACKS:
        expected = expectation(tree)
        start = f"| {tree.parents[1].name} | {expected['walls']} | "
        if "error" in expected:
            stopped[f"{start}`{expected['error']}` |"] += 1
        if "why" in expected:
            unstopped.setdefault(f"{start}{expected['rule']} | {expected['why']} |", []).append(tree.name)
    rows += [f"{row} {', '.join(braced(names))} |" for row, names in sorted(unstopped.items())]
    return rows + [f"{row} {count} |" for row, count in sorted(stopped.items())]


def braced(names: list[str]) -> list[str]:
    """Names with their variants: `a`, `a-blind`, `a-variant` are written `a{,-blind,-variant}`."""
    found: dict[str, list[str]] = {}
    for full in sorted(names):
        base = re.sub(r"-(?:blind|variant)\Z", "", full)
        found.setdefault(base, []).append(full.removeprefix(base))
    return [f"`{base}{s[0] if len(s) == 1 else '{' + ','.join(s) + '}'}`" for base, s in sorted(found.items())]


def test_the_page_lists_what_becomes_of_the_attacks() -> None:
    page = (HERE.parents[1] / "docs" / "policy.md").read_text("utf-8")
    section = page.partition("\n## Attacks behind the walls\n")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith(("| py2js", "| c2rust"))]
    assert rows == listed(), "print the rows with `python tests/policy/test_walls.py`"


if __name__ == "__main__":
    print("\n".join(listed()))
