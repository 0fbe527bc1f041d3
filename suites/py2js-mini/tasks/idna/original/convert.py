"""Converts domain names between their Unicode and their ASCII form."""

import os
import sys

import idna

USAGE = "usage: convert encode|decode [--strict] [--uts46] [--std3] [--display] [--] [DOMAIN...]\n"
FLAGS = ("--strict", "--uts46", "--std3", "--display")


def usage():
    sys.stderr.buffer.write(USAGE.encode())
    sys.exit(2)


def items(operands):
    """The inputs as bytes: the operands, or the lines of stdin when there are none."""
    if operands:
        return operands
    lines = sys.stdin.buffer.read().split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    return [line[:-1] if line.endswith(b"\r") else line for line in lines]


def main(argv):
    mode = argv[0] if argv else b""
    if mode not in (b"encode", b"decode"):
        usage()
    rest = argv[1:]
    flags = set()
    while rest and rest[0].startswith(b"--"):
        word = rest.pop(0)
        if word == b"--":
            break
        name = word.decode("ascii", "replace")
        if name not in FLAGS or (name == "--display" and mode == b"encode"):
            usage()
        flags.add(name)
    strict, uts46, std3 = "--strict" in flags, "--uts46" in flags, "--std3" in flags
    status = 0
    out, err = [], []
    for number, raw in enumerate(items(rest), 1):
        try:
            domain = raw.decode("utf-8")
            if mode == b"encode":
                out.append(idna.encode(domain, strict=strict, uts46=uts46, std3_rules=std3).decode("ascii"))
            else:
                out.append(idna.decode(domain, strict=strict, uts46=uts46, std3_rules=std3,
                                       display="--display" in flags))
        except UnicodeDecodeError:
            out.append("!not_utf8")
            err.append(f"convert: item {number}: not valid UTF-8")
            status = 1
        except idna.IDNAError as error:
            out.append(f"!{error.code}")
            err.append(f"convert: item {number}: {error}")
            status = 1
    sys.stdout.buffer.write("".join(line + "\n" for line in out).encode())
    sys.stderr.buffer.write("".join(line + "\n" for line in err).encode())
    return status


if __name__ == "__main__":
    sys.exit(main([os.fsencode(word) for word in sys.argv[1:]]))
