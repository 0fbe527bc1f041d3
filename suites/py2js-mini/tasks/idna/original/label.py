"""Checks single labels against the rules of IDNA 2008, one rule or all of them."""

import os
import sys

import idna

USAGE = ("usage: label all|nfc|hyphen|combiner|bidi|bidi-ltr|joiners|context|length|alabel|ulabel"
         " [--] [LABEL...]\n")
JOINERS = (0x200C, 0x200D)
CONTEXT = {0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB, *range(0x660, 0x66A), *range(0x6F0, 0x6FA)}


def joiners(label):
    found = []
    for index, char in enumerate(label):
        if ord(char) in JOINERS:
            try:
                answer = "yes" if idna.valid_contextj(label, index) else "no"
            except idna.IDNAError:
                raise
            except ValueError:
                answer = "unknown"
            found.append(f"{index + 1}={answer}")
    return " ".join(found) or "none"


def context(label):
    found = [f"{index + 1}={'yes' if idna.valid_contexto(label, index) else 'no'}"
             for index, char in enumerate(label) if ord(char) in CONTEXT]
    return " ".join(found) or "none"


def bidi_ltr(label):
    if not label:
        raise idna.IDNAError("Empty Label", code="empty_label")
    return idna.check_bidi(label, check_ltr=True)


def ulabel(label):
    return "= " + idna.ulabel(label)


CHECKS = {
    b"all": idna.check_label,
    b"nfc": idna.check_nfc,
    b"hyphen": idna.check_hyphen_ok,
    b"combiner": idna.check_initial_combiner,
    b"bidi": idna.check_bidi,
    b"bidi-ltr": bidi_ltr,
    b"joiners": joiners,
    b"context": context,
    b"length": lambda label: "short" if idna.valid_label_length(label) else "long",
    b"alabel": lambda label: "= " + idna.alabel(label).decode("ascii"),
    b"ulabel": ulabel,
}


def items(operands):
    """The inputs as bytes: the operands, or the lines of stdin when there are none."""
    if operands:
        return operands
    lines = sys.stdin.buffer.read().split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    return [line[:-1] if line.endswith(b"\r") else line for line in lines]


def main(argv):
    if not argv or argv[0] not in CHECKS:
        sys.stderr.buffer.write(USAGE.encode())
        return 2
    check = CHECKS[argv[0]]
    rest = argv[1:]
    if rest and rest[0] == b"--":
        rest = rest[1:]
    status = 0
    out, err = [], []
    for number, raw in enumerate(items(rest), 1):
        try:
            answer = check(raw.decode("utf-8"))
            out.append(answer if isinstance(answer, str) else "ok")
        except UnicodeDecodeError:
            out.append("not_utf8\t-\t-")
            err.append(f"label: item {number}: not valid UTF-8")
            status = 1
        except idna.IDNAError as error:
            position = "-" if error.position is None else str(error.position)
            codepoint = "-" if error.codepoint is None else f"U+{error.codepoint:04X}"
            out.append(f"{error.code}\t{position}\t{codepoint}")
            err.append(f"label: item {number}: {type(error).__name__}: {error}")
            status = 1
    sys.stdout.buffer.write("".join(line + "\n" for line in out).encode())
    sys.stderr.buffer.write("".join(line + "\n" for line in err).encode())
    return status


if __name__ == "__main__":
    sys.exit(main([os.fsencode(word) for word in sys.argv[1:]]))
