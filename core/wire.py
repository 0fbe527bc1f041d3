"""The formats on disk and on the wire: each has a version and a one-line history. Their JSON Schemas are printed by
`schema`. A reader accepts its own version only and says which portproof reads a newer one."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Format:
    """`history` has one line per version, the newest last; `what` says where the format is found."""

    name: str
    what: str
    history: tuple[str, ...]

    @property
    def version(self) -> int:
        """The newest version: the one that is written."""
        return len(self.history)


FORMATS: dict[str, Format] = {
    entry.name: entry
    for entry in (
        Format("suite", "suite.toml", ("name, version, track, licence",)),
        Format("task", "tasks/<task>/task.toml", ("library, original, programs, limits, policy",)),
        Format("case", "a line of cases/<program>.jsonl", ("args, stdin, files, env, tags, visible",)),
        Format("submission", "submission.toml", ("name, model, agent, date, attempt",)),
        Format("expect", "expect.toml of a bundled submission", ("base, tasks, default, verdict counts, diagnosis",)),
        Format("pack", "pack/pack.json", ("provenance, counts, Merkle root",)),
        Format("outcome", "a line of pack/outcomes.jsonl", ("exit or signal, stdout, stderr, files, CPU step",)),
        Format("quarantine", "a line of pack/quarantine.jsonl", ("case, cause, detail",)),
        Format("run", "run.json of a run", ("digests, versions, tier, limits, selection",)),
        Format("build", "a line of builds.jsonl of a run", ("tree, artefacts, log",)),
        Format("measures", "a line of measures.jsonl of a run", ("tree, lines, counts, badges",)),
        Format("check", "what `check --json` prints", ("violations, measures, those of mechanical translations",)),
        Format("journal", "a line of journal.jsonl of a run", ("verdict, diagnosis, observed, difference, usage",)),
        Format("summary", "summary.json of a run", ("counts, rates, violations, digest of the results",)),
        Format("board", "board.json of a leaderboard's folder", ("terms, tasks with release dates and counts",)),
        Format("entry", "entry.json of a leaderboard's entry", ("metadata, digests of the run's files",)),
        Format("verification", "verification.json of a leaderboard's entry", ("run digest, by, date, cases",)),
        Format("row", "a line of import/rows.jsonl, after its head", ("file, line, case, the row as it stood",)),
        Format("declared", "tasks/<task>/audit.toml", ("exercise, exclude, equivalent, unmentioned, keep, note",)),
        Format("audit", "what `audit --json` prints", ("tasks, programs, coverage, mutants, findings, measured",)),
        Format("frames", "between portproof and portproof-replayer", ("open, cases, outcomes, fault, close",)),
    )
}


def opened(data: bytes, name: str) -> dict[str, Any]:
    """The JSON object in `data` without its `format` key. Raises ValueError when it is not `name` in its version."""
    value = json.loads(data)
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")
    version = value.pop("format", None)
    if version != FORMATS[name].version:
        raise ValueError(f"{name} format {version}; this portproof reads {FORMATS[name].version}")
    return value
