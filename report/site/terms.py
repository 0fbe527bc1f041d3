"""What makes two runs comparable: the terms of a board, and every reason why a run is refused, all at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...core.pack import Pack
from ...core.run import RunHeader, Summary
from ...core.task import Suite
from ...replay.tier import Tier
from ...scoring.rates import RANKABLE_PERCENT
from ..rates import part
from .files import BoardFile, ProgramManifest, TaskManifest, Terms, slug

# A program behind `namespaces` or inside `container` has a root, processes and a network of its own; behind `landlock`
# it shares them with the machine and is held by rules, so what it can try, and be refused, is not the same.
TIER_CLASS = {Tier.NAMESPACES: "own namespaces", Tier.CONTAINER: "own namespaces", Tier.LANDLOCK: "shared namespaces"}
WORDS = {
    "track": "another track",
    "suite": "another suite",
    "suite_version": "another version of the suite",
    "suite_digest": "another suite digest",
    "pack_digest": "another pack digest",
    "profile": "another profile",
    "tier_class": "another class of isolation tier",
    "limits": "other limits",
    "repeat": "another number of repeats",
    "toolchain": "another toolchain",
    "policy_digests": "another policy",
    "comparer": "another comparer",
    "portproof": "an incompatible portproof",
}


def terms(header: RunHeader) -> Terms:
    """The terms that a run was made under."""
    return Terms(
        track=header.track,
        suite=header.suite,
        suite_version=header.suite_version,
        suite_digest=header.suite_digest,
        pack_digest=header.pack_digest,
        profile=header.profile,
        tier_class=next((name for tier, name in TIER_CLASS.items() if tier.value == header.tier), header.tier),
        limits=header.limits,
        repeat=header.repeat,
        toolchain=header.toolchain,
        policy_digests=header.policy_digests,
        comparer=header.comparer,
        portproof=compatible(header.portproof),
    )


def compatible(version: str) -> str:
    """The part of a version that must be equal: 0.x, or the major number from 1 on."""
    numbers = version.split(".")
    return ".".join(numbers[:2]) if numbers[0] == "0" else numbers[0]


def board_name(header: RunHeader) -> str:
    """The folder of the board that a run belongs to: one for each track and suite version."""
    return f"{slug(header.track)}-{slug(header.suite)}-{slug(header.suite_version)}"


def manifest(suite: Suite, pack: Pack) -> tuple[TaskManifest, ...]:
    """What a board keeps of its suite: enough to recount a run without it."""
    return tuple(
        TaskManifest(
            id=task.id,
            library=task.library,
            released=task.released,
            programs=tuple(
                ProgramManifest(
                    id=program.id,
                    cases=len(program.cases),
                    quarantined=sum(case.id in pack.quarantine for case in program.cases),
                )
                for program in task.programs
            ),
        )
        for task in suite.tasks
    )


def differences(board: BoardFile, header: RunHeader) -> Iterator[str]:
    """Each term that a run does not share with a board, with both values."""
    wanted, found = board.terms, terms(header)
    for name, words in WORDS.items():
        ours, theirs = getattr(wanted, name), getattr(found, name)
        if ours != theirs:
            yield f"{words}: the board has {_shown(ours, theirs)}, the run {_shown(theirs, ours)}"


def unfinished(summary: Summary, header: RunHeader) -> Iterator[str]:
    """Each reason why a run cannot be on any board."""
    if header.selection.get("tasks") or header.selection.get("shard", "1/1") != "1/1":
        if not summary.complete:
            yield "only a part of the suite was asked for: run the rest into the same folder"
    elif not summary.complete:
        yield "the run is not complete: the same `run` command goes on where it stopped"
    valid = part(summary, "valid")
    if valid is None or valid.passed * 100 < RANKABLE_PERCENT * valid.total or not valid.total:
        counts = f"{valid.passed:,} of {valid.total:,}" if valid else "none"
        yield f"too few valid cases: {counts}, and {RANKABLE_PERCENT} % are needed"


def _shown(value: object, other: object) -> str:
    if isinstance(value, dict) and isinstance(other, dict):
        return ", ".join(f"{key} {value[key]}" for key in sorted(value) if other.get(key) != value[key]) or "less"
    return f"{value[:12]}…" if isinstance(value, str) and len(value) == 64 else str(value)


def folder(boards: Path, header: RunHeader) -> Path:
    """Where the board of a run is, or would be."""
    return boards / "boards" / board_name(header)
