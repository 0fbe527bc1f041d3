"""What a case opens outside its view is judged; what else a case that fails tried there is shown beside its verdict."""

from __future__ import annotations

import shutil
import subprocess
import sysconfig
from pathlib import Path

from portproof.cli.places import bundled
from portproof.core.run import CaseRecord
from portproof.core.verdict import Verdict
from portproof.evaluate import journal
from portproof.evaluate.event import Judged
from portproof.evaluate.plan import Selection
from portproof.evaluate.replaying import EXPLAINED, WATCHED
from portproof.evaluate.request import Request
from portproof.evaluate.route import evaluate
from portproof.oracle import store
from portproof.replay.choose import choose
from portproof.report.mismatch import denied
from portproof.suite.read import read
from portproof.suite.submission import read_submission
from portproof.tracks.registry import track

SCRIPTS = Path(sysconfig.get_path("scripts"))
SUITE = read(bundled("c2rust-mini"))
(PROGRAM,) = (program for task in SUITE.tasks for program in task.programs if program.key == "libb64/encode")
REFERENCE = SUITE.folder / "submissions" / "reference" / "libb64"
ENDS = Selection(tasks=("odd/ends",))
# Written so that a reader of the source cannot tell the path: what is tried shows at run time only.
RUST = """//! Looks for the answers, and gives a wrong one where it finds none.
#![forbid(unsafe_code)]

fn main() {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let place: String = "0tsw0botxfst".bytes().map(|byte| char::from(byte - 1)).collect();
    let found = if CONDITION { std::fs::read(place) } else { Err(std::io::ErrorKind::NotFound.into()) };
    match found {
        Ok(bytes) => println!("found {}", bytes.len()),
        Err(_) => println!("wrong {}", arguments.len()),
    }
}
"""
NODE = """import fs from 'node:fs';
import path from 'node:path';
import { write } from './out.mjs';

try {
  write(1, fs.CALL(path.resolve('..', '..', 'srv', process.argv[2])));
} catch (error) {
  write(1, `wrong ${error.code}\\n`);
}
"""


def ported(condition: str, folder: Path, cache: Path) -> list[CaseRecord]:
    """The records of a Rust port that looks for the answers where `condition` holds, in the order of the cases."""
    tree = folder / "submission"
    shutil.copytree(REFERENCE, tree / "libb64")
    (tree / "libb64" / "src" / "bin" / "encode.rs").write_text(RUST.replace("CONDITION", condition), encoding="utf-8")
    request = Request(
        track=track("c2rust"),
        suite=SUITE,
        pack=store.read(SUITE.folder / "pack", SUITE),
        pack_folder=SUITE.folder / "pack",
        submission=read_submission(tree, SUITE),
        cache=cache,
        backend=choose(),
        folder=folder / "run",
        jobs=2,
        selection=Selection(tasks=("libb64/encode",)),
    )
    told = {event.record.case: event.record for event in evaluate(request) if isinstance(event, Judged)}
    assert journal.read(request.folder) == told
    return [told[case.id] for case in PROGRAM.cases if case.id in told]


def test_a_refused_open_is_told_and_judged_of_every_case(tmp_path: Path, cache: Path) -> None:
    records = ported("true", tmp_path, cache)
    assert len(records) > EXPLAINED
    for record in records:
        assert record.verdict is Verdict.POLICY_VIOLATION
        assert [(it.syscall, it.target, it.thread, it.count) for it in record.denials] == [
            ("openat", "/srv/answers", "encode", 1)
        ]
        assert denied(record) == ["openat /srv/answers (× 1, thread encode)"]
    for words in (("explain", tmp_path / "run", records[-1].case), ("report", tmp_path / "run")):
        shown = subprocess.run([SCRIPTS / "c2rust-eval", *words], capture_output=True, text=True, check=True)
        assert "openat /srv/answers" in shown.stdout


def test_what_a_port_opens_in_one_late_case_only_is_told_of_that_case(tmp_path: Path, cache: Path) -> None:
    late = PROGRAM.cases[EXPLAINED + 1]
    same = " && ".join(f"arguments[{at}] == {word.decode()!r}" for at, word in enumerate(late.args)).replace("'", '"')
    records = ported(f"arguments.len() == {len(late.args)} && {same}", tmp_path, cache)
    assert [(r.case, [it.target for it in r.denials]) for r in records if r.denials] == [(late.id, ["/srv/answers"])]
    others = {record.verdict for record in records if record.case != late.id}
    assert others <= {Verdict.WRONG_STDOUT, Verdict.WRONG_EXIT}
    (record,) = (record for record in records if record.case == late.id)
    assert record.verdict is Verdict.POLICY_VIOLATION


def test_what_a_script_tries_is_told_where_node_lets_it_reach_a_wall(submit) -> None:
    result = submit({"ends.mjs": NODE.replace("CALL", "realpathSync")}, selection=ENDS)
    (program,) = (program for program in result.request.suite.tasks[0].programs if program.id == "ends")
    records = [result.records[case.id] for case in program.cases]
    assert {record.verdict for record in records[:WATCHED]} == {Verdict.POLICY_VIOLATION}
    wrong = {Verdict.WRONG_STDOUT, Verdict.WRONG_EXIT, Verdict.CRASH, Verdict.WRONG_STDERR}
    assert {record.verdict for record in records[WATCHED:]} <= wrong
    for record in records:
        assert [(it.syscall, it.target) for it in record.denials] == [("statx", "/srv")]
        assert denied(record)[0].startswith("statx /srv (× 1, thread ")


def test_what_node_refuses_by_itself_reaches_no_wall_and_the_verdict_stands(submit) -> None:
    """Node's permission model answers in JavaScript: an error that the script catches leaves no trace to report."""
    result = submit({"ends.mjs": NODE.replace("CALL", "readFileSync")}, selection=ENDS)
    assert Verdict.POLICY_VIOLATION not in {record.verdict for record in result.records.values()}
    assert Verdict.PASS not in {record.verdict for record in result.records.values()}
    assert [record.denials for record in result.records.values()] == [()] * len(result.records)
