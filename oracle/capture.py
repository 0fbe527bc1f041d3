"""Capture the oracle: replay every original's cases several times in different surroundings, keep what is stable,
quarantine what is not with the reason, and write a pack.

    baseline          nothing perturbed: what is recorded
    perturbed n       everything perturbed at once, once per variant of the richest perturbation; the first under load
    repeat            nothing perturbed again, at least `perturb.APART` seconds after the baseline
    sanitizers        C and C++ only, the builds under AddressSanitizer and UndefinedBehaviorSanitizer
    cause: …          only cases that wavered, to name what they depend on

The same suite on the same toolchains gives the same bytes. Nothing is written before everything is known; the pack then
replaces the old one at once. Which toolchain makes an original runnable is the caller's business (`prepare`)."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from ..core.canonical import file_digests, file_sha256
from ..core.case import Case
from ..core.errors import NothingSelected, UserError
from ..core.outcome import Capture, Outcome
from ..core.pack import Pack, PackHeader, Quarantined, Recorded, TaskProvenance
from ..core.prepared import Prepared
from ..core.task import Suite, Task
from ..replay.backend import Backend
from . import store
from .cause import causes
from .compare import LIMIT_VERDICTS, ending
from .perturb import APART, ENVIRONMENT, applicable, described, everything
from .rounds import LIMITS, Event, Stage, differing, play, staged
from .sanitizers import reports
from .spool import Spool, spool

STEP_FIRST, STEP_FACTOR = 500, 4  # ms: coarse, so that noise does not change a pack; limits allow a factor of 10 anyway
MARGIN = 2  # the step is the next above twice the fastest replay; the fastest is the one that noise reaches least


@dataclass(frozen=True, slots=True)
class Captured:
    """What came of one task."""

    provenance: TaskProvenance
    environment: Mapping[str, str]
    outcomes: tuple[Recorded, ...]
    quarantine: tuple[Quarantined, ...]


def capture(
    suite: Suite,
    folder: Path,
    backend: Backend,
    prepare: Callable[[Task], Prepared],
    *,
    jobs: int,
    cache: Path,
    tasks: Collection[str] | None = None,
    progress: Callable[[Event], None] = lambda event: None,
) -> Pack:
    """Captures `suite` and replaces the pack at `folder`. With `tasks` only those are captured, the others are carried
    over from the pack that is there, provided that none of their files has changed.

    Raises NothingSelected, UserError (a carried task has changed), HarnessError (a toolchain or the replayer)."""
    from .. import __version__

    selected = [task for task in suite.tasks if tasks is None or task.id in tasks]
    if not selected:
        raise NothingSelected("no task is selected", f"tasks: {', '.join(task.id for task in suite.tasks)}")
    carried = [] if tasks is None else _carried(suite, folder, {task.id for task in selected})
    with spool(cache) as kept:
        captured = [
            *carried,
            *(task_outcomes(staged(task, prepare, backend, jobs, progress), kept) for task in selected),
        ]
        captured.sort(key=lambda item: item.provenance.task)
        provenance = tuple(item.provenance for item in captured)
        header = PackHeader(
            suite=suite.name,
            suite_version=suite.version,
            suite_digest=suite.digest,
            portproof=__version__,
            tier=str(backend.tier),
            image=backend.image,
            environment=dict(ENVIRONMENT) | {k: v for item in captured for k, v in item.environment.items()},
            limits=asdict(LIMITS),
            perturbations=described(provenance, backend.tier),
            tasks=provenance,
            cases=0,
            quarantined=0,
            merkle_root="",
        )

        def data(capture: Capture) -> bytes:
            found = kept.data(capture)
            return store.data(folder, capture) if found is None else found

        outcomes = (recorded for item in captured for recorded in item.outcomes)
        return store.write(folder, header, outcomes, (q for item in captured for q in item.quarantine), data)


def task_outcomes(stage: Stage, kept: Spool) -> Captured:
    """Replays the cases of one task until it is known which of them are stable."""
    perturbations = applicable(stage.task.original.toolchain, stage.backend.tier)
    baseline = {id: kept.kept(outcome) for id, outcome in play(stage, "baseline", stage.cases).items()}
    ended = time.monotonic()
    refused = {id: reason for id, outcome in baseline.items() if (reason := _over_limit(outcome))}
    cases = [case for case in stage.cases if case.id not in refused]  # a case at its limit costs as much every time
    rounds = [baseline]
    variants = everything(perturbations)
    for number, variant in enumerate(variants, 1):
        rounds.append(play(stage, f"perturbed {number} of {len(variants)}", cases, variant, baseline))
    time.sleep(max(0.0, ended + APART - time.monotonic()))
    rounds.append(play(stage, "repeat", cases, expected=baseline))
    dirty = reports(stage, cases, baseline) if stage.prepared.sanitized else {}

    refused |= {id: ("sanitizer", report.text) for id, report in dirty.items() if report.definite}
    refused |= {case.id: reason for case in cases if case.id not in refused and (reason := _killed(baseline[case.id]))}
    seen = {
        case.id: frozenset(name for outcomes in rounds for name in differing(baseline[case.id], outcomes[case.id]))
        for case in cases
    }
    wavering = [case for case in cases if seen[case.id] and case.id not in refused]
    refused |= causes(stage, wavering, baseline, seen, perturbations)
    refused |= {id: ("sanitizer", report.text) for id, report in dirty.items() if id not in refused}
    return Captured(
        provenance=replace(stage.prepared.provenance, files=digests(stage.task)),
        environment=stage.prepared.environment,
        outcomes=tuple(
            _recorded(case, baseline[case.id], [outcomes[case.id] for outcomes in rounds])
            for case in cases
            if case.id not in refused
        ),
        quarantine=tuple(
            Quarantined(case.id, case.task, case.program, *refused[case.id])
            for case in stage.cases
            if case.id in refused
        ),
    )


def digests(task: Task) -> dict[str, str]:
    """The digests of what an original's outcomes follow from: task.toml, its files and its cases."""
    found = {"task.toml": file_sha256(task.folder / "task.toml")}
    for name in ("original", "cases"):
        found |= {f"{name}/{path}": sha for path, sha in file_digests(task.folder / name).items()}
    return found


def cpu_step(fastest_us: int) -> int:
    """The recorded step of CPU time in ms: the first of 500, 2,000, 8,000, … not below twice the fastest replay."""
    step = STEP_FIRST
    while step * 1000 < MARGIN * fastest_us:
        step *= STEP_FACTOR
    return step


def _over_limit(outcome: Outcome) -> tuple[str, str] | None:
    """Cause and detail where the original itself does not end within its limits."""
    return None if outcome.limit is None else ("limit", f"the original {LIMIT_VERDICTS[outcome.limit][1]}")


def _killed(outcome: Outcome) -> tuple[str, str] | None:
    """Cause and detail where a signal other than that of abort() ended the original: no port could answer so."""
    if outcome.signal is None or outcome.signal == signal.SIGABRT:
        return None
    return "signal", f"the original is ended by {ending(None, outcome.signal)}"


def _recorded(case: Case, baseline: Outcome, replays: list[Outcome]) -> Recorded:
    return Recorded(
        case=case.id,
        task=case.task,
        program=case.program,
        exit=baseline.exit,
        signal=baseline.signal,
        stdout=baseline.stdout,
        stderr=baseline.stderr,
        files=baseline.files,
        cpu_ms=cpu_step(min(outcome.usage.cpu_us for outcome in replays)),
    )


def _carried(suite: Suite, folder: Path, selected: Collection[str]) -> list[Captured]:
    """The other tasks of the pack at `folder`, as they are there."""
    if not (folder / store.HEADER).exists():
        return []
    pack = store.read(folder)
    here: Mapping[str, Task] = {task.id: task for task in suite.tasks}
    carried = []
    for provenance in pack.header.tasks:
        if provenance.task in selected or provenance.task not in here:
            continue
        if provenance.files != digests(here[provenance.task]):
            raise UserError(f"task {provenance.task} has changed since {folder} was captured", "capture it as well")
        carried.append(
            Captured(
                provenance,
                pack.header.environment,
                tuple(recorded for recorded in pack.outcomes.values() if recorded.task == provenance.task),
                tuple(item for item in pack.quarantine.values() if item.task == provenance.task),
            )
        )
    return carried
