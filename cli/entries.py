"""What the `leaderboard` commands do: read suite and pack, recompute an entry, evaluate a sample of it again."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

import typer
from pydantic import ValidationError

from .. import __version__
from ..core.errors import Exit, HarnessError, InputError, IntegrityError, Mistake, UserError
from ..core.pack import Pack
from ..core.run import CaseRecord, RunHeader
from ..core.task import Suite
from ..core.verdict import Verdict
from ..evaluate import journal, store
from ..evaluate.event import Judged
from ..evaluate.plan import Selection
from ..evaluate.request import Request
from ..evaluate.route import evaluate
from ..oracle import store as packs
from ..report.site.files import BoardFile, EntryFile, Metadata, VerificationFile, digests, read, write
from ..report.site.recompute import problems
from ..report.site.rerun import Agreement, agreement, narrowed, sampled
from ..report.site.terms import differences, terms
from ..suite.read import read as read_suite
from ..suite.submission import read_submission
from ..tracks.registry import track
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


def measured(about: Metadata, tree: Path, suite: Suite, run: Path) -> Metadata:
    """The metadata with the share of unsafe lines of the submitted tree, where the track measures them.

    Raises IntegrityError when the tree is not the one that was graded."""
    known, found = track(suite.track), read_submission(tree, suite)
    _same_tree(found.digest, store.read_header(run), run)
    if about.unsafe_share is not None:
        raise UserError("--unsafe-share states what --submission measures", "give one of the two")
    numbers = [known.measures(where) for where in found.trees.values()] if known.measures else []
    lines = sum(it.lines for it in numbers)
    unsafe = [it.counts["unsafe lines"] for it in numbers if "unsafe lines" in it.counts]
    if not lines or not unsafe:
        return about
    return about.model_copy(update={"unsafe_share": round(sum(unsafe) / lines, 6), "unsafe_measured": True})


def oracle(run: Path, suite: Path | None, pack: Path | None) -> tuple[Suite, Pack, Path]:
    """Suite, pack and the pack's folder: those that are given, else those that the run remembers."""
    known, captured = store.places(run)[:2]
    where = suite_folder(suite) if suite else known
    if where is None or not where.exists():
        raise UserError(f"{run}: where its suite is now is not known", "give it with --suite")
    found = read_suite(where)
    place = pack_folder(pack or (captured if suite is None else None), found)
    return found, packs.read(place, found), place


@dataclass(frozen=True, slots=True)
class Again:
    """How an entry's cases are evaluated again: a sample of `rerun` cases of the `submission`, or `against` a run of
    the same tree; `sign` and `date` are for the badge."""

    rerun: int = 0
    submission: Path | None = None
    against: Path | None = None
    sign: str = ""
    date: str = ""
    jobs: int = 0
    tier: str = ""
    cache: Path | None = None

    def check(self) -> None:
        """Raises UserError when the options do not go together."""
        if bool(self.rerun) != (self.submission is not None) or (self.rerun and self.against):
            raise UserError("--rerun N goes with --submission DIR, and without --against", "give both or neither")
        if bool(self.sign) != bool(self.date) or (self.sign and not (self.rerun or self.against)):
            raise UserError("--sign goes with --date, and with --rerun or --against", "a badge needs a second run")


def verified(command: str, entry: Path, suite: Path, pack: Path | None, how: Again, as_json: bool) -> int:
    """Recompute, then run again or compare where asked; the exit code. Problems go to stderr, all of them."""
    how.check()
    found, read_pack, place = oracle(entry, suite, pack)
    wrong = problems(entry, found, read_pack)
    if wrong:
        if as_json:
            told({"entry": entry.name, "adds_up": False, "problems": wrong}, "", True)
        for problem in wrong:
            typer.echo(f"{entry}: {problem}", err=True)
        return Exit.INTEGRITY
    about, records = read(entry / "entry.json", EntryFile), journal.read(entry)
    result: dict[str, object] = {"entry": about.id, "run": about.run, "adds_up": True, "cases": len(records)}
    sentence = f"{about.id} adds up: {len(records):,} cases, every number follows from its journal"
    if not how.rerun and how.against is None:
        told(result, sentence, as_json)
        return Exit.DONE
    agreed = _agreed(command, entry, about, found, place, how)
    result |= {"evaluated_again": agreed.cases, "of": agreed.of, "same_bytes": agreed.same_bytes}
    result["differ"] = list(agreed.differ)
    if agreed.differ:
        told(result, "\n".join([sentence, *agreed.differ]), as_json)
        return Exit.GATE
    if how.sign:
        _signed(entry, about, agreed, how.sign, how.date)
    told(result, f"{sentence}; {agreed.cases:,} of {agreed.of:,} evaluated again, every verdict is the same", as_json)
    return Exit.DONE


def _agreed(command: str, entry: Path, about: EntryFile, suite: Suite, pack: Path, how: Again) -> Agreement:
    """The entry's journal against another evaluation of the same tree; what they were graded under comes first."""
    records, told_by = journal.read(entry), store.read_header(entry)
    if how.against is not None:
        header, again = store.read_header(how.against), journal.read(how.against)
        if digests(how.against).get(journal.NAME) == about.digests[journal.NAME]:
            raise UserError(f"{how.against} is the entry's own run", "evaluate the submitted tree yourself")
        _same_tree(header.submission_digest, told_by, entry)
    else:
        tree = how.submission or Path()
        request = asked(command, suite.folder, tree, None, pack, Selection(), 1, how.jobs, how.tier, how.cache)
        _same_tree(request.submission.digest, told_by, entry)
        sample = narrowed(suite, sampled(records, about.run, how.rerun))
        header, again = _evaluated(replace(request, suite=sample, repeat=told_by.repeat, profile=told_by.profile))
    failed = sum(record.verdict is Verdict.HARNESS_ERROR for record in again.values())
    if failed or not again:
        raise HarnessError(f"{failed} cases could not be evaluated again" if again else "no case was evaluated again")
    agreed = agreement(records, again)
    if not agreed.differ:
        return agreed
    other = differences(BoardFile(terms=terms(told_by), tasks=()), header)
    return replace(agreed, differ=(*(reason.replace("the board", "the entry") for reason in other), *agreed.differ))


def _same_tree(digest: str, header: RunHeader, entry: Path) -> None:
    if digest != header.submission_digest:
        wanted = header.submission_digest
        raise IntegrityError(f"the entry is of another tree: {wanted[:12]}…, not {digest[:12]}…", entry)


def _evaluated(request: Request) -> tuple[RunHeader, dict[str, CaseRecord]]:
    records: dict[str, CaseRecord] = {}
    with tempfile.TemporaryDirectory(prefix="portproof-rerun-") as place, Talk() as talk:
        folder = Path(place) / "run"
        for event in evaluate(replace(request, folder=folder)):
            if isinstance(event, Judged):
                records[event.record.case] = event.record
                talk.hear(event)
        return store.read_header(folder), records


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
