"""The floors hold: a folder imports only lower floors and itself, and agents never reach the expected outcomes."""

from __future__ import annotations

import ast
from pathlib import Path

import portproof
import pytest

ROOT = Path(portproof.__file__).parent
FLOORS = {
    "core": 0,
    "suite": 1, "replay": 1, "validators": 1, "scoring": 1,
    "toolchains": 2, "oracle": 2,
    "tracks": 3,
    "evaluate": 4, "audit": 4, "scaffold": 4,
    "agents": 5, "contamination": 5, "report": 5, "exchange": 5, "cluster": 5,
    "cli": 6,
}  # fmt: skip
SECRET = {"oracle", "evaluate"}


def imports(path: Path, room: str) -> set[str]:
    """The rooms of portproof that a file imports, type-checking imports included."""
    found: set[str] = set()
    depth = len(path.relative_to(ROOT / room).parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            if node.level > depth:
                names = [node.module.split(".")[0]] if node.module else [alias.name for alias in node.names]
                found |= {name for name in names if name in FLOORS}
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("portproof."):
            found.add(node.module.split(".")[1])
        elif isinstance(node, ast.Import):
            found |= {a.name.split(".")[1] for a in node.names if a.name.startswith("portproof.")}
    return found - {room}


def rooms() -> dict[str, set[str]]:
    """What each room imports."""
    return {
        room: set().union(*(imports(path, room) for path in (ROOT / room).rglob("*.py")))
        for room in FLOORS
        if (ROOT / room).is_dir()
    }


def test_every_room_has_a_floor() -> None:
    present = {path.name for path in ROOT.iterdir() if (path / "__init__.py").is_file()}
    assert present <= set(FLOORS), "give the new room a floor here and in ARCHITECTURE.md"


@pytest.mark.parametrize("room", sorted(room for room in FLOORS if (ROOT / room).is_dir()))
def test_a_room_imports_lower_floors_only(room: str) -> None:
    above = {other for other in rooms()[room] if FLOORS[other] >= FLOORS[room]}
    assert not above, f"{room} (floor {FLOORS[room]}) imports {sorted(above)}"


def test_agents_never_reach_the_expected_outcomes() -> None:
    known = rooms()
    reached, open_ = set(), {"agents"} & set(known)
    while open_:
        room = open_.pop()
        reached.add(room)
        open_ |= known[room] - reached
    assert not reached & SECRET


def test_the_import_reader_sees_an_upward_import(tmp_path: Path) -> None:
    assert "cli" in {room for room in FLOORS if FLOORS[room] == 6}
    sample = ROOT / "cli" / "main.py"
    assert "core" in imports(sample, "cli")


def test_replay_knows_nothing_of_verdicts() -> None:
    for path in (ROOT / "replay").rglob("*.py"):
        assert "verdict" not in {
            n.module for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.ImportFrom)
        }


def test_no_source_file_passes_400_lines() -> None:
    repository = ROOT.resolve().parent.parent
    long = []
    for folder in [*FLOORS, "replayer/src", "tests", "benches"]:
        for path in (repository / folder).rglob("*"):
            counts = path.suffix in (".py", ".rs") and "target" not in path.parts and "policy" not in path.parts
            if counts and len(path.read_text(encoding="utf-8").splitlines()) > 400:
                long.append(str(path.relative_to(repository)))
    assert not long
