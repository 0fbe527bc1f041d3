"""RepoZero's numbers, against its formulas written out once more over random results."""

from __future__ import annotations

import random
from collections import defaultdict
from fractions import Fraction

import pytest
from portproof.core.run import RunHeader
from portproof.core.verdict import Verdict
from portproof.exchange.published import data, metrics, text
from portproof.exchange.regrade import Graded, Regraded
from portproof.oracle.loose import C2RUST, PY2JS, Answer

HEADER = RunHeader(
    "py2js", "s", "1.0.0", "0", "0", {"name": "sub"}, "0", {}, {}, "namespaces", (), {}, "strict", 1, "0", 1, {}
)


def results(seed: int) -> list[Graded]:
    chance = random.Random(seed)
    cases = []
    for library in range(chance.randint(1, 4)):
        for program in range(chance.randint(1, 5)):
            for case in range(chance.randint(1, 6)):
                lines = chance.randint(1, 5)
                matched = lines if chance.random() < 0.7 else chance.randint(0, lines - 1)
                loose = Answer(matched == lines, matched, lines)
                strict = chance.random() < 0.5
                verdict = Verdict.PASS if strict else Verdict.WRONG_STDOUT
                place = (f"l{library}", f"l{library}", f"p{program}", f"c{case}")
                cases.append(Graded(*place, verdict, strict, loose, chance.randint(1, 3)))
    return cases


def average(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction()) / len(values)


@pytest.mark.parametrize("seed", range(20))
def test_py2js_metrics_are_those_of_the_published_script(seed: int) -> None:
    """Rows one by one, as `analyze_jsonl` counts them: a file per library, then plain averages."""
    libraries: dict[str, dict[str, list[Graded]]] = defaultdict(lambda: defaultdict(list))
    for case in results(seed):
        libraries[case.task][case.program] += [case] * case.rows
    all_pass, case_pass, api = [], [], []
    for files in libraries.values():
        passed = {name: sum(case.loose.passed for case in rows) for name, rows in files.items()}
        all_pass.append(Fraction(sum(passed[name] == len(rows) for name, rows in files.items()), len(files)))
        case_pass.append(average([Fraction(passed[name], len(rows)) for name, rows in files.items()]))
        shares = [Fraction(c.loose.matched, c.loose.lines) for rows in files.values() for c in rows]
        api.append(average(shares))
    found = {m.name: m.loose for m in metrics(Regraded(HEADER, PY2JS, tuple(results(seed)), {}))}
    assert found["all-pass rate"] == average(all_pass)
    assert found["test case pass rate"] == average(case_pass)
    assert found['"API coverage" (equal lines)'] == average(api)


@pytest.mark.parametrize("seed", range(20))
def test_c2rust_metrics_are_those_of_the_published_script(seed: int) -> None:
    tree: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for case in results(seed):
        tree[case.task][case.program] += [int(case.loose.passed)] * case.rows
    whole = [all(scores) for files in tree.values() for scores in files.values()]
    scores = [score for files in tree.values() for rows in files.values() for score in rows]
    macro_files = average([average([Fraction(all(r)) for r in files.values()]) for files in tree.values()])
    macro_rows = average([average([Fraction(s) for r in files.values() for s in r]) for files in tree.values()])
    found = {m.name: m.loose for m in metrics(Regraded(HEADER, C2RUST, tuple(results(seed)), {}))}
    assert found["all-pass, micro"] == Fraction(sum(whole), len(whole))
    assert found["sample pass, micro"] == Fraction(sum(scores), len(scores))
    assert found["all-pass, macro"] == macro_files
    assert found["sample pass, macro"] == macro_rows


def test_every_parting_case_is_in_the_data_and_undecided_ones_are_counted() -> None:
    cases = (
        Graded("t", "t", "p", "1", Verdict.WRONG_STDOUT, False, Answer(True, 1, 1), 2),
        Graded("t", "t", "p", "2", Verdict.PASS, True, Answer(True, 1, 1), 1),
        Graded("t", "t", "p", "3", Verdict.WRONG_STDOUT, False, Answer(False, reason="r", decided=False), 1),
    )
    graded = Regraded(HEADER, PY2JS, cases, {"harness_error": 1})
    told = data(graded)
    assert [entry["case"] for entry in told["parting"]] == ["t/p/1"]  # type: ignore[attr-defined]
    assert told["undecided"] == ["t/p/3"]
    assert told["rows"] == 4
    shown = "\n".join(text(graded))
    assert "harness_error 1" in shown
    assert "undecided, counted as failed: 1" in shown
    assert "the rules part on 1 cases" in shown


def test_a_run_without_scored_cases_has_no_numbers() -> None:
    graded = Regraded(HEADER, PY2JS, (), {"not_run": 3})
    assert metrics(graded) == ()
    assert "0 cases scored; in no denominator: not_run 3" in "\n".join(text(graded))
