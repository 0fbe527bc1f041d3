"""What the `leaderboard` commands do: read suite and pack, recompute an entry, evaluate a sample of it again."""

from __future__ import annotations

import json
import tempfile
from dataclasses import replace
from pathlib import Path

import typer
from pydantic import ValidationError

from .. import __version__
from ..core.errors import Exit, InputError, IntegrityError, Mistake, UserError
from ..core.pack import Pack
from ..core.run import CaseRecord
from ..core.task import Suite
from ..evaluate import journal, store
from ..evaluate.event import Judged
from ..evaluate.plan import Selection
from ..evaluate.route import evaluate
from ..oracle import store as packs
from ..report.site.files import EntryFile, Metadata, VerificationFile, read, write
from ..report.site.recompute import problems
from ..report.site.rerun import Agreement, agreement, narrowed, sampled
from ..suite.read import read as read_suite
from .evaluate import asked
from .places import pack_folder, suite_folder
from .progress import Talk


def told(value: dict[str, object], sentence: str, as_json: bool) -> None:
    """A result on stdout."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2) if as_json else sentence)


def metadata(**values: object) -> Metadata:
    """What the options say of an entry. Raises InputError with every option that cannot be."""
    names = {"cost_usd": "cost"}
    try:
        return Metadata.model_validate(values)
    except ValidationError as error:
        found = [(str(problem["loc"][0]), problem["msg"]) for problem in error.errors()]
        raise InputError(
            [Mistake(f"--{names.get(field, field).replace('_', '-')}", 0, message) for field, message in found]
        ) from error


def oracle(run: Path, suite: Path | None, pack: Path | None) -> tuple[Suite, Pack, Path]:
    """Suite, pack and the pack's folder: those that are given, else those that the run remembers."""
    known, captured = store.places(run)[:2]
    where = suite_folder(suite) if suite else known
    if where is None or not where.exists():
        raise UserError(f"{run}: where its suite is now is not known", "give it with --suite")
    found = read_suite(where)
    place = pack_folder(pack or (captured if suite is None else None), found)
    return found, packs.read(place, found), place


def verified(
    track: str,
    entry: Path,
    suite: Path,
    pack: Path | None,
    rerun: int,
    submission: Path | None,
    against: Path | None,
    sign: str,
    date: str,
    jobs: int,
    tier: str,
    cache: Path | None,
    *,
    as_json: bool,
) -> int:
    """Recompute, then run again or compare where asked; the exit code. Problems go to stderr, all of them."""
    if bool(rerun) != (submission is not None) or (rerun and against):
        raise UserError("--rerun N goes with --submission DIR, and without --against", "give both, or --against RUN")
    if (sign and not (rerun or against)) or bool(sign) != bool(date):
        raise UserError("--sign goes with --date, and with --rerun or --against", "a badge needs another evaluation")
    found, read_pack, place = oracle(entry, suite, pack)
    wrong = problems(entry, found, read_pack)
    about = read(entry / "entry.json", EntryFile)
    if wrong:
        if as_json:
            told({"entry": about.id, "adds_up": False, "problems": wrong}, "", True)
        for problem in wrong:
            typer.echo(f"{entry}: {problem}", err=True)
        raise SystemExit(int(Exit.INTEGRITY))
    records = journal.read(entry)
    result: dict[str, object] = {"entry": about.id, "run": about.run, "adds_up": True, "cases": len(records)}
    sentence = f"{about.id} adds up: {len(records):,} cases, every number follows from its journal"
    if not rerun and against is None:
        told(result, sentence, as_json)
        return Exit.DONE
    if against is not None:
        again = journal.read(against)
        _same_tree(store.read_header(against).submission_digest, entry)
    else:
        request = asked(track, found.folder, submission or Path(), None, place, Selection(), 1, jobs, tier, cache)
        _same_tree(request.submission.digest, entry)
        chosen = sampled(records, about.run, rerun)
        again = _evaluated(replace(request, suite=narrowed(found, chosen), repeat=store.read_header(entry).repeat))
    agreed = agreement(records, again)
    result |= {"evaluated_again": agreed.cases, "of": agreed.of, "same_bytes": agreed.same_bytes}
    result["differ"] = list(agreed.differ)
    if agreed.differ:
        told(result, "\n".join([sentence, *agreed.differ]), as_json)
        return Exit.GATE
    if sign:
        _signed(entry, about, agreed, sign, date)
    told(result, f"{sentence}; {agreed.cases:,} of {agreed.of:,} evaluated again, every verdict is the same", as_json)
    return Exit.DONE


def _same_tree(digest: str, entry: Path) -> None:
    if digest != (wanted := store.read_header(entry).submission_digest):
        raise IntegrityError(f"the entry is of another tree: {wanted[:12]}…, not {digest[:12]}…", entry)


def _evaluated(request: object) -> dict[str, CaseRecord]:
    from ..evaluate.request import Request

    if not isinstance(request, Request):
        raise TypeError("request")
    records: dict[str, CaseRecord] = {}
    with tempfile.TemporaryDirectory(prefix="portproof-rerun-") as place, Talk() as talk:
        for event in evaluate(replace(request, folder=Path(place) / "run")):
            if isinstance(event, Judged):
                records[event.record.case] = event.record
                talk.hear(event)
    return records


def _signed(entry: Path, about: EntryFile, agreed: Agreement, sign: str, date: str) -> None:
    try:
        note = VerificationFile.model_validate(
            {
                "run": about.run,
                "by": sign,
                "date": date,
                "cases": agreed.cases,
                "of": agreed.of,
                "same_bytes": agreed.same_bytes,
                "portproof": __version__,
            }
        )
    except ValidationError as error:
        raise InputError([Mistake("--date", 0, problem["msg"]) for problem in error.errors()]) from error
    write(entry / "verification.json", note)
