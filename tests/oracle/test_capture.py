"""Capturing real programs behind real walls: what is kept, what is quarantined and why, the same each time."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from portproof.core.case import Case
from portproof.core.errors import HarnessError, NothingSelected, UserError
from portproof.core.pack import Pack
from portproof.core.prepared import Prepared
from portproof.core.task import Suite, Task
from portproof.oracle import store
from portproof.oracle.capture import capture, cpu_step
from portproof.oracle.perturb import PERTURBATIONS, applicable, everything
from portproof.oracle.verify import verify
from portproof.replay.backend import Backend
from portproof.replay.tier import Tier
from portproof.suite.read import read

Made = Callable[..., Suite]
Prepare = Callable[[Task], Prepared]


def cases(suite: Suite) -> dict[str, Case]:
    """By the first argument."""
    return {case.args[0].decode(): case for case in suite.tasks[0].programs[0].cases}


def causes(suite: Suite, pack: Pack) -> dict[str, str]:
    names = {case.id: name for name, case in cases(suite).items()}
    return {names[item.case]: item.cause for item in pack.quarantine.values()}


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_stable_answers_are_kept_byte_for_byte(
    tmp_path: Path, native: Made, backend: Backend, prepare: Prepare, cache: Path
) -> None:
    binary = {"args": ["echo"], "stdin": {"base64": "/wD+DQoN"}}
    suite = native({"args": ["stable", "é"]}, binary, "big", "file", "abort")
    folder = tmp_path / "pack"
    pack = capture(suite, folder, backend, prepare, jobs=2, cache=cache)
    assert pack.quarantine == {}
    kept = {name: pack.outcomes[case.id] for name, case in cases(suite).items()}
    assert (kept["stable"].exit, kept["stable"].stdout.data, kept["stable"].stderr.data) == (
        3,
        "é\n".encode(),
        b"note\n",
    )
    assert kept["echo"].stdout.data == b"\xff\x00\xfe\r\n\r"
    assert store.data(folder, kept["big"].stdout) == "".join(f"{n}\n" for n in range(200_000)).encode()
    assert [(path, capture.data) for path, capture in kept["file"].files] == [("out.txt", b"written\n")]
    assert (kept["abort"].exit, kept["abort"].signal, kept["abort"].stdout.data) == (None, signal.SIGABRT, b"before\n")
    assert store.read(folder, suite) == pack
    assert pack.header.tasks[0].version.startswith("gcc ")
    assert set(pack.header.tasks[0].files) == {"task.toml", "original/p.c", "cases/p.jsonl"}
    assert pack.header.perturbations[0] == "repeat"
    assert "heap contents ×2" in pack.header.perturbations
    assert not any("hash seed" in name for name in pack.header.perturbations)


def test_what_a_native_program_depends_on_is_named(
    tmp_path: Path, native: Made, backend: Backend, prepare: Prepare, cache: Path
) -> None:
    wanted = {
        "time": "repeat",
        "zone": "time zone",
        "cwd": "working directory",
        "host": "host name",
        "environment": "environment size",
        "heap": "heap contents",
        "overflow": "sanitizer",
        "beyond": "sanitizer",
        "null": "sanitizer",
        "term": "signal",
        "flood": "limit",
    }
    suite = native("stable", *wanted, limits="[limits]\nstdout_mib = 1\n")
    pack = capture(suite, tmp_path / "pack", backend, prepare, jobs=2, cache=cache)
    if backend.tier is Tier.LANDLOCK:  # it has no host name and no working directory of its own
        wanted = {name: cause for name, cause in wanted.items() if name not in ("host", "cwd")}
    found = causes(suite, pack)
    assert {name: found.get(name) for name in wanted} == wanted
    assert list(pack.outcomes) == [cases(suite)["stable"].id]
    details = {item.case: item.detail for item in pack.quarantine.values()}
    assert re.sub(r":\d+:\d+:", ":", details[cases(suite)["overflow"].id]) == (
        "original/p.c: runtime error: signed integer overflow: 2 + 2147483647 cannot be represented in type 'int'"
    )
    assert details[cases(suite)["flood"].id] == "the original wrote more to stdout than it may"
    assert details[cases(suite)["term"].id] == "the original is ended by signal 15 (SIGTERM)"
    assert details[cases(suite)["zone"].id] == "stdout changes with the time zone"
    assert not any("0x" in detail.replace("0x…", "") for detail in details.values())


def test_what_a_python_program_depends_on_is_named(
    tmp_path: Path, python: Made, backend: Backend, prepare: Prepare, cache: Path
) -> None:
    suite = python("stable", "traceback", "set", "clock", "locale", "two")
    pack = capture(suite, tmp_path / "pack", backend, prepare, jobs=2, cache=cache)
    found = causes(suite, pack)
    assert found == {"set": "hash seed", "clock": "repeat", "locale": "locale", "two": "hash seed"}
    details = {item.case: item.detail for item in pack.quarantine.values()}
    if backend.tier is not Tier.LANDLOCK:
        assert details[cases(suite)["two"].id] == "stdout changes with the hash seed and with the host name"
    kept = pack.outcomes[cases(suite)["traceback"].id]
    assert (kept.exit, kept.stderr.data) == (1, b"controlled\n")


def test_the_same_suite_is_captured_to_the_same_bytes(
    tmp_path: Path, native: Made, backend: Backend, prepare: Prepare, cache: Path
) -> None:
    suite = native("stable", "big", "abort", "time", "zone", "heap", "overflow", "null", "file")
    capture(suite, tmp_path / "one", backend, prepare, jobs=2, cache=cache)
    capture(suite, tmp_path / "two", backend, prepare, jobs=1, cache=cache)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_nothing_is_left_in_the_cache_but_toolchains(
    tmp_path: Path, native: Made, backend: Backend, prepare: Prepare
) -> None:
    capture(native("big"), tmp_path / "pack", backend, prepare, jobs=1, cache=tmp_path / "spool")
    assert list((tmp_path / "spool").iterdir()) == []


def test_a_part_is_captured_anew_and_the_rest_carried_over(
    tmp_path: Path, native: Made, backend: Backend, prepare: Prepare, cache: Path
) -> None:
    suite = native("stable", "big", "time")
    second = suite.folder / "tasks" / "u"
    (suite.folder / "tasks" / "t").rename(suite.folder / "tasks" / "t2")
    for name in ("t", "u"):
        subprocess.run(["cp", "-r", suite.folder / "tasks" / "t2", suite.folder / "tasks" / name], check=True)
    subprocess.run(["rm", "-r", suite.folder / "tasks" / "t2"], check=True)
    (second / "task.toml").write_text((second / "task.toml").read_text().replace('id = "t"', 'id = "u"'))
    folder = tmp_path / "pack"
    whole = capture(read(suite.folder), folder, backend, prepare, jobs=2, cache=cache)
    assert len(whole.outcomes) == 4
    before = contents(folder)
    capture(read(suite.folder), folder, backend, prepare, jobs=2, cache=cache, tasks=["u"])
    assert contents(folder) == before

    (second / "original" / "p.c").write_text("int main(void) { return 7; }\n")
    changed = read(suite.folder)
    pack = capture(changed, folder, backend, prepare, jobs=2, cache=cache, tasks=["u"])
    assert {recorded.exit for recorded in pack.outcomes.values() if recorded.task == "u"} == {7}
    assert store.data(folder, pack.outcomes[cases(read(suite.folder))["big"].id].stdout).startswith(b"0\n1\n")
    assert store.read(folder, changed) == pack

    (suite.folder / "tasks" / "t" / "original" / "p.c").write_text("int main(void) { return 8; }\n")
    with pytest.raises(UserError, match="task t has changed since"):
        capture(read(suite.folder), folder, backend, prepare, jobs=2, cache=cache, tasks=["u"])


def test_a_selection_of_nothing_is_said(
    tmp_path: Path, native: Made, backend: Backend, prepare: Prepare, cache: Path
) -> None:
    with pytest.raises(NothingSelected):
        capture(native("stable"), tmp_path / "pack", backend, prepare, jobs=1, cache=cache, tasks=["other"])


def test_an_argument_too_long_for_the_kernel_is_said_with_its_case(
    tmp_path: Path, native: Made, backend: Backend, prepare: Prepare, cache: Path
) -> None:
    suite = native("stable")
    long = Case("t", "p", (b"stable", b"x" * 10_000_000))  # `suite.read` refuses it; a suite from elsewhere may hold it
    task = suite.tasks[0]
    program = replace(task.programs[0], cases=(*task.programs[0].cases, long))
    suite = replace(suite, tasks=(replace(task, programs=(program,)),))
    with pytest.raises(HarnessError, match=long.key):
        capture(suite, tmp_path / "pack", backend, prepare, jobs=1, cache=cache)
    assert not (tmp_path / "pack").exists()


def test_verify_finds_nothing_where_nothing_changed(
    tmp_path: Path, native: Made, backend: Backend, prepare: Prepare, cache: Path
) -> None:
    suite = native("stable", "big", "abort", "time", "file")
    pack = capture(suite, tmp_path / "pack", backend, prepare, jobs=2, cache=cache)
    assert verify(suite, pack, tmp_path / "pack", backend, prepare, jobs=2) == ()


def test_verify_says_what_changed_and_which_toolchain_did(
    tmp_path: Path, native: Made, backend: Backend, prepare: Prepare, cache: Path
) -> None:
    suite = native("stable", "abort", "big", "file")
    folder = tmp_path / "pack"
    pack = capture(suite, folder, backend, prepare, jobs=2, cache=cache)
    driver = suite.folder / "tasks" / "t" / "original" / "p.c"
    driver.write_text(
        "#include <stdio.h>\n#include <string.h>\nint main(int c, char **v) {\n"
        'if (!strcmp(v[1], "stable")) { puts(""); fputs("note!\\n", stderr); return 3; }\n'
        'if (!strcmp(v[1], "big")) puts("0\\nx");\nreturn 0; }\n'
    )
    task = replace(pack.header.tasks[0], version="gcc 2.95")
    old = replace(pack, header=replace(pack.header, tasks=(task,)))
    found = {change.key: change.what for change in verify(suite, old, folder, backend, prepare, jobs=2)}
    key = {name: case.key for name, case in cases(suite).items()}
    assert found["t"].startswith("the toolchain was gcc 2.95, is gcc ")
    assert found[key["stable"]].startswith("stderr differs at line 1, column 5")
    assert found[key["abort"]] == "ends with exit status 0 instead of signal 6 (SIGABRT)"
    assert found[key["big"]].startswith("stdout differs at line 2, column 1")
    assert found[key["file"]] == "the output file out.txt is absent"


CAPTURING = """
import sys
from pathlib import Path
from portproof.oracle.capture import capture
from portproof.replay.choose import choose
from portproof.suite.read import read
from portproof.toolchains import gcc
suite, pack, cache = map(Path, sys.argv[1:])
print("ready", flush=True)
capture(read(suite), pack, choose(), lambda task: gcc.prepare(task, cache), jobs=2, cache=cache)
"""


@pytest.mark.parametrize("delay", [0.1, 0.6, 1.2, 1.8])
def test_a_kill_leaves_no_half_pack_and_no_process(
    tmp_path: Path, native: Made, backend: Backend, prepare: Prepare, cache: Path, delay: float
) -> None:
    suite = native("stable", "big", "time")
    prepare(suite.tasks[0])
    folder = tmp_path / "pack"
    process = subprocess.Popen(
        [sys.executable, "-c", CAPTURING, suite.folder, folder, cache], stdout=subprocess.PIPE, start_new_session=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(delay)
    process.kill()
    process.wait()
    process.stdout.close()
    if folder.exists():
        assert len(store.read(folder, suite).outcomes) == 2
    deadline = time.monotonic() + 20
    while _of_session(process.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert _of_session(process.pid) == []
    pack = capture(suite, folder, backend, prepare, jobs=2, cache=cache)
    assert len(pack.outcomes) == 2


def _of_session(leader: int) -> list[int]:
    found = []
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and os.getsid(int(name)) == leader and b"Z (" not in _status(int(name)):
                found.append(int(name))
        except ProcessLookupError:
            continue
    return found


def _status(pid: int) -> bytes:
    try:
        return next(line for line in Path(f"/proc/{pid}/status").read_bytes().splitlines() if line.startswith(b"State"))
    except (FileNotFoundError, StopIteration) as error:
        raise ProcessLookupError from error


@pytest.mark.parametrize(("fastest_us", "step"), [(0, 500), (250_000, 500), (250_001, 2000), (1_000_001, 8000)])
def test_the_step_of_cpu_time_is_coarse(fastest_us: int, step: int) -> None:
    assert cpu_step(fastest_us) == step


@pytest.mark.parametrize("toolchain", ["cpython", "gcc", "g++"])
def test_everything_at_once_holds_every_variant_of_every_perturbation(toolchain: str) -> None:
    rows = applicable(toolchain, Tier.NAMESPACES)
    together = everything(rows)
    assert together[0].load
    assert together[0].hostname
    for perturbation in rows:
        for variant in perturbation.variants:
            assert any(
                variant.environment.items() <= merged.environment.items()
                and variant.scratch in (None, merged.scratch)
                and variant.reverse <= merged.reverse
                for merged in together
            ), perturbation.name


def test_a_tier_without_a_view_does_not_claim_what_it_cannot_do() -> None:
    names = {perturbation.name for perturbation in applicable("gcc", Tier.LANDLOCK)}
    assert names == {p.name for p in applicable("gcc", Tier.NAMESPACES)} - {"host name", "working directory"}


def test_no_two_perturbations_change_the_same_thing() -> None:
    names = [name for p in PERTURBATIONS for name in {key for variant in p.variants for key in variant.environment}]
    assert len(names) == len(set(names))
