"""A holdout has as many hidden cases as the suite, none of them the suite's, ending alike; and it is a suite."""

from __future__ import annotations

import shutil
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from portproof.audit.coverage.measure import measure
from portproof.audit.declared import declared
from portproof.audit.growth import holdout_suite
from portproof.audit.growth.holdout import Held, hidden, holdout
from portproof.core.errors import UserError
from portproof.core.prepared import Prepared
from portproof.core.task import Suite, Task
from portproof.oracle import store
from portproof.oracle.capture import capture
from portproof.replay.backend import Backend
from portproof.suite.read import read
from portproof.toolchains import cpython

from .originals import subject_of

BUNDLED = Path(__file__).parents[2] / "suites" / "py2js-mini"


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Suite:
    """The bundled suite with one task, whose programs have ten cases each."""
    folder = tmp_path_factory.mktemp("suite") / "few"
    shutil.copytree(BUNDLED, folder, ignore=lambda _, names: [n for n in names if n in ("pack", "submissions")])
    for task in (folder / "tasks").iterdir():
        if task.name != "bech32":
            shutil.rmtree(task)
    for path in (folder / "tasks" / "bech32" / "cases").glob("*.jsonl"):
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:10]))
    return read(folder)


def test_a_holdout_is_a_suite_of_equal_size_and_kind_with_other_hidden_cases(
    suite: Suite, backend: Backend, cache: Path, tmp_path: Path
) -> None:
    def prepare(task: Task) -> Prepared:
        return cpython.prepare(task, cache)

    pack = capture(suite, suite.folder / "pack", backend, prepare, jobs=2, cache=cache)
    task = suite.tasks[0]
    about = subject_of(task, backend, cache)
    cases = [case for program in task.programs for case in program.cases]
    held = holdout(about, measure(about, cases, pack=pack), pack, declared(task), 5)
    assert held.without == {}
    holdout_suite.written(suite, [held], 5, tmp_path / "held")
    made = read(tmp_path / "held")
    again = capture(made, tmp_path / "held" / "pack", backend, prepare, jobs=2, cache=cache)
    assert made.name == "py2js-mini-holdout-5"
    assert again.quarantine == {}
    for old, new in zip(task.programs, made.tasks[0].programs, strict=True):
        assert len(old.cases) == len(new.cases)
        assert {c.id for c in old.cases if c.visible} == {c.id for c in new.cases if c.visible}
        was, now = hidden(old, pack), hidden(new, again)
        assert not {c.id for c in was} & {c.id for c in now}
        assert Counter(c.tags for c in was) == Counter(c.tags for c in now)
        relaxed = [it for it in held.successors[old.id] if it.relaxed]
        if not relaxed:
            assert Counter(pack.outcomes[c.id].exit for c in was) == Counter(again.outcomes[c.id].exit for c in now)
        assert len(relaxed) <= 1
    source = tomllib.loads((tmp_path / "held" / holdout_suite.FILE).read_text())
    assert (source["suite"], source["seed"], source["digest"]) == (suite.name, 5, suite.digest)
    assert source["tasks"]["bech32"]["hidden"] == 15
    assert store.read(tmp_path / "held" / "pack", made).digest == again.digest
    with pytest.raises(UserError, match="there already"):
        holdout_suite.written(suite, [held], 5, tmp_path / "held")


def test_the_same_seed_makes_the_same_holdout_and_another_makes_another(
    suite: Suite, backend: Backend, cache: Path
) -> None:
    task = suite.tasks[0]
    about = subject_of(task, backend, cache)
    pack = (
        store.read(suite.folder / "pack", suite)
        if (suite.folder / "pack").exists()
        else capture(
            suite, suite.folder / "pack", backend, lambda one: cpython.prepare(one, cache), jobs=2, cache=cache
        )
    )
    coverage = measure(about, [case for program in task.programs for case in program.cases], pack=pack)

    def made(seed: int) -> Held:
        return holdout(about, coverage, pack, declared(task), seed)

    first = made(1)
    assert first == made(1)
    ids = {it.case.id for own in first.successors.values() for it in own}
    assert ids != {it.case.id for own in made(2).successors.values() for it in own}
