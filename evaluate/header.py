"""`run.json`: everything that a stranger needs to know what was graded against what."""

from __future__ import annotations

from .. import __version__
from ..core.limits import Limits
from ..core.run import RunHeader
from ..oracle.compare import COMPARER
from ..validators.policy import Policy
from .limits import STRETCH_AT_MOST, WALL_PER_CPU, recorded_limits
from .request import Request


def header(
    request: Request, policies: dict[str, Policy], toolchain: dict[str, str], walls: tuple[str, ...]
) -> RunHeader:
    """The header of an evaluation that is about to start."""
    selection, submission = request.selection, request.submission
    return RunHeader(
        track=request.track.name,
        suite=request.suite.name,
        suite_version=request.suite.version,
        suite_digest=request.suite.digest,
        pack_digest=request.pack.digest,
        submission={
            "name": submission.name,
            "model": submission.model,
            "agent": submission.agent,
            "date": submission.date,
            "attempt": str(submission.attempt),
        },
        submission_digest=submission.digest,
        policy_digests={task: rules.digest for task, rules in sorted(policies.items())},
        toolchain=toolchain,
        tier=request.backend.tier.value,
        walls=walls,
        limits={
            **recorded_limits(Limits()),
            "factor": request.track.factor,
            "cpu_floor_ms": request.track.cpu_floor_ms,
            "wall_floor_ms": request.track.wall_floor_ms,
            "wall_per_cpu": WALL_PER_CPU,
            "wall_stretch_at_most": STRETCH_AT_MOST,
        },
        profile=request.profile,
        comparer=COMPARER,
        portproof=__version__,
        repeat=request.repeat,
        selection={
            "tasks": " ".join(selection.tasks),
            "shard": f"{selection.shard[0]}/{selection.shard[1]}",
            "cases": "visible" if selection.visible_only else "all",
        },
    )
