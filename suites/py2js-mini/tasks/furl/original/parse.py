"""Prints the components of URLs as JSON, one line a URL."""

import json
import os
import sys

import furl

USAGE = "usage: parse [--url|--origin] [--] [URL...]\n"


def reason(error):
    if isinstance(error, UnicodeDecodeError):
        return "not valid UTF-8"
    if isinstance(error, UnicodeError):
        return "host label is empty or too long"
    text = str(error)
    return text if text.startswith(("Invalid host", "Invalid port", "Invalid netloc")) else "invalid URL"


def described(url):
    """The components, with truth values in place of the library's mixed ones."""
    parts = url.asdict()
    for path in (parts["path"], parts["fragment"]["path"]):
        path["isabsolute"] = bool(path["isabsolute"])
        path["isdir"] = bool(path["isdir"])
    return parts


def main(argv):
    form = "json"
    rest = list(argv)
    while rest and rest[0].startswith(b"--"):
        word = rest.pop(0)
        if word == b"--":
            break
        if word not in (b"--url", b"--origin"):
            sys.stderr.buffer.write(USAGE.encode())
            return 2
        form = word.decode()[2:]
    if rest:
        inputs = rest
    else:
        inputs = sys.stdin.buffer.read().split(b"\n")
        if inputs[-1] == b"":
            inputs.pop()
    status = 0
    out, err = [], []
    for number, raw in enumerate(inputs, 1):
        try:
            url = furl.furl(raw.decode("utf-8"))
            if form == "json":
                out.append(json.dumps(described(url), ensure_ascii=False))
            else:
                out.append(url.url if form == "url" else url.origin)
        except ValueError as error:
            out.append("null")
            err.append(f"parse: url {number}: {reason(error)}")
            status = 1
    sys.stdout.buffer.write("".join(line + "\n" for line in out).encode())
    sys.stderr.buffer.write("".join(line + "\n" for line in err).encode())
    return status


if __name__ == "__main__":
    sys.exit(main([os.fsencode(word) for word in sys.argv[1:]]))
