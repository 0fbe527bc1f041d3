"""What an audit found, as records: they hold counts, never percentages, and become JSON as they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum

from ..core.bytestring import Json
from ..core.plain import plain
from ..core.wire import FORMATS
from .counts import Counts, Spread
from .duplicates import Repeated
from .gaps import Unreached, Used
from .inert import Inert
from .mutants.estimate import Estimate, estimated


@dataclass(frozen=True, slots=True)
class Share:
    """`done` of `of`."""

    done: int = 0
    of: int = 0

    @property
    def rate(self) -> float | None:
        """From 0 to 1; None where there is nothing to share."""
        return self.done / self.of if self.of else None

    def __add__(self, other: Share) -> Share:
        return Share(self.done + other.done, self.of + other.of)


@dataclass(frozen=True, slots=True)
class Reached:
    """How much of some code is executed."""

    lines: Share = Share()
    branches: Share = Share()
    functions: Share = Share()

    def __add__(self, other: Reached) -> Reached:
        return Reached(self.lines + other.lines, self.branches + other.branches, self.functions + other.functions)


@dataclass(frozen=True, slots=True)
class ReachedFile:
    """One source file of the library. `missed`: the ranges of lines, first and last, that no case reaches."""

    path: str
    reached: Reached
    missed: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Excluded:
    """Code that the author left out, with the reason and how many lines of it could be executed."""

    place: str
    reason: str
    lines: int


@dataclass(frozen=True, slots=True)
class CodeCoverage:
    """What a task's cases reach of the library's code that its programs are meant to exercise. `all`: of all of the
    library's code, declared or not. `declared`: audit.toml says what is meant. `apart`: by case id, why the outcome
    was another while it was measured."""

    reached: Reached
    all: Reached
    declared: bool
    files: tuple[ReachedFile, ...]
    excluded: tuple[Excluded, ...]
    unreached: tuple[Unreached, ...]
    apart: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Power:
    """What became of the mutants. `judged`: survivors that the author declared equivalent, with reasons. Of the others
    `sampled` were tried with `inputs` further inputs each, and `resisted` were noticed by none. `operators`: killed of
    tried by kind of mutant."""

    killed: int = 0
    survived: int = 0
    judged: int = 0
    same: int = 0
    invalid: int = 0
    untried: int = 0
    sampled: int = 0
    resisted: int = 0
    inputs: int = 0
    operators: Mapping[str, Share] = field(default_factory=dict)

    @property
    def plain(self) -> Share:
        """Killed of all mutants with a fate that counts: what is certain, since survivors may be equivalent."""
        return Share(self.killed, self.killed + self.survived)

    @property
    def certain(self) -> Share:
        """The same without the survivors that were judged equivalent."""
        return Share(self.killed, self.killed + self.survived - self.judged)

    @property
    def estimated(self) -> Estimate | None:
        """The share of non-equivalent mutants that are killed, with its interval, where the sampled survivors stand for
        the others: those that resisted every further input are taken for equivalent, so it is rather too high."""
        return estimated(self.killed, self.survived, self.judged, self.sampled, self.resisted)


@dataclass(frozen=True, slots=True)
class Survivor:
    """A mutant that no case of the task notices: whole lines before and after. `programs`: whose cases reach it,
    `cases` of them in all. `judged`: why the author takes it for equivalent; empty where nobody did."""

    id: str
    path: str
    line: int
    column: int
    operator: str
    original: str
    replacement: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    programs: tuple[str, ...]
    cases: int
    judged: str


@dataclass(frozen=True, slots=True)
class Timing:
    """What `cases` evenly chosen cases of a program used: CPU time in µs, peak memory in KiB. Of this machine."""

    cases: int
    cpu_us: Spread
    peak_kib: Spread


@dataclass(frozen=True, slots=True)
class ProgramAudit:
    """One program. `reached` and `power` are None where they were not measured."""

    id: str
    counts: Counts
    repeated: tuple[Repeated, ...]
    inert: tuple[Inert, ...]
    reached: Reached | None
    power: Power | None


@dataclass(frozen=True, slots=True)
class TaskAudit:
    """One task; each mutant counts once in `power`, killed where any program's cases kill it. `note`: what the author
    says of a task that is under an aim."""

    id: str
    library: str
    version: str
    toolchain: str
    programs: tuple[ProgramAudit, ...]
    coverage: CodeCoverage | None
    power: Power | None
    survivors: tuple[Survivor, ...]
    used: tuple[Used, ...]
    note: str = ""


class Severity(StrEnum):
    """How bad a finding is, the worst first."""

    DEFECT = "defect"  # a score on these cases says less than it seems to
    WEAKNESS = "weakness"  # errors of ports go unnoticed
    NOTE = "note"  # worth a look


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to be looked at. `kind` is a key of `findings.KINDS`; `where` a task, `task/program` or file; `cases`
    are ids of some of the cases concerned."""

    severity: Severity
    kind: str
    where: str
    message: str
    cases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Measured:
    """What depends on the machine and the hour: seconds by step, timings by `task/program`. Equal audits may differ
    here and nowhere else."""

    seconds: Mapping[str, float] = field(default_factory=dict)
    timings: Mapping[str, Timing] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Audit:
    """An audit of a suite, or of some of its tasks. `mutants`: how many a program were asked for, 0 for none."""

    suite: str
    suite_version: str
    suite_digest: str
    track: str
    pack_digest: str
    portproof: str
    tier: str
    seed: int
    mutants: int
    tasks: tuple[TaskAudit, ...]
    findings: tuple[Finding, ...]
    measured: Measured = Measured()

    def data(self) -> dict[str, Json]:
        """The audit as a JSON value."""
        found: dict[str, Json] = {"format": FORMATS["audit"].version, "kind": "audit"}
        return found | {one.name: plain(getattr(self, one.name)) for one in fields(self)}


def reached(audit: Audit) -> Reached | None:
    """What the cases of all tasks together reach; None where nothing was measured."""
    known = [task.coverage.reached for task in audit.tasks if task.coverage is not None]
    return sum(known, Reached()) if known else None


def power(audit: Audit) -> Power | None:
    """What became of the mutants of all tasks; None where none was tried."""
    known = [task.power for task in audit.tasks if task.power is not None]
    return added(known) if known else None


def added(parts: list[Power]) -> Power:
    """The sum of several, the operators sorted."""
    names = sorted({name for part in parts for name in part.operators})
    operators = {name: sum((part.operators.get(name, Share()) for part in parts), Share()) for name in names}
    numbers = {one.name: sum(getattr(part, one.name) for part in parts) for one in fields(Power)[:-1]}
    numbers["inputs"] = max((part.inputs for part in parts), default=0)
    return Power(**numbers, operators=operators)
