"""A pack's records as JSON and back, each in one spelling only. Files and digests are the business of `oracle.store`.

An outcome line     {"case", "cpu_ms", "exit", "files": {path: BYTES}, "program", "signal", "stderr": BYTES,
                     "stdout": BYTES, "task"}
A quarantine line   {"case", "cause", "detail", "program", "task"}
BYTES: a JSON string, {"base64": …} where it is not UTF-8, {"length": n, "sha256": …} where the bytes are a blob."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from ..core.bytestring import decoded, encoded
from ..core.outcome import Capture
from ..core.pack import PackHeader, Quarantined, Recorded, TaskProvenance

INLINE = 4096  # bytes: longer outputs are blobs, so that a line stays readable in a diff
DIGEST = re.compile(r"[0-9a-f]{64}")
T = TypeVar("T")


def capture_json(capture: Capture) -> object:
    """BYTES of one capture, which holds its bytes where they are not a blob."""
    if capture.length > INLINE:
        return {"length": capture.length, "sha256": capture.sha256}
    if capture.data is None:
        raise ValueError("a small capture without its bytes cannot be written")
    return encoded(capture.data)


def outcome_json(recorded: Recorded) -> dict[str, object]:
    """One line of `outcomes.jsonl`."""
    return {
        "case": recorded.case,
        "task": recorded.task,
        "program": recorded.program,
        "exit": recorded.exit,
        "signal": recorded.signal,
        "stdout": capture_json(recorded.stdout),
        "stderr": capture_json(recorded.stderr),
        "files": {path: capture_json(capture) for path, capture in recorded.files},
        "cpu_ms": recorded.cpu_ms,
    }


def quarantine_json(quarantined: Quarantined) -> dict[str, object]:
    """One line of `quarantine.jsonl`."""
    return {
        "case": quarantined.case,
        "task": quarantined.task,
        "program": quarantined.program,
        "cause": quarantined.cause,
        "detail": quarantined.detail,
    }


def header_json(header: PackHeader) -> dict[str, object]:
    """The fields of `pack.json` but its format and its own digest."""
    return {
        "suite": header.suite,
        "suite_version": header.suite_version,
        "suite_digest": header.suite_digest,
        "portproof": header.portproof,
        "tier": header.tier,
        "image": header.image,
        "environment": header.environment,
        "limits": header.limits,
        "perturbations": list(header.perturbations),
        "tasks": [
            {
                "task": task.task,
                "toolchain": task.toolchain,
                "version": task.version,
                "files": task.files,
                "dependencies": task.dependencies,
                "build": list(task.build),
            }
            for task in header.tasks
        ],
        "cases": header.cases,
        "quarantined": header.quarantined,
        "merkle_root": header.merkle_root,
    }


def outcome(value: object) -> Recorded:
    """The record of a line. Raises ValueError with a sentence."""
    fields = Fields(value)
    recorded = Recorded(
        case=fields.take("case", _text),
        task=fields.take("task", _text),
        program=fields.take("program", _text),
        exit=fields.take("exit", _optional(_count)),
        signal=fields.take("signal", _optional(_count)),
        stdout=fields.take("stdout", _capture),
        stderr=fields.take("stderr", _capture),
        files=tuple(sorted(fields.take("files", _mapping(_capture)).items())),
        cpu_ms=fields.take("cpu_ms", _count),
    )
    fields.end()
    if (recorded.exit is None) == (recorded.signal is None):
        raise ValueError("exactly one of exit and signal must be a number")
    return recorded


def quarantine(value: object) -> Quarantined:
    """The record of a line. Raises ValueError with a sentence."""
    fields = Fields(value)
    names = ("case", "task", "program", "cause", "detail")
    quarantined = Quarantined(*(fields.take(name, _text) for name in names))
    fields.end()
    return quarantined


def header(value: object) -> PackHeader:
    """The header, given the fields that `header_json` gives. Raises ValueError with a sentence."""
    fields = Fields(value)
    result = PackHeader(
        suite=fields.take("suite", _text),
        suite_version=fields.take("suite_version", _text),
        suite_digest=fields.take("suite_digest", _text),
        portproof=fields.take("portproof", _text),
        tier=fields.take("tier", _text),
        image=fields.take("image", _optional(_text)),
        environment=fields.take("environment", _mapping(_text)),
        limits=fields.take("limits", _mapping(_count)),
        perturbations=fields.take("perturbations", _list(_text)),
        tasks=fields.take("tasks", _list(_provenance)),
        cases=fields.take("cases", _count),
        quarantined=fields.take("quarantined", _count),
        merkle_root=fields.take("merkle_root", _text),
    )
    fields.end()
    return result


def _provenance(value: object) -> TaskProvenance:
    fields = Fields(value)
    task = TaskProvenance(
        task=fields.take("task", _text),
        toolchain=fields.take("toolchain", _text),
        version=fields.take("version", _text),
        files=fields.take("files", _mapping(_text)),
        dependencies=fields.take("dependencies", _mapping(_text)),
        build=fields.take("build", _list(_text)),
    )
    fields.end()
    return task


class Fields:
    """An object's fields, each taken once; what is left at the end is a mistake."""

    def __init__(self, value: object) -> None:
        if not isinstance(value, dict):
            raise ValueError("expected an object")
        self._left: dict[str, object] = dict(value)

    def take(self, name: str, form: Callable[[object], T]) -> T:
        """The field, read by `form`."""
        if name not in self._left:
            raise ValueError(f"{name} is absent")
        try:
            return form(self._left.pop(name))
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from error

    def end(self) -> None:
        """Raises ValueError when fields are left."""
        if self._left:
            raise ValueError(f"unknown field {min(self._left)}")


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("expected a string")
    return value


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError("expected a whole number")
    return value


def _optional(form: Callable[[object], T]) -> Callable[[object], T | None]:
    return lambda value: None if value is None else form(value)


def _list(form: Callable[[object], T]) -> Callable[[object], tuple[T, ...]]:
    def read(value: object) -> tuple[T, ...]:
        if not isinstance(value, list):
            raise ValueError("expected a list")
        return tuple(form(item) for item in value)

    return read


def _mapping(form: Callable[[object], T]) -> Callable[[object], dict[str, T]]:
    def read(value: object) -> dict[str, T]:
        if not isinstance(value, Mapping):
            raise ValueError("expected an object")
        return {str(name): form(item) for name, item in value.items()}

    return read


def _capture(value: object) -> Capture:
    if isinstance(value, dict) and set(value) == {"length", "sha256"}:
        length, digest = _count(value["length"]), _text(value["sha256"])
        if not DIGEST.fullmatch(digest):
            raise ValueError("not a SHA-256")
        return Capture(length, digest)
    return Capture.of(decoded(value))
