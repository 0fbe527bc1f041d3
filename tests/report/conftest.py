"""Run views for these tests, made of the real dataclasses: a small run with one of everything, and a large one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from io import StringIO

import pytest
from portproof.core.canonical import sha256
from portproof.core.case import Case
from portproof.core.limits import Limit
from portproof.core.outcome import Denial, Usage
from portproof.core.pack import Quarantined
from portproof.core.run import Build, CaseRecord, Difference, Observed, ProgramSummary, RunHeader, Summary
from portproof.core.verdict import Diagnosis, Verdict, scored
from portproof.core.violation import Severity, Violation
from portproof.report.sidebyside import first_difference, position
from portproof.report.view import RunView
from rich.console import Console

HOSTILE = b"<script>alert(1)</script>\x1b[31mred\x1b]0;title\x07 \xe2\x80\xaeevil\xe2\x80\xac \x00\xff</pre>"


def header(**changes: object) -> RunHeader:
    values: dict[str, object] = {
        "track": "py2js",
        "suite": "py2js-mini",
        "suite_version": "1.0.0",
        "suite_digest": "a" * 64,
        "pack_digest": "b" * 64,
        "submission": {"name": "reference", "model": "none", "agent": "hand-written", "attempt": "1"},
        "submission_digest": "c" * 64,
        "policy_digests": {"py2js": "d" * 64},
        "toolchain": {"node": "24.19.0"},
        "tier": "namespaces",
        "walls": ("namespaces", "landlock", "seccomp"),
        "limits": {"memory_bytes": 1 << 30, "stdout_bytes": 16 << 20},
        "profile": "strict",
        "comparer": 1,
        "portproof": "0.1.0",
        "repeat": 1,
        "selection": {},
    }
    return RunHeader(**(values | changes))  # type: ignore[arg-type]


def difference(stream: str, expected: bytes, actual: bytes) -> Difference:
    offset = first_difference(expected, actual)
    assert offset is not None
    line, column = position(expected if offset < len(expected) else actual, offset)
    low = max(0, offset - 24)
    return Difference(stream, offset, line, column, expected[low : offset + 40], actual[low : offset + 40])


def observed(stdout: bytes, stderr: bytes = b"", exit: int | None = 0, limit: Limit | None = None) -> Observed:
    signal = None if exit is not None or limit else 11
    return Observed(exit, signal, limit, (len(stdout), sha256(stdout)), (len(stderr), sha256(stderr)))


class Builder:
    """Gathers cases and their records into a view."""

    HOSTILE = HOSTILE
    observed = staticmethod(observed)

    def __init__(self) -> None:
        self.records: list[CaseRecord] = []
        self.cases: dict[str, Case] = {}
        self.expected: dict[tuple[str, str], bytes] = {}
        self.actual: dict[tuple[str, str], bytes] = {}
        self.builds: list[Build] = []
        self.violations: list[Violation] = []
        self.quarantine: dict[str, Quarantined] = {}

    def add(
        self,
        case: Case,
        verdict: Verdict = Verdict.PASS,
        sides: Mapping[str, tuple[bytes, bytes]] | None = None,
        **fields: object,
    ) -> CaseRecord:
        first = None
        for stream, (expected, actual) in (sides or {}).items():
            self.expected[case.id, stream], self.actual[case.id, stream] = expected, actual
            if first is None and expected != actual:
                first = difference(stream, expected, actual)
        values: dict[str, object] = {"difference": first, "usage": Usage(41_500, 52_000, 48_200)}
        record = CaseRecord(case.task, case.program, case.id, "k" * 64, verdict, **(values | fields))  # type: ignore[arg-type]
        self.records.append(record)
        self.cases[case.id] = case
        return record

    def view(self, complete: bool = True, **changes: object) -> RunView:
        counted: dict[tuple[str, str], Counter[str]] = {}
        for record in self.records:
            counted.setdefault((record.task, record.program), Counter())[record.verdict.value] += 1
        programs = tuple(ProgramSummary(t, t, p, dict(sorted(c.items()))) for (t, p), c in sorted(counted.items()))
        head = header(**changes)
        summary = Summary(
            head.suite,
            head.suite_digest,
            head.pack_digest,
            head.submission_digest,
            head.profile,
            complete,
            programs,
            score(programs),
            tuple(self.violations),
            "e" * 64,
        )
        return RunView(
            head,
            summary,
            self.records,
            self.builds,
            self.cases,
            self.quarantine,
            lambda case, stream: self.expected.get((case, stream)),
            lambda case, stream: self.actual.get((case, stream)),
        )


def score(programs: tuple[ProgramSummary, ...]) -> dict[str, object]:
    verdicts: Counter[str] = Counter()
    for program in programs:
        verdicts.update(program.verdicts)
    total = sum(n for v, n in verdicts.items() if scored(Verdict(v)))
    done = {(p.task, p.program) for p in programs if set(p.verdicts) <= {"pass", "quarantined"}}
    tasks = {p.task for p in programs}
    whole = {t for t in tasks if all((p.task, p.program) in done for p in programs if p.task == t)}
    interval = {"low": 0.71, "high": 0.9315, "level": 0.95, "method": "Korn–Graubard", "clusters": 4, "effective": 80.5}
    faults = verdicts["harness_error"] + verdicts["not_run"]
    return {
        "case": {"passed": verdicts["pass"], "total": total},
        "program": {"passed": len(done), "total": len(programs)},
        "task": {"passed": len(whole), "total": len(tasks)},
        "macro_case": 0.8211,
        "macro_program": 0.5,
        "verdicts": dict(sorted(verdicts.items())),
        "built": {"passed": 3, "total": 4},
        "policy_clean": {"passed": 3, "total": 4},
        "valid": {"passed": total, "total": total + faults},
        "rankable": faults == 0,
        "quarantined": verdicts["quarantined"],
        "interval_case": interval,
        "interval_program": interval,
        "interval_task": None,
    }


def small() -> RunView:
    """One of everything: passes, mismatches of several kinds, a denial, a failed build, findings, quarantine."""
    made = Builder()
    for number in range(20):
        made.add(Case("base58", "encode", (b"-n", str(number).encode())))
    made.add(
        Case(
            "base58",
            "encode",
            (b"--text", "na\u00efve 😀 it's".encode()),
            b"line one\nline \xff two\n",
            (("in/a.txt", b"x\n"),),
        ),
        Verdict.WRONG_STDOUT,
        {"stdout": (b"alpha\nbeta\n1.0\ngamma\n", b"alpha\nbeta\n1\ngamma\n"), "stderr": (b"", b"warning: odd\n")},
        diagnosis=Diagnosis.FLOAT_FORMAT,
        observed=observed(b"alpha\nbeta\n1\ngamma\n", b"warning: odd\n"),
        denials=(Denial("execve", "/usr/bin/python3", "node", 2),),
    )
    made.add(
        Case("base58", "decode", (b"",), env=(("MODE", b"a b"),)),
        Verdict.WRONG_STDOUT,
        {"stdout": (b"done\n", b"done")},
        diagnosis=Diagnosis.TRAILING_NEWLINE,
        observed=observed(b"done"),
    )
    made.add(
        Case("base58", "decode", (b"--hostile", HOSTILE.replace(b"\0", b""))),
        Verdict.WRONG_STDERR,
        {"stderr": (b"error: no\n", HOSTILE + b"\n"), "stdout": (b"", b"")},
        diagnosis=Diagnosis.UNEXPLAINED,
        observed=observed(b"", HOSTILE, 1),
    )
    loop = Case("idna", "encode", (b"loop",))
    made.add(loop, Verdict.TIME_LIMIT, message="used up its CPU time", observed=observed(b"", b"", None, Limit.CPU))
    made.add(
        Case("idna", "encode", (b"\xff",)),
        Verdict.CRASH,
        {"stdout": (b"ok\n", b"o")},
        diagnosis=Diagnosis.PREFIX_CRASH,
        observed=observed(b"o", b"", None),
    )
    made.add(
        Case("idna", "encode", (b"x",)),
        Verdict.WRONG_EXIT,
        difference=Difference("exit", 0, 1, 1, b"exit status 2", b"exit status 1"),
        message="ended with exit status 1 instead of exit status 2",
        observed=observed(b"", b"usage\n", 1),
    )
    for number in range(3):
        made.add(
            Case("yaml", "load", (str(number).encode(),)),
            Verdict.BUILD_FAILED,
            message="the tree does not build",
            usage=None,
        )
        made.add(
            Case("markdown", "render", (str(number).encode(),)),
            Verdict.POLICY_VIOLATION,
            message="node:child_process",
            usage=None,
        )
    made.add(Case("sqlparse", "split", (b"select 1;",)))
    shaky = Case("sqlparse", "split", (b"random",))
    made.add(shaky, Verdict.QUARANTINED, usage=None)
    made.quarantine[shaky.id] = Quarantined(
        shaky.id, "sqlparse", "split", "PYTHONHASHSEED", "stdout differs between seeds 0 and 1"
    )
    made.builds += [
        Build("base58", "", True, "1" * 64, {"encode": "2" * 64, "decode": "3" * 64}),
        Build(
            "yaml",
            "",
            False,
            "4" * 64,
            {},
            "SyntaxError: Unexpected token '<'\n\x1b[31m    at load.mjs:3:1\x1b[0m\n",
            0.4,
        ),
    ]
    made.violations += [
        Violation(
            "markdown/render.mjs",
            3,
            1,
            "js-import-builtin",
            "node:child_process starts other programs",
            "import { exec } from 'node:child_process'; // \u202e<b>",
        ),
        Violation(
            "base58/table.mjs",
            9,
            5,
            "leak",
            "a literal reproduces hidden expected output",
            "'3yxU3u1igY8WkgtjK92fbJQCd4BZiiT1'",
            Severity.FLAG,
        ),
    ]
    return made.view()


def large(cases: int, libraries: int = 24, programs: int = 16, seed: int = 1) -> RunView:
    """A run of many cases: one in eight fails."""
    made, chance = Builder(), random.Random(seed)
    kinds = [Verdict.WRONG_STDOUT] * 5 + [Verdict.WRONG_STDERR, Verdict.WRONG_EXIT, Verdict.CRASH, Verdict.TIME_LIMIT]
    for number in range(cases):
        task, program = f"library-{number % libraries:02}", f"test{number // libraries % programs}"
        case = Case(
            task, program, (b"--number", str(number).encode(), "ünïcode".encode()), f"input {number}\n".encode()
        )
        used = Usage(int(30_000 * chance.lognormvariate(0, 0.5)), 60_000, int(40_000 * chance.lognormvariate(0, 0.2)))
        if chance.random() < 0.875:
            made.add(case, usage=used)
            continue
        verdict = chance.choice(kinds)
        lines = [f"{i}: value {chance.random()}" for i in range(chance.randint(1, 40))]
        wrong = list(lines)
        wrong[chance.randrange(len(lines))] += chance.choice(["0", " ", "\r", "\u200b", " <b>"])
        expected, actual = ("\n".join(side).encode() + b"\n" for side in (lines, wrong))
        made.add(
            case,
            verdict,
            {"stdout": (expected, actual)},
            usage=used,
            diagnosis=chance.choice(list(Diagnosis)),
            observed=observed(actual, b"some words on stderr\n", None if verdict is Verdict.CRASH else 0),
        )
    return made.view()


@pytest.fixture
def made() -> Builder:
    """An empty builder."""
    return Builder()


@pytest.fixture(name="small")
def small_view() -> RunView:
    """One of everything."""
    return small()


@pytest.fixture(scope="session", name="large")
def large_view() -> RunView:
    """20,000 cases."""
    return large(20_000)


@pytest.fixture
def printed() -> Callable[..., str]:
    """What a printing form prints, as a terminal with colours of the given width would get it."""

    def run(form: Callable[..., object], *arguments: object, width: int = 120, terminal: bool = True) -> str:
        stream = StringIO()
        form(*arguments, Console(file=stream, width=width, force_terminal=terminal, color_system="truecolor"))
        return stream.getvalue()

    return run
