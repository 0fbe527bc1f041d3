"""A port that opens a file which the case itself names does as it is told; what else it opens outside is judged."""

from __future__ import annotations

import pytest
from portproof.cli.places import bundled
from portproof.core.case import Case
from portproof.core.limits import Limits
from portproof.core.outcome import Capture, Denial, Outcome
from portproof.core.pack import Recorded
from portproof.core.verdict import Verdict
from portproof.evaluate.judge import judged
from portproof.evaluate.plan import PlannedCase
from portproof.suite.read import read
from portproof.tracks.registry import track
from portproof.validators.policy import policy

TASK = read(bundled("c2rust-mini")).tasks[0]
SAID = Capture.of(b"no such file\n")
SHADOW = Denial("openat", "/etc/shadow", "port")


@pytest.mark.parametrize(
    ("case", "denial", "verdict"),
    [
        (Case("t", "p", args=(b"--from=/etc/shadow",)), SHADOW, Verdict.PASS),
        (Case("t", "p", stdin=b"include /etc/shadow\n"), SHADOW, Verdict.PASS),
        (Case("t", "p", files=(("list", b"/etc/shadow"),)), SHADOW, Verdict.PASS),
        (Case("t", "p", env=(("FROM", b"/etc/shadow"),)), SHADOW, Verdict.PASS),
        (Case("t", "p", args=(b"/etc/passwd",)), SHADOW, Verdict.POLICY_VIOLATION),
        (Case("t", "p"), SHADOW, Verdict.POLICY_VIOLATION),
        (Case("t", "p", args=(b"/",)), Denial("openat", "/", "port"), Verdict.POLICY_VIOLATION),
        (Case("t", "p", args=(b"/bin/sh",)), Denial("execve", "/bin/sh", "port"), Verdict.POLICY_VIOLATION),
    ],
)
def test_only_what_the_case_names_may_be_tried(case: Case, denial: Denial, verdict: Verdict) -> None:
    recorded = Recorded(case.id, "t", "p", 1, None, SAID, Capture.of(b""), (), 500)
    outcome = Outcome(1, stdout=SAID, stderr=Capture.of(b""), denials=(denial,))
    planned = PlannedCase(case, recorded, Limits(), "key")
    rules = policy(track("c2rust").policy, TASK.amendment)
    record, _ = judged(planned, [outcome], TASK, rules, lambda capture: capture.data or b"", "strict")
    assert record.verdict is verdict
    assert record.denials == (denial,)
