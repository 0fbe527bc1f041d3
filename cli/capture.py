"""`capture`: replay the originals under perturbations and write the oracle."""

from __future__ import annotations

import typer

from . import options


def capture(
    context: typer.Context,
    suite: options.SuiteFolder,
    pack: options.Pack = None,
    task: options.Tasks = [],
    jobs: options.Jobs = 0,
    tier: options.Tier = "",
    cache: options.Cache = None,
    json: options.Json = False,
) -> None:
    """Capture the oracle of SUITE: what is stable becomes the pack, what wavers is quarantined with the reason."""
    import json as json_module
    from collections import Counter

    from ..core.plain import plain
    from .capturing import Asked, captured

    read_suite, written = captured(Asked(str(context.obj), suite, pack, tuple(task), jobs, tier, cache))
    quarantined = sorted(written.quarantine.values(), key=lambda entry: (entry.task, entry.program, entry.case))
    if json:
        told = {"pack": plain(written.header), "digest": written.digest, "quarantine": [plain(q) for q in quarantined]}
        typer.echo(json_module.dumps(told, ensure_ascii=False, indent=2))
        return
    for duplicate in read_suite.duplicates:
        typer.echo(f"{duplicate.file}:{duplicate.line} repeats line {duplicate.first_line}; captured once")
    for entry in quarantined:
        typer.echo(f"quarantined {entry.task}/{entry.program}/{entry.case[:12]}: {entry.cause}: {entry.detail}")
    causes = Counter(entry.cause for entry in quarantined)
    why = f" ({', '.join(f'{cause} {number}' for cause, number in sorted(causes.items()))})" if causes else ""
    counts = f"{len(written.outcomes):,} outcomes, {len(quarantined):,} quarantined{why}"
    typer.echo(f"{read_suite.name} {read_suite.version}: {counts}")
    typer.echo(f"pack {written.digest}")
