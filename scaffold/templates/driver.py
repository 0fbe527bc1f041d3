"""What the programs of this task share: options and operands, controlled errors, and how a result is written.

A program is a function from its words to a value. Nothing here reads the clock, the locale or the environment."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import islice

MOST = 10_000  # items of an iterable that are written
Word = str | bytes  # text from an argument, or the bytes of standard input


class UsageError(Exception):
    """The command line is none of the forms that the usage text shows."""


class WordError(Exception):
    """A word is not what its place asks for."""


class Words:
    """The command line: options first, then operands. An argument is text; ill-formed UTF-8 in it becomes U+FFFD."""

    def __init__(self, arguments: list[str]) -> None:
        self._left = [os.fsencode(word).decode("utf-8", "replace") for word in arguments]

    def command(self, known: Collection[str]) -> str:
        """The first word, which must be one of the commands."""
        if not self._left or self._left[0] not in known:
            raise UsageError
        return self._left.pop(0)

    def options(self, flags: Collection[str] = (), valued: Collection[str] = ()) -> dict[str, str]:
        """The options and their values, up to the first operand or `--`. Of repeated options the last counts."""
        given: dict[str, str] = {}
        while self._left and self._left[0].startswith("-") and self._left[0] != "-":
            word = self._left.pop(0)
            if word == "--":
                break
            if word in flags:
                given[word] = ""
            elif word in valued and self._left:
                given[word] = self._left.pop(0)
            else:
                raise UsageError
        return given

    def operands(self, count: int, stdin: int | None = None) -> list[Word]:
        """Exactly `count` operands; when one is missing, standard input stands for the one at index `stdin`."""
        words: list[Word] = list(self._left)
        if stdin is not None and len(words) == count - 1:
            words.insert(stdin, sys.stdin.buffer.read())
        if len(words) != count:
            raise UsageError
        return words

    def rest(self, count: int) -> tuple[list[Word], list[Word]]:
        """The first `count` operands, and all that follow."""
        if len(self._left) < count:
            raise UsageError
        return list(self._left[:count]), list(self._left[count:])


def as_bytes(word: Word) -> bytes:
    return word.encode("utf-8") if isinstance(word, str) else word


def as_text(word: Word) -> str:
    if isinstance(word, str):
        return word
    try:
        return word.decode("utf-8")
    except UnicodeDecodeError:
        raise WordError("standard input is not valid UTF-8") from None


def as_integer(word: Word, name: str) -> int:
    if not re.fullmatch("-?[0-9]{1,4000}", as_text(word)):
        raise WordError(f"{name} is not an integer")
    return int(word)


def as_number(word: Word, name: str) -> float:
    if not re.fullmatch(r"-?[0-9]{1,400}(\.[0-9]{1,400})?([eE][+-]?[0-9]{1,4})?", as_text(word)):
        raise WordError(f"{name} is not a number")
    return float(word)


def as_json(word: Word, name: str) -> object:
    try:
        return json.loads(as_text(word))
    except (ValueError, RecursionError):
        raise WordError(f"{name} is not JSON") from None


def plain(value: object) -> object:
    """`value` as JSON can hold it; no address and no order of a set gets in."""
    if isinstance(value, str | int | float | None):
        return value
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value).hex()
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(item) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((plain(item) for item in value), key=lambda item: json.dumps(item, sort_keys=True))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Iterable):
        return [plain(item) for item in islice(value, MOST)]
    described = type(value).__str__ is not object.__str__ or type(value).__repr__ is not object.__repr__
    return str(value) if described and not callable(value) else type(value).__name__


def written(value: object) -> bytes:
    """What goes to standard output: bytes and text as they are, everything else as JSON; then a line feed."""
    if isinstance(value, bytes | bytearray):
        return bytes(value) + b"\n"
    text = value if isinstance(value, str) else json.dumps(plain(value), ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace") + b"\n"


def run(program: Callable[[Words], object], usage: str) -> None:
    """Runs a program and ends the process with its status."""
    output, error, status = b"", "", 0
    try:
        output = written(program(Words(sys.argv[1:])))
    except UsageError:
        error, status = usage, 2
    except WordError as problem:
        error, status = f"error: {problem}", 1
    except Exception as problem:  # TODO(author): name the library's errors here, and define each message in SPEC.md
        error, status = f"error: {type(problem).__name__}", 1
    sys.stdout.buffer.write(output)
    sys.stdout.buffer.flush()
    sys.stderr.buffer.write(error.encode("utf-8", "backslashreplace") + b"\n" if error else b"")
    sys.stderr.buffer.flush()
    sys.exit(status)
