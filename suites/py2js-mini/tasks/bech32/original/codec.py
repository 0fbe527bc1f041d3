"""Writes Bech32 strings from payloads, and reads them back."""

from __future__ import annotations

import os
import re
import sys
from typing import NoReturn

import bech32

USAGE = """\
usage: codec encode [--values] [--repeat N] [--] HRP [DATA]
       codec decode [--bytes] [--] [STRING...]"""
FLAGS = {"encode": {"--values"}, "decode": {"--bytes"}}
VALUED = {"encode": {"--repeat"}, "decode": set()}
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


def payload(text: str) -> bytes:
    if not re.fullmatch("(?:[0-9a-fA-F]{2})*", text):
        leave(1, "error: DATA is not hexadecimal")
    return bytes.fromhex(text)


def encode(given: dict[str, str], operands: list[str]) -> None:
    if len(operands) not in (1, 2) or ("--values" in given and len(operands) == 1):
        leave(2, USAGE)
    times = given.get("--repeat", "1")
    if not re.fullmatch("[0-9]{1,6}", times) or int(times) > MOST:
        leave(1, f"error: N is not a number from 0 to {MOST}")
    if "--values" in given:
        if not re.fullmatch("(?:[0-9]{1,9}(?:,[0-9]{1,9})*)?", operands[1]):
            leave(1, "error: DATA is not a list of numbers")
        values = [int(word) for word in operands[1].split(",") if word] * int(times)
    else:
        data = payload(operands[1]) if len(operands) == 2 else sys.stdin.buffer.read()
        values = bech32.convertbits(data * int(times), 8, 5) or []
    try:
        text = bech32.bech32_encode(operands[0], values)
    except IndexError:
        leave(1, "error: a value is over 31")
    sys.stdout.buffer.write(text.encode("utf-8") + b"\n")


def decode(given: dict[str, str], operands: list[str]) -> None:
    place, texts = "argument", operands
    if not operands:
        place, texts = "line", sys.stdin.buffer.read().decode("utf-8", "replace").split("\n")
        if texts[-1] == "":
            texts.pop()
    wrong = []
    for number, text in enumerate(texts, 1):
        hrp, values = bech32.bech32_decode(text)
        if hrp is None or values is None:
            wrong.append(f"error: {place} {number}: not a Bech32 string")
            continue
        shown = ",".join(str(value) for value in values)
        if "--bytes" in given:
            data = bech32.convertbits(values, 5, 8, False)
            if data is None:
                wrong.append(f"error: {place} {number}: {hrp}: bits left over")
                continue
            shown = bytes(data).hex()
        sys.stdout.buffer.write(f"{hrp} {shown or '-'}\n".encode("ascii"))
    if wrong:
        leave(1, "\n".join(wrong))


def main() -> None:
    words = [os.fsencode(word).decode("utf-8", "replace") for word in sys.argv[1:]]
    command = words[0] if words else ""
    if command not in FLAGS:
        leave(2, USAGE)
    given, operands = options(words[1:], FLAGS[command], VALUED[command])
    if command == "encode":
        encode(given, operands)
    else:
        decode(given, operands)


main()
