"""Regroups the bits of a list of numbers: from groups of FROM bits to groups of TO bits."""

from __future__ import annotations

import os
import re
import sys
from typing import NoReturn

import bech32

USAGE = "usage: convert [--no-pad] [--] FROM TO VALUES"
WIDEST = 64


def leave(status: int, message: str) -> NoReturn:
    sys.stdout.buffer.flush()
    sys.stderr.buffer.write(message.encode("utf-8") + b"\n")
    sys.stderr.buffer.flush()
    sys.exit(status)


def width(name: str, word: str) -> int:
    if not re.fullmatch("[0-9]{1,2}", word) or not 1 <= int(word) <= WIDEST:
        leave(1, f"error: {name} is not a number from 1 to {WIDEST}")
    return int(word)


def main() -> None:
    words = [os.fsencode(word).decode("utf-8", "replace") for word in sys.argv[1:]]
    pad = True
    while words and words[0].startswith("-"):
        word, words = words[0], words[1:]
        if word == "--":
            break
        if word != "--no-pad":
            leave(2, USAGE)
        pad = False
    if len(words) != 3:
        leave(2, USAGE)
    source, target = width("FROM", words[0]), width("TO", words[1])
    if not re.fullmatch("(?:-?[0-9]{1,99}(?:,-?[0-9]{1,99})*)?", words[2]):
        leave(1, "error: VALUES is not a list of numbers")
    values = [int(word) for word in words[2].split(",") if word]
    groups = bech32.convertbits(values, source, target, pad)
    if groups is None:
        leave(1, "error: not convertible")
    sys.stdout.buffer.write((",".join(str(group) for group in groups) or "-").encode("ascii") + b"\n")


main()
