"""Replay C and C++ originals under AddressSanitizer and UndefinedBehaviorSanitizer: undefined behaviour is no oracle.

The sanitized build has walls of its own: the runtime reads /proc/self/maps, maps terabytes of shadow memory that it
never touches, and is several times slower."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..core.case import Case
from ..core.outcome import Outcome
from ..core.task import Observable
from ..replay.view import targets
from .compare import ending
from .rounds import PLAIN, Stage, differing, play, sandbox

STATUS = 86  # the exit status after a report; no original uses it
OPTIONS = {
    # A leak is not undefined, nor is an allocation that fails. Freed memory of one case need not wait long.
    "ASAN_OPTIONS": f"exitcode={STATUS}:detect_leaks=0:allocator_may_return_null=1:quarantine_size_mb=16:color=never",
    "UBSAN_OPTIONS": f"exitcode={STATUS}:print_stacktrace=0:color=never",
}
SLOWER = 10  # AddressSanitizer costs a factor of 2 to 4, -fsanitize=undefined up to 3
SHADOW = 1 << 46  # bytes of address space: a limit on mapped data must allow the shadow
RSS = 4  # times the memory: redzones, quarantine and shadow of what is used
KEEP = 1 << 20  # bytes of stderr that come back to find the report in
REPORT = re.compile(rb"(AddressSanitizer|(?:[\w./+-]+:\d+:\d+: )?runtime error): ?([^\n]*)")
ADDRESS = re.compile(r"0x[0-9a-fA-F]+")


@dataclass(frozen=True, slots=True)
class Report:
    """What the sanitized build says of a case, in words that are the same every time. Without `definite` it reported
    nothing but answered otherwise; what a case depends on, where that can be named, then says more."""

    text: str
    definite: bool


def reports(stage: Stage, cases: Sequence[Case], baseline: Mapping[str, Outcome]) -> dict[str, Report]:
    """A report for each case that is not clean."""
    normal = sandbox(stage, PLAIN)
    limits = normal.limits
    walls = replace(
        normal,
        targets=targets(stage.prepared.sanitized, stage.prepared.binds, stage.backend.tier),
        environment={**normal.environment, **OPTIONS},
        limits=replace(
            limits,
            cpu_ms=limits.cpu_ms * SLOWER,
            wall_ms=limits.wall_ms * SLOWER,
            memory_bytes=max(limits.memory_bytes * RSS, SHADOW),
            stderr_bytes=max(limits.stderr_bytes, KEEP),
        ),
        proc=True,
        native=False,
    )
    watching = replace(stage, task=replace(stage.task, observe=stage.task.observe | {Observable.STDERR}))
    found: dict[str, Report] = {}
    left = list(cases)
    for step in (
        "sanitizers",
        "sanitizers, again",
    ):  # what has no report must happen twice: the runtime itself may fail
        if not left:
            break
        outcomes = play(watching, step, left, expected=baseline, walls=walls, keep_bytes=KEEP)
        stderr = Observable.STDERR in stage.task.observe
        said = {case.id: report(baseline[case.id], outcomes[case.id], stderr) for case in left}
        found |= {id: one for id, one in said.items() if one is not None and (one.definite or step != "sanitizers")}
        left = [case for case in left if (one := said[case.id]) is not None and not one.definite]
    return found


def report(baseline: Outcome, outcome: Outcome, stderr: bool = True) -> Report | None:
    """What the sanitized build says of a case, None when it is clean. `stderr`: whether stderr is compared."""
    if outcome.exit == STATUS and (match := REPORT.search(outcome.stderr.data or b"")):
        return Report(_first_line(match), definite=True)
    if outcome.limit is not None:
        return Report(f"hits the {outcome.limit} limit under the sanitizers", definite=False)
    names = [name for name in differing(baseline, outcome) if stderr or name != "stderr"]
    if not names:
        return None
    how = f"ends with {ending(outcome.exit, outcome.signal)}" if "ending" in names else f"{', '.join(names)} differs"
    return Report(f"{how} under the sanitizers, without a report", definite=False)


def _first_line(match: re.Match[bytes]) -> str:
    """The report's first line without addresses and process ids: they differ every time."""
    kind, text = (part.decode("utf-8", "replace") for part in match.groups())
    text = re.sub(r" on (unknown )?address 0x.*$", "", text)
    return f"{kind}: {ADDRESS.sub('0x…', text)}".strip()
