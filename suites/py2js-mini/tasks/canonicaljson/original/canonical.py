"""Rewrites JSON texts in their canonical form: no white space, keys sorted, UTF-8."""

from __future__ import annotations

import json
import os
import sys
from typing import NoReturn

import canonicaljson

USAGE = "usage: canonical [--stream] [--lines] [--] [JSON...]"


def leave(status: int, message: str) -> NoReturn:
    sys.stdout.buffer.flush()
    sys.stderr.buffer.write(message.encode("utf-8") + b"\n")
    sys.stderr.buffer.flush()
    sys.exit(status)


def options(words: list[str], flags: set[str]) -> tuple[set[str], list[str]]:
    given: set[str] = set()
    while words and words[0].startswith("-"):
        word, words = words[0], words[1:]
        if word == "--":
            break
        if word not in flags:
            leave(2, USAGE)
        given.add(word)
    return given, words


def rewrite(text: bytes, place: str, stream: bool) -> None:
    out = sys.stdout.buffer
    try:
        value = json.loads(text.decode("utf-8"))
    except UnicodeDecodeError:
        leave(1, f"error: {place}: not UTF-8")
    except json.JSONDecodeError:
        leave(1, f"error: {place}: not JSON")
    try:
        if stream:
            for chunk in canonicaljson.iterencode_canonical_json(value):
                out.write(chunk)
        else:
            out.write(canonicaljson.encode_canonical_json(value))
    except UnicodeEncodeError as error:
        leave(1, f"error: {place}: lone surrogate U+{ord(error.object[error.start]):04X}")
    except ValueError:
        leave(1, f"error: {place}: not a finite number")
    out.write(b"\n")


def main() -> None:
    sys.set_int_max_str_digits(0)
    words = [os.fsencode(word).decode("utf-8", "replace") for word in sys.argv[1:]]
    given, texts = options(words, {"--stream", "--lines"})
    if "--lines" in given and texts:
        leave(2, USAGE)
    stream = "--stream" in given
    for number, text in enumerate(texts, 1):
        rewrite(text.encode("utf-8"), f"argument {number}", stream)
    if texts:
        return
    data = sys.stdin.buffer.read()
    if "--lines" not in given:
        rewrite(data, "standard input", stream)
        return
    lines = data.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    for number, line in enumerate(lines, 1):
        rewrite(line, f"line {number}", stream)


main()
