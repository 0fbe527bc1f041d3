"""A run folder: `run.json` (what is graded against what), `builds.jsonl`, `measures.jsonl`, `outcomes/` (bytes of
mismatches, capped) and `summary.json` (written last, by rename). The journal is `journal.py`. One process at a time may
write to it."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, fields
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from ..core.canonical import canonical, sha256
from ..core.errors import IntegrityError, UserError
from ..core.outcome import Outcome
from ..core.run import Build, RunHeader, Summary, TreeMeasures
from ..core.wire import FORMATS, opened

Form = TypeVar("Form")
KEPT_BYTES = 64 << 20  # of all mismatches of a run together; past that the journal's digests and windows must do
OTHER = "choose another folder with --out, or remove this one"
BEGUN = frozenset({".lock", ".run.json.part"})  # what a command leaves that ends before it has written run.json


def identity(header: RunHeader) -> dict[str, object]:
    """The part of a header that must be equal for a run to be continued: all but the selection and the walls' list."""
    value = asdict(header)
    return {name: value[name] for name in sorted(value) if name not in ("selection", "walls", "portproof")}


def start(folder: Path, header: RunHeader) -> None:
    """Make the folder a run of `header`, or check that it already is one. Raises UserError when it is another's."""
    path = folder / "run.json"
    if path.exists():
        known = read_header(folder)
        differs = [name for name, value in identity(header).items() if identity(known)[name] != value]
        if differs:
            raise UserError(f"{folder} holds another evaluation: {', '.join(differs)} differ", OTHER)
    elif folder.exists() and any(entry.name not in BEGUN for entry in folder.iterdir()):
        raise UserError(f"{folder} is not empty and holds no run", OTHER)
    folder.mkdir(parents=True, exist_ok=True)
    replaced(path, canonical({"format": FORMATS["run"].version, **asdict(header)}) + b"\n")
    (folder / "outcomes").mkdir(exist_ok=True)


def read_header(folder: Path) -> RunHeader:
    """`run.json`. Raises UserError when there is no run, IntegrityError when it is broken."""
    return _read(folder / "run.json", "run", TypeAdapter(RunHeader))


def read_summary(folder: Path) -> Summary:
    """`summary.json`. Raises UserError when the run has none yet."""
    return _read(folder / "summary.json", "summary", TypeAdapter(Summary))


def _read(path: Path, name: str, form: TypeAdapter[Form]) -> Form:
    try:
        return form.validate_python(opened(path.read_bytes(), name))
    except FileNotFoundError as error:
        raise UserError(f"{path.parent}: there is no {path.name} here", "give the folder of a run") from error
    except (ValueError, ValidationError) as error:
        raise IntegrityError(f"cannot be read: {error}", path) from error


def remember(folder: Path, suite: Path, pack: Path, submission: Path) -> None:
    """Note where suite, pack and submission are on this machine: for reports, no part of what the run says."""
    where = {"suite": str(suite), "pack": str(pack), "submission": str(submission)}
    replaced(folder / "places.json", canonical(where) + b"\n")


def places(folder: Path) -> tuple[Path | None, Path | None, Path | None]:
    """Where suite, pack and submission were when the run was made; None where that is not known."""
    try:
        value = json.loads((folder / "places.json").read_bytes())
        return Path(value["suite"]), Path(value["pack"]), Path(value["submission"])
    except (OSError, ValueError, KeyError, TypeError):
        return None, None, None


def write_summary(folder: Path, summary: Summary) -> str:
    """Write `summary.json`; the digest of its bytes."""
    data = canonical({"format": FORMATS["summary"].version, **asdict(summary)}) + b"\n"
    replaced(folder / "summary.json", data)
    return sha256(data)


def write_builds(folder: Path, builds: Iterable[Build]) -> None:
    """What was built and how, one line a tree, replacing what was there for the same tree."""
    known = {(build.task, build.program): build for build in read_builds(folder)}
    known |= {(build.task, build.program): build for build in builds}
    lines = [canonical({"format": FORMATS["build"].version, **asdict(known[key])}) for key in sorted(known)]
    replaced(folder / "builds.jsonl", b"".join(line + b"\n" for line in lines))


def read_builds(folder: Path) -> tuple[Build, ...]:
    """The builds of a run so far."""
    path = folder / "builds.jsonl"
    if not path.exists():
        return ()
    names = {field.name for field in fields(Build)}
    rows = [json.loads(line) for line in path.read_bytes().splitlines()]
    return tuple(Build(**{name: value for name, value in row.items() if name in names}) for row in rows)


def write_measures(folder: Path, measures: TreeMeasures) -> None:
    """What one tree is like, replacing what was there for it."""
    known = {one.tree: one for one in (*read_measures(folder), measures)}
    lines = [_ordered({"format": FORMATS["measures"].version, **asdict(known[tree])}) for tree in sorted(known)]
    replaced(folder / "measures.jsonl", b"".join(line + b"\n" for line in lines))


def read_measures(folder: Path) -> tuple[TreeMeasures, ...]:
    """The measures of a run's trees so far; none in a run of before there were any."""
    path = folder / "measures.jsonl"
    try:
        rows = [opened(line, "measures") for line in path.read_bytes().splitlines()]
        return tuple(TypeAdapter(TreeMeasures).validate_python(row) for row in rows)
    except FileNotFoundError:
        return ()
    except (ValueError, ValidationError) as error:
        raise IntegrityError(f"cannot be read: {error}", path) from error


def _ordered(value: dict[str, object]) -> bytes:
    """Not canonical: the order of the counts is the one that they are shown in."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


class Outcomes:
    """The bytes of mismatches, under `outcomes/<case>/`, until the run has kept its share."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "outcomes"
        self._left = KEPT_BYTES - sum(path.stat().st_size for path in self._folder.rglob("*") if path.is_file())

    def keep(self, case: str, outcome: Outcome) -> None:
        """Store what came back of one case; a stream that was equal came back without bytes and is not stored."""
        streams = [("stdout", outcome.stdout), ("stderr", outcome.stderr)]
        streams += [(f"files/{path}", capture) for path, capture in outcome.files]
        for name, capture in streams:
            if capture.data is None or len(capture.data) > self._left:
                continue
            path = self._folder / case / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(capture.data)
            self._left -= len(capture.data)


def kept(folder: Path, case: str, stream: str) -> bytes | None:
    """The bytes that a run kept of `stdout`, `stderr` or a declared file of a case, if any."""
    base = folder / "outcomes" / case
    path = base / stream if stream in ("stdout", "stderr") else base / "files" / stream
    return path.read_bytes() if path.is_file() else None


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Nobody else writes to this run meanwhile. Raises UserError when somebody does."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / ".lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise UserError(f"{folder} cannot be written: {error.strerror}", "choose another folder with --out") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise UserError(f"another process is writing to {folder}", "wait for it, or choose another --out") from error
    finally:
        os.close(handle)


def replaced(path: Path, data: bytes) -> None:
    """Write `path` whole or not at all."""
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(data)
    os.replace(part, path)
