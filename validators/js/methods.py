"""What JavaScript's own functions make of constants: those with which names are taken apart and put together."""

from __future__ import annotations

import base64
import posixpath
import re
from collections.abc import Sequence
from urllib.parse import unquote, urljoin

from .literals import LONGEST, Constant, as_text, number

TREE = "/\ue000"  # the submission's root in folded paths; a private-use character, so that no literal collides
Arguments = Sequence[Constant | None]


def global_call(name: str, arguments: Arguments) -> Constant | None:
    """The value of `name(arguments)` and of `new name(arguments)`."""
    texts = [as_text(argument) for argument in arguments]
    first = texts[0] if texts else None
    if name == "URL" and first is not None:
        base = texts[1] if len(texts) > 1 else ""
        return None if base is None else _joined(base, first)
    if first is None:
        return None
    if name in {"String", "Object", "fileURLToPath", "normalize"}:
        return unquote(first.removeprefix("file://")) if name == "fileURLToPath" else first
    if name in {"decodeURIComponent", "decodeURI", "unescape"}:
        return unquote(re.sub(r"%u([0-9a-fA-F]{4})", lambda m: chr(int(m.group(1), 16)), first))
    if name in {"atob"}:
        return _decoded(first, "base64")
    if name in {"Number", "parseInt", "parseFloat", "BigInt"}:
        radix = arguments[1] if len(arguments) > 1 else None
        return int(first, int(radix)) if isinstance(radix, int | float) else number(first)
    if name == "Array":
        return tuple(arguments)
    if name in {"join", "resolve"} and None not in texts:
        return _path([text or "" for text in texts])
    return None


def static_call(holder: str, method: str, arguments: Arguments) -> Constant | None:
    """The value of `holder.method(arguments)`, the holder being a global object or a module's usual name."""
    holder = holder.rpartition(".")[2]
    if holder == "String" and method in {"fromCharCode", "fromCodePoint"}:
        codes = [argument for argument in arguments if isinstance(argument, int | float)]
        if len(codes) != len(arguments):
            return None
        return "".join(chr(int(code) & (0xFFFF if method == "fromCharCode" else 0x1FFFFF)) for code in codes)
    if holder == "Buffer" and method == "from" and arguments:
        return _buffer(arguments)
    if holder in {"Array", "Uint8Array"} and method in {"of", "from"} and arguments:
        first = arguments[0]
        if method == "of":
            return tuple(arguments)
        return tuple(first) if isinstance(first, str | tuple) and len(arguments) == 1 else None
    if holder in {"path", "posix", "Path", "url", "nodePath"}:
        if method == "dirname" and isinstance(arguments[0], str):
            return posixpath.dirname(arguments[0])
        return global_call(method, arguments)
    if holder in {"globalThis", "Number", "global"}:
        return global_call(method, arguments)
    return None


def meta(path: str, key: str) -> str | None:
    """The value of `import.meta.key` in the file at a path."""
    folder = posixpath.dirname(path)
    paths = {"url": f"file://{TREE}/{path}", "filename": f"{TREE}/{path}", "dirname": f"{TREE}/{folder}".rstrip("/")}
    return paths.get(key)


def method_call(value: Constant, method: str, arguments: Arguments) -> Constant | None:
    """The value of `value.method(arguments)`."""
    if any(argument is None for argument in arguments):
        return None
    if isinstance(value, tuple):
        return _array_method(value, method, arguments)
    if isinstance(value, str):
        return _string_method(value, method, arguments)
    if method == "toString":
        radix = arguments[0] if arguments else 10
        return _in_radix(int(value), int(radix)) if isinstance(radix, int) else None
    return None


def _array_method(items: tuple[Constant | None, ...], method: str, arguments: Arguments) -> Constant | None:
    numbers = [argument for argument in arguments if isinstance(argument, int)]
    if method == "join":
        separator = as_text(arguments[0]) if arguments else ","
        texts = [as_text(item) for item in items]
        return None if None in texts or separator is None else separator.join(text or "" for text in texts)
    if method in {"reverse", "toReversed"}:
        return items[::-1]
    if method in {"sort", "toSorted"} and not arguments and all(isinstance(item, str) for item in items):
        return tuple(sorted(item for item in items if isinstance(item, str)))
    if method == "slice" and len(numbers) == len(arguments):
        return items[slice(*numbers)] if numbers else items
    if method == "concat":
        return items + tuple(part for a in arguments for part in (a if isinstance(a, tuple) else (a,)))
    if method == "at" and numbers:
        return items[numbers[0]]
    if method == "toString":
        return as_text(items)
    if method == "pop" and items:
        return items[-1]
    if method == "shift" and items:
        return items[0]
    if method == "flat":
        return tuple(part for item in items for part in (item if isinstance(item, tuple) else (item,)))
    return None


def _string_method(text: str, method: str, arguments: Arguments) -> Constant | None:
    numbers = [int(argument) for argument in arguments if isinstance(argument, int | float)]
    texts = [argument for argument in arguments if isinstance(argument, str)]
    if method == "concat":
        return text + "".join(as_text(argument) or "" for argument in arguments)
    if method == "split":
        if not arguments:
            return (text,)
        return tuple(text.split(texts[0]) if texts and texts[0] else text)
    if method == "slice":
        return text[slice(*numbers)] if numbers else text
    if method == "substring":
        first, last = (max(0, n) for n in (*numbers, len(text), len(text))[:2])
        return text[min(first, last) : max(first, last)]
    if method == "substr":
        first = numbers[0] if numbers[0] >= 0 else max(0, len(text) + numbers[0])
        return text[first:][: numbers[1] if len(numbers) > 1 else None]
    if method in {"charAt", "at"}:
        place = numbers[0] if numbers else 0
        return text[place] if -len(text) <= place < len(text) else ""
    if method in {"charCodeAt", "codePointAt"}:
        return ord(text[numbers[0] if numbers else 0])
    if method in {"replace", "replaceAll"} and len(texts) == 2:
        return text.replace(texts[0], texts[1], 1 if method == "replace" else -1)
    if method in {"toLowerCase", "toUpperCase"}:
        return text.lower() if method == "toLowerCase" else text.upper()
    if method == "repeat" and numbers and numbers[0] * len(text) <= LONGEST:
        return text * numbers[0]
    if method in {"padStart", "padEnd"} and numbers and numbers[0] <= LONGEST:
        fill = (texts[0] if texts else " ") * numbers[0]
        missing = fill[: max(0, numbers[0] - len(text))]
        return missing + text if method == "padStart" else text + missing
    if method in {"trimStart", "trimEnd", "normalize", "valueOf", "toString"}:
        return {"trimStart": text.lstrip(), "trimEnd": text.rstrip()}.get(method, text)
    return None


def _buffer(arguments: Arguments) -> Constant | None:
    first = arguments[0]
    if isinstance(first, str):
        encoding = arguments[1] if len(arguments) > 1 else "utf8"
        return _decoded(first, encoding) if isinstance(encoding, str) else None
    if isinstance(first, tuple):
        codes = [item for item in first if isinstance(item, int)]
        return bytes(code & 255 for code in codes).decode("latin-1") if len(codes) == len(first) else None
    return None


def _decoded(text: str, encoding: str) -> str | None:
    encoding = encoding.lower()
    if encoding in {"base64", "base64url"}:
        plain = re.sub(r"[^A-Za-z0-9+/]", "", text.replace("-", "+").replace("_", "/"))
        return base64.b64decode(plain[: len(plain) - (len(plain) % 4 == 1)] + "===").decode("utf-8", "replace")
    if encoding == "hex":
        return bytes.fromhex(text).decode("utf-8", "replace")
    return text


def _joined(base: str, reference: str) -> str:
    """`new URL(reference, base)`; the tree's root survives, an escape from it shows as what is left of the path."""
    if not base.startswith("file://"):
        return urljoin(base, reference) if base else reference
    if re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*:", reference):
        return reference
    path = reference if reference.startswith("/") else posixpath.join(posixpath.dirname(base[7:]), reference)
    return "file://" + posixpath.normpath(unquote(path.split("?")[0].split("#")[0]))


def _path(parts: list[str]) -> str:
    for place in range(len(parts) - 1, -1, -1):
        if parts[place].startswith(
            TREE
        ):  # `resolve` starts again at an absolute part; for `join` the tree is the first
            parts = parts[place:]
            break
    return posixpath.normpath(re.sub(r"^/+", "/", "/".join(part for part in parts if part)))


def _in_radix(value: int, radix: int) -> str | None:
    if not 2 <= radix <= 36:
        return None
    digits, rest = "", abs(value)
    while rest:
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[rest % radix] + digits
        rest //= radix
    return ("-" if value < 0 else "") + (digits or "0")
