"""Every adversarial program, at every tier, as root and as a user without rights: it ends as its head says, what it
tried is reported, and neither the machine nor any other case shows a trace of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from conftest import Room
from portproof.core.canonical import sha256
from rig import build, expectation, outside
from rig.client import Broken, Setting
from rig.stage import Stage

USERS = ("root", "plain") if os.geteuid() == 0 else ("plain",)
WAYS = {"native": ("",), "proc": ("",), "sealed": ("",), "python": ("",), "node": ("permission", "bare")}
WATCHED = dict.fromkeys(WAYS, ("watched",)) | {"node": ("bare watched",)}
WORD = "BREACH"


def settings() -> list[Setting]:
    """Tiers, users and runtimes, in the order in which sessions are opened. Only tier namespaces has a /proc of its own
    to show: there the programs that know of it run once more. In tier landlock the native ones do where nothing that
    they write can be executed: nobody looks at what they map as code. In a container that is so, and root is nobody."""
    only = {"proc": ("namespaces",), "sealed": ("landlock", "container"), "native": ("namespaces", "landlock")}
    every = (Setting(tier, user, runtime) for tier in expectation.TIERS for user in USERS for runtime in WAYS)
    fit = (setting for setting in every if setting.tier in only.get(setting.runtime, expectation.TIERS))
    return sorted(setting for setting in fit if possible(setting))


def possible(setting: Setting) -> bool:
    """Whether a session can be opened so here: only root can mount, and a container's user is the same whoever asks."""
    if setting.tier == "container":
        return setting.user == "plain"
    return setting.runtime != "sealed" or "root" in USERS


def runs(program: Path, runtime: str) -> bool:
    """Whether `program` is tried in sessions of this runtime."""
    if runtime == "proc":
        return build.runtime(program) == "native" and "/proc" in program.read_text(encoding="utf-8")
    return build.runtime(program) == ("native" if runtime == "sealed" else runtime)


def attempts() -> list[object]:
    """One test per setting, program and way to start it."""
    return [
        pytest.param(setting, program, way, id=" ".join(filter(None, (str(setting), program.name, way))))
        for setting in settings()
        for program in build.programs()
        if runs(program, setting.runtime)
        for way in (*WAYS[setting.runtime], *(WATCHED[setting.runtime] if expectation.watched(program) else ()))
    ]


@pytest.mark.parametrize("room", settings(), ids=str, indirect=True)
def test_innocent_cases_are_alike_in_both_slots(room: Room) -> None:
    assert len(room.calm["canaries"]) == 1, room.calm["canaries"]
    assert len(room.calm["seekers"]) == 1, room.calm["seekers"]
    (canary,) = room.calm["canaries"]
    assert '"exit": 42' in canary
    assert '"denials": []' in canary
    assert "FOUND" not in next(iter(room.calm["seekers"]))


@pytest.mark.parametrize(("room", "program", "way"), attempts(), indirect=["room"])
def test_what_a_program_tries_is_stopped_and_reported(room: Room, stage: Stage, program: Path, way: str) -> None:
    setting = room.setting
    expected = expectation.read(program, {*setting.where, *way.split()})
    if expected.skip:
        pytest.skip(expected.skip)
    client, calm = room.client(), room.calm
    if setting.tier == "namespaces":
        stage.age()
    machine, fingerprint = outside.Machine.now(), stage.fingerprint(setting.tier)
    standing = outside.standing(outside.descendants(client.process.pid))
    start, watch = way.removesuffix("watched").strip(), way.endswith("watched")
    target = program.stem if build.runtime(program) == "native" else " ".join(filter(None, (program.name, start)))
    args = [client.filled(expected.args, value) for value in expected.values]
    try:
        answer = client.ask(target, args, expected.limits, expected.files, expected.outputs, watch)
    except Broken as error:
        pytest.fail(f"{expected.tries}\n{error}\n" + "\n".join(client.strangers() + machine.changes()))
    problems = [
        f"{words}: {problem}"
        for value, words, outcome in zip(expected.values, args, answer["outcomes"], strict=True)
        for problem in surprises(expected, value, outcome)
    ]
    if expected.disturbs:
        answer |= {key: value for key, value in client.ask("canary", []).items() if key != "outcomes"}
    for kind in ("canaries", "seekers"):
        strange = set(answer[kind]) - set(calm[kind])
        problems += [f"an innocent case changed ({kind}): {difference(text, calm[kind])}" for text in sorted(strange)]
    problems += client.strangers() + machine.changes() + stage.visitors()
    if stage.fingerprint(setting.tier) != fingerprint:
        problems.append("files in view or the pack were changed")
    now = outside.standing(standing)
    problems += [f"process {pid} of the replayer was changed: {now[pid]}" for pid in now if now[pid] != standing[pid]]
    assert not problems, f"{expected.tries}\n" + "\n".join(problems)


@pytest.mark.parametrize("room", [one for one in settings() if one.runtime == "native"], ids=str, indirect=True)
def test_huge_arguments_come_back(room: Room) -> None:
    args = ["".join(chr(33 + (at * 7 + number) % 90) for at in range(120_000)) for number in range(8)]
    (outcome,) = room.client().ask("args", [args])["outcomes"]
    assert outcome["exit"] == 0
    assert outcome["stdout_sha256"] == sha256("".join(f"{arg}\0" for arg in args).encode())


def surprises(expected: expectation.Expectation, value: int, outcome: dict[str, Any]) -> list[str]:
    """Where an outcome is not what the program's head says."""
    kind = next(kind for kind in ("exit", "signal", "limit") if outcome[kind] is not None)
    end = f"{kind} {outcome[kind]}"
    found = []
    if end not in expected.ends_for(value):
        found.append(f"ended with {end}, not {' or '.join(sorted(expected.ends_for(value)))}; said {said(outcome)}")
    text = outcome["stdout"] + outcome["stderr"]
    found += [line for line in text.splitlines() if WORD in line][:8]
    found += [f"does not print {line!r}: {said(outcome)}" for line in expected.prints if line not in outcome["stdout"]]
    reported = [(syscall, target) for syscall, target, _, _ in outcome["denials"]]
    found += [
        f"not reported: {refusal}; reported were {reported[:12]}; said {said(outcome)}"
        for refusal in expected.denials
        if not any(refusal.matches(*denial) for denial in reported)
    ]
    if reported and not expected.any_denial:
        found.append(f"reported without a cause: {reported}")
    if outcome["files"]:
        found.append(f"collected {sorted(outcome['files'])}")
    return found


def said(outcome: dict[str, Any]) -> str:
    """What the program said, shortened."""
    return repr((outcome["stdout"][-600:], outcome["stderr"][-600:]))


def difference(text: str, calm: dict[str, int]) -> str:
    """The parts of an innocent case's outcome that no calm one has."""
    usual = {part for line in calm for part in line.replace("\\n", "\n").splitlines()}
    return "; ".join(part for part in text.replace("\\n", "\n").splitlines() if part not in usual)[:800]
