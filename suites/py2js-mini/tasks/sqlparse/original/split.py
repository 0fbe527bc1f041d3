"""Splits SQL text read from stdin into statements, one JSON string a line."""

import json
import os
import sys

import sqlparse
from sqlparse import engine

USAGE = b"usage: split [--strip-semicolon] [--types] <SQL\n"
FLAGS = (b"--strip-semicolon", b"--types")


def main(argv):
    if any(word not in FLAGS for word in argv):
        sys.stderr.buffer.write(USAGE)
        return 2
    try:
        text = sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError:
        sys.stderr.buffer.write(b"split: stdin is not valid UTF-8\n")
        return 1
    strip = b"--strip-semicolon" in argv
    if b"--types" in argv:
        statements = engine.FilterStack(strip_semicolon=strip).run(text)
        lines = [f"{statement.get_type()}\t{len(statement.tokens)}\t"
                 + json.dumps(str(statement), ensure_ascii=False) for statement in statements]
    else:
        lines = [json.dumps(statement, ensure_ascii=False)
                 for statement in sqlparse.split(text, strip_semicolon=strip)]
    sys.stdout.buffer.write("".join(line + "\n" for line in lines).encode())
    return 0


if __name__ == "__main__":
    sys.exit(main([os.fsencode(word) for word in sys.argv[1:]]))
