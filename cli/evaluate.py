"""`run`: evaluate a submission on a suite, or go on with an evaluation that was interrupted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import options

if TYPE_CHECKING:
    from ..core.run import Summary
    from ..evaluate.request import Finished, Request
    from .progress import Talk


def run(
    context: typer.Context,
    suite: options.SuiteFolder,
    submission: options.Submission,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Folder of the run [default: runs/…].")] = None,
    pack: options.Pack = None,
    task: options.Tasks = [],
    shard: Annotated[str, typer.Option("--shard", help="I/N: the I-th of N parts, by program.")] = "1/1",
    visible: Annotated[bool, typer.Option("--visible", help="Only the visible cases.")] = False,
    repeat: Annotated[int, typer.Option("--repeat", min=1, help="Run each case so often; disagreement is flaky.")] = 1,
    fail_under: Annotated[
        float | None, typer.Option("--fail-under", min=0, max=100, help="Exit 1 below this case pass rate in percent.")
    ] = None,
    profile: Annotated[
        str, typer.Option("--profile", help="strict, repozero (its loose rules), or both (a strict run, shown twice).")
    ] = "strict",
    jobs: options.Jobs = 0,
    tier: options.Tier = "",
    cache: options.Cache = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
    json: options.Json = False,
) -> None:
    """Evaluate SUBMISSION on SUITE: check, build, replay, compare, record."""
    from ..evaluate.plan import Selection
    from .progress import Talk
    from .regrade import both, profiled

    request = asked(
        str(context.obj), suite, submission, out, pack, Selection(tuple(task), _shard(shard), visible), repeat, jobs,
        tier, cache,
    )  # fmt: skip
    request = profiled(request, profile, out)
    with Talk(quiet) as talk:
        finished = followed(request, talk)
    if profile == "both":
        both(request.folder, json)
    else:
        show(request.folder, json)
    raise typer.Exit(exit_code(finished, fail_under))


def asked(
    track: str,
    suite: Path,
    submission: Path,
    out: Path | None,
    pack: Path | None,
    selection: object,
    repeat: int,
    jobs: int,
    tier: str,
    cache: Path | None,
) -> Request:
    """The request that the options stand for; reads and verifies suite, pack and submission."""
    from ..core.errors import InputError, Mistake, UserError
    from ..evaluate.plan import Selection
    from ..evaluate.request import Request
    from ..oracle import store as packs
    from ..replay.choose import choose
    from ..suite.read import read
    from ..suite.submission import read_submission
    from ..tracks.registry import track as track_named
    from .places import cache_folder, cores, pack_folder, run_folder, suite_folder
    from .tiers import tier_named

    known = track_named(track)
    read_suite = read(suite_folder(suite))
    if read_suite.track != known.name:
        raise UserError(
            f"{read_suite.name} is a suite of track {read_suite.track}, not {known.name}",
            f"use {read_suite.track}-eval",
        )
    foreign = [t for t in read_suite.tasks if t.original.toolchain not in known.sources]
    if foreign:
        names = " or ".join(known.sources)
        raise InputError([Mistake(f"{t.id}/task.toml", 0, f"an original of {known.name} is {names}") for t in foreign])
    where = pack_folder(pack, read_suite)
    read_pack = packs.read(where, read_suite)
    entry = read_submission(submission, read_suite)
    if not isinstance(selection, Selection):
        raise TypeError("selection")
    return Request(
        track=known,
        suite=read_suite,
        pack=read_pack,
        pack_folder=where,
        submission=entry,
        folder=run_folder(out, read_suite, entry),
        cache=cache_folder(cache),
        backend=choose(tier_named(tier), known.name),
        jobs=jobs or cores(),
        repeat=repeat,
        selection=selection,
    )


def followed(request: Request, talk: Talk) -> Finished:
    """Evaluate to the end, showing what happens."""
    from ..evaluate.request import Finished
    from ..evaluate.route import evaluate

    for unknown in request.submission.unknown:
        talk.say(f"note: {unknown}/ is no task of {request.suite.name} and is not judged")
    for duplicate in request.suite.duplicates:
        talk.say(f"note: {duplicate.file}:{duplicate.line} repeats line {duplicate.first_line}; counted once")
    for event in evaluate(request):
        if isinstance(event, Finished):
            return event
        talk.hear(event)
    raise AssertionError("an evaluation ends with its summary")


def show(folder: Path, as_json: bool) -> None:
    """The result of a run on stdout."""
    import json

    from rich.console import Console

    from ..report.json import json as as_data
    from ..report.load import load
    from ..report.text import text

    view = load(folder)
    if as_json:
        typer.echo(json.dumps(as_data(view), ensure_ascii=False, indent=2))
    else:
        text(view, Console(highlight=False), run=_shown(folder))


def _shown(folder: Path) -> str:
    try:
        return str(folder.relative_to(Path.cwd()))
    except ValueError:
        return str(folder)


def exit_code(finished: Finished, fail_under: float | None) -> int:
    """DESIGN's table: 3 while a selected case has no verdict of its own, 1 where a gate failed."""
    from ..core.errors import Exit

    counts = _counts(finished.summary)
    unreached = counts.get("not_run", 0) if finished.whole else 0
    if counts.get("harness_error", 0) or unreached:
        return Exit.INCOMPLETE
    passed, total = finished.case_rate
    if fail_under is not None and (total == 0 or 100 * passed < fail_under * total):
        return Exit.GATE
    return Exit.DONE


def _counts(summary: Summary) -> dict[str, int]:
    counts: dict[str, int] = {}
    for program in summary.programs:
        for verdict, number in program.verdicts.items():
            counts[verdict] = counts.get(verdict, 0) + number
    return counts


def _shard(text: str) -> tuple[int, int]:
    from ..core.errors import UserError

    index, slash, count = text.partition("/")
    if not (slash and index.isdigit() and count.isdigit()):
        raise UserError(f"--shard {text}: expected I/N, such as 1/4")
    return int(index), int(count)
