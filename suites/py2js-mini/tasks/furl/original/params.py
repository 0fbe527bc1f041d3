"""Runs commands on the ordered multi-value dictionary of a query's parameters."""

import json
import os
import sys

import furl

USAGE = "usage: params QUERY [COMMAND...]\n"
LISTINGS = ("keys", "values", "items", "allkeys", "allvalues", "allitems", "lists", "listitems")


class Bad(Exception):
    """A command that does not exist or has the wrong number of words."""


def read(query, name, words):
    """The answer of a command that changes nothing."""
    params = query.params
    if name in LISTINGS and not words:
        return getattr(params, name)()
    if name in ("items", "values", "allitems", "allvalues") and len(words) == 1:
        return getattr(params, name)(words[0])
    if name == "size" and not words:
        return [len(params), params.size()]
    if name == "has" and len(words) == 1:
        return words[0] in params
    if name == "get" and 1 <= len(words) <= 2:
        return params.get(*words)
    if name == "item" and len(words) == 1:
        return params[words[0]]
    if name == "getlist" and len(words) == 1:
        return params.getlist(words[0])
    if name == "encode" and len(words) <= 3 and None not in words:
        delimiter, plus, keep = (words + ["&", "plus", ""][len(words):])
        keep = {"all": True, "nothing": False}.get(keep, keep)
        return query.encode(delimiter, plus == "plus", keep)
    if name == "equals" and len(words) == 1:
        return [params == furl.Query(words[0]).params, query == furl.Query(words[0])]
    raise Bad


def pop(query, name, words):
    """The answer of a command that takes items out and tells which."""
    params = query.params
    base, last = (name[:-6], False) if name.endswith("-first") else (name, True)
    if base == "popitem" and not words:
        return params.popitem(last=last)
    if base == "popany" and not words:
        return params.popitem(fromall=True, last=last)
    if base == "poplistitem" and not words:
        return params.poplistitem(last=last)
    if base == "popvalue" and 1 <= len(words) <= 2:
        return params.popvalue(*words, last=last)
    if name == "pop" and 1 <= len(words) <= 2:
        return params.pop(*words)
    if name == "poplist" and len(words) == 1:
        return params.poplist(words[0])
    if name == "setdefault" and 1 <= len(words) <= 2:
        return params.setdefault(*words)
    if name == "setdefaultlist" and words:
        return params.setdefaultlist(words[0], words[1:])
    raise Bad


def pairs(words):
    if len(words) % 2:
        raise Bad
    return list(zip(words[::2], words[1::2], strict=True))


def write(query, name, words):
    """A command that changes items; the answer is the query that results."""
    params = query.params
    if name in ("set", "add") and len(words) >= 2:
        getattr(params, name)(words[0], words[1:] if len(words) > 2 else words[1])
    elif name in ("setlist", "addlist", "removevalues") and words:
        getattr(params, name)(words[0], words[1:])
    elif name in ("update", "updateall"):
        getattr(params, name)(pairs(words))
    elif name == "merge":
        query.set(pairs(words))
    elif name == "adopt":
        query.params = pairs(words)
    elif name == "delete" and len(words) == 1:
        del params[words[0]]
    elif name == "remove" and words:
        query.remove(words if len(words) > 1 else words[0])
    elif name == "discard":
        query.remove(pairs(words))
    elif name in ("load", "append") and len(words) == 1:
        (query.load if name == "load" else query.add)(words[0])
    elif name in ("reverse", "clear") and not words:
        getattr(params, name)()
    elif name == "copy" and not words:
        query.params = params.copy()
    else:
        raise Bad
    return query.encode()


def answer(query, line):
    words = [None if word == "@none" else word for word in line.split("|")]
    name, words = words[0] or "", words[1:]
    for group in (read, pop, write):
        try:
            return group(query, name, list(words))
        except Bad:
            continue
    raise Bad


def main(argv):
    if not argv:
        sys.stderr.buffer.write(USAGE.encode())
        return 2
    raw = argv[1:] if len(argv) > 1 else sys.stdin.buffer.read().split(b"\n")
    try:
        words = [word.decode("utf-8") for word in [argv[0], *raw]]
    except UnicodeDecodeError:
        sys.stderr.buffer.write(b"params: input is not valid UTF-8\n")
        return 2
    query = furl.Query(words[0])
    out, err = [query.encode()], []
    for number, line in enumerate(words[1:], 1):
        if not line and len(argv) == 1:
            continue
        try:
            out.append(json.dumps(answer(query, line), ensure_ascii=False))
        except Bad:
            err.append(f"params: command {number}: unknown command or wrong number of words")
        except KeyError:
            err.append(f"params: command {number}: no such key")
        except ValueError:
            err.append(f"params: command {number}: no such value")
    sys.stdout.buffer.write("".join(line + "\n" for line in out).encode())
    sys.stderr.buffer.write("".join(line + "\n" for line in err).encode())
    return 1 if err else 0


if __name__ == "__main__":
    sys.exit(main([os.fsencode(word) for word in sys.argv[1:]]))
