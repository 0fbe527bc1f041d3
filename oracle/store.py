"""A pack on disk: written once, whole, and believed only after every byte of it was verified.

    pack.json          provenance, counts, the Merkle root, the digests of both files below; `digest` is its own
    outcomes.jsonl     a line per stable case, sorted by case id
    quarantine.jsonl   a line per case that the original does not answer stably, sorted by case id
    blobs/sha256/…     outputs longer than `lines.INLINE` bytes, by digest

A digest shows damage and mix-ups, not forgery: whoever can write a pack can write its digests. Nothing here knows how
outcomes come about (`oracle.capture`) or are compared (`oracle.compare`)."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from ..core.canonical import canonical, digest, file_sha256, merkle_root, sha256
from ..core.errors import IntegrityError, UserError
from ..core.outcome import Capture
from ..core.pack import Pack, PackHeader, Quarantined, Recorded
from ..core.task import Suite
from . import lines
from .replacing import replacing

FORMAT = 1  # 1: first
HEADER, OUTCOMES, QUARANTINE, BLOBS = "pack.json", "outcomes.jsonl", "quarantine.jsonl", "blobs"
T = TypeVar("T", Recorded, Quarantined)


def blob_path(folder: Path, sha: str) -> Path:
    """Where a pack keeps the bytes with this digest."""
    return folder / BLOBS / "sha256" / sha[:2] / sha


def data(folder: Path, capture: Capture) -> bytes:
    """The bytes of a capture that `read` gave. Raises IntegrityError when its blob is gone or changed since."""
    if capture.data is not None:
        return capture.data
    path = blob_path(folder, capture.sha256)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise IntegrityError(f"cannot be read ({error.strerror})", path) from error
    if len(content) != capture.length or sha256(content) != capture.sha256:
        raise IntegrityError("its bytes are not what its name says", path)
    return content


def inline(capture: Capture) -> bytes:
    """The bytes that a capture holds. Raises ValueError when it does not."""
    if capture.data is None:
        raise ValueError(f"the bytes of {capture.sha256} are not there to be written")
    return capture.data


def write(
    folder: Path,
    header: PackHeader,
    outcomes: Iterable[Recorded],
    quarantine: Iterable[Quarantined],
    data: Callable[[Capture], bytes] = inline,
) -> Pack:
    """Replaces the pack at `folder` by this one, at once or not at all, and gives it as `read` would.

    The header's counts and Merkle root are filled in. `cases` counts all cases, quarantined ones too. `data` gives the
    bytes of a capture too long for a line, for captures that do not hold them."""
    kept = sorted(outcomes, key=lambda recorded: recorded.case)
    refused = sorted(quarantine, key=lambda quarantined: quarantined.case)
    outcome_lines = [canonical(lines.outcome_json(recorded)) for recorded in kept]
    quarantine_lines = [canonical(lines.quarantine_json(quarantined)) for quarantined in refused]
    header = replace(
        header,
        cases=len(kept) + len(refused),
        quarantined=len(refused),
        merkle_root=merkle_root(outcome_lines + quarantine_lines),
    )
    with replacing(folder) as partial:
        content = {OUTCOMES: _joined(outcome_lines), QUARANTINE: _joined(quarantine_lines)}
        for name, joined in content.items():
            _write_file(partial / name, joined)
        for capture in (capture for recorded in kept for capture in _captures(recorded)):
            path = blob_path(partial, capture.sha256)
            if capture.length > lines.INLINE and not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                _write_file(path, data(capture))
        _write_file(partial / HEADER, _rendered(header, {name: sha256(joined) for name, joined in content.items()}))
    return read(folder)


def read(folder: Path, suite: Suite | None = None) -> Pack:
    """The pack at `folder`, every byte verified; with `suite` also that it was captured for exactly that suite.

    Raises UserError when there is no pack or a newer portproof wrote it, IntegrityError for everything else."""
    header, files, sha = _read_header(folder / HEADER)
    if suite is not None:
        _check_suite(folder, header, suite)
    outcome_lines, quarantine_lines = (_read_lines(folder / name, files[name]) for name in (OUTCOMES, QUARANTINE))
    if merkle_root(outcome_lines + quarantine_lines) != header.merkle_root:
        raise IntegrityError("its Merkle root is not that of the lines", folder / HEADER)
    outcomes = _by_case(folder / OUTCOMES, outcome_lines, lines.outcome, lines.outcome_json)
    quarantine = _by_case(folder / QUARANTINE, quarantine_lines, lines.quarantine, lines.quarantine_json)
    if len(outcomes) + len(quarantine) != header.cases or len(quarantine) != header.quarantined:
        raise IntegrityError("its counts are not those of its lines", folder / HEADER)
    if both := outcomes.keys() & quarantine.keys():
        raise IntegrityError(f"case {min(both)} has an outcome as well", folder / QUARANTINE)
    _check_blobs(folder, outcomes.values())
    pack = Pack(header, sha, outcomes, quarantine)
    if suite is not None:
        _check_cases(folder, pack, suite)
    return pack


def _joined(content: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in content)


def _captures(recorded: Recorded) -> Iterator[Capture]:
    yield recorded.stdout
    yield recorded.stderr
    yield from (capture for _, capture in recorded.files)


def _rendered(header: PackHeader, files: dict[str, str]) -> bytes:
    """`pack.json`, indented so that a reviewer can read its diff. `files`: the digests of the two files of lines."""
    fields: dict[str, object] = {"format": FORMAT, "files": files, **lines.header_json(header)}
    fields["digest"] = digest(fields)
    return json.dumps(fields, ensure_ascii=False, sort_keys=True, indent=2).encode("utf-8") + b"\n"


def _read_header(path: Path) -> tuple[PackHeader, dict[str, str], str]:
    """The header, the digests of the files of lines, and the digest of `pack.json` itself."""
    content = _content(path)
    try:
        fields = json.loads(content.decode("utf-8"))
        if not isinstance(fields, dict):
            raise ValueError("it is no JSON object")
        if fields.pop("digest", None) != digest(fields):
            raise ValueError("its fields do not have the digest that it records")
        _check_format(path, fields.pop("format", None))
        files = fields.pop("files", None)
        if not isinstance(files, dict) or set(files) != {OUTCOMES, QUARANTINE}:
            raise ValueError("it does not record the digests of its files")
        header = lines.header(fields)
    except (ValueError, RecursionError) as error:
        raise IntegrityError(f"is damaged: {error}", path) from error
    if _rendered(header, files) != content:
        raise IntegrityError("is damaged: its bytes are not in canonical form", path)
    return header, files, sha256(content)


def _check_format(path: Path, version: object) -> None:
    if not isinstance(version, int) or version < 1:
        raise ValueError("it has no format number")
    if version > FORMAT:
        raise UserError(
            f"{path}: this pack has format {version}; this portproof reads up to {FORMAT}",
            "install the portproof that captured it, or capture again",
        )


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError) as error:
        if path.name != HEADER or path.parent.joinpath(OUTCOMES).exists():
            raise IntegrityError("is absent", path) from error
        raise UserError(f"{path.parent}: there is no pack here", "make one with `capture`") from error
    except OSError as error:
        raise IntegrityError(f"cannot be read ({error.strerror})", path) from error


def _read_lines(path: Path, sha: str) -> list[bytes]:
    content = _content(path)
    if sha256(content) != sha:
        raise IntegrityError(f"its bytes are not those that {HEADER} records", path)
    return content.split(b"\n")[:-1]


def _by_case(
    path: Path, content: list[bytes], record: Callable[[object], T], spelling: Callable[[T], dict[str, object]]
) -> dict[str, T]:
    found: dict[str, T] = {}
    last = ""
    for number, line in enumerate(content, 1):
        try:
            item = record(json.loads(line.decode("utf-8")))
            if canonical(spelling(item)) != line:
                raise ValueError("not in canonical form")
        except (ValueError, RecursionError) as error:
            raise IntegrityError(f"line {number} is damaged: {error}", path) from error
        if item.case <= last:
            raise IntegrityError(f"line {number}: case {item.case} is out of order", path)
        last = item.case
        found[item.case] = item
    return found


def _check_suite(folder: Path, header: PackHeader, suite: Suite) -> None:
    if header.suite_digest == suite.digest:
        return
    captured, here = header.suite_digest[:12], suite.digest[:12]
    raise IntegrityError(
        f"this pack was captured for suite {header.suite} {header.suite_version} with digest {captured}…, "
        f"not for {suite.name} {suite.version} with digest {here}…",
        folder / HEADER,
        "take the suite that it was captured for, or capture again",
    )


def _check_cases(folder: Path, pack: Pack, suite: Suite) -> None:
    """The pack answers exactly the cases of its tasks (a pack of some tasks only is a pack of those)."""
    captured = {task.task for task in pack.header.tasks}
    wanted = {c.id: c.key for t in suite.tasks if t.id in captured for p in t.programs for c in p.cases}
    answered = pack.outcomes.keys() | pack.quarantine.keys()
    if missing := wanted.keys() - answered:
        raise IntegrityError(f"no outcome of {wanted[min(missing)]}", folder / OUTCOMES, "capture again")
    if unknown := answered - wanted.keys():
        raise IntegrityError(f"case {min(unknown)} is not of this suite", folder / OUTCOMES, "capture again")


def _check_blobs(folder: Path, outcomes: Iterable[Recorded]) -> None:
    expected = {
        capture.sha256: capture.length
        for recorded in outcomes
        for capture in _captures(recorded)
        if capture.data is None
    }
    for sha, length in sorted(expected.items()):
        path = blob_path(folder, sha)
        try:
            sound = path.stat().st_size == length and file_sha256(path) == sha
        except OSError as error:
            raise IntegrityError(f"cannot be read ({error.strerror})", path) from error
        if not sound:
            raise IntegrityError("its bytes are not what its name says", path)
    known = {blob_path(folder, sha) for sha in expected} | {folder / name for name in (HEADER, OUTCOMES, QUARANTINE)}
    for path in sorted(folder.rglob("*")):
        if path not in known and not path.is_dir():
            raise IntegrityError("does not belong to this pack", path)


def _write_file(path: Path, content: bytes) -> None:
    with path.open("wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
