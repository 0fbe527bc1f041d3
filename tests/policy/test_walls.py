"""Attacks executed behind the walls, with the checker out of the way: stopped or reported, or listed as what reading
alone
decides (`walls` in expect.toml; the reasons are in docs/policy.md).

reported     a wall or Node's permission model says what was tried
stopped      it does not build, or ends in an error before it reaches anything
absent       it asks for a path that is not in the view
static only  it runs, reaches nothing outside, and no wall says so
data only    the file is neither loaded nor executed
"""

from __future__ import annotations

import re
import shutil
import tomllib
from collections import Counter
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
from portproof.validators.runtime import permission_denials, violations

HERE = Path(__file__).parent
PROGRAM = {"py2js": ("node", "main"), "c2rust": ("rust", "port")}
LABELS = {"reported", "stopped", "absent", "static only", "data only"}
ATTACKS = sorted(path.parent for path in HERE.glob("*/attacks/*/expect.toml"))


def expectation(tree: Path) -> dict[str, str]:
    return tomllib.loads((tree / "expect.toml").read_text("utf-8"))


def name(tree: Path) -> str:
    return f"{tree.parents[1].name}-{tree.name}"


def executed(tree: Path) -> bool:
    """Attacks that must be stopped or reported: the plain ones and every variant."""
    return expectation(tree)["walls"] in {"reported", "stopped"}


@pytest.fixture(scope="module")
def backend() -> Backend:
    try:
        return choose(None)
    except HarnessError as error:
        pytest.skip(f"no walls on this machine: {error.message}")


def outcome(tree: Path, place: Path, backend: Backend) -> Outcome | None:
    """What the attack's program did; None where it does not build."""
    toolchain, program = PROGRAM[tree.parents[1].name]
    place.chmod(0o755)
    copy, cache = place / "tree", place / "cache"
    shutil.copytree(tree, copy, symlinks=True)
    cache.mkdir()
    built = target.make(toolchain, copy, digest([tree.name]), [program], backend, cache)
    if program not in built.argv:
        return None
    with backend.open(sandbox(built, backend, Limits()), 1) as session:
        for _, found in session.replay([Invocation(Case("attack", program), program)]):
            return found
    raise AssertionError("no outcome")


@pytest.mark.parametrize("tree", [tree for tree in ATTACKS if executed(tree)], ids=name)
def test_an_attack_that_the_checker_lets_through_is_stopped_or_reported(
    tree: Path, tmp_path: Path, backend: Backend
) -> None:
    found = outcome(tree, tmp_path, backend)
    denials = () if found is None else (*found.denials, *permission_denials(found.stderr.data or b""))
    reported = violations(denials, policy(tree.parents[1].name))
    if expectation(tree)["walls"] == "reported":
        assert reported
    else:
        assert found is None or found.exit != 0 or reported


def test_what_no_wall_stops_is_listed_with_its_reason() -> None:
    listed: Counter[tuple[str, str, str, str]] = Counter()
    for tree in ATTACKS:
        expected = expectation(tree)
        assert expected["walls"] in LABELS, tree
        if expected["walls"] not in {"reported", "stopped"}:
            listed[tree.parents[1].name, expected["walls"], expected["rule"], expected["why"]] += 1
    page = (HERE.parents[1] / "docs" / "policy.md").read_text("utf-8")
    rows = [" | ".join(("", *row, f"{count} |")).strip() for row, count in sorted(listed.items())]
    assert re.findall(r"^\| \w+ \| (?:absent|static only|data only) \|.*$", page, re.MULTILINE) == rows
