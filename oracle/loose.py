"""RepoZero's own rules of comparison, to recompute numbers that it published. Never the default.

    repozero-py2js    both must exit with 0; outputs as text, all white space within a line removed, blank lines
                      dropped, at least one line; equal lines at equal places
    repozero-c2rust   exit statuses are ignored; outputs as text, equal after strip(), or both read as the same float

Both read output as UTF-8 with universal line ends and fail a case whose bytes are not UTF-8; standard error and files
are never looked at; a case that hits a limit fails. Source: evaluate/eval_py2js.py and evaluate/eval_c2rust.py of its
public repository."""

from __future__ import annotations

from dataclasses import dataclass

PY2JS, C2RUST = "repozero-py2js", "repozero-c2rust"
PROFILES = (PY2JS, C2RUST)


@dataclass(frozen=True, slots=True)
class Answer:
    """`matched` of `lines` lines agree: RepoZero's "API coverage", (0, 1) where nothing was compared.

    `by_exit`: it was the exit status that failed the case. `decided` is False where too few bytes were kept to know; it
    counts as failed. `reason` is a sentence without a full stop, empty for a pass."""

    passed: bool
    matched: int = 0
    lines: int = 1
    reason: str = ""
    by_exit: bool = False
    decided: bool = True


@dataclass(frozen=True, slots=True)
class Output:
    """One side: exit status (None where a signal ended it), stdout, and whether that is a prefix only."""

    exit: int | None
    stdout: bytes
    cut: bool = False


def answer(profile: str, expected: Output, actual: Output) -> Answer:
    """What RepoZero's script says of the two. Raises KeyError for a profile that is not one of `PROFILES`."""
    return {PY2JS: _py2js, C2RUST: _c2rust}[profile](expected, actual)


def _py2js(expected: Output, actual: Output) -> Answer:
    if expected.exit != 0:
        return Answer(False, reason="the original does not exit with status 0: no answer passes", by_exit=True)
    if actual.exit != 0:
        return Answer(False, reason="it does not exit with status 0", by_exit=True)
    wanted, came = _text(expected.stdout), _text(actual.stdout, actual.cut)
    if wanted is None or came is None:
        return Answer(False, reason=f"the {'original' if wanted is None else 'output'} is not UTF-8")
    left, right = _squeezed(wanted), _squeezed(came)
    if not left:
        return Answer(False, reason="the original prints nothing but white space: no answer passes")
    if actual.cut and len(right) <= len(left):
        return Answer(False, reason="too few bytes were kept to compare", decided=False)
    if len(left) != len(right):
        return Answer(False, reason=f"{len(left)} lines expected, {len(right)} came, blank ones left out")
    matched = sum(a == b for a, b in zip(left, right, strict=True))
    reason = "" if matched == len(left) else f"{len(left) - matched} of {len(left)} lines differ, white space removed"
    return Answer(matched == len(left), matched, len(left), reason)


def _c2rust(expected: Output, actual: Output) -> Answer:
    wanted, came = _text(expected.stdout), _text(actual.stdout, actual.cut)
    if wanted is None or came is None:
        return Answer(False, reason=f"the {'original' if wanted is None else 'output'} is not UTF-8")
    left, right = wanted.strip(), came.strip()
    if actual.cut and (left.startswith(right) or _number(left) is not None):
        return Answer(False, reason="too few bytes were kept to compare", decided=False)
    if left == right or ((number := _number(left)) is not None and number == _number(right)):
        return Answer(True, 1, 1)
    return Answer(False, reason="the outputs differ, white space at both ends removed")


def _text(data: bytes, cut: bool = False) -> str | None:
    """What Python's text mode reads, None where it raises; of a prefix the character that was cut is left out."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        if not cut or error.start < len(data) - 3 or error.reason != "unexpected end of data":
            return None
        text = data[: error.start].decode("utf-8")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _squeezed(text: str) -> list[str]:
    return ["".join(line.split()) for line in text.strip().splitlines() if line.strip()]


def _number(text: str) -> float | None:
    """As a float, if Python reads it as one. Not-a-numbers are equal to nothing, as there."""
    try:
        return float(text)
    except ValueError:
        return None
