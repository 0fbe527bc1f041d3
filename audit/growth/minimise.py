"""Make an invocation smaller while it keeps what it is kept for: delta debugging (Zeller and Hildebrandt, 2002) over
its arguments, its stdin, its files and the characters in them, batch by batch, since programs run side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ...core.case import Case

Holds = Callable[[Sequence[Case]], Sequence[bool]]
BATCH = 16  # smaller ones that are tried at once; the first that holds is taken
TRIES = 240  # of one invocation: what is left then is small enough
ENOUGH = 24  # bytes of a word or stdin below which single characters are not worth their runs, unless few are left


def minimised(case: Case, holds: Holds, tries: int = TRIES) -> Case:
    """The smallest relative of `case` that was found and for which `holds` is true; `case` itself at worst. `holds` is
    asked about many at once. Tags and visibility stay."""
    left = tries
    for smaller in (_without_words, _without_files, _with_shorter_parts):
        again = True
        while again and left > 0:
            again = False
            ideas = _unique(smaller(case), case)
            while left > 0:
                batch = [idea for _, idea in zip(range(min(BATCH, left)), ideas, strict=False)]
                if not batch:
                    break
                left -= len(batch)
                kept = next((idea for idea, good in zip(batch, holds(batch), strict=True) if good), None)
                if kept is not None:
                    case, again = kept, True
                    break
    return case


def _unique(ideas: Iterator[Case], case: Case) -> Iterator[Case]:
    seen = {case.id}
    for idea in ideas:
        if idea.id not in seen:
            seen.add(idea.id)
            yield idea


def _without_words(case: Case) -> Iterator[Case]:
    for start, end in _chunks(len(case.args)):
        yield _changed(case, args=(*case.args[:start], *case.args[end:]))


def _without_files(case: Case) -> Iterator[Case]:
    for name, _ in case.files:
        yield _changed(case, files=tuple(pair for pair in case.files if pair[0] != name))
    if case.stdin:
        yield _changed(case, stdin=b"")
    for name, _ in case.env:
        yield _changed(case, env=tuple(pair for pair in case.env if pair[0] != name))


def _with_shorter_parts(case: Case) -> Iterator[Case]:
    """Whole halves of any part first, then quarters of any, and so on down to characters."""
    parts: list[tuple[bytes, Callable[[bytes], Case]]] = []
    for number, word in enumerate(case.args):
        parts.append((word, _replacing_word(case, number)))
    parts.append((case.stdin, lambda data: _changed(case, stdin=data)))
    for name, data in case.files:
        parts.append((data, _replacing_file(case, name)))
    ideas = [(len(data) - len(piece), piece, made) for data, made in parts for piece in _pieces(data)]
    for _, piece, made in sorted(ideas, key=lambda idea: -idea[0]):
        yield made(piece)


def _replacing_word(case: Case, number: int) -> Callable[[bytes], Case]:
    return lambda data: _changed(case, args=(*case.args[:number], data, *case.args[number + 1 :]))


def _replacing_file(case: Case, name: str) -> Callable[[bytes], Case]:
    return lambda data: _changed(case, files=tuple(sorted({**dict(case.files), name: data}.items())))


def _pieces(data: bytes) -> Iterator[bytes]:
    """`data` without one chunk, at ends of characters where it is text; chunks of lines first."""
    lines = data.splitlines(keepends=True)
    if len(lines) > 1:
        for start, end in _chunks(len(lines)):
            yield b"".join((*lines[:start], *lines[end:]))
    try:
        units: Sequence[bytes] = [character.encode() for character in data.decode("utf-8")]
    except UnicodeDecodeError:
        units = [data[i : i + 1] for i in range(len(data))]
    finest = 1 if len(units) <= ENOUGH else len(units) // ENOUGH
    for start, end in _chunks(len(units)):
        if end - start >= finest:
            yield b"".join((*units[:start], *units[end:]))


def _chunks(count: int) -> Iterator[tuple[int, int]]:
    """Everything, halves, quarters, … single ones: the places to cut out."""
    width = count
    while width >= 1:
        for start in range(0, count, width):
            yield start, min(count, start + width)
        width = (width + 1) // 2 if width > 1 else 0


def _changed(
    case: Case,
    args: tuple[bytes, ...] | None = None,
    stdin: bytes | None = None,
    files: tuple[tuple[str, bytes], ...] | None = None,
    env: tuple[tuple[str, bytes], ...] | None = None,
) -> Case:
    return replace(
        case,
        args=case.args if args is None else args,
        stdin=case.stdin if stdin is None else stdin,
        files=case.files if files is None else files,
        env=case.env if env is None else env,
    )
