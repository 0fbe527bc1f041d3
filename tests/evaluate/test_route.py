"""A submission's way to its verdicts, on real programs behind real walls."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from portproof.core.errors import UserError
from portproof.core.verdict import Diagnosis, Verdict
from portproof.evaluate import journal, store
from portproof.evaluate.plan import Selection
from portproof.evaluate.route import evaluate

ONLY = {name: Selection(tasks=(f"odd/{name}",)) for name in ("bytes", "large", "ends", "files")}
WRITE = "import { write } from './out.mjs';\n"


def test_bytes_five_megabytes_files_and_signals_are_compared_as_they_are(submit, odd) -> None:
    result = submit({})
    wrong = [record for record in result.records.values() if record.verdict is not Verdict.PASS]
    assert len(result.records) == sum(len(p.cases) for p in odd.suite.tasks[0].programs)
    assert sorted((record.program, record.verdict) for record in wrong) == [
        ("bytes", Verdict.WRONG_STDOUT),  # Node cannot see an argument that is no UTF-8
        ("ends", Verdict.WRONG_STDERR),  # nor abort without a trace; the signal itself is right
    ]
    difference = next(record.difference for record in wrong if record.program == "bytes")
    assert difference is not None
    assert (difference.offset, difference.line, difference.column) == (6, 1, 7)


def test_what_a_killed_command_left_in_the_cache_long_ago_is_swept_away(submit, cache: Path) -> None:
    left = cache / "trees" / "00" / "copying-left"
    left.mkdir(parents=True, exist_ok=True)
    os.utime(left, (0, 0))
    submit({}, selection=ONLY["ends"])
    assert not left.exists()


def test_a_missing_entry_is_missing_and_its_siblings_are_judged(submit) -> None:
    result = submit({"ends.mjs": None})
    assert set(result.verdicts("ends")) == {Verdict.MISSING}
    assert set(result.verdicts("files")) == {Verdict.PASS}


def test_what_a_tree_is_like_is_kept_beside_the_score_unless_it_is_rejected(submit) -> None:
    request = submit({}, selection=ONLY["ends"]).request
    (own,) = store.read_measures(request.folder)
    assert (own.tree, own.counts["modules"]) == ("odd", len(list((request.submission.folder / "odd").glob("*.mjs"))))
    rejected = submit({"ends.mjs": "import 'node:vm';\n"}, selection=ONLY["ends"], folder=request.folder / "rejected")
    assert store.read_measures(rejected.request.folder) == ()


def test_a_forbidden_import_rejects_the_whole_tree_with_file_line_and_reason(submit) -> None:
    result = submit({"ends.mjs": "import { execFileSync } from 'node:child_process';\nexecFileSync('true');\n"})
    assert {record.verdict for record in result.records.values()} == {Verdict.POLICY_VIOLATION}
    found = [v for v in result.summary.violations if v.file == "odd/ends.mjs"]
    assert (found[0].line, "child_process" in found[0].message) == (1, True)


def test_an_endless_loop_is_a_time_limit_and_the_others_pass(submit) -> None:
    loop = f"{WRITE}if (process.argv[2] === '3') for (;;);\nwrite(1, '');\n"
    result = submit({"large.mjs": loop}, selection=ONLY["large"])
    assert sorted(result.verdicts("large")) == [Verdict.PASS, Verdict.TIME_LIMIT, Verdict.WRONG_STDOUT]


def test_filling_the_disk_is_an_output_limit_and_no_fault_of_ours(submit) -> None:
    filler = """import fs from 'node:fs';
const block = Buffer.alloc(1 << 20);
for (let n = 0; ; n++) fs.writeFileSync(`f${n}`, block);
"""
    result = submit({"files.mjs": filler}, selection=ONLY["files"])
    assert set(result.verdicts("files")) == {Verdict.OUTPUT_LIMIT}


def test_a_flood_on_stdout_is_an_output_limit(submit) -> None:
    flood = f"{WRITE}const block = 'x'.repeat(1 << 20);\nfor (;;) write(1, block);\n"
    result = submit({"large.mjs": flood}, selection=ONLY["large"])
    assert set(result.verdicts("large")) == {Verdict.OUTPUT_LIMIT}


def test_a_wrong_exit_comes_before_wrong_output(submit) -> None:
    result = submit({"ends.mjs": "process.exitCode = 7;\n"}, selection=ONLY["ends"])
    assert set(result.verdicts("ends")) == {Verdict.WRONG_EXIT}


def test_a_crash_is_a_signal_that_the_original_did_not_end_by(submit) -> None:
    result = submit({"ends.mjs": "process.abort();\n"}, selection=ONLY["ends"])
    assert sorted(result.verdicts("ends")) == [Verdict.CRASH] * 3 + [Verdict.WRONG_STDOUT]


def test_an_absent_output_file_is_a_wrong_file(submit) -> None:
    result = submit({"files.mjs": "import fs from 'node:fs';\nif (!fs.existsSync('in.txt')) process.exitCode = 3;\n"})
    assert sorted(result.verdicts("files")) == [Verdict.PASS] + [Verdict.WRONG_FILE] * 3


def test_a_diagnosis_explains_and_changes_nothing(submit) -> None:
    with_crlf = f"{WRITE}write(1, 'ending\\r\\n');\nwrite(2, `${{process.argv[2]}}\\n`);\n" + (
        "if (process.argv[2] === 'abort') process.abort();\nprocess.exitCode = Number(process.argv[2]);\n"
    )
    result = submit({"ends.mjs": with_crlf}, selection=ONLY["ends"])
    assert set(result.verdicts("ends")) == {Verdict.WRONG_STDOUT}
    assert {r.diagnosis for r in result.records.values()} == {Diagnosis.LINE_ENDINGS}


def test_repeats_that_disagree_are_flaky(submit) -> None:
    chance = f"import crypto from 'node:crypto';\n{WRITE}write(1, crypto.randomBytes(8).toString('hex'));\n"
    result = submit({"large.mjs": chance}, repeat=2, selection=ONLY["large"])
    assert set(result.verdicts("large")) == {Verdict.FLAKY}


def test_a_second_run_judges_nothing_again_and_gives_the_same_bytes(submit) -> None:
    first = submit({})
    again = list(evaluate(first.request))
    assert [type(event).__name__ for event in again if type(event).__name__ == "Judged"] == []
    assert again[-1].digest == first.digest


def test_another_submission_does_not_continue_a_run(submit) -> None:
    submit({})
    with pytest.raises(UserError, match="submission_digest"):
        submit({"large.mjs": "process.exitCode = 1;\n"})


def test_the_summary_counts_every_case_of_the_suite(submit, odd) -> None:
    result = submit({}, selection=ONLY["ends"])
    counted = sum(n for program in result.summary.programs for n in program.verdicts.values())
    assert counted == sum(len(p.cases) for p in odd.suite.tasks[0].programs)
    assert not result.summary.complete
    assert {p.program for p in result.summary.programs if "not_run" in p.verdicts} == {"bytes", "large", "files"}


def test_bytes_of_mismatches_are_kept_and_those_of_passes_are_not(submit) -> None:
    result = submit({})
    wrong = {r.program: r.case for r in result.records.values() if r.verdict is not Verdict.PASS}
    folder = result.request.folder
    assert store.kept(folder, wrong["bytes"], "stdout") is not None
    assert store.kept(folder, wrong["ends"], "stderr") is not None
    assert {path.name for path in (folder / "outcomes").iterdir()} == set(wrong.values())
    assert set(journal.read(folder)) == set(result.records)
    assert json.loads((folder / "summary.json").read_bytes())["complete"] is True
