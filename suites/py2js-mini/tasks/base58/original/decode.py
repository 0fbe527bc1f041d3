"""Decodes Base58 from its arguments, or from standard input, to hexadecimal or raw bytes."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import base58

USAGE = "usage: decode [--check] [--autofix] [--raw] [--alphabet ALPHABET] [--] [TEXT...]"
ALPHABETS = {"bitcoin": base58.BITCOIN_ALPHABET, "ripple": base58.RIPPLE_ALPHABET, "xrp": base58.XRP_ALPHABET}


def leave(status: int, message: str) -> NoReturn:
    sys.stdout.buffer.flush()
    sys.stderr.buffer.write(message.encode("utf-8") + b"\n")
    sys.stderr.buffer.flush()
    sys.exit(status)


def options(words: list[str], flags: set[str], valued: set[str]) -> tuple[dict[str, str], list[str]]:
    given: dict[str, str] = {}
    while words and words[0].startswith("-"):
        word, words = words[0], words[1:]
        if word == "--":
            break
        if word in flags:
            given[word] = ""
        elif word in valued and words:
            given[word], words = words[0], words[1:]
        else:
            leave(2, USAGE)
    return given, words


def alphabet(name: str) -> bytes:
    if name in ALPHABETS:
        return ALPHABETS[name]
    if len(name) < 2 or not name.isascii():
        leave(1, "error: an alphabet is two or more ASCII characters")
    return name.encode("ascii")


def main() -> None:
    words = [os.fsencode(word).decode("utf-8", "replace") for word in sys.argv[1:]]
    given, texts = options(words, {"--check", "--autofix", "--raw"}, {"--alphabet"})
    characters = alphabet(given.get("--alphabet", "bitcoin"))
    raw = "--raw" in given

    def decode(text: str | bytes, where: str) -> bytes:
        function = base58.b58decode_check if "--check" in given else base58.b58decode
        try:
            return function(text, alphabet=characters, autofix="--autofix" in given)
        except UnicodeEncodeError as error:
            code = ord(error.object[error.start])
            leave(1, f"error: {where}: U+{code:04X} at {error.start} is not ASCII")
        except ValueError as error:
            leave(1, f"error: {where}: {error}")

    out = sys.stdout.buffer
    for number, text in enumerate(texts, 1):
        data = decode(text, f"argument {number}")
        out.write((data if raw else data.hex().encode("ascii")) + b"\n")
    if not texts:
        data = decode(sys.stdin.buffer.read(), "standard input")
        out.write(data if raw else data.hex().encode("ascii") + b"\n")


main()
