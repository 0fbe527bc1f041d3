"""A policy is a value: what a task amends shows in its digest and in its findings."""

from __future__ import annotations

from pathlib import Path

import pytest
from portproof.core.errors import UserError
from portproof.core.task import Amendment
from portproof.core.violation import Violation
from portproof.validators.check import check
from portproof.validators.policy import policy

from .trees import lay

CRYPTO = Amendment(forbid=("node:crypto",), reason="The library is a cipher.")


def findings(tree: Path, track: str, path: str, text: str, amendment: Amendment) -> list[Violation]:
    return list(check(lay(tree, {path: text}), policy(track, amendment)))


def test_a_task_can_forbid_a_built_in_and_says_why(tmp_path: Path) -> None:
    text = "import { createHash } from 'crypto';\ncreateHash('md5');\n"
    assert findings(tmp_path, "py2js", "a.mjs", text, Amendment()) == []
    (violation,) = findings(tmp_path, "py2js", "a.mjs", text, CRYPTO)
    assert violation.rule == "js-module"
    assert violation.message == "imports the built-in module crypto, which this task forbids: The library is a cipher."


def test_a_task_can_allow_a_built_in(tmp_path: Path) -> None:
    text = "import { Worker } from 'node:worker_threads';\nnew Worker('x');\n"
    allowed = Amendment(allow=("node:worker_threads",), reason="The original uses threads.")
    assert [v.rule for v in findings(tmp_path, "py2js", "a.mjs", text, Amendment())] == ["js-process"]
    assert findings(tmp_path, "py2js", "a.mjs", text, allowed) == []


def test_a_task_can_forbid_a_part_of_std_and_says_why(tmp_path: Path) -> None:
    text = "use std::collections::HashMap;\nfn main() { let _: HashMap<u8, u8> = HashMap::new(); }\n"
    forbidden = Amendment(forbid=("std::collections::HashMap",), reason="The task is a hash table.")
    (violation,) = findings(tmp_path, "c2rust", "src/main.rs", text, forbidden)
    assert (violation.rule, violation.line) == ("rust-amended", 1)
    assert violation.message.endswith("which this task forbids: The task is a hash table.")


def test_a_task_can_allow_a_part_of_std(tmp_path: Path) -> None:
    text = 'fn main() { let _ = std::os::unix::fs::symlink("a", "b"); }\n'
    allowed = Amendment(allow=("std::os::unix::fs",), reason="The original makes links.")
    assert findings(tmp_path, "c2rust", "src/main.rs", text, allowed) == []


def test_the_digest_covers_the_amendment_and_the_track() -> None:
    digests = {policy("py2js").digest, policy("c2rust").digest, policy("py2js", CRYPTO).digest}
    assert len(digests) == 3
    assert policy("py2js").digest == policy("py2js").digest


@pytest.mark.parametrize(("track", "name"), [("py2js", "node:nothing"), ("c2rust", "libc::system")])
def test_an_unknown_name_in_an_amendment_is_the_users_mistake(track: str, name: str) -> None:
    with pytest.raises(UserError):
        policy(track, Amendment(forbid=(name,), reason="x"))
