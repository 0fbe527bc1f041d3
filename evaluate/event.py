"""What happens during an evaluation, as it happens. Whoever shows progress reads these; nothing is called back."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.run import Build, CaseRecord
from ..core.violation import Violation


@dataclass(frozen=True, slots=True)
class Planned:
    """How many cases were selected, and how many of them the journal already holds."""

    cases: int
    kept: int


@dataclass(frozen=True, slots=True)
class Checked:
    """The policy was checked on one tree."""

    tree: str
    violations: tuple[Violation, ...]


@dataclass(frozen=True, slots=True)
class Made:
    """One tree was made runnable, or was found not to be."""

    build: Build


@dataclass(frozen=True, slots=True)
class Judged:
    """One case has its verdict."""

    record: CaseRecord


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something of ours failed; the cases concerned are `harness_error`."""

    message: str
    hint: str = ""


Event = Planned | Checked | Made | Judged | Trouble
