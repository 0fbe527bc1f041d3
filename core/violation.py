"""A violation: where a submission breaks the policy, and why that is a rule."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """`reject` ends in `policy_violation`; `flag` is for a person to look at and changes no verdict."""

    REJECT = "reject"
    FLAG = "flag"


@dataclass(frozen=True, slots=True, order=True)
class Violation:
    """`file` is relative to the checked tree; `line` and `column` (characters) count from 1, 0 where none applies.

    `program` is empty where the whole tree is concerned."""

    file: str
    line: int
    column: int
    rule: str
    message: str
    excerpt: str = ""
    severity: Severity = Severity.REJECT
    program: str = ""
