"""Findings as SARIF 2.1.0, which editors and code hosts show beside the lines."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from ..core.violation import Severity, Violation
from .policy import Policy

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVEL = {Severity.REJECT: "error", Severity.FLAG: "warning"}


def sarif(violations: Sequence[Violation], policy: Policy) -> dict[str, object]:
    """The log of one check. Columns are Unicode code points, paths relative to the checked tree."""
    places = {rule.id: index for index, rule in enumerate(policy.rules)}
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "portproof",
                        "semanticVersion": "1.0.0",
                        "rules": [
                            {
                                "id": rule.id,
                                "name": "".join(part.capitalize() for part in rule.id.split("-")),
                                "shortDescription": {"text": rule.title},
                                "fullDescription": {"text": rule.reason},
                                "defaultConfiguration": {"level": LEVEL[rule.severity]},
                                "properties": {"layer": rule.layer},
                            }
                            for rule in policy.rules
                        ],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "newlineSequences": ["\r\n", "\n", "\r", "\u2028", "\u2029"],
                "originalUriBaseIds": {"TREE": {"description": {"text": "The checked folder"}}},
                "properties": {"policy": policy.name, "policyDigest": policy.digest},
                "results": [_result(violation, places[violation.rule]) for violation in violations],
            }
        ],
    }


def _result(violation: Violation, place: int) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": violation.rule,
        "ruleIndex": place,
        "level": LEVEL[violation.severity],
        "message": {"text": violation.message},
    }
    if violation.file:
        location: dict[str, object] = {"artifactLocation": {"uri": quote(violation.file), "uriBaseId": "TREE"}}
        if violation.line:
            region: dict[str, object] = {"startLine": violation.line, "startColumn": max(1, violation.column)}
            if violation.excerpt:
                region["snippet"] = {"text": violation.excerpt}
            location["region"] = region
        result["locations"] = [{"physicalLocation": location}]
    if violation.program:
        result["properties"] = {"program": violation.program}
    return result
