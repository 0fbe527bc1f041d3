"""From a Python annotation, as it is written, to the kind of word that can stand for it. Nothing is evaluated."""

from __future__ import annotations

import ast
import re

from .model import Kind

NAMES = {
    **dict.fromkeys(("str", "String", "AnyStr", "LiteralString", "Text", "StrPath"), Kind.TEXT),
    **dict.fromkeys(("bytes", "bytearray", "memoryview", "Buffer", "ReadableBuffer", "ByteString"), Kind.BYTES),
    **dict.fromkeys(("int", "SupportsInt", "SupportsIndex"), Kind.INTEGER),
    **dict.fromkeys(("float", "Decimal", "complex", "SupportsFloat", "Real", "Number"), Kind.NUMBER),
    "bool": Kind.FLAG,
    **dict.fromkeys(
        ("dict", "Dict", "Mapping", "MutableMapping", "list", "List", "Sequence", "Iterable", "Collection", "object"),
        Kind.JSON,
    ),
    **dict.fromkeys(("Any", "tuple", "Tuple", "set", "Set", "frozenset", "Iterator"), Kind.JSON),
}
PREFERRED = (Kind.BYTES, Kind.TEXT, Kind.INTEGER, Kind.NUMBER, Kind.JSON, Kind.FLAG)
LONGEST = 40  # characters of a literal that are taken over


def kind(annotation: str, default: str) -> Kind | None:
    """The kind that stands for `annotation`, guessed from the default where there is none. None: a person must see."""
    if annotation:
        try:
            return _of(ast.parse(annotation.strip(), mode="eval").body)
        except SyntaxError:
            return None
    value = literal(default)
    if value in ("True", "False"):
        return Kind.FLAG
    if re.fullmatch(r"-?\d+", value):
        return Kind.INTEGER
    if re.fullmatch(r"-?\d+\.\d*(e-?\d+)?", value):
        return Kind.NUMBER
    if value.startswith(("b'", 'b"')):
        return Kind.BYTES
    return None if default and not value else Kind.TEXT


def literal(default: str) -> str:
    """The default where it is a short literal, else empty: code is never taken over."""
    try:
        value = ast.literal_eval(default)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return ""
    return default if isinstance(value, str | bytes | int | float | None) and len(default) <= LONGEST else ""


def _of(node: ast.expr) -> Kind | None:
    match node:
        case ast.Constant(value=str(text)):
            return kind(text, "")
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return NAMES.get(name)
        case ast.BinOp(op=ast.BitOr()):
            return _first([*_alternatives(node)])
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name), slice=inner):
            if name in ("Optional", "Annotated", "Final", "Type"):
                first = inner.elts[0] if isinstance(inner, ast.Tuple) else inner
                return None if name == "Type" else _of(first)
            if name == "Union":
                return _first(inner.elts if isinstance(inner, ast.Tuple) else [inner])
            if name == "Literal":
                first = inner.elts[0] if isinstance(inner, ast.Tuple) else inner
                return Kind.INTEGER if _is(first, int) else Kind.TEXT if _is(first, str) else None
            return NAMES.get(name)
    return None


def _alternatives(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp):
        return _alternatives(node.left) + _alternatives(node.right)
    return [node]


def _first(nodes: list[ast.expr]) -> Kind | None:
    found = {known for node in nodes if (known := _of(node)) is not None}
    return next((one for one in PREFERRED if one in found), None)


def _is(node: ast.expr, type_: type) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is type_
