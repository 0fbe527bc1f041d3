"""What is wrong with a suite, from the numbers of its audit: one table of kinds, each with what it means and what to
do, and the rules that find them. docs/suites.md is generated from the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .counts import Alike, Counts
from .mention import Mention
from .result import Finding, ProgramAudit, Severity, TaskAudit

LINES_AIM, KILLED_AIM = 0.90, 0.85  # what the bundled suites set themselves
FEW = 10  # cases; below it one case decides a tenth of a program's rate
ERRORS_MANY = 0.75  # share of cases that test failures; above it a port is mostly asked to refuse
ALIKE_SHARE, ALIKE_LEAST = 0.10, 5  # of a program's cases with one and the same successful outcome
QUARANTINE_MANY = 0.05  # share of cases that cannot be used
SLOW_MS = 8_000  # the pack's step of CPU time; a port that is slower than the original meets the limit there
EXAMPLES = 5  # cases that a finding names
NAMES = 12  # functions and names that a finding lists; the audit has all of them


@dataclass(frozen=True, slots=True)
class Kind:
    """What a finding of this kind means, and what to do about it."""

    severity: Severity
    means: str
    todo: str


DEFECT, WEAKNESS, NOTE = Severity.DEFECT, Severity.WEAKNESS, Severity.NOTE
KINDS: dict[str, Kind] = {
    "constant": Kind(
        DEFECT,
        "All cases of a program have the same outcome, so a port that prints it and reads nothing passes.",
        "Give the program cases whose outcomes differ, or take it out.",
    ),
    "error-only": Kind(
        DEFECT,
        "Every case of a program ends in failure, so what it is for is never tested.",
        "Add cases that succeed; if none can, the driver or its library is broken.",
    ),
    "uncaptured": Kind(
        DEFECT,
        "The pack has neither an outcome nor a reason for some cases.",
        "Capture the suite again.",
    ),
    "repeated-otherwise": Kind(
        DEFECT,
        "A case line repeats an earlier one with other tags or visibility. The first line counts, the second is lost.",
        "Delete one of the two lines.",
    ),
    "wrong-declaration": Kind(
        DEFECT,
        "audit.toml names what is not there, or takes for equivalent what a case tells from the original.",
        "Correct the path, function or line, or delete the entry.",
    ),
    "low-coverage": Kind(
        WEAKNESS,
        f"The cases reach less than {100 * LINES_AIM:.0f} % of the lines that the programs are meant to exercise.",
        "Add cases for the functions and lines that are listed as missed, or exclude code with a reason in audit.toml.",
    ),
    "low-killed": Kind(
        WEAKNESS,
        f"The cases notice less than {100 * KILLED_AIM:.0f} % of the mutants that were not judged equivalent.",
        "Look at the survivors (`--survivors`): add a case that tells it from the original, or judge it in audit.toml.",
    ),
    "unreached-named": Kind(
        WEAKNESS,
        "The specification speaks of functions by name that no case reaches: a port may lack them and pass.",
        "Add cases that reach them, or leave them out of the specification.",
    ),
    "quarantined-many": Kind(
        WEAKNESS,
        f"More than {100 * QUARANTINE_MANY:.0f} % of a program's cases are quarantined.",
        "Take out what the original depends on (clock, hash order, addresses), or what the sanitizers refuse.",
    ),
    "ignored-input": Kind(
        WEAKNESS,
        "Cases give stdin, files or variables that the original does not look at.",
        "Take them out of the case, or change its arguments so that they matter.",
    ),
    "few-cases": Kind(
        WEAKNESS,
        f"A program has fewer than {FEW} usable cases, so one of them decides more than a tenth of its rate.",
        "Add cases (`--grow`).",
    ),
    "errors-many": Kind(
        WEAKNESS,
        f"More than {100 * ERRORS_MANY:.0f} % of a program's cases end in failure.",
        "Add cases that succeed.",
    ),
    "no-errors": Kind(
        NOTE,
        "No case of a program ends in failure.",
        "Where the program can fail, add a case that makes it.",
    ),
    "alike": Kind(
        NOTE,
        "Many cases of different input succeed with one and the same outcome: a guess of it passes them all.",
        "Vary the inputs so that the outcomes differ.",
    ),
    "unreached": Kind(
        NOTE,
        "No case reaches some functions that are meant to be exercised; the specification does not name them.",
        "Add cases that reach them, or exclude them in audit.toml with the reason.",
    ),
    "unmentioned": Kind(
        NOTE,
        "Drivers use public names of the library whose words SPEC.md does not have: what they do may be unspecified.",
        "Describe what they do in SPEC.md, or list them in audit.toml with the reason.",
    ),
    "independent": Kind(
        NOTE,
        "Cases whose outcome stays the same whichever part of their input is taken away.",
        "Look whether they test something that others do not; if not, drop them.",
    ),
    "repeated": Kind(NOTE, "A case line repeats an earlier one. It counts once.", "Delete the line."),
    "quarantined": Kind(
        NOTE,
        "The original does not answer some cases stably. They are in no denominator.",
        "Make them stable, or drop them.",
    ),
    "slow": Kind(
        NOTE,
        f"The original takes seconds of CPU time for a case (step {SLOW_MS:,} ms of the pack, or more).",
        "Make the input smaller, unless the time is the point.",
    ),
    "apart": Kind(
        NOTE,
        "Under the instruments that measure coverage the original answers otherwise, so what is measured may be wrong.",
        "Look whether the driver depends on time, memory addresses or tracing.",
    ),
    "untried": Kind(
        NOTE,
        "The time budget ended before every mutant had its turn.",
        "Run the same command again: it goes on from there. Or give more --budget.",
    ),
}


def findings(task: TaskAudit, nowhere: tuple[str, ...] = ()) -> tuple[Finding, ...]:
    """All findings of a task, the worst kinds first. `nowhere`: sentences on what its audit.toml gets wrong."""
    found = [one for program in task.programs for one in _program(f"{task.id}/{program.id}", program)]
    found += _task(task)
    found += [_finding("wrong-declaration", task.id, f"audit.toml: {sentence}") for sentence in nowhere]
    return tuple(sorted(found, key=rank))


def rank(finding: Finding) -> tuple[int, str, str]:
    """Sorts the worst kinds first."""
    return list(KINDS).index(finding.kind), finding.where, finding.message


def _finding(kind: str, where: str, message: str, cases: tuple[str, ...] = ()) -> Finding:
    return Finding(KINDS[kind].severity, kind, where, message, cases[:EXAMPLES])


def _program(where: str, program: ProgramAudit) -> Iterator[Finding]:
    counts = program.counts
    if counts.unknown:
        yield _finding("uncaptured", where, f"{_cases(counts.unknown)} are not in the pack")
    yield from _outcomes(where, counts)
    for one in program.repeated:
        kind = "repeated-otherwise" if one.differs else "repeated"
        other = f", with other {' and '.join(one.differs)}" if one.differs else ""
        yield _finding(kind, where, f"line {one.line} repeats line {one.first_line}{other}", (one.case,))
    ignored = [one for one in program.inert if not one.whole and any(not _argument(part) for part in one.parts)]
    if ignored:
        parts = sorted({part.split()[0] for one in ignored for part in one.parts if not _argument(part)})
        message = f"{_cases(len(ignored))} whose {' or '.join(parts)} changes nothing"
        yield _finding("ignored-input", where, message, tuple(one.case for one in ignored))
    whole = tuple(one.case for one in program.inert if one.whole)
    if whole:
        yield _finding("independent", where, f"{_cases(len(whole))} with the same outcome without any part", whole)
    if counts.quarantine:
        refused = sum(counts.quarantine.values())
        causes = ", ".join(f"{cause} {n:,}" for cause, n in counts.quarantine.items())
        kind = "quarantined-many" if refused > QUARANTINE_MANY * counts.cases else "quarantined"
        yield _finding(kind, where, f"{refused:,} of {counts.cases:,} cases: {causes}")
    slow = sum(n for step, n in counts.cpu_steps.items() if int(step) >= SLOW_MS)
    if slow:
        yield _finding("slow", where, f"{_cases(slow)} of {SLOW_MS // 1000} s or more")


def _outcomes(where: str, counts: Counts) -> Iterator[Finding]:
    """What the endings and the groups of equal outcomes say."""
    if not counts.stable:
        return
    first = counts.alike[0].cases if counts.alike else ()
    if counts.outcomes == 1 and counts.stable > 1 and not counts.errors:
        yield _finding("constant", where, f"all {counts.stable:,} cases have one outcome", first)
    if counts.errors == counts.stable:
        yield _finding("error-only", where, f"all of {_cases(counts.stable)} end with {' or '.join(counts.endings)}")
    elif counts.errors > ERRORS_MANY * counts.stable:
        yield _finding("errors-many", where, f"{counts.errors:,} of {_cases(counts.stable)} end in failure")
    elif not counts.errors:
        yield _finding("no-errors", where, f"all of {_cases(counts.stable)} end with exit 0")
    if counts.stable < FEW:
        yield _finding("few-cases", where, f"{_cases(counts.stable)}")
    if counts.outcomes > 1:
        for group in filter(lambda one: _many(one, counts), counts.alike):
            message = f"{len(group.cases):,} of {_cases(counts.stable)} succeed with the same {group.bytes:,} bytes"
            yield _finding("alike", where, message, group.cases)


def _many(group: Alike, counts: Counts) -> bool:
    return not group.error and len(group.cases) >= max(ALIKE_LEAST, ALIKE_SHARE * counts.stable)


def _task(task: TaskAudit) -> Iterator[Finding]:
    if task.coverage is not None:
        lines = task.coverage.reached.lines
        if lines.rate is not None and lines.rate < LINES_AIM:
            yield _finding("low-coverage", task.id, f"{lines.done:,} of {lines.of:,} lines{_note(task)}")
        if task.coverage.apart:
            yield _finding("apart", task.id, _cases(len(task.coverage.apart)), tuple(sorted(task.coverage.apart)))
        named = [one for one in task.coverage.unreached if one.mention is Mention.NAMED and one.public]
        others = [one for one in task.coverage.unreached if one not in named]
        for kind, functions in (("unreached-named", named), ("unreached", others)):
            if functions:
                names = [f"{one.name} ({one.path}:{one.first})" for one in functions]
                yield _finding(kind, task.id, _listed(names))
    if task.power is not None:
        certain = task.power.certain
        if certain.rate is not None and certain.rate < KILLED_AIM:
            yield _finding("low-killed", task.id, f"{certain.done:,} of {certain.of:,} mutants{_note(task)}")
        if task.power.untried:
            yield _finding("untried", task.id, f"{task.power.untried:,} mutants")
    gaps = [one.name.lstrip(".") for one in task.used if one.gap]
    if gaps:
        yield _finding("unmentioned", task.id, _listed(gaps))


def _note(task: TaskAudit) -> str:
    return f". The author: {task.note}" if task.note else ""


def _cases(count: int) -> str:
    return f"{count:,} case{'s' if count != 1 else ''}"


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - NAMES:,} more" if len(names) > NAMES else ""
    return ", ".join(names[:NAMES]) + more


def _argument(part: str) -> bool:
    return part.startswith("argument ")
