"""New bytes from old ones: bits, boundaries, insertions, deletions, repetitions, splices and words of a dictionary.

Why a plain seeded Random, not hypothesis: a strategy builds values from nothing, and buys shrinking with a record of
every choice. Here the old bytes are the value, the change is small, and `grow` minimises by running."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from .alphabet import BYTES, FLOATS, INTEGERS, TEXT

NUMBER = re.compile(rb"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
REPEATS = (2, 3, 8, 64, 300)  # the last passes the usual limits of nesting
Change = Callable[[bytes, Random, Sequence[bytes]], bytes]


def mutated(data: bytes, random: Random, words: Sequence[bytes]) -> bytes:
    """`data` with one to four small changes. Text mostly stays text: bytes that are no UTF-8 test one line of most
    programs."""
    text = _is_text(data)
    for _ in range(min(_geometric(random), 4)):
        changes = TEXT_CHANGES if text and random.random() < 0.9 else BYTE_CHANGES
        data = random.choice(changes)(data, random, words)
    return data


def spliced(first: bytes, second: bytes, random: Random) -> bytes:
    """The head of one and the tail of another; at line ends or blanks as often as anywhere."""
    left = _cut(first, random)
    right = _cut(second, random)
    return first[:left] + second[right:]


def _cut(data: bytes, random: Random) -> int:
    places = [match.end() for match in re.finditer(rb"[\n ,;/]", data)]
    return random.choice(places) if places and random.random() < 0.5 else random.randint(0, len(data))


def _geometric(random: Random) -> int:
    count = 1
    while random.random() < 0.4:
        count += 1
    return count


def _is_text(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return b"\0" not in data


def _span(data: bytes, random: Random, most: int = 32) -> tuple[int, int]:
    start = random.randint(0, len(data))
    return start, min(len(data), start + random.randint(1, most))


def _flip(data: bytes, random: Random, words: Sequence[bytes]) -> bytes:
    if not data:
        return random.choice(BYTES)
    place = random.randrange(len(data))
    return data[:place] + bytes([data[place] ^ (1 << random.randrange(8))]) + data[place + 1 :]


def _byte(data: bytes, random: Random, words: Sequence[bytes]) -> bytes:
    place = random.randint(0, len(data))
    return data[:place] + random.choice((*BYTES, bytes([random.randrange(256)]))) + data[place + random.randint(0, 1) :]


def _binary_integer(data: bytes, random: Random, words: Sequence[bytes]) -> bytes:
    width = random.choice((1, 2, 4, 8))
    number = random.choice(INTEGERS) % (1 << (8 * width))
    place = random.randint(0, max(0, len(data) - width))
    return data[:place] + number.to_bytes(width, random.choice(("little", "big"))) + data[place + width :]


def _character(data: bytes, random: Random, words: Sequence[bytes]) -> bytes:
    text = data.decode("utf-8", "replace")
    place = random.randint(0, len(text))
    new = random.choice(text) if text and random.random() < 0.5 else random.choice(TEXT)
    return (text[:place] + new + text[place + random.randint(0, 1) :]).encode()


def _delete(data: bytes, random: Random, words: Sequence[bytes]) -> bytes:
    start, end = _span(data, random, random.choice((1, 1, 4, 32)))
    return data[:start] + data[end:]


def _repeat(data: bytes, random: Random, words: Sequence[bytes]) -> bytes:
    start, end = _span(data, random, random.choice((1, 4, 32)))
    return data[:end] + data[start:end] * random.choice(REPEATS) + data[end:]


def _move(data: bytes, random: Random, words: Sequence[bytes]) -> bytes:
    start, end = _span(data, random)
    rest = data[:start] + data[end:]
    place = random.randint(0, len(rest))
    return rest[:place] + data[start:end] + rest[place:]


def _lines(data: bytes, random: Random, words: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    first, second = random.randrange(len(lines)), random.randrange(len(lines))
    if random.random() < 0.5:
        lines[first], lines[second] = lines[second], lines[first]
    else:
        lines.insert(first, lines[second])
    return b"\n".join(lines)


def _word(data: bytes, random: Random, words: Sequence[bytes]) -> bytes:
    if not words:
        return _character(data, random, words)
    start, end = _span(data, random, 8)
    blank = b" " if random.random() < 0.3 else b""
    word = random.choice(words)
    return data[:start] + blank + word + blank + data[random.choice((start, end)) :]


def _number(data: bytes, random: Random, words: Sequence[bytes]) -> bytes:
    found = list(NUMBER.finditer(data))
    if not found:
        return _word(data, random, words)
    match = random.choice(found)
    old = match.group()
    near = str(int(old) + random.choice((-1, 1, 2))).encode() if old.lstrip(b"-").isdigit() and len(old) < 400 else old
    far = str(random.choice(INTEGERS)).encode()
    new = random.choice((near, far, b"-" + old, b"0" + old, random.choice(FLOATS).encode()))
    return data[: match.start()] + new + data[match.end() :]


def _case(data: bytes, random: Random, words: Sequence[bytes]) -> bytes:
    start, end = _span(data, random)
    return data[:start] + data[start:end].swapcase() + data[end:]


TEXT_CHANGES: tuple[Change, ...] = (
    _character, _character, _delete, _repeat, _move, _lines, _word, _word, _number, _number, _case,
)  # fmt: skip
BYTE_CHANGES: tuple[Change, ...] = (_flip, _byte, _binary_integer, _delete, _repeat, _move, _word)
