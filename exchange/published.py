"""The numbers that RepoZero's scripts print, as exact fractions, under both rules. Their formulas, as published:

    py2js    all-pass rate          files whose rows all pass / files, per library, then the plain mean over libraries
             test case pass rate    mean over files of passed / rows, per library, then the plain mean over libraries
             API coverage           mean over rows of equal lines / lines, per library, then the plain mean over them
    c2rust   all-pass               files whose rows all pass / files, over everything (micro) and as a mean (macro)
             sample pass            passed / rows, over everything (micro) and as a mean over libraries (macro)

A file is a program here, a row a case (counted as often as the data set repeats it), a library a task."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..oracle.loose import C2RUST, PY2JS
from .regrade import Graded, Regraded, parting

SHOWN = 20


@dataclass(frozen=True, slots=True)
class Metric:
    """One number under both rules; `strict` is None where it has no strict form. `counts` are (passed, of) where the
    number is a plain share."""

    name: str
    loose: Fraction
    strict: Fraction | None
    counts: tuple[tuple[int, int], tuple[int, int]] | None = None


def metrics(graded: Regraded) -> tuple[Metric, ...]:
    """RepoZero's numbers for the run; none where no case is scored."""
    if not graded.cases:
        return ()
    return {PY2JS: _py2js, C2RUST: _c2rust}[graded.profile](graded.cases)


def _strict(case: Graded) -> Fraction:
    return Fraction(case.strict)


def _loose(case: Graded) -> Fraction:
    return Fraction(case.loose.passed)


def _lines(case: Graded) -> Fraction:
    return Fraction(case.loose.matched, case.loose.lines)


def _py2js(cases: Sequence[Graded]) -> tuple[Metric, ...]:
    def all_pass(worth: Callable[[Graded], Fraction]) -> Fraction:
        return _mean(_mean(_whole(file, worth) for file in _files(library)) for library in _libraries(cases))

    def case_pass(worth: Callable[[Graded], Fraction]) -> Fraction:
        return _mean(_mean(_rate(file, worth) for file in _files(library)) for library in _libraries(cases))

    return (
        Metric("all-pass rate", all_pass(_loose), all_pass(_strict)),
        Metric("test case pass rate", case_pass(_loose), case_pass(_strict)),
        Metric('"API coverage" (equal lines)', _mean(_rate(lib, _lines) for lib in _libraries(cases)), None),
        _micro_files(cases),
        _micro_rows(cases),
    )


def _c2rust(cases: Sequence[Graded]) -> tuple[Metric, ...]:
    def all_pass(worth: Callable[[Graded], Fraction]) -> Fraction:
        return _mean(_mean(_whole(file, worth) for file in _files(library)) for library in _libraries(cases))

    def sample(worth: Callable[[Graded], Fraction]) -> Fraction:
        return _mean(_rate(library, worth) for library in _libraries(cases))

    return (
        _micro_files(cases),
        Metric("all-pass, macro", all_pass(_loose), all_pass(_strict)),
        _micro_rows(cases),
        Metric("sample pass, macro", sample(_loose), sample(_strict)),
    )


def _micro_files(cases: Sequence[Graded]) -> Metric:
    files = _files(cases)
    loose, strict = (int(sum(_whole(file, worth) for file in files)) for worth in (_loose, _strict))
    of = len(files)
    return Metric("all-pass, micro", Fraction(loose, of), Fraction(strict, of), ((loose, of), (strict, of)))


def _micro_rows(cases: Sequence[Graded]) -> Metric:
    of = sum(case.rows for case in cases)
    loose, strict = (int(sum(worth(case) * case.rows for case in cases)) for worth in (_loose, _strict))
    return Metric("sample pass, micro", Fraction(loose, of), Fraction(strict, of), ((loose, of), (strict, of)))


def _libraries(cases: Sequence[Graded]) -> list[list[Graded]]:
    return _grouped(cases, lambda case: case.task)


def _files(cases: Sequence[Graded]) -> list[list[Graded]]:
    return _grouped(cases, lambda case: f"{case.task}/{case.program}")


def _grouped(cases: Sequence[Graded], name: Callable[[Graded], str]) -> list[list[Graded]]:
    groups: dict[str, list[Graded]] = {}
    for case in cases:
        groups.setdefault(name(case), []).append(case)
    return list(groups.values())


def _whole(file: Sequence[Graded], worth: Callable[[Graded], Fraction]) -> Fraction:
    return Fraction(all(worth(case) == 1 for case in file))


def _rate(cases: Sequence[Graded], worth: Callable[[Graded], Fraction]) -> Fraction:
    return sum((worth(case) * case.rows for case in cases), Fraction()) / sum(case.rows for case in cases)


def _mean(values: Iterable[Fraction]) -> Fraction:
    found = list(values)
    return sum(found, Fraction()) / len(found)


def data(graded: Regraded) -> dict[str, object]:
    """The JSON form: every number, and every case on which the rules part."""
    return {
        "format": 1,
        "profiles": ["strict", graded.profile],
        "results": [
            {
                "name": m.name,
                "loose": float(m.loose),
                "strict": None if m.strict is None else float(m.strict),
                **({"loose_counts": list(m.counts[0]), "strict_counts": list(m.counts[1])} if m.counts else {}),
            }
            for m in metrics(graded)
        ],
        "cases": len(graded.cases),
        "rows": sum(case.rows for case in graded.cases),
        "unscored": graded.unscored,
        "undecided": [case.key for case in graded.cases if not case.loose.decided],
        "parting": [
            {"case": c.key, "verdict": c.verdict.value, "strict": c.strict, "loose": c.loose.passed,
             "reason": c.loose.reason, "rows": c.rows}
            for c in parting(graded)
        ],
    }  # fmt: skip


def text(graded: Regraded) -> Iterator[str]:
    """The lines for a person: the table, then the cases on which the rules part."""
    found = metrics(graded)
    rows = sum(case.rows for case in graded.cases)
    head = graded.header
    yield f"{head.suite} {head.suite_version}, {head.submission.get('name', '')}: strict beside {graded.profile}"
    repeats = f" that stand for {rows:,} rows" if rows != len(graded.cases) else ""
    out = ", ".join(f"{name} {number:,}" for name, number in graded.unscored.items())
    yield f"{len(graded.cases):,} cases scored{repeats}" + (f"; in no denominator: {out}" if out else "")
    if not found:
        return
    width = max(len(metric.name) for metric in found)
    yield f"  {'':<{width}}  {'strict':>22}  {'loose':>22}"
    for metric in found:
        counts = metric.counts or (None, None)
        yield f"  {metric.name:<{width}}  {_cell(metric.strict, counts[1]):>22}  {_cell(metric.loose, counts[0]):>22}"
    if undecided := sum(not case.loose.decided for case in graded.cases):
        yield f"undecided, counted as failed: {undecided:,} (the bytes that were kept do not tell)"
    parted = list(parting(graded))
    yield f"the rules part on {len(parted):,} cases" + (":" if parted else "")
    for case in parted[:SHOWN]:
        loose = "passes" if case.loose.passed else f"fails: {case.loose.reason}"
        strict = case.verdict if head.profile == "strict" else _word(case)
        yield f"  {case.key}: strict {strict}, loose {loose}"
    if len(parted) > SHOWN:
        yield f"  … and {len(parted) - SHOWN:,} more, all with --json"


def _word(case: Graded) -> str:
    return "pass" if case.strict else "differs"


def _cell(value: Fraction | None, counts: tuple[int, int] | None) -> str:
    if value is None:
        return "–"
    share = f"{float(100 * value):.2f} %"
    return f"{counts[0]:,}/{counts[1]:,} = {share}" if counts else share
