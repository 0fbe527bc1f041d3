"""Encodes shapes, which JSON does not know, through callbacks that turn them into what it knows."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import NoReturn

import canonicaljson

USAGE = """\
usage: callbacks [--pretty] [--on CLASS=FORM]... [--] [JSON...]
       CLASS is object, shape, circle or square; FORM is name, value, pair, shape or self"""


class Shape:
    def __init__(self, value: object) -> None:
        self.value = value


class Circle(Shape):
    pass


class Square(Shape):
    pass


CLASSES: dict[str, type] = {"object": object, "shape": Shape, "circle": Circle, "square": Square}
FORMS: dict[str, Callable[[Shape], object]] = {
    "name": lambda shape: type(shape).__name__,
    "value": lambda shape: shape.value,
    "pair": lambda shape: [type(shape).__name__, shape.value],
    "shape": lambda shape: Shape(shape.value),
    "self": lambda shape: shape,
}


def leave(status: int, message: str) -> NoReturn:
    sys.stdout.buffer.flush()
    sys.stderr.buffer.write(message.encode("utf-8") + b"\n")
    sys.stderr.buffer.flush()
    sys.exit(status)


def revive(members: dict[str, object]) -> object:
    """The shape that an object with the one key $shape, $circle or $square stands for."""
    if len(members) == 1:
        ((key, value),) = members.items()
        if key in ("$shape", "$circle", "$square"):
            return CLASSES[key[1:]](value)
    return members


def write(text: bytes, place: str, encode: Callable[[object], bytes]) -> None:
    try:
        value = json.loads(text.decode("utf-8"), object_hook=revive)
    except UnicodeDecodeError:
        leave(1, f"error: {place}: not UTF-8")
    except json.JSONDecodeError:
        leave(1, f"error: {place}: not JSON")
    try:
        sys.stdout.buffer.write(encode(value) + b"\n")
    except UnicodeEncodeError as error:
        leave(1, f"error: {place}: lone surrogate U+{ord(error.object[error.start]):04X}")
    except TypeError as error:
        leave(1, f"error: {place}: {error}")
    except ValueError as error:
        circular = str(error).startswith("Circular")
        leave(1, f"error: {place}: {'circular reference' if circular else 'not a finite number'}")


def main() -> None:
    sys.set_int_max_str_digits(0)
    words = [os.fsencode(word).decode("utf-8", "replace") for word in sys.argv[1:]]
    encode = canonicaljson.encode_canonical_json
    registrations = []
    while words and words[0].startswith("-"):
        word, words = words[0], words[1:]
        if word == "--":
            break
        if word == "--pretty":
            encode = canonicaljson.encode_pretty_printed_json
            continue
        if word != "--on" or not words:
            leave(2, USAGE)
        name, _, form = words[0].partition("=")
        if name not in CLASSES or form not in FORMS or words[0] == "shape=shape":
            leave(2, USAGE)
        registrations.append((CLASSES[name], FORMS[form]))
        words = words[1:]
    for kind, callback in registrations:
        try:
            canonicaljson.register_preserialisation_callback(kind, callback)
        except ValueError as error:
            leave(1, f"error: {error}")
    for number, text in enumerate(words, 1):
        write(text.encode("utf-8"), f"argument {number}", encode)
    if not words:
        write(sys.stdin.buffer.read(), "standard input", encode)


main()
