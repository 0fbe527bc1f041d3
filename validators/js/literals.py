"""Literals of JavaScript and the values they stand for."""

from __future__ import annotations

import re

# A string, a number, or an array of them with holes where an item is not known.
Constant = str | int | float | tuple["Constant | None", ...]
LONGEST = 100_000  # characters of a string, items of an array: a name is shorter by far
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([0-7]{1,3})|(\r\n|[\s\S]))")
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v"}


def unquoted(literal: str) -> str:
    """The value of a string literal with its quotes."""
    return unescaped(literal[1:-1])


def unescaped(body: str) -> str:
    """The characters that the body of a string or template literal stands for."""
    if "\\" not in body:
        return body

    def character(match: re.Match[str]) -> str:
        braces, four, two, octal, other = match.groups()
        if braces or four or two:
            code = int(braces or four or two, 16)
            return chr(code) if code < 0x110000 else ""
        if octal:
            return chr(int(octal, 8) & 0xFF)
        return "" if other in "\r\n\u2028\u2029" or other == "\r\n" else _SIMPLE.get(other, other)

    return _ESCAPE.sub(character, body)


def number(text: str) -> int | float | None:
    """The value of a numeric literal."""
    text = text.replace("_", "").removesuffix("n")
    try:
        return int(text, 0) if not text.isdigit() else int(text)
    except ValueError:
        value = float(text)
        return int(value) if value.is_integer() and abs(value) < 2**53 else value


def as_text(value: Constant | None) -> str | None:
    """A constant as JavaScript turns it into a string."""
    if isinstance(value, tuple):
        parts = [as_text(item) for item in value]
        return None if None in parts else ",".join(part or "" for part in parts)
    return value if value is None or isinstance(value, str) else str(value)


def signed(operator: str, value: Constant | None) -> Constant | None:
    """`operator value`."""
    if operator == "+" and isinstance(value, str):
        return number(value.strip() or "0")
    if not isinstance(value, int | float):
        return None
    return {"-": lambda: -value, "+": lambda: value, "~": lambda: ~int(value)}.get(operator, lambda: None)()


def operated(operator: str, left: Constant, right: Constant) -> Constant | None:
    """`left operator right`."""
    if operator == "+" and not (isinstance(left, int | float) and isinstance(right, int | float)):
        first, second = as_text(left), as_text(right)
        return None if first is None or second is None or len(first) + len(second) > LONGEST else first + second
    if not (isinstance(left, int | float) and isinstance(right, int | float)):
        return None
    if operator in {"+", "-", "*"}:
        return {"+": left + right, "-": left - right, "*": left * right}[operator]
    if operator == "/":
        return left / right
    if operator == "%":
        return left % right
    if operator in {"^", "|", "&", "<<", ">>", ">>>"} and abs(right) < 64:
        a, b = int(left), int(right)
        return {"^": a ^ b, "|": a | b, "&": a & b, "<<": a << abs(b), ">>": a >> abs(b), ">>>": a >> abs(b)}[operator]
    return None
