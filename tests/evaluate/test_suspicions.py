"""Hidden answers in a tree, and a gap between visible and hidden cases, are flagged for a person to look at."""

from __future__ import annotations

from pathlib import Path

from portproof.cli.places import bundled
from portproof.core.run import CaseRecord
from portproof.core.verdict import Verdict
from portproof.evaluate.suspicions import gaps, leaked
from portproof.oracle import store
from portproof.suite.read import read
from portproof.validators.policy import policy

SUITE = read(bundled("py2js-mini"))
PACK = store.read(SUITE.folder / "pack", SUITE)


def test_a_table_of_hidden_outputs_is_flagged_and_the_reference_is_not(tmp_path: Path) -> None:
    task = next(task for task in SUITE.tasks if task.id == "base58")
    reference = SUITE.folder / "submissions" / "reference" / "base58"
    assert leaked(reference, task, PACK, policy("py2js")) == ()
    hidden = [case for program in task.programs for case in program.cases if not case.visible]
    outputs = [PACK.outcomes[case.id].stdout.data for case in hidden if case.id in PACK.outcomes]
    longest = max((data for data in outputs if data and data.isascii() and len(data) < 2_000), key=len)
    (tmp_path / "encode.mjs").write_text(f"process.stdout.write({longest.decode()!r});\n", encoding="utf-8")
    found = leaked(tmp_path, task, PACK, policy("py2js"))
    assert [violation.rule for violation in found] == ["leak-output"]
    assert all(violation.severity == "flag" for violation in found)


def test_a_program_that_passes_only_what_was_shown_is_flagged() -> None:
    task = SUITE.tasks[0]
    program = task.programs[0]
    records = {
        case.id: CaseRecord(task.id, program.id, case.id, "k", Verdict.PASS if case.visible else Verdict.WRONG_STDOUT)
        for case in program.cases
    }
    (found,) = gaps(SUITE, records)
    assert (found.rule, found.program, found.file) == ("leak-gap", program.id, f"{task.id}/")
    records = {id: CaseRecord(task.id, program.id, id, "k", Verdict.PASS) for id in records}
    assert list(gaps(SUITE, records)) == []
