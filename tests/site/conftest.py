"""A suite of nine small libraries with its pack, and runs of it as an evaluation writes them: real files, but no
program is run.

A run is told by what fails in it; its journal, builds and summary come from the code that an evaluation uses."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from portproof.core.canonical import digest, sha256
from portproof.core.outcome import EMPTY, Capture, Usage
from portproof.core.pack import Pack, PackHeader, Quarantined, Recorded
from portproof.core.run import Build, CaseRecord, Observed, RunHeader
from portproof.core.submission import Submission
from portproof.core.task import Suite
from portproof.core.verdict import Verdict
from portproof.evaluate import journal, store
from portproof.evaluate.summary import summary
from portproof.oracle import store as packs
from portproof.report.site.add import add
from portproof.report.site.files import Metadata
from portproof.suite.read import read

LIBRARIES = ("alder", "birch", "cedar", "elm", "fir", "hazel", "larch", "oak", "pine")
HOSTILE = "<script>window.taken=1</script>\"'><img src=x onerror=window.taken=1>\u202eevil\u202c\x1b[31mred"
Verdicts = Mapping[str, Verdict]


@dataclass(frozen=True, slots=True)
class Oracle:
    """A suite and its pack, both on disk."""

    suite: Suite
    pack: Pack


@pytest.fixture(scope="session")
def oracle(tmp_path_factory: pytest.TempPathFactory) -> Oracle:
    """Nine libraries released from 2018 to 2026, one to three programs each, three cases a program, one quarantined."""
    folder = tmp_path_factory.mktemp("site") / "trees"
    (folder / "tasks").mkdir(parents=True)
    head = 'format = 1\nname = "trees"\nversion = "1.2.0"\ntrack = "py2js"\ndescription = "Trees."\nlicence = "MIT"\n'
    (folder / "suite.toml").write_text(head)
    for number, library in enumerate(LIBRARIES):
        _task(folder / "tasks" / library, library, 2018 + number, 1 + number % 3)
    suite = read(folder)
    cases = [case for task in suite.tasks for program in task.programs for case in program.cases]
    quarantined = Quarantined(cases[0].id, cases[0].task, cases[0].program, "repeat", "stdout differs")
    outcomes = [
        Recorded(case.id, case.task, case.program, 0, None, Capture.of(case.id.encode()), EMPTY, (), 500)
        for case in cases[1:]
    ]
    header = PackHeader(
        suite.name, suite.version, suite.digest, "0.1.0", "namespaces", None, {}, {}, (), (), len(outcomes), 1, ""
    )
    return Oracle(suite, packs.write(folder / "pack", header, outcomes, [quarantined]))


def _task(folder: Path, library: str, year: int, programs: int) -> None:
    for part in ("original", "cases"):
        (folder / part).mkdir(parents=True)
    (folder / "SPEC.md").write_text(f"# {library}\n")
    lines = [
        f'format = 1\nid = "{library}"\nlibrary = "{library}"\nversion = "1.0.0"\nlicence = "MIT"',
        f'source = "https://example.org/{library}"\nreleased = {year}-06-15\nobserve = ["stdout", "exit"]\nvisible = 0',
        '[original]\ntoolchain = "cpython"',
    ]
    for name in ("leaf", "root", "seed")[:programs]:
        (folder / "original" / f"{name}.py").write_text("print('never run here')\n")
        cases = [json.dumps({"args": [name, str(number)]}) for number in range(3)]
        (folder / "cases" / f"{name}.jsonl").write_text("\n".join(cases) + "\n")
        lines.append(f'[programs.{name}]\ndriver = "original/{name}.py"\nsummary = "A {name}."')
    (folder / "task.toml").write_text("\n".join(lines) + "\n")


def write_run(folder: Path, oracle: Oracle, failing: Verdicts, **header: object) -> Path:
    """A run in which the first case of each program named in `failing` gets that verdict, every other one passes."""
    suite, pack = oracle.suite, oracle.pack
    digests = {task.id: digest([task.id, sorted(failing.items())]) for task in suite.tasks}
    tree = Submission(folder, "entry", "", "", "", 1, {}, digests)
    values: dict[str, object] = {
        "track": suite.track, "suite": suite.name, "suite_version": suite.version, "suite_digest": suite.digest,
        "pack_digest": pack.digest, "submission": {"name": "entry"}, "submission_digest": tree.digest,
        "policy_digests": {"py2js": "d" * 64}, "toolchain": {"name": "node", "version": "24.19.0"},
        "tier": "namespaces", "walls": ("namespaces",), "limits": {"factor": 10}, "profile": "strict", "comparer": 1,
        "portproof": "0.1.0", "repeat": 1, "selection": {"tasks": "", "shard": "1/1", "cases": "all"},
    }  # fmt: skip
    head = RunHeader(**(values | header))  # type: ignore[arg-type]
    store.start(folder, head)
    store.remember(folder, suite.folder, suite.folder / "pack", folder)
    records: dict[str, CaseRecord] = {}
    for task in suite.tasks:
        for program in task.programs:
            verdict = failing.get(program.key, failing.get(task.id, Verdict.PASS))
            whole = verdict in (Verdict.MISSING, Verdict.BUILD_FAILED, Verdict.POLICY_VIOLATION)
            answered = [case.id for case in program.cases if case.id in pack.outcomes]
            for place, case in enumerate(answered):
                given = verdict if whole or place == 0 else Verdict.PASS
                records[case] = _record(task.id, program.id, case, given, pack)
    with journal.appending(folder) as lines:
        for record in records.values():
            if record.verdict is not Verdict.NOT_RUN:
                lines.append(record)
    store.write_builds(folder, [Build(task.id, "", True, digests[task.id]) for task in suite.tasks])
    kept = {case: record for case, record in records.items() if record.verdict is not Verdict.NOT_RUN}
    store.write_summary(folder, summary(suite, pack, tree, head.profile, kept, ()))
    return folder


def _record(task: str, program: str, case: str, verdict: Verdict, pack: Pack) -> CaseRecord:
    record = CaseRecord(task, program, case, digest([case, "key"]), verdict)
    if verdict is Verdict.PASS:
        out = pack.outcomes[case].stdout
        return replace(record, observed=Observed(0, None, None, (out.length, out.sha256), (0, EMPTY.sha256)))
    if verdict in (Verdict.WRONG_STDOUT, Verdict.TIME_LIMIT):
        return replace(
            record, observed=Observed(0, None, None, (1, sha256(b"x")), (0, EMPTY.sha256)), usage=Usage(1, 1, 1)
        )
    return record


Run = Callable[..., Path]


@pytest.fixture
def run(oracle: Oracle, tmp_path: Path) -> Run:
    """Writes a run: `run("name", {"oak/leaf": Verdict.WRONG_STDOUT}, tier="landlock")`."""

    def written(name: str, failing: Verdicts | None = None, of: Oracle = oracle, **header: object) -> Path:
        return write_run(tmp_path / "runs" / name, of, failing or {}, **header)

    return written


def about(model: str, **more: object) -> Metadata:
    """Metadata of an entry."""
    return Metadata.model_validate({"model": model, "date": "2026-11-20", **more})


def wrong(*programs: str) -> dict[str, Verdict]:
    """These programs or tasks fail by their output."""
    return dict.fromkeys(programs, Verdict.WRONG_STDOUT)


@pytest.fixture(scope="session")
def boards(tmp_path_factory: pytest.TempPathFactory, oracle: Oracle) -> Path:
    """Five entries: one perfect, two with failures, one that solves nothing, and one with a hostile name."""
    base = tmp_path_factory.mktemp("boards")
    spent = {"tokens": 1_500_000, "cost_usd": 12.5}
    entries: list[tuple[Metadata, Verdicts]] = [
        (about("Ada", agent="loop 1", organisation="Analytical", cutoff="2020-01-01", **spent), {}),
        (about("Babbage", agent="loop 1", cutoff="2023-12-31", unsafe_share=0.125), wrong("oak", "pine/leaf")),
        (about("Curie", agent="loop 2", organisation="Radium", cutoff="2026-12-31"), wrong("alder", "oak/leaf")),
        (about("Dud", link="https://example.org/dud"), dict.fromkeys(LIBRARIES, Verdict.POLICY_VIOLATION)),
        (about(HOSTILE, agent=HOSTILE, organisation=HOSTILE), wrong(*LIBRARIES[1:])),
    ]  # fmt: skip
    for number, (metadata, failing) in enumerate(entries):
        run = write_run(base / "runs" / str(number), oracle, failing)
        add(base / "board", run, metadata, oracle.suite, oracle.pack)
    return base / "board"
