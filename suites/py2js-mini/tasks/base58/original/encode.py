"""Prints the Base58 form of its arguments, or of what it reads from standard input."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import base58

USAGE = "usage: encode [--check] [--ascii] [--lines] [--alphabet ALPHABET] [--] [TEXT...]"
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
    given, texts = options(words, {"--check", "--ascii", "--lines"}, {"--alphabet"})
    if "--lines" in given and texts:
        leave(2, USAGE)
    characters = alphabet(given.get("--alphabet", "bitcoin"))
    encode = base58.b58encode_check if "--check" in given else base58.b58encode
    out = sys.stdout.buffer
    for number, text in enumerate(texts, 1):
        try:
            out.write(encode(text if "--ascii" in given else text.encode("utf-8"), alphabet=characters) + b"\n")
        except UnicodeEncodeError as error:
            code = ord(error.object[error.start])
            leave(1, f"error: argument {number}: U+{code:04X} at {error.start} is not ASCII")
    if not texts:
        data = sys.stdin.buffer.read()
        pieces = [data]
        if "--lines" in given:
            pieces = data.split(b"\n")
            if pieces[-1] == b"":
                pieces.pop()
        for piece in pieces:
            out.write(encode(piece, alphabet=characters) + b"\n")


main()
