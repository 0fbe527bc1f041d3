"""Why two outputs differ, as far as can be said: a row of rules, tried in order, the first that holds names it.

A diagnosis explains a verdict and never changes one. Cheap rules look at whole outputs, dear ones only where what is
left between the common beginning and end is small (`WINDOW` bytes, `LINES` lines); every rule is linear in what it
looks at, so that a submission cannot buy our time with a hostile output."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from ..core.outcome import Capture, Outcome
from ..core.pack import Recorded
from ..core.verdict import Diagnosis, Verdict
from . import encodings
from .difference import common
from .keyorder import same_values, same_words
from .numerals import same_numbers

WINDOW = 1 << 16  # bytes; measured: difflib and friends took 40 s on 390 KB, and no person reads further
LINES = 2_000
TEXT = 1 << 20  # bytes that the rules look at which read the whole text as numbers or as JSON: under half a second
WHOLE = 32 << 20  # bytes that the cheap rules look at: twice the default limit of stdout

PANIC = re.compile(rb"^thread '[^\n]{0,200}' (?:\(\d{1,20}\) )?panicked at ", re.MULTILINE)
UNCAUGHT = re.compile(rb"^Node\.js v\d+\.\d+\.\d+\s*\Z", re.MULTILINE)  # Node's last line after an uncaught error
SPACES = b" \t\n\r\v\f"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two unequal outputs. `cut`: `actual` is only the beginning of what came, so its end says nothing."""

    expected: bytes
    actual: bytes
    cut: bool = False

    def agree(self, change: Callable[[bytes], bytes]) -> bool:
        """Whether both are equal after `change`; of a cut output, whether it begins as expected."""
        expected, actual = change(self.expected), change(self.actual)
        return expected.startswith(actual) if self.cut else expected == actual


Rule = Callable[[Pair], bool]


def of_case(
    verdict: Verdict, recorded: Recorded, outcome: Outcome, data: Callable[[Capture], bytes]
) -> Diagnosis | None:
    """What the ending and the streams together say: panicked, prefix then crash, swapped. None: look at the output."""
    stderr = outcome.stderr.data or b""
    if outcome.exit == 101 and recorded.exit != 101 and PANIC.search(stderr):
        return Diagnosis.PANICKED
    if (verdict is Verdict.CRASH or (outcome.exit != recorded.exit and UNCAUGHT.search(stderr[-WINDOW:]))) and _begins(
        recorded.stdout, outcome.stdout, data
    ):
        return Diagnosis.PREFIX_CRASH
    if _swapped(recorded, outcome, data):
        return Diagnosis.SWAPPED
    return None


def of_output(expected: bytes, actual: bytes, cut: bool = False) -> Diagnosis:
    """Why two unequal outputs differ. `cut`: `actual` is a prefix of what the program wrote."""
    pair = Pair(expected, actual, cut)
    if max(len(expected), len(actual)) > WHOLE or (cut and expected.startswith(actual)):
        return Diagnosis.UNEXPLAINED
    for diagnosis, rule in WHOLE_RULES:
        if rule(pair):
            return diagnosis
    window = narrowed(pair)
    if window is not None:
        for diagnosis, rule in WINDOW_RULES:
            if rule(window):
                return diagnosis
    return Diagnosis.UNEXPLAINED


def narrowed(pair: Pair) -> Pair | None:
    """Both without the whole lines that they begin and end with alike; None where more than a window is left.
    Of a cut output the whole lines of the first window from the difference on."""
    expected, actual = pair.expected, pair.actual
    start = expected.rfind(b"\n", 0, common(expected, actual)) + 1
    expected, actual = expected[start:], actual[start:]
    if pair.cut:
        length = min(len(expected), len(actual), WINDOW)
        expected, actual = expected[:length], actual[:length]
        lines = min(expected.count(b"\n"), actual.count(b"\n"), LINES)
        return Pair(_lines(expected, lines), _lines(actual, lines)) if lines else None
    tail = common(expected[::-1], actual[::-1])
    if tail:
        end = expected.find(b"\n", len(expected) - tail) + 1
        if end:
            kept = len(expected) - end
            expected, actual = expected[:end], actual[: len(actual) - kept]
    small = max(len(expected), len(actual)) <= WINDOW
    return Pair(expected, actual) if small and max(expected.count(b"\n"), actual.count(b"\n")) <= LINES else None


def _lines(data: bytes, count: int) -> bytes:
    return b"\n".join(data.split(b"\n")[:count])


def _begins(expected: Capture, actual: Capture, data: Callable[[Capture], bytes]) -> bool:
    """Whether something right was written before the end (all of it counts, nothing only if nothing was due)."""
    if actual.same(expected):
        return True
    if actual.data is None or actual.cut or not 0 < actual.length < expected.length:
        return False
    return data(expected).startswith(actual.data)


def _swapped(recorded: Recorded, outcome: Outcome, data: Callable[[Capture], bytes]) -> bool:
    """stdout's bytes on stderr and the other way round, or everything on stderr."""
    if recorded.stdout.length == 0 or outcome.stderr.length == 0:
        return False
    if outcome.stdout.same(recorded.stderr) and outcome.stderr.same(recorded.stdout):
        return True
    if outcome.stdout.length or outcome.stderr.length != recorded.stdout.length + recorded.stderr.length:
        return False
    stdout, stderr = data(recorded.stdout), data(recorded.stderr)
    return outcome.stderr.data in (stdout + stderr, stderr + stdout)


def _trailing_newline(pair: Pair) -> bool:
    return not pair.cut and pair.agree(lambda text: text.rstrip(b"\n"))


def _line_endings(pair: Pair) -> bool:
    return pair.agree(lambda text: text.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))


def _white_space(pair: Pair) -> bool:
    return pair.agree(lambda text: text.translate(None, SPACES))


def _letter_case(pair: Pair) -> bool:
    def lower(text: bytes) -> str:
        return text.decode("utf-8", "surrogateescape").casefold()

    return lower(pair.expected) == lower(pair.actual)


def _line_order(pair: Pair) -> bool:
    expected, actual = pair.expected.split(b"\n"), pair.actual.split(b"\n")
    return len(expected) == len(actual) and Counter(expected) == Counter(actual)


def _small(rule: Callable[[bytes, bytes], bool]) -> Rule:
    """A dear rule that needs the whole text, for outputs of up to `TEXT` bytes."""
    return lambda pair: (
        not pair.cut and max(len(pair.expected), len(pair.actual)) <= TEXT and rule(pair.expected, pair.actual)
    )


WHOLE_RULES: tuple[tuple[Diagnosis, Rule], ...] = (
    (Diagnosis.TRAILING_NEWLINE, _trailing_newline),
    (Diagnosis.EMPTY, lambda pair: not pair.actual),
    (Diagnosis.FLOAT_FORMAT, _small(same_numbers)),
    (Diagnosis.TRUNCATED, lambda pair: not pair.cut and pair.expected.startswith(pair.actual)),
    (Diagnosis.LINE_ENDINGS, _line_endings),
    (Diagnosis.WHITE_SPACE, _white_space),
    (Diagnosis.KEY_ORDER, _small(same_values)),
)
WINDOW_RULES: tuple[tuple[Diagnosis, Rule], ...] = (
    (Diagnosis.LETTER_CASE, _letter_case),
    (Diagnosis.FLOAT_FORMAT, lambda pair: same_numbers(pair.expected, pair.actual)),
    (Diagnosis.ENCODING, lambda pair: encodings.explains(pair.expected, pair.actual)),
    (Diagnosis.KEY_ORDER, lambda pair: same_values(pair.expected, pair.actual)),
    (Diagnosis.LINE_ORDER, _line_order),
    (Diagnosis.KEY_ORDER, lambda pair: same_words(pair.expected, pair.actual)),
)
