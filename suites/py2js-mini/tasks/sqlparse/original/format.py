"""Formats SQL text read from stdin with the filters that need no grouping of tokens."""

import os
import sys

from sqlparse import engine, filters, formatter
from sqlparse.exceptions import SQLParseError

USAGE = b"""usage: format [OPTION...] <SQL
  --keyword-case=CASE  --identifier-case=CASE  --truncate=WIDTH  --mark=TEXT
  --operators  --strip-comments  --strip-whitespace  --output=FORMAT
"""
SWITCHES = {
    "--operators": "use_space_around_operators",
    "--strip-comments": "strip_comments",
    "--strip-whitespace": "strip_whitespace",
}
VALUES = {
    "--keyword-case": "keyword_case",
    "--identifier-case": "identifier_case",
    "--truncate": "truncate_strings",
    "--mark": "truncate_char",
    "--output": "output_format",
}


def options(argv):
    """The library's options, or None for a usage error."""
    chosen = {}
    for word in argv:
        name, equals, value = word.partition("=")
        if not equals and name in SWITCHES:
            chosen[SWITCHES[name]] = True
        elif equals and name in VALUES:
            chosen[VALUES[name]] = value
        else:
            return None
    return chosen


def flat_stack(chosen):
    """The library's filters in the library's order, on statements whose tokens stay ungrouped."""
    stack = engine.FilterStack()
    if chosen.get("keyword_case"):
        stack.preprocess.append(filters.KeywordCaseFilter(chosen["keyword_case"]))
    if chosen.get("identifier_case"):
        stack.preprocess.append(filters.IdentifierCaseFilter(chosen["identifier_case"]))
    if chosen.get("truncate_strings"):
        stack.preprocess.append(filters.TruncateStringFilter(chosen["truncate_strings"], chosen["truncate_char"]))
    if chosen.get("use_space_around_operators"):
        stack.stmtprocess.append(filters.SpacesAroundOperatorsFilter())
    if chosen.get("strip_comments"):
        stack.stmtprocess.append(filters.StripCommentsFilter())
    if chosen.get("strip_whitespace"):
        stack.stmtprocess.append(filters.StripWhitespaceFilter())
    if chosen.get("output_format") == "python":
        stack.postprocess.append(filters.OutputPythonFilter())
    elif chosen.get("output_format") == "php":
        stack.postprocess.append(filters.OutputPHPFilter())
    stack.postprocess.append(filters.SerializerUnicode())
    return stack


def main(argv):
    try:
        chosen = options([word.decode("utf-8") for word in argv])
    except UnicodeDecodeError:
        chosen = None
    if chosen is None:
        sys.stderr.buffer.write(USAGE)
        return 2
    try:
        text = sys.stdin.buffer.read().decode("utf-8")
        output = "".join(flat_stack(formatter.validate_options(chosen)).run(text))
    except UnicodeDecodeError:
        sys.stderr.buffer.write(b"format: stdin is not valid UTF-8\n")
        return 1
    except SQLParseError as error:
        sys.stderr.buffer.write(f"format: {error}\n".encode())
        return 1
    sys.stdout.buffer.write(output.encode())
    return 0


if __name__ == "__main__":
    sys.exit(main([os.fsencode(word) for word in sys.argv[1:]]))
