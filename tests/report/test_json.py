"""The JSON form is canonical, and holds every case that did not pass, with its bytes."""

from __future__ import annotations

import json as standard
from base64 import b64decode
from typing import TYPE_CHECKING

import pytest
from portproof.core.canonical import canonical
from portproof.core.case import Case
from portproof.core.plain import plain
from portproof.core.verdict import Verdict
from portproof.report.json import json
from portproof.report.view import RunView

if TYPE_CHECKING:
    from .conftest import Builder


def test_it_holds_what_the_text_form_says(small: RunView) -> None:
    value = standard.loads(canonical(json(small)))
    assert value["run"]["suite_digest"] == "a" * 64
    assert value["score"]["case"] == {"passed": 21, "total": 33}
    assert value["verdicts"]["pass"] == 21
    assert {p["task"] + "/" + p["program"]: p["percent"] for p in value["programs"]}["base58/encode"] == "95.24 %"
    assert [v["rule"] for v in value["violations"]] == ["js-import-builtin", "leak"]
    assert [q["cause"] for q in value["quarantine"]] == ["PYTHONHASHSEED"]
    assert [b["ok"] for b in value["builds"]] == [True, False]


def test_every_case_that_did_not_pass_is_there_and_no_other(small: RunView) -> None:
    cases = json(small)["cases"]
    assert isinstance(cases, list)
    names = [case["name"] for case in cases if isinstance(case, dict)]
    wanted = [f"{r.task}/{r.program}/{r.case}" for r in small.records if r.verdict is not Verdict.PASS]
    assert names == sorted(wanted)


def test_bytes_that_are_not_text_survive(made: Builder) -> None:
    made.add(Case("a", "b"), Verdict.WRONG_STDOUT, {"stdout": (b"\xff\n", b"\xfe\n")})
    value = standard.loads(canonical(json(made.view())))
    assert b64decode(value["cases"][0]["difference"]["expected"]["base64"]) == b"\xff\n"


def test_what_has_no_json_form_is_refused() -> None:
    with pytest.raises(TypeError, match="object has no JSON form"):
        plain(object())
