"""Prints the tokens of SQL text read from stdin, one a line."""

import json
import os
import sys

from sqlparse import lexer
from sqlparse import tokens as token_types

USAGE = b"usage: tokens [--no-space] [--count] <SQL\n"
FLAGS = (b"--no-space", b"--count")


def main(argv):
    if any(word not in FLAGS for word in argv):
        sys.stderr.buffer.write(USAGE)
        return 2
    try:
        text = sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError:
        sys.stderr.buffer.write(b"tokens: stdin is not valid UTF-8\n")
        return 1
    lines = []
    counts = {}
    for ttype, value in lexer.tokenize(text):
        if b"--no-space" in argv and ttype in token_types.Whitespace:
            continue
        counts[str(ttype)] = counts.get(str(ttype), 0) + 1
        lines.append(f"{ttype}\t{json.dumps(value, ensure_ascii=False)}")
    if b"--count" in argv:
        lines = [f"{count}\t{name}" for name, count in sorted(counts.items())]
    sys.stdout.buffer.write("".join(line + "\n" for line in lines).encode())
    return 0


if __name__ == "__main__":
    sys.exit(main([os.fsencode(word) for word in sys.argv[1:]]))
