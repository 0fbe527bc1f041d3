"""Predictions as SWE-bench and EvalPlus write them: JSONL, a JSON list, or a JSON object by instance.

    {"instance_id": "base58/test1", "model_name_or_path": "m", "files": {"test1.mjs": "…"}}
    {"instance_id": "base58/test1", "model_name_or_path": "m", "archive": "trees/1.tar.gz"}
    {"task_id": "base58/test1", "solution": "…"}      EvalPlus: the entry file alone

A file's content is a string, or {"base64": "…"}. An archive lies in the folder of the predictions. The n-th line of a
model and instance is attempt n, unless `attempt` says otherwise. `model_patch` is refused: here is nothing to patch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..core.bytestring import decoded
from ..core.errors import Mistake, UserError
from ..suite.cases import path_problem
from .archives import CAPS, Refused, unpack
from .instances import Instance
from .intake import Intake, write
from .rows import parsed

MAX_FILE = 1 << 30
MAX_LINE = 2 * CAPS.bytes
KEYS = ("instance_id", "task_id")


@dataclass(frozen=True, slots=True)
class Prediction:
    """One line, as far as it is understood."""

    instance: Instance
    model: str
    attempt: int
    files: dict[str, bytes] | None
    archive: Path | None


def take(path: Path, intake: Intake, model: str) -> None:
    """Take in the predictions of a file; `model` names those that do not say whose they are."""
    seen: Counter[tuple[str, str]] = Counter()
    for number, value in _values(path):
        found = _prediction(value, path, intake, model, seen) if isinstance(value, dict) else value
        problem = _placed(found, intake, path.name, number) if isinstance(found, Prediction) else found
        if problem:
            intake.refused.append(Mistake(path.name, number, problem))


def _values(path: Path) -> Iterator[tuple[int, dict[str, object] | str]]:
    try:
        if path.stat().st_size > MAX_FILE:
            raise UserError(f"{path} has more than {MAX_FILE:,} bytes", "split it")
        if path.suffix == ".json":
            yield from _document(path.read_bytes())
            return
        with path.open("rb") as stream:
            number = 0
            while line := stream.readline(MAX_LINE + 1):
                number += 1
                if len(line) > MAX_LINE:
                    raise UserError(f"{path}:{number}: a line of more than {MAX_LINE:,} bytes")
                if line.strip():
                    yield number, _object(line)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from error


def _document(content: bytes) -> Iterator[tuple[int, dict[str, object] | str]]:
    """The entries of a JSON list or object; they are counted, since they have no lines of their own."""
    found = parsed(content)
    if isinstance(found, str):
        yield 1, found
        return
    value = found[0]
    if isinstance(value, dict):
        entries = [
            {"instance_id": name, **entry} if isinstance(entry, dict) else entry for name, entry in value.items()
        ]
    else:
        entries = value if isinstance(value, list) else [value]
    for number, entry in enumerate(entries, 1):
        yield number, entry if isinstance(entry, dict) else "not a JSON object"


def _object(line: bytes) -> dict[str, object] | str:
    found = parsed(line)
    if isinstance(found, str):
        return found
    return found[0] if isinstance(found[0], dict) else "not a JSON object"


def _prediction(
    value: dict[str, object], path: Path, intake: Intake, model: str, seen: Counter[tuple[str, str]]
) -> Prediction | str:
    name = next((value[key] for key in KEYS if key in value), None)
    if not isinstance(name, str):
        return "has no instance_id"
    instance = intake.index.find(name)
    if isinstance(instance, str):
        return instance
    whose = value.get("model_name_or_path", model)
    if not isinstance(whose, str) or not whose.strip():
        return "model_name_or_path is no name"
    seen[whose, name] += 1
    attempt = value.get("attempt", seen[whose, name])
    if not isinstance(attempt, int) or isinstance(attempt, bool) or not 1 <= attempt <= 100_000:
        return "attempt is no whole number from 1"
    content = _content(value, path, instance)
    return content if isinstance(content, str) else Prediction(instance, whose, attempt, *content)


def _content(
    value: dict[str, object], path: Path, instance: Instance
) -> tuple[dict[str, bytes] | None, Path | None] | str:
    files, archive = value.get("files"), value.get("archive")
    entry = value.get("solution", value.get("completion"))
    given = [part for part in (files, archive, entry) if part is not None]
    if len(given) != 1:
        if not given and "model_patch" in value:
            return "has a model_patch, but there is nothing to patch: give files or an archive"
        return "needs exactly one of files, archive and solution"
    if isinstance(archive, str):
        if path_problem(archive):
            return f"the archive {archive[:80]!r} must be a plain path in the folder of the predictions"
        place = path.parent / archive
        inside = place.resolve().is_relative_to(path.parent.resolve())
        return (None, place) if inside and place.is_file() else f"there is no archive {archive[:80]!r}"
    if isinstance(entry, str):
        files = {entry_name(instance): entry}
    if not isinstance(files, dict) or not files:
        return "files is no object of paths and contents"
    try:
        return {str(name): decoded(content) for name, content in files.items()}, None
    except ValueError as error:
        return f"files: {error}"


def entry_name(instance: Instance) -> str:
    """What a lone entry file is called: of the only program where the instance is a task."""
    program = instance.program or instance.task.programs[0]
    return f"{program.id}.mjs" if instance.task.original.toolchain == "cpython" else f"{program.id}.rs"


def _placed(found: Prediction, intake: Intake, file: str, number: int) -> str:
    """Why the prediction's files cannot be a tree, or an empty string."""
    staging = intake.staging()
    if found.archive is None:
        problem = write(staging, found.files or {})
    else:
        try:
            unpack(found.archive, staging)
            problem = ""
        except Refused as error:
            problem = f"the archive {found.archive.name!r} is refused: {error}"
    if not problem:
        intake.accept(found.model, found.attempt, found.instance, staging, f"{file}:{number}", ())
    return problem
