"""The findings of one check, gathered and ordered: one a cause, none twice, with a bound on how many one file can
cause."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..core.violation import Violation
from .policy import Policy
from .source import Source, printable

PER_RULE = 20  # findings of one rule in one file; more of the same tell a reader nothing


@dataclass(slots=True)
class Findings:
    """Collects violations; `ordered` gives them back."""

    policy: Policy
    _found: dict[tuple[str, int, int, str], Violation] = field(default_factory=dict)
    _counts: dict[tuple[str, str], int] = field(default_factory=dict)
    _said: set[tuple[str, int, str, str]] = field(default_factory=set)
    _lines: set[tuple[str, int]] = field(default_factory=set)

    def at(self, rule: str, source: Source, offset: int, message: str) -> None:
        """A finding at a byte offset of a source."""
        if self.full(rule, source.path):
            self._counts[source.path, rule] += 1
            return
        line, column = source.place(offset)
        self.add(rule, source.path, message, line, column, source.excerpt(offset))

    def add(self, rule: str, file: str, message: str, line: int = 0, column: int = 0, excerpt: str = "") -> None:
        """A finding at a line and column of a file, or (0, 0) about the file as a whole."""
        place = (file, line, column, rule)
        if not rule or place in self._found:
            return
        said = (file, line, rule, message)
        if line and said in self._said:
            return
        self._said.add(said)
        count = self._counts[file, rule] = self._counts.get((file, rule), 0) + 1
        if count > PER_RULE:
            return
        severity = self.policy.rule(rule).severity
        self._lines.add((file, line))
        self._found[place] = Violation(file, line, column, rule, printable(message), excerpt[:400], severity)

    def on(self, file: str, line: int) -> bool:
        """Whether there is a finding on that line."""
        return (file, line) in self._lines

    def full(self, rule: str, file: str) -> bool:
        """Whether further findings of this rule in this file would be dropped."""
        return self._counts.get((file, rule), 0) >= PER_RULE

    def ordered(self) -> tuple[Violation, ...]:
        """By file, line, column and rule; where some were dropped, the last one kept says so."""
        last: dict[tuple[str, str], Violation] = {}
        found = sorted(self._found.values())
        for violation in found:
            last[violation.file, violation.rule] = violation
        return tuple(self._with_rest(v) if last[v.file, v.rule] is v else v for v in found)

    def _with_rest(self, violation: Violation) -> Violation:
        rest = self._counts[violation.file, violation.rule] - PER_RULE
        if rest <= 0:
            return violation
        return replace(violation, message=f"{violation.message} (and {rest} more places in this file)")
