"""SARIF output points where the finding points."""

from __future__ import annotations

import json
from pathlib import Path

from portproof.validators.policy import policy
from portproof.validators.sarif import sarif

from .trees import found


def test_every_result_has_a_rule_a_level_and_a_place(tmp_path: Path) -> None:
    violations = found(tmp_path, "py2js", {"sub dir/a.mjs": "eval('1');\n", "old.py": "x\n"})
    log = json.loads(json.dumps(sarif(violations, policy("py2js"))))
    run = log["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    shown = [
        (rules[r["ruleIndex"]]["id"], r["level"], r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])
        for r in run["results"]
    ]
    assert shown == [("file-foreign", "warning", "old.py"), ("js-code-from-strings", "error", "sub%20dir/a.mjs")]
    region = run["results"][1]["locations"][0]["physicalLocation"]["region"]
    assert run["newlineSequences"] == ["\r\n", "\n", "\r", "\u2028", "\u2029"]  # the default is the first two only
    assert region == {"startLine": 1, "startColumn": 1, "snippet": {"text": "eval('1');"}}
