"""Applies a list of changes to a URL and prints what results."""

import os
import sys

import furl

USAGE = "usage: edit [--trace] URL [OPERATION VALUE]...\n"
SETTABLE = ("scheme", "username", "password", "host", "port", "netloc", "origin", "path", "query", "fragment")
TRUTH = {"true": True, "false": False}


class Unknown(Exception):
    """An operation that does not exist, or a value that it does not take."""


def listed(value):
    """A value written as a list, [a|b|c], or the value as it is."""
    if value.startswith("[") and value.endswith("]"):
        return value[1:-1].split("|") if len(value) > 2 else []
    return value


def fragment_change(url, name, value):
    if name == "fragment-path":
        url.set(fragment_path=listed(value))
    elif name == "fragment-query":
        url.set(fragment_args=value)
    elif name == "fragment-separator":
        url.set(fragment_separator=TRUTH[value])
    elif name == "add-fragment-path":
        url.add(fragment_path=listed(value))
    elif name == "add-fragment-query":
        url.add(fragment_args=value)
    elif name == "remove-fragment-path":
        url.remove(fragment_path=listed(value))
    elif name == "remove-fragment-query":
        url.remove(fragment_args=value)
    elif name == "fragment-absolute":
        url.fragment.path.isabsolute = TRUTH[value]
    else:
        raise Unknown


def change(url, name, value):
    """Apply one operation; the URL that results (most change it in place)."""
    if "fragment-" in name:
        fragment_change(url, name, value)
    elif name in SETTABLE:
        url.set(**{name: listed(value) if name == "path" else value})
    elif name == "unset" and value in SETTABLE:
        url.remove(**{value: True})
    elif name == "add-path":
        url.add(path=listed(value))
    elif name == "remove-path":
        url.remove(path=listed(value))
    elif name == "divide":
        return url / value
    elif name == "normalize" and value == "path":
        url.path.normalize()
    elif name == "absolute":
        url.path.isabsolute = TRUTH[value]
    elif name == "add-query":
        url.add(args=value)
    elif name == "remove-query":
        url.remove(query=value)
    elif name == "join":
        url.join(value)
    elif name == "load":
        url.load(value)
    else:
        raise Unknown
    return url


def reason(error):
    if isinstance(error, (Unknown, KeyError)):
        return "unknown operation or value"
    if isinstance(error, UnicodeError):
        return "host label is empty or too long"
    if isinstance(error, AttributeError):
        return "path is absolute while there is a netloc"
    text = str(error)
    return text if text.startswith(("Invalid host", "Invalid port", "Invalid netloc")) else "invalid URL"


def main(argv):
    trace = bool(argv) and argv[0] == b"--trace"
    rest = argv[1:] if trace else argv
    if len(rest) % 2 == 0:
        sys.stderr.buffer.write(USAGE.encode())
        return 2
    try:
        words = [word.decode("utf-8") for word in rest]
    except UnicodeDecodeError:
        sys.stderr.buffer.write(b"edit: an argument is not valid UTF-8\n")
        return 2
    out, err = [], []
    try:
        url = furl.furl(words[0])
        if trace:
            out.append(url.url)
        for number, (name, value) in enumerate(zip(words[1::2], words[2::2], strict=True), 1):
            try:
                url = change(url, name, value)
            except (Unknown, KeyError, ValueError, AttributeError) as error:
                err.append(f"edit: operation {number}: {reason(error)}")
            if trace:
                out.append(url.url)
        if not trace:
            out.append(url.url)
    except ValueError as error:
        err.append(f"edit: url: {reason(error)}")
    sys.stdout.buffer.write("".join(line + "\n" for line in out).encode())
    sys.stderr.buffer.write("".join(line + "\n" for line in err).encode())
    return 1 if err else 0


if __name__ == "__main__":
    sys.exit(main([os.fsencode(word) for word in sys.argv[1:]]))
