"""Converts natural numbers to Base58 and back, and lists the Base58 forms of a range of them."""

from __future__ import annotations

import os
import re
import sys
from typing import NoReturn

import base58

USAGE = """\
usage: integers encode [--no-default-one] [--alphabet ALPHABET] [--] NUMBER...
       integers decode [--autofix] [--alphabet ALPHABET] [--] TEXT...
       integers range [--alphabet ALPHABET] [--] START COUNT STEP"""
FLAGS = {"encode": {"--no-default-one"}, "decode": {"--autofix"}, "range": set()}
ALPHABETS = {"bitcoin": base58.BITCOIN_ALPHABET, "ripple": base58.RIPPLE_ALPHABET, "xrp": base58.XRP_ALPHABET}
MOST = 100_000


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


def natural(word: str, number: int) -> int:
    if not re.fullmatch("[0-9]+", word):
        leave(1, f"error: argument {number}: not a natural number")
    return int(word)


def main() -> None:
    sys.set_int_max_str_digits(0)
    words = [os.fsencode(word).decode("utf-8", "replace") for word in sys.argv[1:]]
    command = words[0] if words else ""
    if command not in FLAGS:
        leave(2, USAGE)
    given, operands = options(words[1:], FLAGS[command], {"--alphabet"})
    if not operands or (command == "range" and len(operands) != 3):
        leave(2, USAGE)
    characters = alphabet(given.get("--alphabet", "bitcoin"))
    out = sys.stdout.buffer
    if command == "range":
        start, count, step = (natural(word, number) for number, word in enumerate(operands, 1))
        if count > MOST:
            leave(1, f"error: COUNT is over {MOST}")
        for value in (start + step * index for index in range(count)):
            out.write(str(value).encode("ascii") + b" " + base58.b58encode_int(value, alphabet=characters) + b"\n")
        return
    for number, word in enumerate(operands, 1):
        if command == "encode":
            value = natural(word, number)
            default_one = "--no-default-one" not in given
            out.write(base58.b58encode_int(value, default_one=default_one, alphabet=characters) + b"\n")
            continue
        try:
            value = base58.b58decode_int(word, alphabet=characters, autofix="--autofix" in given)
        except UnicodeEncodeError as error:
            code = ord(error.object[error.start])
            leave(1, f"error: argument {number}: U+{code:04X} at {error.start} is not ASCII")
        except ValueError as error:
            leave(1, f"error: argument {number}: {error}")
        out.write(str(value).encode("ascii") + b"\n")


main()
