"""Applies the character mapping of UTS #46 to domain names."""

import os
import sys

import idna

USAGE = "usage: remap [--no-std3] [--escape] [--] [DOMAIN...]\n"


def items(operands):
    """The inputs as bytes: the operands, or the lines of stdin when there are none."""
    if operands:
        return operands
    lines = sys.stdin.buffer.read().split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    return [line[:-1] if line.endswith(b"\r") else line for line in lines]


def escaped(text):
    """Printable ASCII other than the backslash as it is, all else as \\u{HEX}."""
    return "".join(char if " " <= char <= "~" and char != "\\" else f"\\u{{{ord(char):X}}}" for char in text)


def main(argv):
    std3, escape = True, False
    rest = list(argv)
    while rest and rest[0].startswith(b"--"):
        word = rest.pop(0)
        if word == b"--":
            break
        if word == b"--no-std3":
            std3 = False
        elif word == b"--escape":
            escape = True
        else:
            sys.stderr.buffer.write(USAGE.encode())
            return 2
    status = 0
    out, err = [], []
    for number, raw in enumerate(items(rest), 1):
        try:
            mapped = idna.uts46_remap(raw.decode("utf-8"), std3_rules=std3)
            out.append(escaped(mapped) if escape else mapped)
        except UnicodeDecodeError:
            out.append("!not_utf8")
            err.append(f"remap: item {number}: not valid UTF-8")
            status = 1
        except idna.IDNAError as error:
            out.append(f"!{error.code}")
            err.append(f"remap: item {number}: {error}")
            status = 1
    sys.stdout.buffer.write("".join(line + "\n" for line in out).encode())
    sys.stderr.buffer.write("".join(line + "\n" for line in err).encode())
    return status


if __name__ == "__main__":
    sys.exit(main([os.fsencode(word) for word in sys.argv[1:]]))
