"""A run's records: what was graded against what (`run.json`), a line per case (`journal.jsonl`) and the result
(`summary.json`). Reading and writing them is `evaluate.store`."""

from __future__ import annotations

from dataclasses import dataclass, field

from .limits import Limit
from .outcome import Denial, Usage
from .verdict import Diagnosis, Verdict
from .violation import Violation


@dataclass(frozen=True, slots=True)
class Observed:
    """What the submission gave back, as lengths and digests; the bytes of mismatches are in `outcomes/`."""

    exit: int | None
    signal: int | None
    limit: Limit | None
    stdout: tuple[int, str]
    stderr: tuple[int, str]
    files: tuple[tuple[str, int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """The first difference: which stream (`stdout`, `stderr`, `exit`, or a file's path), the byte offset from 0, line
    and column from 1 (column in bytes), and a window of bytes from both sides around it."""

    stream: str
    offset: int
    line: int
    column: int
    expected: bytes
    actual: bytes


@dataclass(frozen=True, slots=True)
class CaseRecord:
    """One line of the journal. `key` is the digest of everything that decides the verdict."""

    task: str
    program: str
    case: str
    key: str
    verdict: Verdict
    diagnosis: Diagnosis | None = None
    message: str = ""
    observed: Observed | None = None
    difference: Difference | None = None
    usage: Usage | None = None
    denials: tuple[Denial, ...] = ()


@dataclass(frozen=True, slots=True)
class Build:
    """How one tree was made runnable. `artefacts` maps a program to the digest of what is executed."""

    task: str
    program: str
    ok: bool
    tree: str
    artefacts: dict[str, str] = field(default_factory=dict)
    log: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class TreeMeasures:
    """What one submitted tree is like in numbers: told beside the score, judged by nobody. A rejected tree has none."""

    tree: str
    lines: int
    counts: dict[str, float]
    badges: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunHeader:
    """`run.json`: what was graded against what."""

    track: str
    suite: str
    suite_version: str
    suite_digest: str
    pack_digest: str
    submission: dict[str, str]
    submission_digest: str
    policy_digests: dict[str, str]
    toolchain: dict[str, str]
    tier: str
    walls: tuple[str, ...]
    limits: dict[str, int]
    profile: str
    comparer: int
    portproof: str
    repeat: int
    selection: dict[str, str]


@dataclass(frozen=True, slots=True)
class ProgramSummary:
    """Counts of one program, by verdict."""

    task: str
    library: str
    program: str
    verdicts: dict[str, int]


@dataclass(frozen=True, slots=True)
class Summary:
    """`summary.json`: nothing in it depends on time, machine or tier, so equal evaluations give equal bytes.

    `results` is the digest over (case key, verdict) of every case in order."""

    suite: str
    suite_digest: str
    pack_digest: str
    submission_digest: str
    profile: str
    complete: bool
    programs: tuple[ProgramSummary, ...]
    score: dict[str, object]
    violations: tuple[Violation, ...]
    results: str
