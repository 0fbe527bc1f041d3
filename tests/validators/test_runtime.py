"""What the walls refuse is named by the policy's rules."""

from __future__ import annotations

from portproof.core.outcome import Denial
from portproof.validators.policy import policy
from portproof.validators.runtime import permission_denials, violations


def test_an_execve_is_a_process_violation_that_says_what_was_tried() -> None:
    (violation,) = violations([Denial("execve", "/usr/bin/python3", "node", 2)], policy("py2js"))
    assert violation.rule == "run-process"
    expected = "tried to start, trace or signal a process: execve /usr/bin/python3 (thread node), 2 times"
    assert violation.message == expected


def test_each_kind_of_denial_has_its_rule_and_repeats_are_one_finding() -> None:
    calls = ["connect", "openat", "bpf", "openat", "kill"]
    found = violations([Denial(call, "x", "t") for call in calls], policy("c2rust"))
    assert sorted(v.rule for v in found) == ["run-file", "run-kernel", "run-network", "run-process"]
    assert any(v.message.endswith(", 2 times") for v in found)


def test_nothing_refused_is_no_violation() -> None:
    assert violations([], policy("c2rust")) == ()


def test_an_uncaught_permission_error_of_node_is_read() -> None:
    stderr = (
        b"Error: Access to this API has been restricted. Use --allow-child-process to manage permissions.\n"
        b"    at ChildProcess.spawn (node:internal/child_process:421:11) {\n"
        b"  code: 'ERR_ACCESS_DENIED',\n  permission: 'ChildProcess'\n}\n"
    )
    (violation,) = violations(permission_denials(stderr), policy("py2js"))
    assert violation.rule == "run-process"


MEMBER = b"""node:internal/process/pre_execution:620
      throw new ERR_ACCESS_DENIED('process.binding');
            ^

Error [ERR_ACCESS_DENIED]: process.binding
    at process.binding (node:internal/process/pre_execution:620:13) {
  code: 'ERR_ACCESS_DENIED',
  permission: '',
  resource: ''
}
"""


def test_a_member_of_process_that_node_refuses_breaks_the_rule_about_it() -> None:
    (violation,) = violations(permission_denials(MEMBER), policy("py2js"))
    assert violation.rule == "js-process-member"
    assert violation.message == "tried to take a part of Node that no port needs: process.binding (thread node)"


def test_a_track_without_that_rule_names_another() -> None:
    (violation,) = violations(permission_denials(MEMBER), policy("c2rust"))
    assert violation.rule == "run-kernel"
