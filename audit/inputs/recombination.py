"""New invocations from old ones: words of argument lists crossed by place or by flag, inputs spliced, bytes mutated."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ...core.case import Case
from .mutation import mutated, spliced

Args = tuple[bytes, ...]


def derived(parent: Case, cases: Sequence[Case], words: Sequence[bytes], random: Random) -> Case:
    """A relative of `parent`: one of its parts changes, now and then two. It may be what it was, or no case at all."""
    args, stdin, files = parent.args, parent.stdin, dict(parent.files)
    other = random.choice(cases) if cases else parent
    for _ in range(1 if random.random() < 0.8 else 2):
        part = _part(args, stdin, files, random)
        if part == "args":
            args = _arguments(args, other, cases, words, random)
        elif part == "stdin":
            stdin = _data(stdin, other.stdin, words, random)
        else:
            files[part] = _data(files[part], dict(other.files).get(part, b""), words, random)
    return Case(parent.task, parent.program, args, stdin, tuple(sorted(files.items())), parent.env)


def _part(args: Args, stdin: bytes, files: dict[str, bytes], random: Random) -> str:
    """`args`, `stdin` or the name of a file; rather the larger ones, which a program is about."""
    parts = ["args"] * (1 + 2 * bool(args)) + ["stdin"] * (4 * bool(stdin)) + sorted(files) * 3
    return random.choice(parts)


def _data(data: bytes, other: bytes, words: Sequence[bytes], random: Random) -> bytes:
    if other and random.random() < 0.25:
        return spliced(data, other, random)
    return mutated(data, random, words)


def _arguments(args: Args, other: Case, cases: Sequence[Case], words: Sequence[bytes], random: Random) -> Args:
    act = random.random()
    if not args:
        return other.args if other.args and act < 0.7 else (*args, *_new_word(cases, words, random))
    place = random.randrange(len(args))
    if act < 0.45:  # inside a word
        word = args[place]
        same = other.args[place] if place < len(other.args) else b""
        new = spliced(word, same, random) if same and random.random() < 0.2 else mutated(word, random, words)
        return (*args[:place], new.replace(b"\0", b""), *args[place + 1 :])
    if act < 0.6:  # the word that another case has there, or anywhere
        mine = other.args[place : place + 1] or _new_word(cases, words, random)
        return (*args[:place], *mine, *args[place + 1 :])
    if act < 0.7:  # crossed by place
        return (*args[:place], *other.args[place:])
    if act < 0.8:  # another case's flags, with what follows them
        return _with_flags(args, other.args, random)
    if act < 0.88:
        return (*args[:place], *_new_word(cases, words, random), *args[place:])
    if act < 0.95:
        return (*args[:place], *args[place + 1 :])
    return (*args[: place + 1], *args[place:])


def _with_flags(args: Args, other: Args, random: Random) -> Args:
    flags = [place for place, word in enumerate(other) if word.startswith(b"-") and len(word) > 1]
    if not flags:
        return (*other[:1], *args[1:])
    place = random.choice(flags)
    group = other[place : place + random.choice((1, 2))]
    where = min(place, len(args))
    return (*args[:where], *group, *args[where:])


def _new_word(cases: Sequence[Case], words: Sequence[bytes], random: Random) -> Args:
    old = random.choice(cases).args if cases else ()
    if old and (not words or random.random() < 0.6):
        return (random.choice(old),)
    return (random.choice(words).replace(b"\0", b""),) if words else (b"",)
