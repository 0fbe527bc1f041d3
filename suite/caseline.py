"""A case as a line of cases/<program>.jsonl, as people write them. `suite.cases` reads the same case back."""

from __future__ import annotations

import json

from ..core.bytestring import encoded
from ..core.case import Case


def case_line(case: Case) -> bytes:
    """The line without its newline; keys that would say nothing are left out."""
    row: dict[str, object] = {"args": [encoded(word) for word in case.args]}
    if case.stdin:
        row["stdin"] = encoded(case.stdin)
    if case.files:
        row["files"] = {name: encoded(data) for name, data in case.files}
    if case.env:
        row["env"] = {name: encoded(value) for name, value in case.env}
    if case.tags:
        row["tags"] = list(case.tags)
    if case.visible:
        row["visible"] = True
    return json.dumps(row, ensure_ascii=False).encode("utf-8")
