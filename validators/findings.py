"""The findings of one check, gathered and ordered: one a cause, none twice, with a bound on how many one file can
cause."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..core.violation import Severity, Violation
from .policy import Policy
from .source import Source, printable

PER_RULE = 20  # findings of one rule in one file; more of the same tell a reader nothing

# Rules of which one value that a file uses in several places is one cause: it is said once.
ONCE = frozenset(("js-path",))
# A finding of the first rule is no cause of its own where a line has one of the others.
FOLLOWS = {
    "js-computed": frozenset(("js-process-member", "js-native", "js-require", "js-code-from-strings", "js-network",
                              "js-constructor", "js-process")),
    "rust-include": frozenset(("rust-env",)),
    "file-bundle": frozenset(("source-unreadable",)),
    "rust-path": frozenset(("rust-include",)),
}  # fmt: skip
# What a file is, or a table that maps to it: a finding that names such a thing has the same cause.
ROOTS = frozenset(("npm-modules", "npm-manifest", "js-format", "js-computed", "file-foreign", "file-hidden"))
IMPORTS_MAP = "an imports map"  # the cause of what package.json's "imports" and a specifier with # do together
Place = tuple[str, int, int, str]
Said = tuple[str, int, str, str]


@dataclass(slots=True)
class Findings:
    """Collects violations; `ordered` gives them back."""

    policy: Policy
    _found: dict[Place, Violation] = field(default_factory=dict)
    _causes: dict[Place, str] = field(default_factory=dict)
    _counts: dict[tuple[str, str], int] = field(default_factory=dict)
    _said: dict[Said, tuple[int, Place]] = field(default_factory=dict)  # where each was said first
    _lines: set[tuple[str, int]] = field(default_factory=set)
    _by_file: dict[str, list[Violation]] = field(default_factory=dict)

    def at(self, rule: str, source: Source, offset: int, message: str, cause: str = "") -> None:
        """A finding at a byte offset of a source."""
        if self.full(rule, source.path):
            self._counts[source.path, rule] += 1
            return
        said = self._said.get(_said(source.path, source.line(offset), rule, message))
        if said is not None:  # asked before the column, which costs the line
            if cause and said[0] == offset:
                self._causes[said[1]] = cause
            return
        line, column = source.place(offset)
        self.add(rule, source.path, message, line, column, source.excerpt(offset), cause, offset)

    def add(
        self,
        rule: str,
        file: str,
        message: str,
        line: int = 0,
        column: int = 0,
        excerpt: str = "",
        cause: str = "",
        offset: int = -1,
    ) -> None:
        """A finding at a line and column of a file, or (0, 0) about the file as a whole. `cause` names what else may
        be found about the same thing: mostly the path of a file."""
        place = (file, line, column, rule)
        if cause:
            self._causes[place] = cause
        if not rule or place in self._found:
            return
        said = _said(file, line, rule, message)
        if line and said in self._said:
            return
        self._said.setdefault(said, (offset, place))
        count = self._counts[file, rule] = self._counts.get((file, rule), 0) + 1
        if count > PER_RULE:
            return
        severity = self.policy.rule(rule).severity
        self._lines.add((file, line))
        violation = Violation(file, line, column, rule, printable(message), excerpt[:400], severity)
        self._found[place] = violation
        self._by_file.setdefault(file, []).append(violation)

    def on(self, file: str, line: int) -> bool:
        """Whether there is a finding on that line."""
        return (file, line) in self._lines

    def speaks(self, file: str, name: str) -> bool:
        """Whether a finding in the file is about that name already."""
        ends = (f".{name}", f" {name}", f"'s {name}", f"{name}.")
        return any(any(end in violation.message for end in ends) for violation in self._by_file.get(file, ()))

    def full(self, rule: str, file: str) -> bool:
        """Whether further findings of this rule in this file would be dropped."""
        return self._counts.get((file, rule), 0) >= PER_RULE

    def ordered(self) -> tuple[Violation, ...]:
        """By file, line, column and rule; where some were dropped, the last one kept says so."""
        last: dict[tuple[str, str], Violation] = {}
        told = self._told()
        found = [v for v in sorted(self._found.values()) if v not in told and not self._follows(v)]
        for violation in found:
            last[violation.file, violation.rule] = violation
        return tuple(self._with_rest(v) if last[v.file, v.rule] is v else v for v in found)

    def has(self, rule: str) -> bool:
        """Whether there is a finding of that rule anywhere."""
        return any(violation.rule == rule for violation in self._found.values())

    def _told(self) -> set[Violation]:
        """Findings that another one of the same cause makes superfluous: what names a refused thing where the thing
        itself is found, or the flag on the thing where only the naming is refused."""
        causes: dict[str, tuple[list[Violation], list[Violation]]] = {}
        for place, cause in self._causes.items():
            if place in self._found:
                causes.setdefault(cause, ([], []))[place[3] in ROOTS].append(self._found[place])
        told: set[Violation] = set()
        for names, roots in causes.values():
            refused = [any(v.severity is Severity.REJECT for v in side) for side in (names, roots)]
            if names and roots:
                told.update(names if refused[1] or not refused[0] else roots)
        return told

    def _follows(self, violation: Violation) -> bool:
        """Whether the finding only follows from another one: what reads the same line, or the same file, better."""
        better = FOLLOWS.get(violation.rule, frozenset())
        return bool(better) and any(
            other.rule in better and (other.line == violation.line or violation.rule == "file-bundle")
            for other in self._by_file.get(violation.file, ())
        )

    def _with_rest(self, violation: Violation) -> Violation:
        rest = self._counts[violation.file, violation.rule] - PER_RULE
        if rest <= 0:
            return violation
        return replace(violation, message=f"{violation.message} (and {rest} more places in this file)")


def _said(file: str, line: int, rule: str, message: str) -> Said:
    return file, 0 if rule in ONCE else line, rule, message
