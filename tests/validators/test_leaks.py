"""Evidence that a tree knows hidden answers, and silence where the answers could be known honestly."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from portproof.core.case import Case
from portproof.validators.leaks import gap, leaks

from .trees import lay

HIDDEN = [
    (
        Case("t", "p", (b"alpha", bytes([97 + i]) * 3)),
        f"result {i}: the quick brown fox {i * 7919} jumps over {i}\n".encode(),
    )
    for i in range(6)
]


def rules_of(tree: Path, files: dict[str, str], spec: bytes = b"", visible: int = 0) -> list[str]:
    lay(tree, files)
    return [v.rule for v in leaks(tree, HIDDEN[visible:], HIDDEN[:visible], spec)]


def test_a_hidden_output_in_a_literal_is_flagged(tmp_path: Path) -> None:
    text = HIDDEN[3][1].decode().strip()
    assert rules_of(tmp_path, {"a.mjs": f"const answers = ['{text}'];\n"}) == ["leak-output"]


@pytest.mark.parametrize("form", ["\\x{:02x}", "\\u{:04x}", "\\u{{{:x}}}"])
def test_a_hidden_output_in_escapes_is_flagged(form: str, tmp_path: Path) -> None:
    text = "".join(form.format(code) for code in HIDDEN[3][1])
    assert rules_of(tmp_path, {"a.mjs": f"let a;\nconst answers = ['{text}'];\n"}) == ["leak-output"]


def test_an_output_that_the_specification_contains_is_not_flagged(tmp_path: Path) -> None:
    text = HIDDEN[3][1].decode().strip()
    assert rules_of(tmp_path, {"a.mjs": f"const answers = ['{text}'];\n"}, HIDDEN[3][1]) == []


def test_an_output_of_a_visible_case_is_not_flagged(tmp_path: Path) -> None:
    text = HIDDEN[0][1].decode().strip()
    assert rules_of(tmp_path, {"a.mjs": f"const answers = ['{text}'];\n"}, visible=1) == []


def test_a_table_keyed_by_digests_of_hidden_inputs_is_flagged(tmp_path: Path) -> None:
    digest = hashlib.sha256(b"alpha ccc").hexdigest()
    assert rules_of(tmp_path, {"a.mjs": f"const table = {{ '{digest[:16]}': 1 }};\n"}) == ["leak-digest"]


def test_an_honest_port_is_not_flagged(tmp_path: Path) -> None:
    template = "`result ${i}: the quick brown fox ${i * 7919} jumps over ${i}`"
    source = f"const i = Number(process.argv[2]);\nconsole.log({template});\n"
    assert rules_of(tmp_path, {"a.mjs": source}) == []


def test_a_collapse_on_hidden_cases_is_flagged_and_a_small_difference_is_not() -> None:
    flagged = gap("p", (10, 10), (2, 40))
    assert flagged is not None
    assert flagged.message == "10 of 10 visible cases pass, but 2 of 40 hidden ones"
    assert gap("p", (10, 10), (36, 40)) is None
    assert gap("p", (2, 2), (0, 40)) is None
