"""Writes segregated-witness addresses, and reads them back."""

from __future__ import annotations

import os
import re
import sys
from typing import NoReturn

import bech32

USAGE = """\
usage: segwit encode [--] HRP VERSION PROGRAM
       segwit decode [--] HRP [ADDRESS...]"""


def leave(status: int, message: str) -> NoReturn:
    sys.stdout.buffer.flush()
    sys.stderr.buffer.write(message.encode("utf-8") + b"\n")
    sys.stderr.buffer.flush()
    sys.exit(status)


def encode(operands: list[str]) -> None:
    if len(operands) != 3:
        leave(2, USAGE)
    hrp, version, program = operands
    if not re.fullmatch("[0-9]{1,9}", version):
        leave(1, "error: VERSION is not a number")
    if not re.fullmatch("(?:[0-9a-fA-F]{2})*", program):
        leave(1, "error: PROGRAM is not hexadecimal")
    try:
        address = bech32.encode(hrp, int(version), bytes.fromhex(program))
    except IndexError:
        leave(1, "error: VERSION is over 31")
    if address is None:
        leave(1, "error: no such address")
    sys.stdout.buffer.write(address.encode("ascii") + b"\n")


def decode(operands: list[str]) -> None:
    if not operands:
        leave(2, USAGE)
    hrp, addresses = operands[0], operands[1:]
    place = "argument"
    if not addresses:
        place, addresses = "line", sys.stdin.buffer.read().decode("utf-8", "replace").split("\n")
        if addresses[-1] == "":
            addresses.pop()
    wrong = []
    for number, address in enumerate(addresses, 1):
        version, program = bech32.decode(hrp, address)
        if version is None or program is None:
            wrong.append(f"error: {place} {number}: not an address of {hrp}")
            continue
        sys.stdout.buffer.write(f"{version} {bytes(program).hex()}\n".encode("ascii"))
    if wrong:
        leave(1, "\n".join(wrong))


def main() -> None:
    words = [os.fsencode(word).decode("utf-8", "replace") for word in sys.argv[1:]]
    command, operands = (words[0], words[1:]) if words else ("", [])
    if command not in ("encode", "decode") or (operands[:1] and operands[0].startswith("-") and operands[0] != "--"):
        leave(2, USAGE)
    if operands[:1] == ["--"]:
        operands = operands[1:]
    if command == "encode":
        encode(operands)
    else:
        decode(operands)


main()
