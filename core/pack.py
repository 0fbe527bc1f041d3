"""A pack's records: what the original answered (`outcomes.jsonl`), what is not stable (`quarantine.jsonl`) and where it
all came from (`pack.json`). Reading and writing them is `oracle.store`."""

from __future__ import annotations

from dataclasses import dataclass, field

from .outcome import Capture


@dataclass(frozen=True, slots=True)
class Recorded:
    """One stable outcome of the original. `case` is the case id; exactly one of `exit` and `signal` is set.

    `cpu_ms` is the original's CPU time as a coarse step (500, 2,000, 8,000, …: the next one
    above twice the fastest replay), so that a second capture writes the same bytes."""

    case: str
    task: str
    program: str
    exit: int | None
    signal: int | None
    stdout: Capture
    stderr: Capture
    files: tuple[tuple[str, Capture], ...]
    cpu_ms: int


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A case that the original does not answer stably. `cause` is the perturbation that exposed it (or `sanitizer`,
    `limit`, `repeat`), `detail` says in words what differed."""

    case: str
    task: str
    program: str
    cause: str
    detail: str


@dataclass(frozen=True, slots=True)
class TaskProvenance:
    """What one task's original was made from: digests by relative path, dependency hashes, toolchain, build command."""

    task: str
    toolchain: str
    version: str
    files: dict[str, str] = field(default_factory=dict)
    dependencies: dict[str, str] = field(default_factory=dict)
    build: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PackHeader:
    """`pack.json`. `merkle_root` is over the lines of `outcomes.jsonl` then `quarantine.jsonl` (RFC 6962)."""

    suite: str
    suite_version: str
    suite_digest: str
    portproof: str
    tier: str
    image: str | None
    environment: dict[str, str]
    limits: dict[str, int]
    perturbations: tuple[str, ...]
    tasks: tuple[TaskProvenance, ...]
    cases: int
    quarantined: int
    merkle_root: str


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack as read and verified: `outcomes` and `quarantine` by case id. `digest` is the SHA-256 of `pack.json`."""

    header: PackHeader
    digest: str
    outcomes: dict[str, Recorded]
    quarantine: dict[str, Quarantined]
