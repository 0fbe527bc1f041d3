"""The verdicts of a case, their precedence and whose doing they are. docs/verdicts.md is generated from here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Whose(StrEnum):
    """Whose doing a verdict is: only the submission's count against it."""

    NOBODY = "nobody"
    SUBMISSION = "submission"
    TASK = "task"
    HARNESS = "harness"


class Verdict(StrEnum):
    """In order of precedence: where several hold, the first is given (pass holds only where nothing else does)."""

    POLICY_VIOLATION = "policy_violation"
    MISSING = "missing"
    BUILD_FAILED = "build_failed"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    PROCESS_LIMIT = "process_limit"
    CRASH = "crash"
    WRONG_EXIT = "wrong_exit"
    WRONG_STDOUT = "wrong_stdout"
    WRONG_STDERR = "wrong_stderr"
    WRONG_FILE = "wrong_file"
    FLAKY = "flaky"
    PASS = "pass"
    QUARANTINED = "quarantined"
    NOT_RUN = "not_run"
    HARNESS_ERROR = "harness_error"


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a verdict says, and whose doing it is."""

    whose: Whose
    sentence: str


MEANING: dict[Verdict, Meaning] = {
    Verdict.PASS: Meaning(Whose.NOBODY, "Every compared observable is identical, byte for byte."),
    Verdict.POLICY_VIOLATION: Meaning(Whose.SUBMISSION, "The tree, or what it tried at run time, breaks the policy."),
    Verdict.MISSING: Meaning(Whose.SUBMISSION, "There is no tree or no entry for this program."),
    Verdict.BUILD_FAILED: Meaning(Whose.SUBMISSION, "The tree does not build."),
    Verdict.TIME_LIMIT: Meaning(Whose.SUBMISSION, "The case used up its CPU or wall time."),
    Verdict.MEMORY_LIMIT: Meaning(Whose.SUBMISSION, "The case used up its memory."),
    Verdict.OUTPUT_LIMIT: Meaning(Whose.SUBMISSION, "stdout, stderr or a file grew over its limit."),
    Verdict.PROCESS_LIMIT: Meaning(Whose.SUBMISSION, "The case wanted more processes or threads than it may have."),
    Verdict.CRASH: Meaning(Whose.SUBMISSION, "Ended by a signal that the original did not end by."),
    Verdict.WRONG_EXIT: Meaning(Whose.SUBMISSION, "The exit status differs."),
    Verdict.WRONG_STDOUT: Meaning(Whose.SUBMISSION, "Standard output differs."),
    Verdict.WRONG_STDERR: Meaning(Whose.SUBMISSION, "Standard error differs."),
    Verdict.WRONG_FILE: Meaning(Whose.SUBMISSION, "A declared output file differs or is absent."),
    Verdict.FLAKY: Meaning(Whose.SUBMISSION, "Repeats of the same case disagree."),
    Verdict.QUARANTINED: Meaning(Whose.TASK, "The original is not stable here; in no denominator, counted and listed."),
    Verdict.NOT_RUN: Meaning(Whose.HARNESS, "Not reached."),
    Verdict.HARNESS_ERROR: Meaning(Whose.HARNESS, "Our fault; never scored."),
}


class Diagnosis(StrEnum):
    """Why two outputs differ, as far as can be said. It explains a verdict and never changes one."""

    TRAILING_NEWLINE = "trailing newline only"
    WHITE_SPACE = "white space only"
    LINE_ENDINGS = "line endings"
    FLOAT_FORMAT = "float formatting only"
    LINE_ORDER = "order of lines"
    KEY_ORDER = "order of keys"
    ENCODING = "encoding or normalisation"
    LETTER_CASE = "letter case only"
    TRUNCATED = "truncated"
    EMPTY = "empty"
    PREFIX_CRASH = "prefix then crash"
    SWAPPED = "stderr and stdout swapped"
    PANICKED = "panicked"
    UNEXPLAINED = "not explained"


def scored(verdict: Verdict) -> bool:
    """Whether a case with this verdict is in the denominator."""
    return verdict is Verdict.PASS or MEANING[verdict].whose is Whose.SUBMISSION
