"""Packs on disk: canonical, verified to the last byte, replaced whole."""

import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from portproof.core.case import Case
from portproof.core.errors import Exit, IntegrityError, UserError
from portproof.core.outcome import Capture
from portproof.core.pack import PackHeader, Quarantined, Recorded, TaskProvenance
from portproof.core.task import Layout, Observable, Original, Program, Suite, Task
from portproof.oracle import store
from portproof.oracle.lines import INLINE

CASES = tuple(sorted((Case("t", "p", (str(n).encode(),)) for n in range(4)), key=lambda case: case.id))
SUITE_DIGEST = "5" * 64
BIG = b"0123456789abcdef" * 1000


def header(suite_digest: str = SUITE_DIGEST) -> PackHeader:
    task = TaskProvenance(
        "t", "cpython", "CPython 3.11.7", {"original/p.py": "0" * 64}, {"dep": "sha256:1"}, ("cc", "-O2")
    )
    return PackHeader(
        "mini",
        "1.0.0",
        suite_digest,
        "0.1",
        "namespaces",
        None,
        {"TZ": "UTC"},
        {"cpu_ms": 1},
        ("repeat",),
        (task,),
        0,
        0,
        "",
    )


def outcomes() -> list[Recorded]:
    def one(
        case: Case, exit: int | None, sig: int | None, out: bytes, files: tuple[tuple[str, Capture], ...] = ()
    ) -> Recorded:
        return Recorded(case.id, "t", "p", exit, sig, Capture.of(out), Capture.of(b"\xff\x00"), files, 500)

    return [
        one(CASES[0], 0, None, "é\n".encode()),
        one(CASES[1], None, 6, BIG, (("a.txt", Capture.of(b"")), ("b", Capture.of(BIG + b"!")))),
        one(CASES[2], 1, None, BIG),
    ]


def quarantine() -> list[Quarantined]:
    return [Quarantined(CASES[3].id, "t", "p", "hash seed", "stdout differs")]


def suite(folder: Path, digest: str = SUITE_DIGEST, cases: tuple[Case, ...] = CASES) -> Suite:
    program = Program("t", "p", folder / "p.py", "", (), cases)
    task = Task(
        "t",
        folder,
        "lib",
        "1",
        "MIT",
        "",
        date(2020, 1, 1),
        Layout.TASK,
        frozenset(Observable),
        Original("cpython"),
        (program,),
    )
    return Suite(folder, "mini", "1.0.0", "py2js", "", "MIT", (task,), digest)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    store.write(tmp_path / "pack", header(), outcomes(), quarantine())
    return tmp_path / "pack"


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_is_written_is_read_back(folder: Path) -> None:
    pack = store.read(folder, suite(folder))
    assert list(pack.outcomes) == sorted(pack.outcomes)
    for recorded in outcomes():
        back = pack.outcomes[recorded.case]
        assert store.data(folder, back.stdout) == recorded.stdout.data
        assert [(path, store.data(folder, capture)) for path, capture in back.files] == [
            (path, capture.data) for path, capture in recorded.files
        ]
        assert (back.exit, back.signal, back.cpu_ms) == (recorded.exit, recorded.signal, recorded.cpu_ms)
    assert pack.quarantine == {item.case: item for item in quarantine()}
    assert (pack.header.cases, pack.header.quarantined) == (4, 1)
    assert pack.header.tasks == header().tasks


def test_the_order_given_does_not_change_a_byte(folder: Path, tmp_path: Path) -> None:
    store.write(tmp_path / "other", header(), reversed(outcomes()), quarantine())
    assert contents(tmp_path / "other") == contents(folder)


def test_long_outputs_are_blobs_once_and_short_ones_are_inline(folder: Path) -> None:
    blobs = [path for path in (folder / "blobs").rglob("*") if path.is_file()]
    assert len(blobs) == 2
    assert min(path.stat().st_size for path in blobs) > INLINE
    assert '"stdout":"é\\n"' in (folder / "outcomes.jsonl").read_text()


def test_one_flipped_bit_of_any_byte_is_noticed_and_its_file_named(folder: Path) -> None:
    for name, content in contents(folder).items():
        step = 5 if len(content) < 4000 else 997
        for position in range(0, len(content), step):
            damaged = bytearray(content)
            damaged[position] ^= 1 << (position % 8)
            (folder / name).write_bytes(damaged)
            with pytest.raises(IntegrityError) as caught:
                store.read(folder)
            assert str(folder / name) in caught.value.message
            assert caught.value.exit == Exit.INTEGRITY
        (folder / name).write_bytes(content)
    store.read(folder)


@pytest.mark.parametrize("name", ["pack.json", "outcomes.jsonl", "quarantine.jsonl"])
@pytest.mark.parametrize("change", [lambda data: data[:-1], lambda data: data + b"\n", lambda data: b""])
def test_a_torn_file_is_noticed(folder: Path, name: str, change: object) -> None:
    assert callable(change)
    (folder / name).write_bytes(change((folder / name).read_bytes()))
    with pytest.raises(IntegrityError, match=name):
        store.read(folder)


@pytest.mark.parametrize("name", ["pack.json", "outcomes.jsonl", "quarantine.jsonl"])
def test_an_absent_file_is_noticed(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(IntegrityError, match=name):
        store.read(folder)


def test_an_absent_blob_and_a_foreign_file_are_noticed(folder: Path) -> None:
    (folder / "blobs" / "foreign").write_bytes(b"")
    with pytest.raises(IntegrityError, match="foreign: does not belong to this pack"):
        store.read(folder)
    (folder / "blobs" / "foreign").unlink()
    blob = next(path for path in (folder / "blobs").rglob("*") if path.is_file())
    blob.unlink()
    with pytest.raises(IntegrityError, match=blob.name):
        store.read(folder)


def test_a_blob_that_changes_after_reading_is_noticed_when_its_bytes_are_asked_for(folder: Path) -> None:
    pack = store.read(folder)
    capture = pack.outcomes[CASES[2].id].stdout
    store.blob_path(folder, capture.sha256).write_bytes(BIG[:-1] + b"!")
    with pytest.raises(IntegrityError, match="not what its name says"):
        store.data(folder, capture)


def test_no_pack_is_the_users_mistake(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no pack here"):
        store.read(tmp_path / "pack")


def test_a_newer_format_is_said_and_is_no_damage(folder: Path) -> None:
    import json

    from portproof.core.canonical import digest

    fields = json.loads((folder / "pack.json").read_text())
    fields.pop("digest")
    fields["format"] = 2
    fields["digest"] = digest(fields)
    (folder / "pack.json").write_text(json.dumps(fields))
    with pytest.raises(UserError, match="format 2; this portproof reads up to 1"):
        store.read(folder)


def test_a_pack_of_another_suite_says_for_which_it_was_captured(folder: Path) -> None:
    with pytest.raises(
        IntegrityError, match=r"captured for suite mini 1.0.0 with digest 555555555555…, not for mini"
    ) as caught:
        store.read(folder, suite(folder, digest="6" * 64))
    assert caught.value.exit == Exit.INTEGRITY


def test_a_pack_without_one_of_the_cases_is_refused(folder: Path) -> None:
    extra = Case("t", "p", (b"extra",))
    with pytest.raises(IntegrityError, match=f"no outcome of t/p/{extra.id}"):
        store.read(folder, suite(folder, cases=(*CASES, extra)))
    with pytest.raises(IntegrityError, match="is not of this suite"):
        store.read(folder, suite(folder, cases=CASES[1:]))


def test_a_new_pack_replaces_the_old_one_whole(folder: Path) -> None:
    before = store.read(folder)
    store.write(folder, header(), outcomes()[:1], [])
    assert len(store.read(folder).outcomes) == 1 < len(before.outcomes)
    assert [path.name for path in folder.parent.iterdir()] == ["pack"]


def test_a_write_that_fails_leaves_the_old_pack(folder: Path) -> None:
    before = contents(folder)
    nothing = replace(outcomes()[1], stdout=replace(Capture.of(BIG), data=None))
    with pytest.raises(ValueError, match="not there to be written"):
        store.write(folder, header(), [nothing], [])
    assert contents(folder) == before
    assert [path.name for path in folder.parent.iterdir()] == ["pack"]


WRITER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
import test_store
from portproof.oracle import store
print("ready", flush=True)
for turn in range(10_000):
    store.write(Path(sys.argv[1]), test_store.header(str(turn)), test_store.outcomes(), test_store.quarantine())
"""


def test_a_kill_at_any_moment_leaves_a_whole_pack(tmp_path: Path) -> None:
    folder = tmp_path / "pack"
    store.write(folder, header(), outcomes(), quarantine())
    for turn in range(12):
        process = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(folder), str(Path(__file__).parent)], stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.003 * turn)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        assert len(store.read(folder).outcomes) == 3
    store.write(folder, header(), outcomes(), quarantine())
    assert os.listdir(tmp_path) == ["pack"]


def test_a_pack_may_be_copied(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "elsewhere")
    assert store.read(tmp_path / "elsewhere").digest == store.read(folder).digest
